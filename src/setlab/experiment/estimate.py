"""Estimates of probabilities and means, with intervals, from the histograms of a tally.

Exact values stand beside them where they are known at once: from tables that ship, and for small decks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from setlab.experiment.tally import Counts
from setlab.limits import ENUMERATED, ORBITS, PLANE_FREE
from setlab.stats import Interval, mean_interval, proportion_interval


@dataclass(frozen=True)
class Estimate:
    """An estimated number, with its interval if it has one, and the exact value where it is known."""

    value: float
    low: float | None
    high: float | None
    count: int | None = None
    exact: float | None = None

    @classmethod
    def of(cls, value: float, ends: Interval | None, count: int | None = None, exact: float | None = None) -> Estimate:
        """The estimate with the ends of an interval, if there is one."""
        low, high = (None, None) if ends is None else (ends.low, ends.high)
        return cls(value, low, high, count, exact)

    @classmethod
    def mean(cls, total: int, squares: int, trials: int, confidence: float, exact: float | None = None) -> Estimate:
        """The mean of numbers, by their sum and that of their squares; with Student's interval if they are several."""
        return cls.of(
            total / trials, mean_interval(total, squares, trials, confidence) if trials > 1 else None, exact=exact
        )


Estimates = Mapping[Any, Estimate]
"""The estimates of a quantity, one for every key."""

Proportions = Mapping[Any, float]

Compute = Callable[[Mapping[str, Counts], int, float], Estimates]
"""(histograms, trials, confidence) → estimates."""


@dataclass(frozen=True)
class Quantity:
    """A quantity that a tally estimates: its title, and how it is computed."""

    title: str
    compute: Compute
    is_proportion: bool = True


def proportions(title: str, name: str, exact: Callable[[], Proportions | None] = lambda: None) -> Quantity:
    """The proportion of trials at each key of the histogram `name`, beside exact values where these are known."""

    def compute(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
        return proportion_estimates(histograms.get(name, {}), trials, confidence, exact())

    return Quantity(title, compute)


def proportion_estimates(
    counts: Counts, trials: int, confidence: float, exact: Proportions | None = None
) -> dict[Any, Estimate]:
    """The proportion of the trials at every key, with its interval.

    >>> proportion_estimates({6: 47, 9: 53}, 100, 0.95)[6].value
    0.47
    """
    known, level = exact or {}, confidence
    return {
        key: Estimate.of(count / trials, proportion_interval(count, trials, level), count, known.get(key))
        for key, count in counts.items()
    }


@lru_cache
def no_set_proportions(dimension: int) -> Proportions:
    """The probability that n cards have no SET, by n.

    >>> round(no_set_proportions(4)[12], 6)
    0.032302
    """
    from setlab.exact.no_set import exact_no_set

    if dimension not in ORBITS:
        return {}
    table = exact_no_set(dimension)
    return {n: float(p) for n in range(len(table.counts)) if (p := table.probability(n)) is not None}


@lru_cache
def no_plane_proportions(dimension: int) -> Proportions:
    """The probability that n cards have no plane, by n.

    >>> no_plane_proportions(4)[8], no_plane_proportions(4)[55], 45 in no_plane_proportions(4)
    (1.0, 0.0, False)
    """
    from setlab.exact.planes import exact_planes

    if dimension not in PLANE_FREE:
        return {}
    table = exact_planes(dimension).table
    return {n: float(1 - p) for n in range(len(table.counts)) if (p := table.probability(n)) is not None}


@lru_cache
def set_count_proportions(cards: int, dimension: int) -> Proportions | None:
    """The probability of each number of SETs in n cards; None where the distribution is not known.

    >>> set_count_proportions(3, 4) == {0: 78 / 79, 1: 1 / 79}, set_count_proportions(40, 4)
    (True, None)
    """
    from setlab.exact.sets import REACHED, SHIPPED, exact_sets

    if dimension not in REACHED or dimension > SHIPPED:
        return None
    table = exact_sets(cards, dimension)
    if not table.distribution:
        return None
    return {sets: float(proportion) for sets, proportion in table.proportions().items()}


@lru_cache
def leftover_proportions(dimension: int, table: int) -> Proportions | None:
    """The probability of each leftover of the standard game with 9 or 27 cards; None for other games.

    >>> leftover_proportions(2, 9), leftover_proportions(4, 12)
    ({0: 1.0}, None)
    """
    from setlab.exact.leftovers import SMALLEST_TABLE, exact_leftover_game

    if dimension not in ENUMERATED or table < SMALLEST_TABLE:
        return None

    return {left: float(p) for left, p in exact_leftover_game(dimension, table).leftovers.items()}
