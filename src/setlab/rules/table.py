"""The table as an immutable value, how each event changes it, and how many cards the rules deal.

The table is a row of slots; a slot holds a card or is empty. The order of the slots matters as soon as a player takes
"the first SET" or draws a SET by its number: it is part of what makes a game repeatable. Players see the slots in rows
of three. A game is the list of its events, deals and claims; `replay` gives the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import reduce
from typing import TYPE_CHECKING, Any, ClassVar, overload

from setlab.arguments import checked
from setlab.errors import RuleError, SpecError, plural, show_value
from setlab.geometry import Deck, Space
from setlab.geometry.cardset import Pictured
from setlab.geometry.deck import number_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from setlab.notation import Notation


@checked
@dataclass(frozen=True)
class Deal:
    """Cards are dealt: into the empty slots, the first slot first, then into new slots at the end."""

    cards: tuple[int, ...]


@checked
@dataclass(frozen=True)
class Claim:
    """A player takes a SET from the table."""

    cards: tuple[int, ...]
    player: str = ""


Event = Deal | Claim
"""An event that changes the table."""


ROW = 3
"""The number of slots in a row of the table."""

MOST_CARDS_IN_REPR = 81


class Refill(StrEnum):
    """When cards are dealt: by the rules of the game, or three after every SET as in the end-game study."""

    STANDARD = "standard"
    ALWAYS_THREE = "always-three"

    def __repr__(self) -> str:
        return repr(self.value)  # a member may be given by its value


@checked
@dataclass(frozen=True)
class Rules:
    """The rules of a game: the deck, the size of the table, the number of lost cards, and when cards are dealt.

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
    def dimension(self) -> int:
        """The number of properties, d."""
        return self.d

    @property
    def deck(self) -> Deck:
        """The whole deck."""
        return Space(self.d) if self.n == 3 else Deck(self.d, self.n)

    @property
    def cards(self) -> int:
        """The number of cards in play: the deck without the lost cards."""
        return len(self.deck) - self.lost


