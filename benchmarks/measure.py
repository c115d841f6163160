"""What a benchmark is: groups of rows, the first row of each the baseline, all measured turn by turn."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Row:
    """One way of doing the work: a call of `work` does `amount` units of it."""

    name: str
    work: Callable[[], object]
    amount: int


@dataclass(frozen=True)
class Group:
    """Rows that do the same work; the first is what the others are compared with."""

    title: str
    unit: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Figure:
    """What a row gave: units per second in every round, and how often faster than the baseline of that round."""

    name: str
    rates: tuple[float, ...]
    ratios: tuple[float, ...]

    @property
    def rate(self) -> float:
        return median(self.rates)

    @property
    def ratio(self) -> float:
        return median(self.ratios)

    @property
    def spread(self) -> tuple[float, float]:
        return min(self.rates), max(self.rates)


def measure(group: Group, rounds: int, seconds: float) -> list[Figure]:
    """The figures of a group. The rows take turns, so that a slow moment of the machine hits all of them alike."""
    for row in group.rows:
        row.work()
    table = [[_rate(row, seconds) for row in group.rows] for _ in range(rounds)]
    return [
        Figure(row.name, tuple(line[i] for line in table), tuple(line[i] / line[0] for line in table))
        for i, row in enumerate(group.rows)
    ]


def _rate(row: Row, seconds: float) -> float:
    """Units per second: the median over as many calls as fit into the time, three at least."""
    times: list[float] = []
    while sum(times) < seconds or len(times) < 3:
        start = time.perf_counter()
        row.work()
        times.append(time.perf_counter() - start)
    return row.amount / median(times)
