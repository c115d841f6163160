"""Intervals, comparison of distributions, and agreement with printed figures, on the standard library alone.

Begin with `proportion_interval` and `mean_interval` for a sample, `compare_samples` and
`compare_with_proportions` for whole histograms, and `compare_with_printed` for a figure that a source prints.

>>> ends = proportion_interval(468_312, 1_000_000)
>>> round(ends.low, 4), round(ends.high, 4)
(0.4673, 0.4693)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import ceil, exp, expm1, floor, fsum, inf, lgamma, log, log1p, nextafter, pi, sqrt
from statistics import NormalDist
from typing import Literal

from setlab.arguments import checked
from setlab.errors import SpecError, quote

__all__ = [
    "RARE", "Agreement", "Comparison", "Interval", "Origin", "Printed", "RatioSums", "Tails", "beta_quantile",
    "beta_tails", "clopper_pearson", "compare_samples", "compare_with_printed", "compare_with_proportions",
    "deviation_interval", "gamma_quantile", "gamma_tails", "log10_sign_test", "mean_interval", "mean_limit",
    "median_interval", "normal_quantile", "our_interval", "p_text", "paired_interval", "paired_mean_interval",
    "proportion_interval", "read_printed", "sign_test", "student_quantile", "total_variation", "wilson",
]  # fmt: skip


# Tails and quantiles of the gamma, beta and normal distributions, for tails of 1e-300 and counts of 1e12 alike.
#
# Both incomplete functions are one number times one integral. On the scale where the density is log-concave
# (log x for gamma, logit x for beta), the tail from x outward is the density at x times ∫ exp(fall(v)) dv over
# v ≥ 0, where fall(v) is the logarithm of how much smaller the density is at distance v. A saddle-point form gives the
# density (Loader 2000), a double-exponential rule the integral (Takahasi & Mori 1974). The cost is the
# same for arguments of every size.


def deviance(count: float, mean: float, excess: float | None = None) -> float:
    """count · log(count/mean) + mean − count: never negative, and precise where count and mean nearly agree.

    `excess` is count − mean; give it where it is known more precisely than the difference of the two floats.

    >>> deviance(0, 3), deviance(3, 3), round(deviance(1e12, 1e12, excess=1000.0), 12)
    (3, 0.0, 5e-07)
    """
    if count == 0:
        return mean
    away = (mean - count if excess is None else -excess) / count
    return count * (log_excess(away) if away > -0.5 else log(count / mean) + away)


def log_excess(t: float) -> float:
    """t − log(1 + t), by the series of the inverse hyperbolic tangent where t is small.

    >>> f"{log_excess(1e-6):.12g}"
    '4.99999666667e-13'
    """
    if not -0.3 < t < 0.5:
        return t - log1p(t)
    r = t / (2 + t)
    y, series = r * r, 0.0
    for k in range(27, 1, -2):
        series = series * y + 1 / k
    return r * (t - 2 * y * series)


def exp_excess(v: float) -> float:
    """exp(v) − 1 − v, by its series where v is small.

    >>> f"{exp_excess(1e-6):.12g}"
    '5.00000166667e-13'
    """
    if abs(v) > 0.5:
        return expm1(v) - v
    series = 0.0
    for k in range(17, 2, -1):
        series = (series + 1) * v / k
    return v * v / 2 * (1 + series)


def stirling_rest(a: float) -> float:
    """The remainder of Stirling's formula for log a!.

    >>> round(stirling_rest(1), 12) == round(1 - log(2 * pi) / 2, 12)
    True
    """
    if a < 10:
        return lgamma(a + 1) - (a + 0.5) * log(a) + a - log(2 * pi) / 2
    y = 1 / (a * a)
    return (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y * (1 / 1188 - y * 691 / 360360))))) / a


_STEP, _NODES = 1 / 20, range(-80, 300)
_NEGLIGIBLE = -50.0  # exp of this is lost in a double beside 1
_CLOSE = 2.0**-50
_MOST_STEPS = 200
_BRACKET = (-700.0, 700.0)  # in log x or logit x, as far as floats go


@checked
@dataclass(frozen=True)
class Tails:
    """The probabilities below and above a point, as natural logarithms, since they may be smaller than any float.

    >>> far = gamma_tails(0.5, 5000)
    >>> far.upper, round(far.log_upper, 9)
    (0.0, -5004.831061514)
    """

    log_lower: float
    log_upper: float

    @property
    def lower(self) -> float:
        """The probability below."""
        return exp(self.log_lower)

    @property
    def upper(self) -> float:
        """The probability above."""
        return exp(self.log_upper)

    def mirror(self) -> Tails:
        """The tails exchanged."""
        return Tails(self.log_upper, self.log_lower)


@checked
def gamma_tails(a: float, x: float) -> Tails:
    """The regularised incomplete gamma functions P(a, x) and Q(a, x), as lower and upper tail.

    >>> round(gamma_tails(1, 2).upper / exp(-2), 12)
    1.0
    >>> round(gamma_tails(0.5, 3.841458820694124 / 2).upper, 12)      # chi-square with 1 degree of freedom
    0.05
    """
    _check(0 < a < inf and x >= 0, f"there are no tails of Gamma({a}) at {x}: choose the first above 0, x from 0")
    if x == 0 or x == inf:
        return Tails(-inf, 0.0) if x == 0 else Tails(0.0, -inf)
    return _gamma_point(a, x)[0]


@checked
def beta_tails(a: float, b: float, x: float) -> Tails:
    """The regularised incomplete beta function I_x(a, b) as lower tail, and 1 − I_x(a, b) as upper tail.

    >>> round(beta_tails(2, 3, 0.5).lower * 16, 12)     # at least 2 heads of 4 coins
    11.0
    """
    _check_beta(a, b)
    _check(0 <= x <= 1, f"{x} is not in the range of a beta distribution: choose 0 to 1")
    if x == 0 or x == 1:
        return Tails(-inf, 0.0) if x == 0 else Tails(0.0, -inf)
    return _beta_point(a, b, x)[0] if x <= 0.5 else _beta_point(b, a, 1 - x)[0].mirror()


@checked
def gamma_quantile(a: float, p: float, upper: bool = False) -> float:
    """The point of a gamma distribution with probability p below it, or above it.

    >>> round(2 * gamma_quantile(0.5, 0.05, upper=True), 12)
    3.841458820694
    """
    _check(0 < a < inf, f"there is no distribution Gamma({a}): choose a number above 0")
    return exp(_solve(lambda u: _gamma_point(a, exp(u)), log(a), 1 / sqrt(a), p, upper))


@checked
def beta_quantile(a: float, b: float, p: float, upper: bool = False) -> float:
    """The point of a beta distribution with probability p below it, or above it.

    >>> round(beta_quantile(1, 10, 0.025, upper=True), 12)       # none of ten: at most 31 %
    0.308497107819
    """
    u = _beta_logit(a, b, p, upper)
    return _proportion(u) if u <= 0 else 1 - _proportion(-u)


@checked
def normal_quantile(p: float) -> float:
    """The point of the standard normal distribution with probability p below it.

    >>> round(normal_quantile(0.975), 12), round(normal_quantile(1e-300), 9)
    (1.95996398454, -37.047096299)
    """
    _check_probability(p)
    return NormalDist().inv_cdf(p)


@checked
@lru_cache(maxsize=64)  # a report asks for the same one hundreds of times
def student_quantile(degrees: float, p: float) -> float:
    """The point of Student's t distribution with probability p above it, for p up to 1/2.

    >>> round(student_quantile(1, 0.25), 12), round(student_quantile(10**12, 0.025), 9)
    (1.0, 1.959963985)
    """
    _check(0 < p <= 0.5, f"{p} is not the probability of a tail: choose it above 0 and up to 1/2")
    if p == 0.5:
        return 0.0
    return sqrt(degrees * exp(_beta_logit(0.5, degrees / 2, 2 * p, upper=True)))


def _gamma_point(a: float, x: float) -> tuple[Tails, float]:
    """The tails, and the logarithm of the density of log x."""
    density = log(a / (2 * pi)) / 2 - stirling_rest(a) - deviance(a, x)
    side = 1 if x > a else -1

    def fall(v: float) -> float:
        return side * (a - x) * v - x * exp_excess(side * v)

    return _tails(density + log(_integral(fall, abs(a - x), x)), side), density


def _beta_point(a: float, b: float, x: float) -> tuple[Tails, float]:
    """The tails, and the logarithm of the density of logit x; x is at most 1/2, so that 1 − x is exact enough."""
    n, excess = a + b, a - (a + b) * x
    stirling = stirling_rest(n) - stirling_rest(a) - stirling_rest(b)
    density = log(a / n * b / (2 * pi)) / 2 + stirling - deviance(a, n * x) - b * log_excess(excess / b)
    side = 1 if excess < 0 else -1

    def fall(v: float) -> float:
        away = x * expm1(side * v)
        if v > 0.5:
            return side * a * v - n * log1p(away)
        return side * excess * v - n * x * exp_excess(side * v) + n * log_excess(away)

    return _tails(density + log(_integral(fall, abs(excess), n * x * (1 - x))), side), density


def _beta_logit(a: float, b: float, p: float, upper: bool) -> float:
    """The logit of a quantile: x / (1 − x) = exp(logit) keeps its digits where x is all but 1."""
    _check_beta(a, b)

    def point(u: float) -> tuple[Tails, float]:
        if u <= 0:
            return _beta_point(a, b, _proportion(u))
        tails, density = _beta_point(b, a, _proportion(-u))
        return tails.mirror(), density

    return _solve(point, log(a / b), sqrt(1 / a + 1 / b), p, upper)


def _tails(log_mass: float, side: int) -> Tails:
    mass = min(log_mass, -5e-324)
    rest = log(-expm1(mass)) if mass > -0.7 else log1p(-exp(mass))
    return Tails(mass, rest) if side < 0 else Tails(rest, mass)


def _integral(fall: Callable[[float], float], slope: float, curvature: float) -> float:
    """∫ exp(fall(v)) dv for v from 0 to ∞, where fall is concave and 0 at 0."""
    scale, total = 1 / max(slope, sqrt(curvature)), 0.0
    for node, weight in _nodes():
        depth = fall(scale * node)
        if depth < _NEGLIGIBLE:
            break
        total += weight * exp(depth)
    return scale * total


@cache
def _nodes() -> tuple[tuple[float, float], ...]:
    """v = exp(t − exp(−t)) at equal steps of t, and dv: the double-exponential rule for a half-line."""
    times = [_STEP * k for k in _NODES]
    nodes = [(exp(t - exp(-t)), t) for t in times]
    return tuple((v, _STEP * v * (1 + exp(-t))) for v, t in nodes)


def _solve(point: Callable[[float], tuple[Tails, float]], mean: float, spread: float, p: float, upper: bool) -> float:
    """The point with tail p, by Newton's method on the logarithm of the tail, which is concave, within a bracket."""
    _check_probability(p)
    if p > 0.5:
        p, upper = 1 - p, not upper
    side = 1 if upper else -1
    low, high, u, longest = *_BRACKET, mean - side * spread * max(normal_quantile(p), -8.0), 1.0
    for _ in range(_MOST_STEPS):
        tails, density = point(u)
        found = tails.log_upper if upper else tails.log_lower
        step = side * (found - log(p)) * exp(found - density)
        low, high = (u, high) if step > 0 else (low, u)
        moved = u + max(min(step, longest), -longest)
        u, longest = moved if low <= moved <= high else (low + high) / 2, 2 * longest
        if abs(step) <= _CLOSE * max(1.0, abs(u)):
            break
    return u


