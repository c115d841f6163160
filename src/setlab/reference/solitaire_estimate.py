"""The estimate: a value of positions before a move, cheap enough to be averaged over all deals.

A partition with a SET on the table can be followed with some probability once that SET is taken (`solitaire_sums`). One
SET on the table keeps the largest sum of these probabilities; one, often the same, the largest sum of their squares.
The estimate is a smooth step of x and y, the logarithms of the two sums. Cards are dealt after a move to a table of 12,
and to a larger one if no SET is left on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from setlab.reference.solitaire_position import ONE, Cards, sets_of
from setlab.reference.solitaire_sums import FOLLOW_ONE, Type, chance_after, chance_dealt, fine_log, type_of
from setlab.solitaire.game import FULL_TABLE, Line, Partition
from setlab.solitaire.values.estimate import LOG_ONE

STEEPEST = 32 * ONE
"""Scores are cut off here."""

LOGS_PER_STEP = 64
TWELVE, BARE, LARGE = range(3)
"""Kinds of tables: of 12 cards, without a SET, of more cards."""


@dataclass(frozen=True)
class Sums:
    """The two sums of a position and the kind of its table; `certain` is ONE or 0 where the game is decided."""

    kind: int
    chances: int = 0
    squares: int = 0
    certain: int | None = None


def estimate(
    table: Iterable[int], undealt: Iterable[int], found: Iterable[Partition], weights: Sequence[Sequence[int]]
) -> int:
    """The value of a position before a move, on the scale ONE, by the partitions of its cards.

    It is 0 if the table has a SET but none of a partition, and ONE if some partition has so many SETs there that it
    cannot fail. `weights` has a row of nine for every stage.
    """
    shown, hidden = frozenset(table), frozenset(undealt)
    sums = sums_of(shown, hidden, list(found))
    if sums.certain is not None:
        return sums.certain
    return stepped(sums.chances, sums.squares, weights[len(hidden) // 3][3 * sums.kind : 3 * sums.kind + 3])


def sums_of(table: Cards, undealt: Cards, found: Sequence[Partition]) -> Sums:
    """The largest sums that a move can keep, or what is certain."""
    if not found:
        return Sums(TWELVE, certain=0)
    typed = [(partition, type_of(partition, undealt)) for partition in found]
    if not sets_of(table):
        chances = [chance_dealt(kind) for _, kind in typed]
        return _decided(Sums(BARE, sum(chances), sum(map(_square, chances))))
    large = max(0, len(table) - FULL_TABLE) // 3
    kind = LARGE if len(table) > FULL_TABLE else TWELVE
    if any(k0 and k0 >= len(undealt) // 3 - 1 + large for _, (k0, *_) in typed):
        return Sums(kind, certain=ONE)
    return _decided(Sums(kind, *_largest(table, typed)))


def stepped(chances: int, squares: int, weights: Sequence[int]) -> int:
    """The value that two sums stand for.

    >>> stepped(FOLLOW_ONE, FOLLOW_ONE, (0, 0, 0)) / ONE
    0.5
    """
    if chances == 0:
        return 0
    x, y = (steps_of(total) - LOG_ONE for total in (chances, squares))
    score = weights[0] + weights[1] * x + weights[2] * y
    score = max(-STEEPEST, min(STEEPEST, score))
    return int((score / sqrt(score * score + ONE * ONE) + 1) * (ONE // 2))


def steps_of(total: int) -> int:
    """The logarithm of a sum, 64 for every doubling; 0 for the sum 0.

    >>> steps_of(4)
    128
    """
    return fine_log(total) // LOGS_PER_STEP if total else 0


def _decided(sums: Sums) -> Sums:
    return sums if sums.chances else Sums(sums.kind, certain=0)


def _largest(table: Cards, typed: Iterable[tuple[Partition, Type]]) -> tuple[int, int]:
    sums: dict[Line, tuple[int, int]] = {}
    for partition, (k0, k1, k2, k3) in typed:
        for line in filter(table.issuperset, partition):
            last = len(table) > FULL_TABLE and not sets_of(table.difference(line))
            chance = (chance_dealt if last else chance_after)((k0 - 1, k1, k2, k3))
            first, second = sums.get(line, (0, 0))
            sums[line] = first + chance, second + _square(chance)
    return max((a for a, _ in sums.values()), default=0), max((b for _, b in sums.values()), default=0)


def _square(chance: int) -> int:
    return chance * chance // FOLLOW_ONE
