"""Intervals and tests of effects: by the profile likelihood, or with players as clusters where there are enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import exp, sqrt

from setlab.seeing.logit import Fit, information, maximise
from setlab.stats import gamma_quantile, gamma_tails, normal_quantile, student_quantile

CLUSTERS = 5
"""From this number of players on, players are clusters: fewer do not show how much players differ."""

NEAR = 1e-5
"""The accuracy of the ends of intervals, which are logarithms of ratios."""

POWER = 0.8
"""The probability with which a detectable effect would be seen."""


@dataclass(frozen=True)
class Estimate:
    """The logarithm of a ratio with its interval, the p value of "no effect", and its standard error."""

    value: float
    low: float
    high: float
    p: float
    error: float


def estimates(fit: Fit, level: float) -> list[Estimate]:
    """An estimate for each effect of a fit.

    With fewer than five players the interval holds the values that the likelihood-ratio test does not reject: it is
    about these players. With five or more, players are clusters: Student's interval with the robust standard error, but
    never a smaller one than that of independent claims: it is about players like these.
    """
    make = _by_clusters if has_clusters(fit) else _by_profile
    return [make(fit, index, level) for index in range(len(fit.beta))]


def has_clusters(fit: Fit) -> bool:
    """True if there are enough players to see how much they differ."""
    return len(set(fit.choices.players)) >= CLUSTERS


def _by_clusters(fit: Fit, index: int, level: float) -> Estimate:
    degrees, value = len(set(fit.choices.players)) - 1, float(fit.beta[index])
    error = sqrt(max(fit.clustered_covariance[index, index], fit.covariance[index, index]))
    half = student_quantile(degrees, (1 - level) / 2) * error
    return Estimate(value, value - half, value + half, student_p(abs(value) / error, degrees), error)


def _by_profile(fit: Fit, index: int, level: float) -> Estimate:
    from scipy.optimize import brentq

    value, error = float(fit.beta[index]), sqrt(fit.covariance[index, index])
    allowed = allowed_fall(level)

    def excess(at: float) -> float:
        return fit.log_likelihood - maximise(fit.choices, fit.beta, {index: at}).log_likelihood - allowed

    ends = [brentq(excess, value, _beyond(excess, value, step), xtol=NEAR) for step in (-error, error)]
    p = chi_square_p(2 * (excess(0.0) + allowed), 1)
    return Estimate(value, float(ends[0]), float(ends[1]), p, error)


@cache
def allowed_fall(level: float) -> float:
    """The fall of the log-likelihood from its maximum to the ends of an interval of one parameter.

    >>> round(allowed_fall(0.95), 4)
    1.9207
    """
    return gamma_quantile(0.5, 1 - level, upper=True)


def _beyond(excess: Callable[[float], float], value: float, step: float) -> float:
    """A value that the test rejects, in the direction of the step."""
    at = value + 2 * step
    while excess(at) < 0:
        step *= 2
        at += step
    return at


def likelihood_ratio(large: Fit, small: float, columns: int) -> float:
    """The p value of the test of a model against one inside it, given by its log-likelihood."""
    return chi_square_p(2 * (large.log_likelihood - small), columns)


def chi_square_p(statistic: float, degrees: int) -> float:
    """The probability that chi-square exceeds the statistic.

    >>> round(chi_square_p(3.841458820694124, 1), 12)
    0.05
    """
    return gamma_tails(degrees / 2, max(statistic, 0.0) / 2).upper if statistic > 0 else 1.0


def student_p(t: float, degrees: int) -> float:
    """The two-sided p value of Student's t.

    >>> round(student_p(12.706204736432095, 1), 9)
    0.05
    """
    from scipy.special import stdtr

    return float(2 * stdtr(degrees, -abs(t)))


def detectable(fit: Fit, index: int, level: float, error: float, tests: int) -> float:
    """The least ratio that would be seen with probability 80 %, if it is one of several that are tested.

    The standard error is that of a game in which all SETs are equally easy, enlarged as far as players differ.
    """
    import numpy as np

    at_null = sqrt(np.linalg.inv(information(fit.choices, np.zeros(len(fit.beta))))[index, index])
    spread = max(1.0, error / sqrt(fit.covariance[index, index]))
    tail = (1 - level) / 2 / tests
    needed = student_quantile(len(set(fit.choices.players)) - 1, tail) if has_clusters(fit) else -normal_quantile(tail)
    return exp((needed + normal_quantile(POWER)) * at_null * spread)


def holm(ps: list[float]) -> list[float]:
    """The p values adjusted for their number by Holm's method.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted, running = [0.0] * len(ps), 0.0
    for rank, index in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        running = max(running, min(1.0, (len(ps) - rank) * ps[index]))
        adjusted[index] = running
    return adjusted