def _proportion(u: float) -> float:
    """The proportion whose logit is u, for u up to 0."""
    return exp(u) / (1 + exp(u))


def _check(fits: bool, rule: str) -> None:
    if not fits:
        raise SpecError(rule)


def _check_beta(a: float, b: float) -> None:
    _check(0 < a < inf and 0 < b < inf, f"there is no distribution Beta({a}, {b}): choose numbers above 0")


def _check_probability(p: float) -> None:
    _check(0 < p < 1, f"{p} is not a probability with a quantile: choose it above 0 and below 1")


# Confidence intervals of proportions, means and standard deviations, from the integers that a tally holds.


RARE = 100
"""With fewer successes or fewer failures than this, `proportion_interval` is the exact interval."""


@checked
@dataclass(frozen=True)
class Interval:
    """The numbers from low to high.

    >>> 0.3 in Interval(0.25, 0.5), Interval(0.25, 0.5).width
    (True, 0.25)
    """

    low: float
    high: float

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            raise SpecError(f"{self.low} to {self.high} is not an interval: give the lower end first")

    def __contains__(self, value: float | Fraction) -> bool:
        return self.low <= value <= self.high

    @property
    def width(self) -> float:
        """The distance between the ends."""
        return self.high - self.low

    def within(self, other: Interval) -> bool:
        """True if the interval is a part of the other."""
        return other.low <= self.low and self.high <= other.high

    def meets(self, other: Interval) -> bool:
        """True if the two intervals have a number in common."""
        return self.low <= other.high and other.low <= self.high


