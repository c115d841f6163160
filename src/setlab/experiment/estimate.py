"""Estimates of probabilities and means, with intervals, from the histograms of a tally."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from setlab.experiment.tally import Counts
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
        ends = mean_interval(total, squares, trials, confidence) if trials > 1 else None
        return cls.of(total / trials, ends, exact=exact)

    def _repr_html_(self) -> str:
        """The value with its interval, and the exact value where it is known.

        >>> Estimate(0.25, 0.2, 0.31, count=50, exact=0.26)._repr_html_()
        '<b>0.25</b> (0.2 to 0.31), exactly 0.26'
        """
        ends = "" if self.low is None or self.high is None else f" ({self.low:.4g} to {self.high:.4g})"
        return f"<b>{self.value:.4g}</b>{ends}" + ("" if self.exact is None else f", exactly {self.exact:.6g}")


Estimates = Mapping[Any, Estimate]
"""The estimates of a quantity, one for every key."""

Proportions = Mapping[Any, Fraction]
"""Exact proportions, one for every key at which it is known."""

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


def proportion_estimates(counts: Counts, trials: int, confidence: float, exact: Proportions | None = None) -> Estimates:
    """The proportion of the trials at every key, with its interval.

    >>> proportion_estimates({6: 47, 9: 53}, 100, 0.95)[6].value
    0.47
    """
    known = {key: float(p) for key, p in (exact or {}).items() if key in counts}
    return {
        key: Estimate.of(count / trials, proportion_interval(count, trials, confidence), count, known.get(key))
        for key, count in counts.items()
    }
