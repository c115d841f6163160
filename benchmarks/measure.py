"""What a benchmark is: groups of rows that do the same work, the first of them the baseline, measured in turns."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from statistics import median

from setlab import _core

REFERENCE = "plain-Python reference"
"""The name of the rows that run `setlab.reference`."""


@dataclass(frozen=True)
class Row:
    """One way to do the work; each call of `work` does `amount` units."""

    name: str
    work: Callable[[], object]
    amount: int


@dataclass(frozen=True)
class Group:
    """Rows that do the same work; the first is the baseline of the ratios."""

    title: str
    unit: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Figure:
    """The result of a row: units per second in every round, and the ratio to the baseline in the same round."""

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


def core_rows(work: Callable[..., object], amount: int | Mapping[str, int]) -> list[Row]:
    """A row for each instruction set on one thread, the slowest first, and a row for the best set on two threads.

    `work(amount, isa=…, threads=…)` does `amount` units of work; the amount may depend on the instruction set.
    """
    best, *_ = _core.isas()
    rows = []
    for isa, threads in [*((isa, 1) for isa in reversed(_core.isas())), (best, 2)]:
        units = amount if isinstance(amount, int) else amount[isa]
        label = f"core, {isa}, {threads} thread{'s' * (threads > 1)}"
        rows.append(Row(label, partial(work, units, isa=isa, threads=threads), units))
    return rows


def measure(group: Group, rounds: int, seconds: float) -> list[Figure]:
    """The figures of a group; the rows take turns, so that a slow moment of the machine affects all alike."""
    for row in group.rows:
        row.work()
    table = [[_rate(row, seconds) for row in group.rows] for _ in range(rounds)]
    return [
        Figure(row.name, tuple(line[i] for line in table), tuple(line[i] / line[0] for line in table))
        for i, row in enumerate(group.rows)
    ]


def _rate(row: Row, seconds: float) -> float:
    """Units per second, by the median over as many calls as fit into the time, at least three."""
    times: list[float] = []
    while sum(times) < seconds or len(times) < 3:
        start = time.perf_counter()
        row.work()
        times.append(time.perf_counter() - start)
    return row.amount / median(times)