@checked
def wilson(successes: int, trials: int, confidence: float = 0.95) -> Interval:
    """Wilson's interval of a proportion: all proportions that the normal test does not reject.

    >>> ends = wilson(468_312, 1_000_000)
    >>> round(ends.low, 6), round(ends.high, 6)
    (0.467334, 0.46929)
    """
    _check_proportion(successes, trials, confidence)
    return _mirror_above_half(_wilson, successes, trials, confidence)


def _wilson(successes: float, trials: float, confidence: float) -> Interval:
    z = _z(confidence)
    root = sqrt(successes * ((trials - successes) / trials) + z * z / 4)
    high = (successes + z * z / 2 + z * root) / (trials + z * z)
    low = successes / (trials + z * z) * (successes / trials) / high  # the two roots multiply to this
    return _around(successes, trials, low, high)


@checked
def clopper_pearson(successes: int, trials: int, confidence: float = 0.95) -> Interval:
    """The exact interval of a proportion: on each side it misses the truth with probability at most (1 − confidence)/2.

    >>> ends = clopper_pearson(0, 1_000_000)
    >>> ends.low, round(ends.high, 9)          # none in a million: below 3.7 in a million
    (0.0, 3.689e-06)
    """
    _check_proportion(successes, trials, confidence)
    return _mirror_above_half(_exact_interval, successes, trials, confidence)


@lru_cache(1 << 12)
def _exact_interval(successes: float, trials: float, confidence: float) -> Interval:
    """The interval by quantiles of the beta distribution, remembered: printed figures ask for the same ones often."""
    failures, tail = trials - successes, (1 - confidence) / 2
    low = beta_quantile(successes, failures + 1, tail) if successes else 0.0
    high = beta_quantile(successes + 1, failures, tail, upper=True)
    if successes < RARE and isinstance(successes, int) and isinstance(trials, int):
        low = _nearest_limit(low, successes - 1, trials, 1 - Fraction(tail)) if successes else 0.0
        high = _nearest_limit(high, successes, trials, Fraction(tail))
    return _around(successes, trials, low, high)


def _nearest_limit(found: float, most: int, trials: int, chance: Fraction) -> float:
    """The float nearest to the proportion for which at most `most` successes have a probability; `found` is near it.

    Newton's method in fixed point with 100 bits more than a float has: browsers, which have other logarithms, find the
    same float.
    """
    bits = 160 + ceil(-trials * log1p(-found) / log(2))
    one = 1 << bits
    point, goal, step = int(Fraction(found) * one), int(chance * one), one
    while abs(step) > point >> 100:
        rest = one - point
        term = total = _power(rest, trials, bits)
        for i in range(most):
            term = term * (trials - i) * point // ((i + 1) * rest)
            total += term
        step = (total - goal) * rest // ((trials - most) * term)
        point += step
    return point / one


def _power(base: int, exponent: int, bits: int) -> int:
    """A power of a number below 1, in fixed point."""
    found = 1 << bits
    while exponent:
        if exponent & 1:
            found = found * base >> bits
        base, exponent = base * base >> bits, exponent >> 1
    return found


@checked
def proportion_interval(successes: int, trials: int, confidence: float = 0.95, design_effect: float = 1.0) -> Interval:
    """The interval of a proportion that setlab prints: exact for rare events, Wilson's for all others.

    An event is rare if it has fewer than 100 successes or fewer than 100 failures (`RARE`). There the coverage of
    Wilson's 95 % interval can be as low as 84 %; from 100 on it is above 94.4 %, and the interval is narrower than
    the exact one.

    >>> proportion_interval(77, 10**8) == clopper_pearson(77, 10**8)
    True
    >>> proportion_interval(77_000, 10**8) == wilson(77_000, 10**8)
    True

    Trials that come in groups, as the tables of one game do, are not independent. The `design_effect` is the variance
    of the proportion relative to that of as many independent trials; the interval is that of as many fewer trials.

    >>> proportion_interval(77_000, 10**8, design_effect=2) == wilson(38_500, 5 * 10**7)
    True
    """
    _check_proportion(successes, trials, confidence)
    if not 0 < design_effect < inf:
        raise SpecError(f"design effect {design_effect} is not possible: it is a ratio of variances, above 0")
    found, made = (successes, trials) if design_effect == 1 else (successes / design_effect, trials / design_effect)
    rare = min(found, made - found) < RARE
    return _mirror_above_half(_exact_interval if rare else _wilson, found, made, confidence)


@checked
@dataclass(frozen=True)
class RatioSums:
    """Sums over independent groups with a number x and a total y each: the SETs on the x tables of a game, say.

    They estimate the ratio Σy / Σx, such as the mean number of SETs on a table.

    >>> sums = RatioSums(numbers=4, totals=10, number_squares=8, total_squares=58, products=20)
    >>> sums.ratio, sums.variance       # two games with two tables each, and 3 and 7 SETs on them
    (2.5, Fraction(1, 2))
    """

    numbers: int
    totals: int
    number_squares: int
    total_squares: int
    products: int

    def __post_init__(self) -> None:
        if self.numbers < 1 or self.number_squares < 1:
            raise SpecError(f"{self.numbers} is not a sum of numbers above 0: there is no ratio without any")
        if self.variance < 0:
            raise SpecError(f"{self.total_squares} is not a sum of squares beside {self.products}: it is too small")

    @property
    def ratio(self) -> float:
        """Σy / Σx."""
        return self.totals / self.numbers

    @property
    def groups(self) -> float:
        """(Σx)² / Σx²: the number of groups, if all have the same x; fewer, if they differ."""
        return self.numbers**2 / self.number_squares

    @property
    def variance(self) -> Fraction:
        """The variance of the ratio: Σ(y − ratio·x)² / (Σx)², from the integers alone."""
        x, y = self.numbers, self.totals
        return Fraction(x * x * self.total_squares - 2 * x * y * self.products + y * y * self.number_squares, x**4)

    @property
    def design_effect(self) -> float:
        """For a proportion, the variance relative to that of independent trials; at least 1."""
        x, y = self.numbers, self.totals
        return max(1.0, float(self.variance * x**3 / (y * (x - y)))) if 0 < y < x else 1.0

    def interval(self, confidence: float = 0.95) -> Interval | None:
        """Student's interval of the ratio; None unless there are two groups."""
        check_confidence(confidence)
        groups = self.groups
        if groups < 2:
            return None
        half = student_quantile(groups - 1, (1 - confidence) / 2) * sqrt(self.variance * groups / (groups - 1))
        return Interval(self.ratio - half, self.ratio + half)


