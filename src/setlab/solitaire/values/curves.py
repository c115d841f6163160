"""Curves: the value that a sum over partitions stands for, by the logarithm of the sum, in integers."""

from __future__ import annotations

from collections.abc import Sequence

from setlab.solitaire.values.weights import KNOTS

LOG_DOUBLING = 4096
"""The logarithm of 2: logarithms of sums are integers on this scale."""

LOGS_PER_KNOT = LOG_DOUBLING // 2
TILT_ONE = 1 << 20
"""A tilt of 1: tilts are integers on this scale."""


def curve_at(curve: Sequence[int], log: int) -> int:
    """The value at a logarithm, by linear interpolation between two knots of a curve.

    >>> curve_at([0, 2048, *[4096] * 126], 1024)
    1024
    """
    if log < 0:
        return curve[0]
    knot, rest = divmod(log, LOGS_PER_KNOT)
    if knot + 1 >= KNOTS:
        return curve[KNOTS - 1]
    rise = (curve[knot + 1] - curve[knot]) * rest
    return curve[knot] + (rise // LOGS_PER_KNOT if rise >= 0 else -(-rise // LOGS_PER_KNOT))
