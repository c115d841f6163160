"""The order of the deck in a game: game number i of a seed, the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from setlab.arguments import checked
from setlab.draws import Draws
from setlab.errors import CardError
from setlab.solitaire.game.state import DECK, FULL_TABLE, State


@checked
@dataclass(frozen=True)
class Shuffle:
    """A deck in the order in which it is dealt. Only the clairvoyant knows it during a game.

    The order is that of the kernel `endgame`: draw k of trial `game`, 16 bits, picks the next card.

    >>> Shuffle.of(seed=1, game=0).order[:12]
    (2, 72, 5, 71, 12, 47, 53, 57, 10, 1, 32, 23)
    """

    order: tuple[int, ...]
    seed: int = 0
    game: int = 0

    def __post_init__(self) -> None:
        if len(self.order) != len(DECK):
            raise CardError(f"{len(self.order)} cards are not a deck: there are {len(DECK)}")
        DECK.distinct(self.order)

    @classmethod
    @checked
    def of(cls, seed: int, game: int) -> Shuffle:
        """The deck of game number `game` of a seed."""
        return cls(tuple(Draws(seed).shuffled(game, DECK)), seed, game)

    def start(self) -> State:
        """The state when the first 12 cards have been dealt.

        >>> len(Shuffle.of(1, 0).start().cards)
        12
        """
        return State().deal(self.order[:FULL_TABLE])

    @checked
    def next_cards(self, state: State) -> Sequence[int]:
        """The cards that are dealt next: as many as are due."""
        start = len(DECK) - state.table.undealt
        return self.order[start : start + state.due]

    @checked
    def dealt(self, state: State) -> State:
        """The state when all cards that are due have been dealt: a SET is on the table, or the game is over.

        >>> shuffle = Shuffle.of(seed=1, game=0)
        >>> shuffle.dealt(shuffle.start().take((5, 47, 71))).table.undealt
        66
        """
        while state.due:
            state = state.deal(self.next_cards(state))
        return state