@checked
def mean_interval(total: int, squares: int, trials: int, confidence: float = 0.95) -> Interval:
    """Student's interval of a mean, from the sum of the values, the sum of their squares and their number.

    The variance is computed exactly from the integers, so that no digit is lost with any number of trials.

    >>> ends = mean_interval(total=2_784_810, squares=9_648_002, trials=1_000_000)
    >>> round(ends.low, 4), round(ends.high, 4)
    (2.7821, 2.7875)
    """
    check_confidence(confidence)
    if trials < 2:
        raise SpecError(f"{trials} trials give no interval of a mean: make at least 2")
    spread = trials * squares - total * total
    if spread < 0:
        raise SpecError(f"{squares} is not a sum of squares of {trials} numbers with sum {total}: it is too small")
    mean = total / trials
    half = student_quantile(trials - 1, (1 - confidence) / 2) * sqrt(Fraction(spread, trials**2 * (trials - 1)))
    return Interval(mean - half, mean + half)


@checked
def deviation_interval(histogram: Mapping[int, int], confidence: float = 0.95) -> Interval:
    """The interval of a standard deviation from a histogram, for large samples of any distribution.

    Two sums do not suffice, since fourth moments are needed: s² has the variance (κ − (n − 3)/(n − 1)) σ⁴ / n,
    where κ is the fourth central moment divided by σ⁴, and log s a quarter of that divided by σ⁴ in large samples.

    >>> ends = deviation_interval({0: 400, 1: 1300, 2: 1700, 3: 1000, 4: 600})
    >>> round(ends.low, 3), round(ends.high, 3)
    (1.105, 1.14)
    """
    check_confidence(confidence)
    trials = sum(histogram.values())
    if trials < 2:
        raise SpecError(f"{trials} trials give no interval of a standard deviation: make at least 2")
    mean = Fraction(sum(value * count for value, count in histogram.items()), trials)
    second, fourth = (
        sum((count * (value - mean) ** power for value, count in histogram.items()), Fraction(0)) for power in (2, 4)
    )
    if not second:
        return Interval(0.0, 0.0)
    deviation = sqrt(second / (trials - 1))
    relative_variance = (trials * fourth / second**2 - Fraction(trials - 3, trials - 1)) / trials
    half = _z(confidence) * sqrt(relative_variance) / 2
    return Interval(deviation * exp(-half), deviation * exp(half))


def _z(confidence: float) -> float:
    return -normal_quantile((1 - confidence) / 2)


Method = Callable[[float, float, float], Interval]


def _mirror_above_half(method: Method, successes: float, trials: float, confidence: float) -> Interval:
    """The interval by a method for proportions up to a half; above a half, that of the failures is mirrored."""
    if trials == 0:
        return Interval(0.0, 1.0)
    if 2 * successes <= trials:
        return method(successes, trials, confidence)
    ends = method(trials - successes, trials, confidence)
    return Interval(1 - ends.high, 1 - ends.low)


def _around(successes: float, trials: float, low: float, high: float) -> Interval:
    """The ends, moved so that the observed proportion lies between them also after rounding."""
    proportion = successes / trials
    return Interval(min(low, proportion), max(high, proportion))


def _check_proportion(successes: int, trials: int, confidence: float) -> None:
    if not 0 <= successes <= trials:
        raise SpecError(f"{successes} successes of {trials} trials is not a proportion: give 0 to {max(trials, 0)}")
    check_confidence(confidence)


def check_confidence(confidence: float) -> None:
    """Raise `SpecError` unless intervals can have this level."""
    if not 0 < confidence < 1:
        raise SpecError(f"{confidence} is not a confidence: choose it above 0 and below 1, such as 0.95")


_HALVINGS = 60


@checked
def mean_limit(values: Sequence[float], low: float, high: float, confidence: float = 0.95) -> float:
    """The upper limit of the mean of numbers from `low` to `high`: the true mean exceeds it with probability at most δ.

    For no success in 59 trials the limit is 5.2 %; the exact one-sided limit is 1 − 0.05^(1/59) = 4.95 %.

    >>> round(mean_limit([0.0] * 59, 0, 1), 4)
    0.0521
    >>> mean_limit([0.5], 0, 1)
    1.0
    """
    check_confidence(confidence)
    if not values:
        raise SpecError("there is no limit of a mean without numbers: give at least 1")
    if not low < high:
        raise SpecError(f"{low} to {high} is not a range: give the lower end first")
    if outside := [value for value in values if not low <= value <= high]:
        raise SpecError(f"{outside[0]} lies outside of {low} to {high}: the limit holds for numbers in the range only")
    wanted, width = -log(1 - confidence), high - low
    scaled = [(value - low) / width for value in values]

    def gain(mean: float) -> float:
        return fsum(log1p(mean - value) for value in scaled)

    least, most = fsum(scaled) / len(scaled), 1.0
    if gain(most) < wanted:
        return float(high)
    for _ in range(_HALVINGS):
        middle = (least + most) / 2
        least, most = (least, middle) if gain(middle) >= wanted else (middle, most)
    return low + width * most


@checked
def median_interval(values: Sequence[float], confidence: float = 0.95) -> tuple[float, float] | None:
    """The ends of an interval for the median, whatever the distribution: two of the values; None if they are too few.

    The number of values below the median is binomial with probability 1/2. The ends are the k-th smallest and the k-th
    largest value, with the largest k for which at most (1 − confidence) / 2 falls off on each side.

    >>> median_interval([3.1, 4.0, 2.2, 8.5, 5.0, 3.3, 9.1, 2.9, 6.0])
    (2.9, 8.5)
    >>> median_interval([1.0, 2.0, 3.0, 4.0, 5.0]) is None
    True
    """
    check_confidence(confidence)
    ordered, n = sorted(values), len(values)
    allowed, log_mass, k = (1 - confidence) / 2, -n * log(2), 0
    below = exp(log_mass)  # the probability that fewer than k + 1 values lie below the median
    while below <= allowed:
        k += 1
        log_mass += log((n - k + 1) / k)
        below += exp(log_mass)
    return (ordered[k - 1], ordered[n - k]) if k else None


