"""The table as an immutable value, and how each event changes it.

The table is a row of places. A place holds a card, or it is a hole. Which place a card takes matters as soon
as somebody takes "the first SET", or draws one by its number: it is part of what makes a game repeatable.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import reduce

from setlab.errors import RuleError, SpecError
from setlab.geometry import Deck, Space
from setlab.rules.events import Claim, Deal, Event


class Refill(StrEnum):
    """When cards are dealt: `standard` as in the rules of the game, `always-three` as in the end-game study."""

    STANDARD = "standard"
    ALWAYS_THREE = "always-three"


@dataclass(frozen=True)
class Rules:
    """What a game is played with: the deck, the size of the table, the number of cards that are lost.

    >>> Rules().cards, Rules(lost=2).cards
    (81, 79)
    """

    d: int = 4
    n: int = 3
    table: int = 12
    lost: int = 0
    refill: Refill = Refill.STANDARD

    def __post_init__(self) -> None:
        if not 0 <= self.lost <= len(self.deck):
            raise SpecError(f"{self.lost} cards cannot be lost: the deck has {len(self.deck)}")
        if self.table < self.n:
            raise SpecError(f"a table of {self.table} cards is too small: a SET has {self.n}")

    @property
    def deck(self) -> Deck:
        """The whole deck."""
        return Space(self.d) if self.n == 3 else Deck(self.d, self.n)

    @property
    def cards(self) -> int:
        """The number of cards played with."""
        return len(self.deck) - self.lost


@dataclass(frozen=True)
class Table:
    """What lies on the table, how many cards are undealt, and which SETs were taken.

    >>> table = replay([Deal(tuple(range(12))), Claim((0, 1, 2)), Deal((40, 41, 42))], Rules())
    >>> table.cards, table.undealt
    ((40, 41, 42, 3, 4, 5, 6, 7, 8, 9, 10, 11), 66)
    """

    rules: Rules = field(default_factory=Rules)
    places: tuple[int | None, ...] = ()
    undealt: int = -1
    taken: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        if self.undealt < 0:
            object.__setattr__(self, "undealt", self.rules.cards)

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards on the table, in the order of their places."""
        return tuple(card for card in self.places if card is not None)

    def sets(self) -> list[tuple[int, ...]]:
        """The SETs on the table, ranked by their places: the first card's, then the second's, and so on."""
        return self.rules.deck.sets(self.cards)

    def after(self, event: Event) -> Table:
        """The table after an event; a `RuleError` if it cannot happen."""
        if isinstance(event, Deal):
            return self._dealt(event.cards)
        if isinstance(event, Claim):
            return self._claimed(event.cards)
        return self

    def _dealt(self, cards: tuple[int, ...]) -> Table:
        if len(cards) > self.undealt:
            raise RuleError(f"{len(cards)} cards cannot be dealt: {self.undealt} are undealt")
        seen = {*self.cards, *(card for line in self.taken for card in line)}
        for card in self.rules.deck.distinct(cards):
            if card in seen:
                raise RuleError(f"card {card} cannot be dealt: it was dealt before")
        places, coming = list(self.places), list(cards)
        for place, holding in enumerate(places):
            if holding is None and coming:
                places[place] = coming.pop(0)
        return replace(self, places=(*places, *coming), undealt=self.undealt - len(cards))

    def _claimed(self, cards: tuple[int, ...]) -> Table:
        if any(card not in self.cards for card in cards):
            raise RuleError(f"{cards} cannot be taken: not all of these cards lie on the table")
        if not self.rules.deck.is_set(cards):
            raise RuleError(f"{cards} cannot be taken: it is not a SET")
        places = tuple(None if card in cards else card for card in self.places)
        return replace(self, places=self._settled(places), taken=(*self.taken, tuple(cards)))

    def _settled(self, places: tuple[int | None, ...]) -> tuple[int | None, ...]:
        """The places after a SET was taken: closed up, left open for a refill, or shortened from the end."""
        if self.rules.refill is Refill.ALWAYS_THREE:
            return tuple(card for card in places if card is not None)
        on_table = sum(card is not None for card in places)
        if (on_table < self.rules.table and self.undealt) or len(places) <= self.rules.table:
            return places
        kept = max(len(places) - self.rules.n, self.rules.table)
        short, moving = list(places[:kept]), [card for card in places[kept:] if card is not None]
        for place, card in enumerate(short):
            if card is None and moving:
                short[place] = moving.pop(0)
        return tuple(short)


def replay(events: Iterable[Event], rules: Rules | None = None) -> Table:
    """The table after all events of a game.

    >>> replay([Deal((0, 1, 2, 5)), Claim((2, 1, 0))], Rules(table=4)).places
    (None, None, None, 5)
    """
    return reduce(Table.after, events, Table(rules or Rules()))
