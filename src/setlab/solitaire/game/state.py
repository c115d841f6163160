"""Solitaire SET as an immutable value: what the player sees, the legal moves, and the states after them (E1, E2).

The rules are (i)–(vii) of Forbes & Forbes. The player sees the table (ii) and the SETs taken (iii), and so knows which
cards are undealt (iv), not their order. A SET must be taken when there is one, exactly one (i); then the
table is replenished to 12 cards. Without a SET three more cards are dealt. A card is its own number N, so that SETs
a < b < c are in their order (1) when they are compared as tuples.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from setlab.arguments import checked
from setlab.errors import CardError, RuleError
from setlab.geometry import CardSet, Space
from setlab.rules import Claim, Deal, Table, cards_due

Line = tuple[int, int, int]
"""A SET as its three cards, ascending."""

Pair = tuple[int, int]

DECK = Space(4)
FULL_TABLE = 12
MOST_ON_TABLE = 21
"""21 cards always contain a SET: there are never more on the table."""


@checked
@dataclass(frozen=True)
class State:
    """What the player sees: the slots of the table, the SETs taken, the undealt cards without their order.

    >>> state = State.of(table=range(12))
    >>> len(state.undealt), state.sets[:2], state.due
    (69, [(0, 1, 2), (0, 3, 6)], 0)
    >>> after = state.take((0, 4, 8))
    >>> after.slots[:5], after.due
    ((None, 1, 2, 3, None), 3)
    """

    table: Table = field(default_factory=Table)

    @classmethod
    @checked
    def of(cls, table: Iterable[int], taken: Iterable[Sequence[int]] = ()) -> State:
        """The state with these cards on the table, and these SETs taken; raise `RuleError` unless a game can reach it.

        >>> State.of(range(11))
        Traceback (most recent call last):
        setlab.errors.RuleError: 11 cards cannot lie on the table with 70 undealt: there are 12, 15, 18 or 21 then
        """
        cards, lines = DECK.distinct(table), [_ordered(line) for line in taken]
        gone = [card for line in lines for card in line]
        if twice := sorted(card for card in set(gone) if gone.count(card) > 1 or card in cards):
            raise CardError(f"card {twice[0]} is there twice: a card is on the table or in one SET taken")
        undealt = len(DECK) - len(cards) - len(gone)
        if len(cards) % 3 or (undealt and len(cards) < FULL_TABLE) or len(cards) > MOST_ON_TABLE:
            raise RuleError(
                f"{len(cards)} cards cannot lie on the table with {undealt} undealt: "
                + ("there are 12, 15, 18 or 21 then" if undealt else "there are 0, 3, 6, … 21 then")
            )
        return cls(Table(slots=tuple(cards), undealt=undealt, taken=tuple(lines)))

    @property
    def slots(self) -> tuple[int | None, ...]:
        """The slots of the table, each with a card or empty."""
        return self.table.slots

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards on the table, in the order of their slots."""
        return self.table.cards

    @property
    def taken(self) -> tuple[Line, ...]:
        """The SETs taken, in the order of the game."""
        return tuple(_ordered(line) for line in self.table.taken)

    @cached_property
    def undealt(self) -> CardSet:
        """The cards neither on the table nor taken: known by (iv), in an unknown order."""
        seen = CardSet(self.cards) | {card for line in self.table.taken for card in line}
        return CardSet.deck() - seen

    @property
    def remaining(self) -> CardSet:
        """The cards that are still to be taken: on the table, or undealt."""
        return self.undealt | self.cards

    @cached_property
    def sets(self) -> list[Line]:
        """The SETs on the table, in order (1): the legal moves."""
        return sorted(_ordered(line) for line in self.table.sets())

    @property
    def due(self) -> int:
        """The number of cards that must be dealt before the player moves."""
        return cards_due(self.table)

    @property
    def over(self) -> bool:
        """True if there is nothing to deal and no SET to take."""
        return not self.table.undealt and not self.sets

    @property
    def clear(self) -> bool:
        """True if all 27 SETs have been taken."""
        return not self.cards and not self.table.undealt

    @checked
    def take(self, line: Sequence[int]) -> State:
        """The state after a SET is taken, before cards are dealt."""
        if self.due and self.cards:
            raise RuleError(f"{tuple(line)} cannot be taken yet: {self.due} cards must be dealt first")
        return State(self.table.after(Claim(_ordered(line))))

    @checked
    def deal(self, cards: Sequence[int]) -> State:
        """The state after the cards that are due are dealt."""
        if len(cards) != self.due:
            raise RuleError(f"{len(cards)} cards cannot be dealt: {self.due} are due")
        return State(self.table.after(Deal(tuple(cards))))

    def live_pairs(self) -> list[Pair]:
        """The pairs on the table whose third card is undealt (E2).

        >>> len(State.of(range(12)).live_pairs())
        27
        """
        return [pair for pair in self._pairs() if DECK.third(*pair) in self.undealt]

    def dead_pairs(self) -> list[Pair]:
        """The pairs on the table whose third card has been taken (E2).

        >>> State.of(range(12)).take((0, 1, 2)).dead_pairs()[:4]
        [(3, 6), (3, 7), (3, 8), (4, 6)]
        """
        gone = {card for line in self.table.taken for card in line}
        return [pair for pair in self._pairs() if DECK.third(*pair) in gone]

    def _pairs(self) -> Iterable[Pair]:
        return combinations(sorted(self.cards), 2)


def lines_of(rows: Iterable[Sequence[int]]) -> list[Line]:
    """The SETs in an array of the core: rows of three numbers."""
    return [(a, b, c) for a, b, c in rows]


def _ordered(line: Sequence[int]) -> Line:
    a, b, c = _three(line)
    if not DECK.is_line(a, b, c):
        raise RuleError(f"{tuple(line)} is not a SET: the cards must be the same or all different in every property")
    return a, b, c


def _three(line: Sequence[int]) -> list[int]:
    if len(line) != 3:
        raise RuleError(f"{tuple(line)} is not a SET: it has three cards")
    return sorted(line)