# Paired samples: two numbers for each of the same cases, such as two strategies on common games.
#
# A difference of proportions depends only on the cases that succeed by one treatment and fail by the other; the rest
# cancels. So the difference is known more precisely than from independent samples.


STEPS = 100
"""Halvings of an interval: more than a float has digits."""


@checked
def paired_interval(only_one: int, only_other: int, trials: int, confidence: float = 0.95) -> Interval:
    """Tango's interval of the difference of two proportions of the same cases: all that the score test accepts.

    `only_one` cases succeeded the first way and not the second, `only_other` the second way and not the first. It is to
    the difference what Wilson's interval is to a proportion: without any difference it is not a point.

    >>> ends = paired_interval(53, 16, 500)
    >>> round(ends.low, 4), round(ends.high, 4)
    (0.0428, 0.1076)
    >>> round(paired_interval(0, 0, 1000).high, 5)
    0.00383
    """
    _check_pairs(only_one, only_other, trials)
    check_confidence(confidence)
    if not trials:
        return Interval(-1.0, 1.0)
    z, seen = -normal_quantile((1 - confidence) / 2), (only_one - only_other) / trials
    low = _boundary(lambda d: _score(d, only_one, only_other, trials) > z, -1.0, seen)
    high = -_boundary(lambda d: _score(d, only_other, only_one, trials) > z, -1.0, -seen)
    return Interval(min(low, seen), max(high, seen))


@checked
def paired_mean_interval(differences: Mapping[int, int], confidence: float = 0.95) -> Interval:
    """Student's interval of the mean of differences, from their histogram.

    >>> ends = paired_mean_interval({-3: 200, 0: 500, 3: 300})
    >>> round(ends.low, 3), round(ends.high, 3)
    (0.17, 0.43)
    """
    total = sum(value * count for value, count in differences.items())
    squares = sum(value * value * count for value, count in differences.items())
    return mean_interval(total, squares, sum(differences.values()), confidence)


@checked
def sign_test(only_one: int, only_other: int) -> float:
    """The two-sided p value of the exact sign test: that the two ways succeed equally often (McNemar's, exact).

    >>> round(sign_test(8, 2), 6), sign_test(5, 5), sign_test(0, 0)
    (0.109375, 1.0, 1.0)
    """
    return 10 ** log10_sign_test(only_one, only_other)


@checked
def log10_sign_test(only_one: int, only_other: int) -> float:
    """The logarithm of the p value of `sign_test`, to base 10: it may be smaller than any float.

    >>> round(log10_sign_test(120_000, 57_000), 1)
    -4979.8
    """
    _check_pairs(only_one, only_other, only_one + only_other)
    fewer, more = sorted((only_one, only_other))
    if fewer == more:
        return 0.0
    return min(0.0, (log(2) + beta_tails(more, fewer + 1, 0.5).log_lower) / log(10))


def _score(difference: float, only_one: int, only_other: int, trials: int) -> float:
    """The score statistic of a difference: how many standard errors below the observed one it lies."""
    b, c, n, d = only_one, only_other, trials, difference
    linear, product = (2 * n - b + c) * d - b - c, -c * d * (1 - d)
    root = sqrt(max(0.0, linear * linear - 8 * n * product))
    other = (root - linear) / (4 * n)  # the most likely proportion of cases that the second way alone succeeds in
    variance = n * (2 * other + d * (1 - d))
    away = b - c - n * d
    return away / sqrt(variance) if variance > 0 else float("inf") if away > 0 else 0.0


def _boundary(is_rejected: Callable[[float], bool], low: float, high: float) -> float:
    """The largest number that is rejected, to the last digit: those below are rejected too, the upper end is not."""
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_rejected(middle) else (low, middle)
    return low


def _check_pairs(only_one: int, only_other: int, trials: int) -> None:
    if min(only_one, only_other) < 0 or only_one + only_other > trials:
        cases = f"{only_one} and {only_other} differing cases of {trials}"
        raise SpecError(f"{cases} are not possible: give numbers of cases")


# Do two histograms come from one distribution, and does a histogram fit exact proportions?
#
# Values are pooled into cells from the smallest up. A cell is closed as soon as each sample is expected to have 5 cases
# in it (`LEAST`); the rest at the end joins the last cell. So a rare value is pooled with its neighbours, and neither
# sample alone decides with which.


LEAST = 5
"""The least expected number of cases in a cell of each sample."""

TESTS = ("chi-square", "G")

Cell = tuple[int, ...]
Weights = Mapping[int, int | Fraction]


@checked
@dataclass(frozen=True)
class Comparison:
    """The result of a test: its statistic and p value, and the size of the difference.

    `effect` is Cramér's V (for exact proportions: Cohen's w), `distance` the total variation distance: the largest
    difference in the probability of any event. Both measure size; the p value measures certainty.
    """

    test: str
    statistic: float
    degrees: int
    p: float
    log10_p: float
    effect: float
    distance: float
    cells: tuple[Cell, ...]
    impossible: Cell = ()

    def sentence(self, level: float = 0.01) -> str:
        """The result in one line.

        >>> compare_samples({0: 30, 6: 470, 9: 500}, {0: 10, 6: 430, 9: 560}).sentence()
        'differs at the 1 % level: chi-square = 15.17, 2 degrees of freedom, p = 0.00051, V = 0.087, distance 0.06'
        """
        if self.impossible:
            return f"differs: {', '.join(map(str, self.impossible))} came up, with exact proportion 0"
        if not self.degrees:
            return "cannot be compared: the cases are too few for two cells"
        finding = "differs" if self.p < level else "no difference shows"
        freedom = f"{self.degrees} degree{'s' * (self.degrees > 1)} of freedom"
        size = f"V = {self.effect:.2g}, distance {self.distance:.2g}"
        numbers = f"{self.test} = {self.statistic:.4g}, {freedom}, p = {p_text(self.log10_p)}, {size}"
        return f"{finding} at the {100 * level:g} % level: {numbers}"


