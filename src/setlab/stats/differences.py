"""Differences of nearly equal numbers with full precision, where the naive formula loses digits to rounding."""

from __future__ import annotations

from math import expm1, lgamma, log, log1p, pi


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
