"""Intervals and tests of effects: by the profile likelihood, or with players as clusters where there are enough.

The speed of finds is given in SETs per minute, by the number of differing properties and by the number of SETs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log, sqrt

from setlab.arguments import checked
from setlab.seeing.logit import Fit, information, maximise
from setlab.seeing.searches import Search
from setlab.stats import gamma_quantile, gamma_tails, normal_quantile, student_quantile

CLUSTERS = 5
"""From this number of players on, players are clusters: fewer do not show how much players differ."""

NEAR = 1e-5
"""The accuracy of the ends of intervals, which are logarithms of ratios."""

POWER = 0.8
"""The probability with which a detectable effect would be seen."""


@dataclass(frozen=True)
class LogRatio:
    """The logarithm of a ratio with its interval, the p value of "no effect", and its standard error."""

    value: float
    low: float
    high: float
    p: float
    error: float


def estimates(fit: Fit, level: float) -> list[LogRatio]:
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


def _by_clusters(fit: Fit, index: int, level: float) -> LogRatio:
    degrees, value = len(set(fit.choices.players)) - 1, float(fit.beta[index])
    error = sqrt(max(fit.clustered_covariance[index, index], fit.covariance[index, index]))
    half = student_quantile(degrees, (1 - level) / 2) * error
    return LogRatio(value, value - half, value + half, student_p(abs(value) / error, degrees), error)


def _by_profile(fit: Fit, index: int, level: float) -> LogRatio:
    from scipy.optimize import brentq

    value, error = float(fit.beta[index]), sqrt(fit.covariance[index, index])
    allowed = allowed_fall(level)

    def excess(at: float) -> float:
        return fit.log_likelihood - maximise(fit.choices, fit.beta, {index: at}).log_likelihood - allowed

    ends = [brentq(excess, value, _beyond(excess, value, step), xtol=NEAR) for step in (-error, error)]
    p = chi_square_p(2 * (excess(0.0) + allowed), 1)
    return LogRatio(value, float(ends[0]), float(ends[1]), p, error)


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


MINUTE = 60.0


@checked
@dataclass(frozen=True)
class Rate:
    """The SETs in which n properties differ: how many were found, in how many SET-minutes, and the rate.

    A SET-minute is one SET that lies on the table for one minute. The interval is exact for a Poisson number of
    finds (Garwood's interval); it is None where no such SET was ever there.
    """

    differ: int
    found: int
    exposure: float
    low: float | None
    high: float | None

    @property
    def rate(self) -> float | None:
        """Finds per SET-minute."""
        return self.found / self.exposure if self.exposure else None


def poisson_interval(count: int, level: float) -> tuple[float, float]:
    """The exact interval of the mean of a Poisson number.

    >>> [round(end, 3) for end in poisson_interval(0, 0.95)], [round(end, 2) for end in poisson_interval(10, 0.95)]
    ([0.0, 3.689], [4.8, 18.39])
    """
    tail = (1 - level) / 2
    low = gamma_quantile(count, tail) if count else 0.0
    return low, gamma_quantile(count + 1, tail, upper=True)


def rates_by_differing(searches: Sequence[Search], level: float) -> list[Rate]:
    """A rate for each number of properties that differ, from 1 to the most that there can be.

    The time before a find counts as a part of the exposure, and so does time that ended with a deal, a pause, another
    claim or the end of the game: these times are censored.
    """
    most = max((len(search.properties) for search in searches), default=0)
    found, exposure = dict.fromkeys(range(1, most + 1), 0), dict.fromkeys(range(1, most + 1), 0.0)
    for search in searches:
        for index, candidate in enumerate(search.candidates):
            differ = len(search.differing(candidate))
            found[differ] += index == search.found
            exposure[differ] += search.seconds / MINUTE
    return [_rate(differ, found[differ], exposure[differ], level) for differ in found]


def _rate(differ: int, found: int, exposure: float, level: float) -> Rate:
    if not exposure:
        return Rate(differ, found, exposure, None, None)
    low, high = poisson_interval(found, level)
    return Rate(differ, found, exposure, low / exposure, high / exposure)


@checked
@dataclass(frozen=True)
class Crowding:
    """The power of the number of SETs with which the rate of finds grows: 1 if the SETs are found independently."""

    power: float
    low: float
    high: float
    p: float


def crowding(searches: Sequence[Search], weights: Sequence[float], level: float) -> Crowding | None:
    """The exponent γ in "n SETs of mean ease w are found at the rate λ w n^γ", with a λ for each room.

    The weights are the sums of the ease of the SETs, n w. None if the number of SETs never varied while SETs were
    found. The interval is that of the profile likelihood, and p belongs to γ = 1.
    """
    from scipy.optimize import brentq, minimize_scalar

    used = [
        _Time(each.group, log(len(each.candidates)), each.seconds * weight, each.found is not None)
        for each, weight in zip(searches, weights, strict=True)
        if each.candidates and each.seconds > 0
    ]
    if len({each.log_number for each in used if each.found}) < 2:
        return None

    def surprise(power: float) -> float:
        return -_log_likelihood(used, power - 1)

    best = minimize_scalar(surprise, bounds=(-WIDEST, WIDEST), method="bounded", options={"xatol": 1e-7})
    allowed = best.fun + allowed_fall(level)
    if min(surprise(-WIDEST), surprise(WIDEST)) <= allowed:
        return None
    low, high = (float(brentq(lambda x: surprise(x) - allowed, best.x, end)) for end in (-WIDEST, WIDEST))
    return Crowding(float(best.x), low, high, chi_square_p(2 * (surprise(1.0) - best.fun), 1))


WIDEST = 10.0
"""Powers beyond this are not sought."""


@dataclass(frozen=True)
class _Time:
    """The time of a search in units of ease, the logarithm of the number of SETs, and whether one was found."""

    group: str
    log_number: float
    exposure: float
    found: bool


def _log_likelihood(times: Sequence[_Time], power: float) -> float:
    """The log-likelihood of exponential times, at the best rate of each room."""
    finds: dict[str, int] = {}
    exposure: dict[str, float] = {}
    total = 0.0
    for each in times:
        finds[each.group] = finds.get(each.group, 0) + each.found
        exposure[each.group] = exposure.get(each.group, 0.0) + each.exposure * exp(power * each.log_number)
        total += each.found * power * each.log_number
    return total + sum(count * log(count / exposure[group]) for group, count in finds.items() if count)