@checked
def compare_samples(one: Mapping[int, int], other: Mapping[int, int], test: str = "chi-square") -> Comparison:
    """The test of homogeneity of two histograms, by chi-square or by G, the likelihood ratio.

    >>> found = compare_samples({0: 12, 6: 468, 9: 445}, {0: 15, 6: 455, 9: 460}, test="G")
    >>> round(found.statistic, 3), found.degrees, round(found.p, 3)
    (0.752, 2, 0.687)
    """
    samples = (_counts(one), _counts(other))
    sizes = [sum(sample.values()) for sample in samples]
    both = {value: sum(sample.get(value, 0) for sample in samples) for value in sorted({*samples[0], *samples[1]})}
    total = sum(sizes)
    cells = _pool_cells(both, Fraction(LEAST * total, min(sizes)))
    table = [
        (_sum(sample, cell), size * _sum(both, cell) / total)
        for cell in cells
        for sample, size in zip(samples, sizes, strict=True)
    ]
    return _comparison(test, table, cells, total, total_variation(*map(_proportions, samples)))


@checked
def compare_with_proportions(
    histogram: Mapping[int, int], proportions: Mapping[int, Fraction], test: str = "chi-square"
) -> Comparison:
    """The goodness of fit of a histogram to exact proportions, which add up to 1.

    A value that came up although its proportion is 0 refutes the proportions with certainty: p is 0.

    >>> half = Fraction(1, 2)
    >>> round(compare_with_proportions({0: 60, 1: 40}, {0: half, 1: half}).p, 4)
    0.0455
    >>> compare_with_proportions({0: 60, 3: 1}, {0: half, 6: half}).sentence()
    'differs: 3 came up, with exact proportion 0'
    """
    sample = _counts(histogram)
    if (whole := sum(proportions.values())) != 1 or min(proportions.values()) < 0:
        raise SpecError(f"these are not proportions: they add up to {whole}; give Fractions that add up to 1")
    total = sum(sample.values())
    impossible = tuple(sorted(value for value in sample if not proportions.get(value)))
    possible = {value: proportion for value, proportion in sorted(proportions.items()) if proportion}
    cells = _pool_cells(possible, Fraction(LEAST, total))
    table = [(_sum(sample, cell), total * _sum(possible, cell)) for cell in cells]
    distance = total_variation(_proportions(sample), possible)
    if impossible:
        return Comparison(_check_test(test), inf, len(cells), 0.0, -inf, inf, distance, cells, impossible)
    return _comparison(test, table, cells, total, distance)


@checked
def total_variation(one: Mapping[int, Fraction], other: Mapping[int, Fraction]) -> float:
    """The total variation distance: half the sum of the differences, which is the largest difference for any event.

    >>> total_variation({0: Fraction(1, 2), 6: Fraction(1, 2)}, {6: Fraction(1, 4), 9: Fraction(3, 4)})
    0.75
    """
    return float(sum(abs(one.get(value, Fraction(0)) - other.get(value, Fraction(0))) for value in {*one, *other}) / 2)


@checked
def p_text(log10_p: float) -> str:
    """A p value with two digits, even if it is smaller than any float.

    >>> p_text(-1.3), p_text(-6.5), p_text(-1234.5), p_text(0)
    ('0.05', '3.2e-07', '3.2e-1235', '1')
    """
    if not log10_p < 1e-9:  # a sum of logarithms may exceed 0 by its rounding
        raise SpecError(f"{log10_p} is not the logarithm of a probability: it is 0 or less")
    if log10_p == -inf:
        return "0"
    if log10_p > -300:
        return f"{10**log10_p:.2g}"
    exponent = floor(log10_p)
    return f"{10 ** (log10_p - exponent):.1f}e{exponent}"


def _comparison(
    test: str, table: Sequence[tuple[Fraction, Fraction]], cells: tuple[Cell, ...], total: int, distance: float
) -> Comparison:
    """The statistic over pairs of an observed and an expected count."""
    square = fsum(float((seen - mean) ** 2 / mean) for seen, mean in table)
    likelihood = 2 * fsum(deviance(float(seen), float(mean), float(seen - mean)) for seen, mean in table)
    statistic = {"chi-square": square, "G": likelihood}[_check_test(test)]
    degrees = len(cells) - 1
    tail = gamma_tails(degrees / 2, statistic / 2) if degrees else None
    log10_p = tail.log_upper / log(10) if tail else 0.0
    p = tail.upper if tail else 1.0
    return Comparison(test, statistic, degrees, p, log10_p, sqrt(square / total), distance, cells)


def _pool_cells(weights: Weights, least: Fraction) -> tuple[Cell, ...]:
    """Cells of neighbouring values with at least the least weight each; a lighter rest joins the last cell."""
    cells: list[Cell] = []
    open_cell: Cell = ()
    for value in weights:
        open_cell += (value,)
        if _sum(weights, open_cell) >= least:
            cells.append(open_cell)
            open_cell = ()
    if open_cell:
        cells[-1:] = [(*cells[-1], *open_cell) if cells else open_cell]
    return tuple(cells)


def _counts(histogram: Mapping[int, int]) -> dict[int, int]:
    """The values that came up, with their counts."""
    if min(histogram.values(), default=0) < 0:
        raise SpecError(f"{min(histogram.values())} is not a count: a histogram counts cases, from 0 up")
    counts = {value: count for value, count in histogram.items() if count}
    if not counts:
        raise SpecError("an empty histogram cannot be compared: make some trials first")
    return counts


def _proportions(counts: Mapping[int, int]) -> dict[int, Fraction]:
    total = sum(counts.values())
    return {value: Fraction(count, total) for value, count in counts.items()}


def _sum(weights: Weights, cell: Cell) -> Fraction:
    return sum((Fraction(weights.get(value, 0)) for value in cell), Fraction(0))


def _check_test(test: str) -> str:
    if test not in TESTS:
        raise SpecError(f"{test!r} is not a test: choose chi-square or G")
    return test


# Figures as sources print them: their meaning, their precision, and whether a number of ours agrees with them.
#
# A figure stands for every number that rounds to it: "46.9%" for all from 46.85 % to 46.95 %. All printed digits
# count, trailing zeros too: "20%" is 19.5 % to 20.5 %, "20.0%" is 19.95 % to 20.05 %. A sampled figure is off by
# chance as well; `Origin.allowed` is the range of true values that can lead to it.
#
# An exact value agrees if it is allowed, and differs otherwise. A sample has a confidence interval: it agrees
# if the whole interval is allowed, differs if no part of it is, and cannot tell otherwise.


_RAISED = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "+-0123456789")
_POWER = re.compile(r"(?:[·∙⋅×*]|\\cdot|\\times)10(?:\^\{?([+-]?\d+)\}?|([⁺⁻⁰¹²³⁴-⁹]+))")
_FIGURE = re.compile(r"(\d[\d.,]*)(?:e([+-]?\d+))?(%?)")


