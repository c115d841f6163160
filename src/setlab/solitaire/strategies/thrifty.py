"""`thrifty`: destroy as few SETs as possible."""

from __future__ import annotations

from collections.abc import Iterable

from setlab.geometry import CardSet
from setlab.solitaire.game import DECK, Line, State


def lines_through(card: int, cards: CardSet) -> int:
    """The number of SETs within the cards that contain a card.

    >>> lines_through(0, CardSet(range(9)))
    4
    """
    return sum(b in cards and c in cards for _, b, c in DECK.lines_through(card))


def thriftiest(sets: Iterable[Line], remaining: CardSet) -> Line:
    """The SET that meets the fewest SETs of the remaining cards; among equals, the first in order (1)."""
    return min(sets, key=lambda line: (sum(lines_through(card, remaining) for card in line), line))


class Thrifty:
    """Takes the SET that meets the fewest SETs of all remaining cards; then the first by (1)."""

    def choose(self, state: State) -> Line:
        """The SET with the fewest SETs through its cards: they are destroyed with it."""
        return thriftiest(state.sets, state.remaining)
