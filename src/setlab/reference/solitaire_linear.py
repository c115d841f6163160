"""Linear values: a weighted sum of ten features of the position after a move, for many undealt cards."""

from __future__ import annotations

from collections.abc import Sequence

from setlab.reference.solitaire_position import Cards, Weights, sets_of
from setlab.solitaire.game import FULL_TABLE, Line


def features(table: Cards, undealt: Cards, cards_before: int, weights: Weights) -> list[int]:
    """The ten features of a position after a move, before cards are dealt.

    They are 1; the numbers of SETs of the remaining cards with 0, 1, 2, 3 undealt cards; the sums of 1024 ln d over the
    table and over the undealt cards, where d is the number of SETs through a card; the same sums of 1024/d; and the
    number of times that three cards beyond 12 lay on the table before the move.
    """
    lines = sets_of(table | undealt)
    numbers = [len(undealt.intersection(line)) for line in lines]
    through = {card: sum(card in line for line in lines) for card in table | undealt}
    logs, inverses = (
        [sum(weights[name][through[card]] for card in cards) for cards in (table, undealt)]
        for name in ("logs", "inverses")
    )
    return [1, *map(numbers.count, range(4)), *logs, *inverses, (cards_before - FULL_TABLE) // 3]


def linear_values(table: Cards, undealt: Cards, weights: Weights) -> dict[Line, int]:
    """The value of every SET on the table, on the scale 2^40."""
    row = weights["linear"][len(undealt) // 3]
    return {line: dot(row, features(table.difference(line), undealt, len(table), weights)) for line in sets_of(table)}


def dot(row: Sequence[int], known: Sequence[int]) -> int:
    """The sum of the features, each times its weight.

    >>> dot([1, 2], [3, 4])
    11
    """
    return sum(weight * feature for weight, feature in zip(row, known, strict=True))