@checked
@dataclass(frozen=True)
class Printed:
    """A figure as it is printed: its value, and the unit of its last digit.

    >>> read_printed("46.9%")
    Printed(text='46.9%', value=Fraction(469, 1000), unit=Fraction(1, 1000))
    """

    text: str
    value: Fraction
    unit: Fraction

    @property
    def low(self) -> Fraction:
        """The smallest number that rounds to the figure."""
        return self.value - self.unit / 2

    @property
    def high(self) -> Fraction:
        """The largest number that rounds to the figure."""
        return self.value + self.unit / 2

    def times(self, factor: Fraction) -> Printed:
        """The figure multiplied by a factor.

        >>> read_printed("24.5e6").times(Fraction(1, 50_000_000)).value
        Fraction(49, 100)
        """
        return Printed(self.text, self.value * factor, self.unit * factor)


@checked
@dataclass(frozen=True)
class Origin:
    """The origin of a printed figure: `trials` trials, an unknown number of trials (None), or a computation.

    The figure is a proportion; with `counts` it is a number of cases among the trials; with `deviation`, the
    standard deviation of one trial, it is a mean.
    """

    trials: int | None = None
    computed: bool = False
    counts: bool = False
    deviation: float | None = None

    def __post_init__(self) -> None:
        if self.trials is not None and self.trials < 1:
            raise SpecError(f"{self.trials} is not a number of trials: choose at least 1, or None if it is not known")
        if self.counts and self.trials is None:
            raise SpecError("a number of cases says nothing without the number of trials: give both")

    def proportion(self, figure: Printed) -> Printed:
        """The figure as a proportion: a number of cases divided by the trials, any other figure unchanged.

        >>> Origin(50_000_000, counts=True).proportion(read_printed("24.5e6")).value
        Fraction(49, 100)
        """
        return figure.times(Fraction(1, self.trials)) if self.counts and self.trials else figure

    def possible_range(self, figure: Printed, confidence: float) -> Interval:
        """The true values that can lead to the figure, by rounding and by chance in the known number of trials.

        >>> ends = Origin(10**6).possible_range(read_printed("46.9%"), confidence=0.999)
        >>> round(ends.low, 4), round(ends.high, 4)
        (0.4669, 0.4711)
        """
        proportion = self.proportion(figure)
        low, high = nextafter(float(proportion.low), -inf), nextafter(float(proportion.high), inf)
        if self.trials is None or self.computed:
            return Interval(low, high)
        if self.deviation is not None:
            chance = -normal_quantile((1 - confidence) / 2) * self.deviation / sqrt(self.trials)
            return Interval(low - chance, high + chance)
        fewest, most = sorted(self.cases(figure))
        ends = (clopper_pearson(cases, self.trials, confidence) for cases in (fewest, most))
        return Interval(next(ends).low, next(ends).high)

    def cases(self, figure: Printed) -> tuple[int, int]:
        """The fewest and the most cases that are printed as the figure; if none are, the two nearest, in falling order.

        >>> Origin(10**6).cases(read_printed("0.078%")), Origin(100).cases(read_printed("33.3%"))
        ((775, 785), (34, 33))
        """
        proportion, trials = self.proportion(figure), self.trials or 0
        if proportion.low > 1:
            said = quote(figure.text)
            raise SpecError(f"{said} is not a proportion: say counts=True, or give the deviation of a mean")
        return max(ceil(proportion.low * trials), 0), min(floor(proportion.high * trials), trials)


@checked
def read_printed(text: str, decimal: str | None = None) -> Printed:
    """The figure that a text shows, with a decimal point or a decimal comma, and powers of ten.

    A single mark before three digits may also separate thousands. With a percent sign or a power of ten it is taken
    for the decimal mark; otherwise `decimal` must name the decimal mark.

    >>> [float(read_printed(text).value) for text in ("1,5%", "4.2e-7%", "24,5 · 10^6", "30.000.000")]
    [0.015, 4.2e-09, 24500000.0, 30000000.0]
    >>> read_printed("765.970")
    Traceback (most recent call last):
    setlab.errors.SpecError: '765.970' can be read in two ways: say decimal="." or decimal=","
    >>> int(read_printed("765.970", decimal=",").value)
    765970
    """
    match = _FIGURE.fullmatch(_plain(text))
    if match is None:
        raise SpecError(f"{quote(text)} is not a printed figure: write it like 46.9%, 1,5% or 4.2e-7%")
    digits, exponent, percent = match.groups()
    whole, _, decimals = _with_point(digits, text, decimal, bool(exponent or percent)).partition(".")
    scale = Fraction(10) ** int(exponent or 0) / (100 if percent else 1)
    unit = scale / 10 ** len(decimals)
    return Printed(text, int(whole + decimals) * unit, unit)


def _plain(text: str) -> str:
    """The text without blanks and TeX markup, with its power of ten written as e."""
    bare = re.sub(r"[\s$]", "", text).replace("\\%", "%").replace("−", "-").lower()
    return _POWER.sub(lambda match: "e" + (match[1] or match[2].translate(_RAISED)), bare)


def _with_point(digits: str, text: str, decimal: str | None, is_decimal: bool) -> str:
    """The digits with a point before the decimals and no other mark."""
    mark = _decimal_mark(digits, is_decimal) if decimal is None else decimal
    if mark is None:
        raise SpecError(f'{quote(text)} can be read in two ways: say decimal="." or decimal=","')
    other = "," if mark == "." else "."
    grouped, point, decimals = digits.partition(mark)
    thousands = rf"\d+|\d{{1,3}}({re.escape(other)}\d{{3}})+"
    if mark not in (".", ",") or not re.fullmatch(thousands, grouped) or not re.fullmatch(r"\d*", decimals):
        raise SpecError(f"{quote(text)} is not a number with decimal mark {mark!r}: its digits are grouped otherwise")
    return grouped.replace(other, "") + point.replace(mark, ".") + decimals


def _decimal_mark(digits: str, is_decimal: bool) -> str | None:
    """The mark that must be the decimal one; None if it may separate thousands as well."""
    marks = [character for character in digits if character in ".,"]
    if len(set(marks)) == 2:
        return marks[-1]
    if len(marks) > 1:
        return "," if marks[0] == "." else "."
    if re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", digits) and not is_decimal:
        return None
    return marks[0] if marks else "."


SLIPS = (1, -1, 2, -2, 3, -3, 4, -4)
"""The powers of ten that are tried on a figure that differs."""

