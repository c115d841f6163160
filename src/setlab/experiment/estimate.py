"""Estimates: what the histograms of a tally say about probabilities and means, with intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from setlab.experiment.histogram import Counts
from setlab.stats import proportion_interval


@dataclass(frozen=True)
class Estimate:
    """An estimated number, with its interval if it has one, and the exact value where it is known."""

    value: float
    low: float | None
    high: float | None
    count: int | None = None
    exact: float | None = None


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
    estimates = {}
    for key, count in counts.items():
        interval = proportion_interval(count, trials, confidence)
        known = None if exact is None else exact.get(key)
        estimates[key] = Estimate(count / trials, interval.low, interval.high, count, known)
    return estimates
