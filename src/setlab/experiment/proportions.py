"""Estimates of shares from histograms: one line between the tallies and the intervals of `stats`."""

from __future__ import annotations

from collections.abc import Mapping

from setlab.experiment.kernel import Estimate
from setlab.stats import proportion_interval


def proportion_estimates(
    histogram: Mapping[str, int], trials: int, confidence: float, exact: Mapping[str, float] | None = None
) -> dict[str, Estimate]:
    """The share of the trials for every key, with its interval.

    >>> proportion_estimates({"6": 47, "9": 53}, 100, 0.95)["6"].value
    0.47
    """
    estimates = {}
    for key, count in histogram.items():
        interval = proportion_interval(count, trials, confidence)
        known = None if exact is None else exact.get(key)
        estimates[key] = Estimate(count / trials, interval.low, interval.high, count, known)
    return estimates
