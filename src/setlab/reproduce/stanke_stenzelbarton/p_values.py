"""How small a p value must be, and whether a printed one is what rounding left of 1 − 1."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod, sqrt

from setlab.reproduce.evidence import Sample
from setlab.stats import Interval, gamma_tails, normal_quantile, proportion_interval, read_printed

EPSILON = 2.0**-52
"""The distance from 1 to the next number of double precision."""

DEGREES = 6
"""More degrees of freedom than a table of the cards left can have: it has at most seven numbers of cards."""


def multiple_of_epsilon(text: str) -> int | None:
    """The multiple of 2^-52 that a printed figure shows to all its digits; None if there is none.

    >>> multiple_of_epsilon("6.66134×10^-16"), multiple_of_epsilon("6.6614×10^-16")
    (3, None)
    """
    figure = read_printed(text)
    nearest = round(float(figure.value) / EPSILON)
    return nearest if figure.low <= nearest * EPSILON <= figure.high else None


def chance_of_multiples(texts: Iterable[str]) -> float:
    """The probability that numbers of arbitrary last digits, printed so, would all show multiples of 2^-52.

    A figure stands for a range as wide as its last digit, and the multiples are 2^-52 apart.

    >>> f"{chance_of_multiples(['6.66134×10^-16']):.1e}"
    '4.5e-06'
    """
    return prod(min(1.0, float(read_printed(text).unit) / EPSILON) for text in texts)


def largest_p_value(one: Sample, other: Sample, games: int, level: float) -> float:
    """The largest p value that a chi-square test of two samples of so many games each can have had.

    The samples of ours tell how often an event happens in one and in the other: the true difference is at least that
    of the nearer ends of their intervals, and the difference in the other samples is less than that by chance alone.
    Each of these four estimates fails with probability level/4. Merging cells never increases the chi-square
    statistic, so that the statistic of the event is a lower bound for that of the whole table.

    >>> largest_p_value(Sample(100, 1000), Sample(110, 1000), 10**6, 0.01)
    1.0
    >>> largest_p_value(Sample(10_000, 100_000), Sample(12_000, 100_000), 10**6, 0.01) < 1e-100
    True
    """
    ends = sorted((proportion_interval(*sample, 1 - level / 4) for sample in (one, other)), key=lambda end: end.low)
    spreads = [-normal_quantile(level / 8) * sqrt(_variance(end) / games) for end in ends]
    gap = ends[1].low - ends[0].high - sum(spreads)
    if gap <= 0:
        return 1.0
    variance = _variance(Interval(ends[0].low, min(1.0, ends[1].high + spreads[1])))
    return gamma_tails(DEGREES / 2, games * gap**2 / (2 * variance) / 2).upper


def _variance(proportion: Interval) -> float:
    """The largest variance of an event with such a probability."""
    nearest = min(max(0.5, proportion.low), proportion.high)
    return nearest * (1 - nearest)
