"""An upper confidence limit of a mean that holds for every distribution on a known range and for every sample size.

Suppose the numbers lie between 0 and R and have mean m. Then 1 + (m − x)/R is never negative and has expectation 1, and
so has its product over independent numbers. By Markov's inequality the product exceeds 1/δ with probability at most δ.
The product grows with m; the m at which it reaches 1/δ is therefore an upper limit of confidence 1 − δ. It lies near
mean + R ln(1/δ)/n when the numbers vary little. It is the limit of I. Waudby-Smith and A. Ramdas, Estimating means of
bounded random variables by betting (arXiv:2010.09686), with a constant stake.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, log, log1p

from setlab.arguments import checked
from setlab.errors import SpecError

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

    def gained(mean: float) -> float:
        return fsum(log1p(mean - value) for value in scaled)

    least, most = fsum(scaled) / len(scaled), 1.0
    if gained(most) < wanted:
        return float(high)
    for _ in range(_HALVINGS):
        middle = (least + most) / 2
        least, most = (least, middle) if gained(middle) >= wanted else (middle, most)
    return low + width * most


def _check(values: Sequence[float], low: float, high: float, confidence: float) -> None:
    if not 0 < confidence < 1:
        raise SpecError(f"{confidence} is not a confidence: choose it above 0 and below 1, such as 0.95")
    if not values:
        raise SpecError("there is no limit of a mean without numbers: give at least 1")
    if not low < high:
        raise SpecError(f"{low} to {high} is not a range: give the lower end first")
    if outside := [value for value in values if not low <= value <= high]:
        raise SpecError(f"{outside[0]} lies outside of {low} to {high}: the limit holds for numbers in the range only")
