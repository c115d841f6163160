"""Sums over partitions: for each partition alone, the probability that it can be followed to the end, in integers.

A partition has a type (k0, k1, k2, k3): the numbers of its SETs with 0, 1, 2, 3 undealt cards. The type determines the
probability: three cards are dealt at random; the partition is lost if none of its SETs lies on the table, otherwise one
of them is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from setlab.reference.solitaire_linear import dot, features
from setlab.reference.solitaire_partitioning import partitions_of
from setlab.reference.solitaire_position import Cards, Weights, is_covered, sets_of
from setlab.solitaire.game import FULL_TABLE, Line, Partition
from setlab.solitaire.values.weights import LOG_DOUBLING

FOLLOW_ONE = 1 << 24
"""A probability of 1 here."""

LUCKY = FOLLOW_ONE * 3 // 100
"""The probability that the table has no SET at all, given that it has none of the partition: then cards are dealt."""

Type = tuple[int, int, int, int]


def type_of(partition: Partition, undealt: Iterable[int]) -> Type:
    """The numbers of SETs of a partition with 0, 1, 2, 3 undealt cards.

    >>> type_of(((0, 1, 2), (3, 4, 5)), {2, 3, 4, 5})
    (0, 1, 0, 1)
    """
    hidden = frozenset(undealt)
    numbers = [sum(card in hidden for card in line) for line in partition]
    return numbers.count(0), numbers.count(1), numbers.count(2), numbers.count(3)


@cache
def chance_after(k: Type) -> int:
    """The probability that a partition of this type can be followed after a move, on the scale FOLLOW_ONE.

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
    """The probability before a move: without a SET of the partition on the table only luck helps, and only late."""
    k0, k1, k2, k3 = k
    undealt = k1 + 2 * k2 + 3 * k3
    if undealt <= 3:
        return FOLLOW_ONE
    if k0:
        return chance_after((k0 - 1, k1, k2, k3))
    return LUCKY if undealt <= 9 else 0


def chance_dealt(k: Type) -> int:
    """The probability when three cards are dealt at random."""
    undealt = k[1] + 2 * k[2] + 3 * k[3]
    return _deal(k, 3) // (undealt * (undealt - 1) * (undealt - 2))


def partition_sum(table: Cards, undealt: Cards) -> int:
    """The sum of the probabilities over all partitions of the cards that remain after a move."""
    return sum(chance_after(type_of(found, undealt)) for found in partitions_of(table | undealt))


def sum_values(table: Cards, undealt: Cards, weights: Weights) -> dict[Line, int] | None:
    """For every SET on the table the tilted logarithm of its sum, at least 1, or 0 without a partition.

    None where there are too many cards to list partitions.
    """
    tilt = weights["tilts"][len(undealt) // 3]
    values: dict[Line, int] = {}
    for line in sets_of(table):
        rest = table.difference(line)
        if not is_covered(rest | undealt):
            return None
        total = partition_sum(rest, undealt)
        known = features(rest, undealt, len(table), weights)
        values[line] = max(1, tilted_log(total, known, tilt)) if total else 0
    return values


def fine_log(total: int) -> int:
    """The logarithm of a sum: 4096 for every doubling, linear between powers of two.

    >>> fine_log(1), fine_log(2), fine_log(3), fine_log(4)
    (0, 4096, 6144, 8192)
    """
    power = total.bit_length() - 1
    return LOG_DOUBLING * power + (total << 63 - power >> 51 & LOG_DOUBLING - 1)


def tilted_log(total: int, known: Sequence[int], tilt: Sequence[int]) -> int:
    """The logarithm of a sum, and what the features of the position add to it."""
    return fine_log(total) + (dot(tilt, known) >> 20)


def _deal(k: Type, cards: int) -> int:
    if cards == 0:
        return chance_before(k)
    k0, k1, k2, k3 = k
    total = k1 * _deal((k0 + 1, k1 - 1, k2, k3), cards - 1) if k1 else 0
    total += 2 * k2 * _deal((k0, k1 + 1, k2 - 1, k3), cards - 1) if k2 else 0
    total += 3 * k3 * _deal((k0, k1, k2 + 1, k3 - 1), cards - 1) if k3 else 0
    return total
