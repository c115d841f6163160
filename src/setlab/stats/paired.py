"""Paired samples: two numbers for each of the same cases, such as two strategies on common games.

A difference of proportions depends only on the cases that succeed by one treatment and fail by the other; the rest
cancels. So the difference is known more precisely than from independent samples.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import log, sqrt

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.stats.intervals import Interval, check_confidence, mean_interval
from setlab.stats.special import beta_tails, normal_quantile

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
        raise SpecError(
            f"{only_one} and {only_other} differing cases of {trials} are not possible: give numbers of cases"
        )