MOST_TRIALS = 1e15
"""More trials than this are not a remedy."""

_FACTORS = {1: "ten times", -1: "a tenth of"}

Outcome = Literal["agrees", "differs", "cannot tell"]
Ours = Fraction | int | tuple[int, int] | Interval


@checked
@dataclass(frozen=True)
class Agreement:
    """Whether a printed figure agrees with ours, and the values on which this rests.

    `ours` is our interval, of width 0 for an exact value; `sample` holds our successes and trials, if there are
    any. `slip` is the power of ten that makes a figure agree which differs.
    """

    outcome: Outcome
    printed: Printed
    origin: Origin
    allowed: Interval
    ours: Interval
    confidence: float
    sample: tuple[int, int] | None = None
    slip: int | None = None

    @property
    def reason(self) -> str:
        """The reason for the outcome.

        >>> print(compare_with_printed("46.9%", Fraction(4683, 10_000), Origin(10**6), confidence=0.999).reason)
        46.83 % is exact; rounding and chance in 1,000,000 trials allow 46.686 % to 47.114 %
        """
        return "; ".join(_reasons(self))

    def sentence(self) -> str:
        """The figure, the outcome and the reason in one line.

        >>> compare_with_printed("20%", Fraction(3, 10), Origin(computed=True), confidence=0.999).sentence()
        '20% differs: 30 % is exact; rounding allows 19.5 % to 20.5 %'
        """
        return f"{self.printed.text} {self.outcome}: {self.reason}"


@checked
def compare_with_printed(
    text: str, ours: Ours, origin: Origin | None = None, *, confidence: float, decimal: str | None = None
) -> Agreement:
    """Whether a printed figure agrees with ours: an exact value, (successes, trials), or an interval.

    A correct figure differs by chance with probability at most 1 − confidence. If the number of trials behind the
    figure is unknown, so is its error by chance: a figure outside the range of rounding then cannot tell, unless the
    true value is exactly 0 or 1, where there is no chance.

    >>> compare_with_printed("1,5%", Fraction(3, 200), Origin(50_000_000), confidence=0.999).outcome
    'agrees'
    >>> compare_with_printed("46.9%", (4683, 10_000), Origin(10**6), confidence=0.999).outcome
    'cannot tell'
    >>> compare_with_printed("20%", Fraction(324, 1080), Origin(computed=True), confidence=0.999).outcome
    'differs'
    """
    figure, origin = read_printed(text, decimal), origin or Origin()
    mine, allowed = our_interval(ours, confidence), origin.possible_range(figure, confidence)
    outcome = _outcome(mine, allowed, origin)
    slip = _slip(figure, mine, origin, confidence) if outcome == "differs" else None
    sample = ours if isinstance(ours, tuple) else None
    return Agreement(outcome, figure, origin, allowed, mine, confidence, sample, slip)


@checked
def our_interval(ours: Ours, confidence: float) -> Interval:
    """Our value as an interval: that of `proportion_interval` for a sample, of width 0 for an exact value.

    >>> our_interval(Fraction(1, 4), confidence=0.999)
    Interval(low=0.25, high=0.25)
    """
    if isinstance(ours, Interval):
        return ours
    if isinstance(ours, tuple):
        return proportion_interval(*ours, confidence)
    return Interval(float(ours), float(ours))


def _outcome(mine: Interval, allowed: Interval, origin: Origin) -> Outcome:
    if mine.within(allowed):
        return "agrees"
    certain = mine.width == 0 and mine.low in (0, 1)  # never and always are exact
    may_be_chance = origin.trials is None and not origin.computed and not certain
    return "cannot tell" if mine.meets(allowed) or may_be_chance else "differs"


def _slip(figure: Printed, mine: Interval, origin: Origin, confidence: float) -> int | None:
    """The power of ten that a figure with a misplaced decimal point lacks."""
    for power in SLIPS:
        moved = figure.times(Fraction(10) ** power)
        possible = origin.deviation is not None or origin.computed or origin.proportion(moved).low <= 1
        if possible and _outcome(mine, origin.possible_range(moved, confidence), origin) == "agrees":
            return power
    return None


def _reasons(found: Agreement) -> Iterator[str]:
    mine, origin = found.ours, found.origin
    exact = f"{_number(found, mine.low)} is exact"
    yield exact if mine.width == 0 else f"we have {_range(found, mine)} at {100 * found.confidence:g} %"
    sampled = origin.trials is not None and not origin.computed
    cause = f"rounding and chance in {origin.trials:,} trials allow" if sampled else "rounding allows"
    yield f"{cause} {_range(found, found.allowed)}"
    if sampled and origin.deviation is None:
        fewest, most = origin.cases(found.printed)
        if fewest > most:
            yield "no number of cases is printed so"
    if found.slip is not None:
        yield f"{_FACTORS.get(found.slip, f'10^{found.slip} times')} the figure would agree"
    if found.outcome == "cannot tell":
        yield _remedy(found) if mine.meets(found.allowed) else _open(found)


def _remedy(found: Agreement) -> str:
    """The number of our trials that would tell; intervals shrink with the square root of the trials."""
    successes, trials = found.sample or (0, 0)
    if not trials:
        return "a narrower interval would tell"
    gap = min(abs(successes / trials - edge) for edge in (found.allowed.low, found.allowed.high))
    needed = trials * (found.ours.width / 2 / gap) ** 2 if gap else inf
    return f"about {_one_digit(needed)} trials would tell" if needed < MOST_TRIALS else "ours lies at the edge"


def _open(found: Agreement) -> str:
    """The largest number of trials for which chance explains the figure."""
    unsaid = "the source does not say how many trials it made"
    near = found.ours.low if found.ours.low > found.allowed.high else found.ours.high
    if found.origin.deviation is not None or not 0 < near < 1:
        return unsaid
    gap = max(near - found.allowed.high, found.allowed.low - near)
    fewest = normal_quantile((1 - found.confidence) / 2) ** 2 * near * (1 - near) / gap**2
    return f"{unsaid}, and chance explains the figure for up to about {_one_digit(fewest)}"


def _one_digit(number: float) -> str:
    return f"{float(f'{max(number, 1):.0e}'):,.0f}"


def _range(found: Agreement, ends: Interval) -> str:
    return f"{_number(found, ends.low)} to {_number(found, ends.high)}"


def _number(found: Agreement, value: float) -> str:
    percent = "%" in found.printed.text or found.origin.counts
    return f"{100 * value:.5g} %" if percent else f"{value:.5g}"
