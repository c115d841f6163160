"""Confidence intervals of proportions, means and standard deviations, from the integers that a tally holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp, fsum, inf, log, log1p, sqrt

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.stats.special import beta_quantile, normal_quantile, student_quantile

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

    @checked
    def within(self, other: Interval) -> bool:
        """True if the interval is a part of the other."""
        return other.low <= self.low and self.high <= other.high

    @checked
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
    return _around(successes, trials, low, high)


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

    @checked
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


def _mirror_above_half(
    method: Callable[[float, float, float], Interval], successes: float, trials: float, confidence: float
) -> Interval:
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
    _check(values, low, high, confidence)
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


def _check(values: Sequence[float], low: float, high: float, confidence: float) -> None:
    check_confidence(confidence)
    if not values:
        raise SpecError("there is no limit of a mean without numbers: give at least 1")
    if not low < high:
        raise SpecError(f"{low} to {high} is not a range: give the lower end first")
    if outside := [value for value in values if not low <= value <= high]:
        raise SpecError(f"{outside[0]} lies outside of {low} to {high}: the limit holds for numbers in the range only")
