"""Linear values of positions with many undealt cards; the plain-Python twin of `native/solitaire/linear.hpp`."""

from __future__ import annotations

from collections.abc import Iterable

from setlab.geometry import CardSet
from setlab.solitaire.game.state import FULL_TABLE, Line, State
from setlab.solitaire.values.weights import Weights


def features(state: State, line: Line, weights: Weights) -> tuple[int, ...]:
    """What is known of the position after a SET is taken, before cards are dealt: ten numbers.

    1; the SETs of the remaining cards with 0, 1, 2, 3 undealt cards; with d the number of SETs through a card, the sums
    of 1024 ln d over the table and over the undealt cards, and those of 1024/d; and how many times three cards more
    than 12 lay on the table before.
    """
    after = state.take(line)
    return known_features(after.cards, after.undealt, len(state.cards), weights)


def known_features(
    table: Iterable[int], undealt: Iterable[int], cards_before: int, weights: Weights
) -> tuple[int, ...]:
    """The same for cards alone: on the table after the move, undealt, and how many lay on the table before it."""
    shown, hidden = CardSet(table), CardSet(undealt)
    remaining = shown | hidden
    lines = remaining.lines()
    numbers = [sum(card in hidden for card in line) for line in lines]
    through = {card: sum(card in line for line in lines) for card in remaining}
    logs, inverses = (
        [sum(entries[through[card]] for card in cards) for cards in (shown, hidden)]
        for entries in (weights.logs, weights.inverses)
    )
    more = (cards_before - FULL_TABLE) // 3
    return (1, *(numbers.count(number) for number in range(4)), *logs, *inverses, more)


def linear_value(state: State, line: Line, weights: Weights) -> int:
    """The value after a SET is taken, in parts of LINEAR_ONE."""
    row = weights.linear[state.table.undealt // 3]
    return sum(weight * feature for weight, feature in zip(row, features(state, line, weights), strict=True))
