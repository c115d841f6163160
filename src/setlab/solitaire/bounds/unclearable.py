"""A deal that cannot be cleared, built so that the proof can be checked by hand.

Let x be the card that is dealt last. The 40 SETs through x have no other card in common, so that taking a SET spoils at
most three of them. Let every table, from the first, have exactly one SET: then there is no choice. When the forced SETs
have spoilt all 40, x cannot be taken any more.

Such a deck is built table by table: to nine cards without a SET three cards are dealt that make exactly one. Of several
random triples, one whose SET spoils the most is kept.
"""

from __future__ import annotations

from dataclasses import dataclass

from setlab.arguments import checked
from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.solitaire.game import DECK, FULL_TABLE, Line, Shuffle

LAST = 0
"""The card x."""

TRIES = 600
"""The number of triples tried for one deal."""

MOST_DECKS = 200


@checked
@dataclass(frozen=True)
class Forced:
    """A deck, the SETs that are forced, and the card that cannot be taken after them."""

    shuffle: Shuffle
    moves: tuple[Line, ...]
    card: int


@checked
def unclearable_deal(seed: int = 0) -> Forced:
    """A deal that cannot be cleared.

    >>> found = unclearable_deal()
    >>> is_proof(found)
    True
    """
    for trial in range(MOST_DECKS):
        if (found := _Builder(Draws(seed), trial).build()) is not None:
            return found
    raise SpecError(f"seed {seed} gave no such deal in {MOST_DECKS} trials: choose another one")


def is_proof(forced: Forced) -> bool:
    """True if every table has exactly one SET until each SET through the card has lost another of its cards."""
    state = forced.shuffle.start()
    for line in forced.moves:
        while state.due:
            state = state.deal(forced.shuffle.next_cards(state))
        if state.sets != [line]:
            return False
        state = state.take(line)
    gone = {card for line in state.taken for card in line}
    return forced.card not in gone and all(b in gone or c in gone for _, b, c in DECK.lines_through(forced.card))


class _Builder:
    """A deck while it is built."""

    def __init__(self, draws: Draws, trial: int) -> None:
        self.draws, self.trial, self.drawn = draws, trial, 0
        self.undealt = [card for card in DECK if card != LAST]
        self.order: list[int] = []
        self.moves: list[Line] = []
        self.spoilt: set[int] = set()

    def build(self) -> Forced | None:
        """A deck with its proof, or None when no triple continues it."""
        table = self._free_table()
        while len(self.spoilt) < 80:
            found = self._deal(table)
            if found is None:
                return None
            table, line = found
            self.moves.append(line)
            self.spoilt |= {partner for card in line for partner in (card, DECK.third(card, LAST))}
        order = (*self.order, *self.undealt, LAST)
        return Forced(Shuffle(order), tuple(self.moves), LAST)

    def _free_table(self) -> list[int]:
        """Nine cards without a SET."""
        table: list[int] = []
        while len(table) < FULL_TABLE - 3:
            card = self._any()
            if not DECK.sets([*table, card]):
                table.append(card)
                self._put(card)
        return table

    def _deal(self, table: list[int]) -> tuple[list[int], Line] | None:
        """The table after a deal that makes exactly one SET, and after that was taken; and the SET."""
        best: tuple[int, list[int], Line] | None = None
        for _ in range(TRIES):
            if len(self.undealt) < 3:
                return None
            dealt = self._three()
            sets = DECK.sets([*table, *dealt])
            if len(sets) != 1:
                continue
            a, b, c = sorted(sets[0])
            gain = sum(card not in self.spoilt for card in (a, b, c))
            if best is None or gain > best[0]:
                best = gain, dealt, (a, b, c)
            if gain == 3:
                break
        if best is None or best[0] == 0:
            return None
        for card in best[1]:
            self._put(card)
        return [card for card in (*table, *best[1]) if card not in best[2]], best[2]

    def _three(self) -> list[int]:
        chosen: list[int] = []
        while len(chosen) < 3:
            if (card := self._any()) not in chosen:
                chosen.append(card)
        return chosen

    def _any(self) -> int:
        self.drawn += 1
        return self.undealt[self.draws.below(self.trial, self.drawn, len(self.undealt))]

    def _put(self, card: int) -> None:
        self.undealt.remove(card)
        self.order.append(card)
