"""Upper bounds on p values, and the recognition of printed p values that are rounding errors of 1 − 1."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod, sqrt

from setlab.reproduce.judging import Sample
from setlab.stats import Interval, gamma_tails, normal_quantile, proportion_interval, read_printed

EPSILON = 2.0**-52
"""The distance from 1 to the next larger number in double precision."""

DEGREES = 6
"""The degrees of freedom of a table of the cards left, which has at most seven rows."""


def multiple_of_epsilon(text: str) -> int | None:
    """The integer n for which a printed figure is n·2^-52 to all its digits; None if there is none.

    >>> multiple_of_epsilon("6.66134×10^-16"), multiple_of_epsilon("6.6614×10^-16")
    (3, None)
    """
    figure = read_printed(text)
    nearest = round(float(figure.value) / EPSILON)
    return nearest if figure.low <= nearest * EPSILON <= figure.high else None


def chance_of_multiples(texts: Iterable[str]) -> float:
    """The probability that arbitrary numbers, printed to these digits, would all agree with multiples of 2^-52.

    A figure stands for an interval of the width of its last digit, and the multiples are 2^-52 apart.

    >>> f"{chance_of_multiples(['6.66134×10^-16']):.1e}"
    '4.5e-06'
    """
    return prod(min(1.0, float(read_printed(text).unit) / EPSILON) for text in texts)


def largest_p_value(one: Sample, other: Sample, games: int, level: float) -> float:
    """An upper bound on the p value of a chi-square test of two other samples with the given number of games each.

    Our samples give confidence intervals for the probabilities of an event in the two cases. The probabilities differ
    at least by the gap between these intervals, and the observed difference in the other samples falls short of that
    only by chance. Each of the four estimates fails with probability level/4. Merging cells never increases the
    chi-square statistic, so the statistic of the event is a lower bound for that of the whole table.

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
    """The largest variance of the indicator of an event whose probability lies in the interval."""
    nearest = min(max(0.5, proportion.low), proportion.high)
    return nearest * (1 - nearest)