@checked
@dataclass(frozen=True, repr=False)
class Table(Pictured):
    """The slots of the table, the number of undealt cards, and the SETs that were taken.

    A table is a sequence of its cards, in the order of the slots; `str` draws it, and a notebook shows it.

    >>> table = replay([Deal(tuple(range(12))), Claim((0, 1, 2)), Deal((40, 41, 42))], Rules())
    >>> table.cards, table.undealt
    ((40, 41, 42, 3, 4, 5, 6, 7, 8, 9, 10, 11), 66)
    >>> Table.of("1RFO, 2GTD, 3PES, 1REO").sets()
    [(Card('one red solid oval'), Card('two green striped diamonds'), Card('three purple open squiggles'))]
    >>> Deck(4).deal(12, seed=1)
    Table.of('1RFS 3PFO 1RTS 3GES 1GTO 2PFS 2PES 3RTO 1GFD 1RFD 2RTS 1PTS')
    >>> Deck(4).deal(12, seed=1)[:2]
    (Card('one red solid squiggle'), Card('three purple solid ovals'))
    """

    _picture_columns: ClassVar[int | None] = ROW

    rules: Rules = field(default_factory=Rules)
    slots: tuple[int | None, ...] = ()
    undealt: int = -1
    taken: tuple[tuple[int, ...], ...] = ()

    def __new__(cls, rules: Rules | None = None, *fields: Any, **named: Any) -> Table:
        if rules is not None and not isinstance(rules, Rules):
            raise TypeError(
                f"Table: rules must be Rules, not {show_value(rules)}; Table.of(cards) lays cards on a table"
            )
        return super().__new__(cls)

    def __post_init__(self) -> None:
        if self.undealt < 0:
            object.__setattr__(self, "undealt", self.rules.cards)

    @classmethod
    def of(cls, cards: str | Iterable[int | str], notation: Notation | str | None = None) -> Table:
        """The table on which these cards lie in their order, dealt from the whole deck; texts name cards.

        >>> Table.of([0, 40, 80]).slots == (0, 40, 80)
        True
        """
        from setlab.notation import notation_for, read_cards

        laid = read_cards(cards, notation)
        deck = (laid[0].notation if laid else notation_for(notation)).deck
        return cls(Rules(deck.d, deck.n)).after(Deal(laid))

    @property
    def deck(self) -> Deck:
        """The deck from which the cards are dealt."""
        return self.rules.deck

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards on the table, in the order of their slots."""
        return tuple(card for card in self.slots if card is not None)

    @property
    def rows(self) -> tuple[tuple[int | None, ...], ...]:
        """The slots in rows of three, as players see them.

        >>> Deck(4).deal(5, seed=1).rows == ((2, 72, 5), (71, 12))
        True
        """
        return tuple(self.slots[i : i + ROW] for i in range(0, len(self.slots), ROW))

    def __iter__(self) -> Iterator[int]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, card: object) -> bool:
        if isinstance(card, str):
            from setlab.notation import Card

            card = Card(card, notation_of(self))
        return card in self.cards

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[int, ...]: ...
    def __getitem__(self, place: Any) -> Any:
        if not isinstance(place, slice) and (place := number_of(given := place)) is None:
            raise TypeError(f"a table has places 0, 1, 2, … and slices of them, not {show_value(given)}")
        if not isinstance(place, slice) and not -len(self) <= place < len(self):
            raise IndexError(f"there is no card {place} on a table of {plural(len(self), 'card')}")
        return self.cards[place]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[np.int64]:
        import numpy as np

        return np.array(self.cards, dtype=np.int64 if dtype is None else dtype)

    def __repr__(self) -> str:
        """The call of `Table.of` for cards as they were dealt; all fields for a table on which more has happened."""
        if len(self.slots) > MOST_CARDS_IN_REPR:
            return f"<Table: {plural(len(self), 'card')} of {self.deck}, {self.undealt} undealt>"
        if self == Table(Rules(self.rules.d, self.rules.n)).after(Deal(self.cards)):
            return f"Table.of({_arguments_of(self)})"
        fields = (f"{name}={getattr(self, name)!r}" for name in ("rules", "slots", "undealt", "taken"))
        return f"Table({', '.join(fields)})"

    def __str__(self) -> str:
        from setlab.notebook import table_text

        return table_text(self)

    def sets(self) -> list[tuple[int, ...]]:
        """The SETs on the table in lexicographic order of their slots."""
        return self.rules.deck.sets(self.cards)

    def after(self, event: Event) -> Table:
        """The table after an event; raise `RuleError` if the event cannot happen."""
        return self._after_claim(event.cards) if isinstance(event, Claim) else self._after_deal(event.cards)

    def _after_deal(self, cards: tuple[int, ...]) -> Table:
        if len(cards) > self.undealt:
            raise RuleError(f"{len(cards)} cards cannot be dealt: {self.undealt} are undealt")
        seen = {*self.cards, *(card for line in self.taken for card in line)}
        for card in self.rules.deck.distinct(cards):
            if card in seen:
                raise RuleError(f"card {card} cannot be dealt: it was dealt before")
        slots, coming = list(self.slots), list(cards)
        _fill(slots, coming)
        return self._with(slots=(*slots, *coming), undealt=self.undealt - len(cards))

    def without(self, cards: Sequence[int]) -> Table:
        """The table after these cards were taken, whether they are a SET or not: games of other rules take others.

        >>> replay([Deal((0, 1, 2, 3, 40))]).without([1, 40]).cards
        (0, 2, 3)
        """
        taken = tuple(cards)
        if any(card not in self.cards for card in taken):
            raise RuleError(f"{taken} cannot be taken: not all of these cards lie on the table")
        slots = tuple(None if card in taken else card for card in self.slots)
        return self._with(slots=self._slots_after_taking(slots, len(taken)), taken=(*self.taken, taken))

    def _after_claim(self, cards: tuple[int, ...]) -> Table:
        table = self.without(cards)
        if not self.rules.deck.is_set(cards):
            raise RuleError(f"{cards} cannot be taken: it is not a SET")
        return table

    def _with(self, **fields: Any) -> Table:
        """The table with some fields changed, not checked again: an event that can happen gives a valid table."""
        table = object.__new__(Table)
        table.__dict__.update(self.__dict__, **fields)
        return table

    def _slots_after_taking(self, slots: tuple[int | None, ...], taken: int) -> tuple[int | None, ...]:
        """The slots after cards were taken: closed up, left empty for a refill, or shortened from the end."""
        if self.rules.refill is Refill.ALWAYS_THREE:
            return tuple(card for card in slots if card is not None)
        on_table = sum(card is not None for card in slots)
        if (on_table < self.rules.table and self.undealt) or len(slots) <= self.rules.table:
            return slots
        kept = max(len(slots) - taken, self.rules.table)
        short, moving = list(slots[:kept]), [card for card in slots[kept:] if card is not None]
        _fill(short, moving)
        return tuple(short)


@checked
def replay(events: Iterable[Event], rules: Rules | None = None) -> Table:
    """The table after all events of a game.

    >>> replay([Deal((0, 1, 2, 5)), Claim((2, 1, 0))], Rules(table=4)).slots
    (None, None, None, 5)
    """
    return reduce(Table.after, events, Table(rules or Rules()))


@checked
def cards_due(table: Table) -> int:
    """The number of cards that the standard rules deal now: to begin, to refill, or because there is no SET.

    >>> cards_due(replay([])), cards_due(replay([Deal(tuple(range(12)))]))
    (12, 0)
    """
    due = cards_to_refill(table)
    return due if due or table.sets() else min(table.rules.n, table.undealt)


@checked
def cards_to_refill(table: Table) -> int:
    """The number of cards that the standard rules deal, whether there is a SET or not: to begin, or to refill.

    >>> deal = Deal(tuple(range(12)))
    >>> cards_to_refill(replay([])), cards_to_refill(replay([deal])), cards_to_refill(replay([deal, Claim((0, 1, 2))]))
    (12, 0, 3)
    """
    rules = table.rules
    if not table.slots:
        return min(rules.table, table.undealt)
    return min(rules.n, table.undealt) if len(table.cards) < rules.table else 0


def deal_due(table: Table, order: Sequence[int]) -> Table:
    """The table after the cards that are due were dealt, from a deck in its order.

    >>> deal_due(Table(Rules(d=2, table=6)), range(9)).cards
    (0, 1, 2, 3, 4, 5)
    """
    while due := cards_due(table):
        start = len(order) - table.undealt
        table = table.after(Deal(tuple(order[start : start + due])))
    return table


def notation_of(table: Table) -> Notation:
    """The notation of the first card that has one, else the default for the deck."""
    from setlab.notation import Card, find_notation

    first = next((card for card in table.cards if isinstance(card, Card)), None)
    return find_notation(dimension=table.deck.d, n=table.deck.n) if first is None else first.notation


def _arguments_of(table: Table) -> str:
    """The arguments with which `Table.of` makes the table: the cards in letters, as numbers if they have no faces."""
    from setlab.notation import find_notation

    notation = notation_of(table)
    letters = " ".join(map(notation.letters, table.cards)) if notation.properties else ""
    cards = repr(letters) if letters else str([int(card) for card in table.cards])
    return cards if notation == find_notation() else f"{cards}, {notation!r}"


def _fill(slots: list[int | None], coming: list[int]) -> None:
    """Move the coming cards in their order into the empty slots; cards that find no slot stay in `coming`."""
    for index, card in enumerate(slots):
        if card is None and coming:
            slots[index] = coming.pop(0)
