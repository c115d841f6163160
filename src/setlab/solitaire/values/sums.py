"""Sums over partitions: the chance, for each partition alone, that it can be followed to the end. All in integers.

A partition has a type (k0, k1, k2, k3): so many of its SETs have 0, 1, 2, 3 undealt cards. That is all one needs to
know to follow it: deal three cards at random, lose if no SET of the partition lies on the table, else take one. This is
the plain-Python twin of `native/solitaire/sums.hpp`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from setlab.solitaire.game.partition import Partition, partitions_plainly
from setlab.solitaire.game.state import FULL_TABLE, Line, State
from setlab.solitaire.values.linear import features
from setlab.solitaire.values.weights import KNOTS, Weights

FOLLOW_ONE = 1 << 24
"""A chance of 1 here."""

LUCKY = FOLLOW_ONE * 3 // 100
"""Where a partition has no SET on the table, there is none at all so often, and cards are dealt."""

LOG_DOUBLING = 4096
"""Logarithms of sums are kept in these parts of a doubling."""

LOGS_PER_KNOT = LOG_DOUBLING // 2
TILT_ONE = 1 << 20
"""Tilts are kept in these parts of a part."""

Type = tuple[int, int, int, int]


def type_of(partition: Partition, undealt: Iterable[int]) -> Type:
    """How many SETs of a partition have 0, 1, 2, 3 undealt cards.

    >>> type_of(((0, 1, 2), (3, 4, 5)), {2, 3, 4, 5})
    (0, 1, 0, 1)
    """
    hidden = frozenset(undealt)
    numbers = [sum(card in hidden for card in line) for line in partition]
    return numbers.count(0), numbers.count(1), numbers.count(2), numbers.count(3)


@cache
def chance_after(k: Type) -> int:
    """The chance to follow a partition of this type, after a move, in parts of FOLLOW_ONE.

    >>> chance_after((2, 1, 1, 0)), round(chance_after((0, 3, 3, 2)) / FOLLOW_ONE, 3)
    (16777216, 0.43)
    """
    k0, k1, k2, k3 = k
    undealt, table = k1 + 2 * k2 + 3 * k3, 3 * k0 + 2 * k1 + k2
    if undealt == 0:
        return FOLLOW_ONE
    if undealt < 3 or table >= FULL_TABLE:
        return chance_before(k)
    return chance_dealt(k)


def chance_before(k: Type) -> int:
    """The chance before a move: with no SET of the partition on the table, only luck helps, and only late."""
    k0, k1, k2, k3 = k
    undealt = k1 + 2 * k2 + 3 * k3
    if undealt <= 3:
        return FOLLOW_ONE
    if k0:
        return chance_after((k0 - 1, k1, k2, k3))
    return LUCKY if undealt <= 9 else 0


def chance_dealt(k: Type) -> int:
    """The chance when three cards are dealt at random."""
    undealt = k[1] + 2 * k[2] + 3 * k[3]
    return _deal(k, 3) // (undealt * (undealt - 1) * (undealt - 2))


def partition_sum(state: State, line: Line) -> int:
    """The sum over all partitions of what remains when a SET is taken."""
    after = state.take(line)
    return sum(chance_after(type_of(found, after.undealt)) for found in partitions_plainly(after.remaining))


def fine_log(total: int) -> int:
    """The logarithm of a sum: 4096 for every doubling, linear between powers of two.

    >>> fine_log(1), fine_log(2), fine_log(3), fine_log(4)
    (0, 4096, 6144, 8192)
    """
    power = total.bit_length() - 1
    return LOG_DOUBLING * power + (total << 63 - power >> 51 & LOG_DOUBLING - 1)


def tilted_log(total: int, known: Sequence[int], tilt: Sequence[int]) -> int:
    """The logarithm of a sum and what the other features of the position add to it."""
    return fine_log(total) + (sum(number * feature for number, feature in zip(tilt, known, strict=True)) >> 20)


def sum_value(state: State, line: Line, weights: Weights) -> int:
    """What the core says of a SET by sums: the tilted logarithm, at least 1, or 0 if there is no partition."""
    total = partition_sum(state, line)
    if total == 0:
        return 0
    tilt = weights.tilt(state.table.undealt // 3)
    return max(1, tilted_log(total, features(state, line, weights), tilt))


def curve_at(curve: Sequence[int], log: int) -> int:
    """The value that a tilted logarithm stands for, between two knots of a curve."""
    if log < 0:
        return curve[0]
    knot, rest = divmod(log, LOGS_PER_KNOT)
    if knot + 1 >= KNOTS:
        return curve[KNOTS - 1]
    rise = (curve[knot + 1] - curve[knot]) * rest
    return curve[knot] + (rise // LOGS_PER_KNOT if rise >= 0 else -(-rise // LOGS_PER_KNOT))


def _deal(k: Type, cards: int) -> int:
    if cards == 0:
        return chance_before(k)
    k0, k1, k2, k3 = k
    total = k1 * _deal((k0 + 1, k1 - 1, k2, k3), cards - 1) if k1 else 0
    total += 2 * k2 * _deal((k0, k1 + 1, k2 - 1, k3), cards - 1) if k2 else 0
    total += 3 * k3 * _deal((k0, k1, k2 + 1, k3 - 1), cards - 1) if k3 else 0
    return total
