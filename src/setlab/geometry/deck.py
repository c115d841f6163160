"""Decks of n^d cards, and the rule "all the same or all different" for n values (Abrahamsen & Eriksen, 5.5).

A card is an `int`, 0 … n^d − 1: its coordinates, read as a number in base n, the first the most significant.
The geometry of three values, where a SET is a line of AG(d,3), is in `space.py`.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from setlab.arguments import checked, several
from setlab.draws import Draws, fresh_seed
from setlab.errors import CardError, SpecError, show_value
from setlab.limits import DECKS, VALUES, between

if TYPE_CHECKING:
    from setlab.rules import Table


class Pattern(StrEnum):
    """The values of one property on some cards: all the `same`, all `different`, or `neither`, which no SET allows.

    Four cards of a quad may also have them in `pairs`. A dot is there an `even` number of times or, which no SET of
    Projective SET allows, an `odd` one.
    """

    SAME = "same"
    DIFFERENT = "different"
    NEITHER = "neither"
    PAIRS = "pairs"
    EVEN = "even"
    ODD = "odd"


@dataclass(frozen=True)
class Deck:
    """The deck of n^d cards: d properties with n values each, every combination once.

    >>> deck = Deck(4, 3)
    >>> len(deck), deck.card((1, 2, 2, 1)), deck.coordinates(52)
    (81, 52, (1, 2, 2, 1))
    """

    d: int = 4
    n: int = 3

    set_name: ClassVar[str] = "SET"
    """The word for cards that belong together."""

    def __post_init__(self) -> None:
        d, n = number_of(self.d), number_of(self.n)
        if d is None or d not in DECKS:
            raise SpecError(f"{show_value(self.d)} is not a dimension: choose {between(DECKS)} properties")
        if n is None or n not in VALUES:
            raise SpecError(f"{show_value(self.n)} is not a number of values: choose {between(VALUES)}")
        if d is not self.d or n is not self.n:  # integers of NumPy
            self.__dict__.update(d=d, n=n)

    @property
    def dimension(self) -> int:
        """The number of properties, d."""
        return self.d

    def __len__(self) -> int:
        return int(self.n**self.d)

    def __iter__(self) -> Iterator[int]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        number = number_of(card)
        return number is not None and 0 <= number < len(self)

    @property
    def cards(self) -> range:
        """All cards of the deck in order.

        >>> Deck(2, 3).cards
        range(0, 9)
        """
        return range(len(self))

    def check(self, card: int) -> int:
        """The card itself; raise `CardError` unless it is a card of this deck.

        >>> Deck(4, 3).check(81)
        Traceback (most recent call last):
        setlab.errors.CardError: 81 is not a card of a deck of 81: cards are numbered 0 to 80
        """
        number = number_of(card)
        if number is None or not 0 <= number < len(self):
            deck, texts = len(self), "; Card and CardSet.parse read texts" if isinstance(card, str) else ""
            raise CardError(
                f"{show_value(card)} is not a card of a deck of {deck}: cards are numbered 0 to {deck - 1}{texts}"
            )
        return number

    def card(self, coordinates: Iterable[int]) -> int:
        """The card with these coordinates.

        >>> Deck(2, 4).card((3, 1))
        13
        """
        values = tuple(several("coordinates", coordinates, "integers"))
        if len(values) != self.d:
            raise CardError(f"{show_value(values)} has {len(values)} coordinates: a card of this deck has {self.d}")
        card = 0
        for value in map(number_of, values):
            if value is None or not 0 <= value < self.n:
                raise CardError(f"{show_value(values)} is not a card: each coordinate must be 0 to {self.n - 1}")
            card = card * self.n + value
        return card

    def coordinates(self, card: int) -> tuple[int, ...]:
        """The coordinates of a card, the first property first.

        >>> Deck(4, 3).coordinates(80)
        (2, 2, 2, 2)
        """
        rest = self.check(card)
        digits = []
        for _ in range(self.d):
            rest, digit = divmod(rest, self.n)
            digits.append(digit)
        return tuple(reversed(digits))

    def patterns(self, cards: Iterable[int]) -> tuple[Pattern, ...]:
        """For each property, whether its values on the cards are all the same, all different, or neither.

        The example call of *Modelling End Game Configurations in Set*: (0,1,2,0), (1,1,1,1), (2,1,0,2).

        >>> deck = Deck(4, 3)
        >>> [str(pattern) for pattern in deck.patterns([deck.card(c) for c in [(0,1,2,0), (1,1,1,1), (2,1,0,2)]])]
        ['different', 'same', 'different', 'different']
        """
        columns = zip(*(self.coordinates(card) for card in several("cards", cards)), strict=True)
        return tuple(_pattern(column) for column in columns)

    def is_set(self, cards: Iterable[int]) -> bool:
        """True if these are n distinct cards and every property is the same on all or different on all.

        >>> Deck(4, 2).is_set([3, 12])          # with two values, any two cards
        True
        >>> Deck(4, 3).is_set([7, 7, 7])        # a SET needs three distinct cards
        False
        """
        chosen = tuple(map(self.check, several("cards", cards)))
        return len(chosen) == self.n == len(set(chosen)) and Pattern.NEITHER not in self.patterns(chosen)

    def sets(self, cards: Iterable[int]) -> list[tuple[int, ...]]:
        """All sets of n cards in a collection, in the order of the cards; sets may share cards.

        >>> Deck(2, 3).sets([4, 0, 8, 5, 3])
        [(4, 0, 8), (4, 5, 3)]
        >>> len(Deck(2, 4).sets(range(16)))
        32
        """
        return list(_sets(self, self.distinct(cards)))

    def sets_without_reuse(self, cards: Iterable[int]) -> list[tuple[int, ...]]:
        """Sets that share no card, taken greedily in the order of the cards, as in Abrahamsen & Eriksen, 8.2.

        The first set is taken, then the next whose cards are all still there, and so on. Another choice can give
        more sets.

        >>> Deck(2, 3).sets_without_reuse([4, 0, 8, 5, 3])
        [(4, 0, 8)]
        """
        return without_reuse(self.sets(cards))

    @checked
    def deal(self, n: int = 12, seed: int | None = None, *, trial: int = 0) -> Table:
        """The table with the first n cards of the shuffled deck; the same for the same seed, new without one.

        >>> Deck(4).deal(3, seed=1).cards
        (Card('one red solid squiggle'), Card('three purple solid ovals'), Card('one red striped squiggle'))
        """
        from setlab.notation import find_notation
        from setlab.rules import Table

        order = Draws(fresh_seed() if seed is None else seed).shuffle(trial, self, n)
        return Table.of(order, find_notation(dimension=self.d, n=self.n))

    def distinct(self, cards: Iterable[int]) -> tuple[int, ...]:
        """The cards as a tuple; raise `CardError` unless they are distinct cards of this deck."""
        collection = tuple(map(self.check, several("cards", cards)))
        if len(set(collection)) < len(collection):
            twice = next(card for i, card in enumerate(collection) if card in collection[:i])
            raise CardError(f"card {twice} is there twice: each card occurs once in a deck")
        return collection


@checked
def without_reuse(sets: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The sets that share no card with an earlier set of the result.

    >>> without_reuse([(4, 0, 8), (4, 5, 3), (1, 2, 6)])
    [(4, 0, 8), (1, 2, 6)]
    """
    used: set[int] = set()
    kept = []
    for cards in sets:
        if used.isdisjoint(cards):
            used.update(cards)
            kept.append(cards)
    return kept


def _pattern(column: Sequence[int]) -> Pattern:
    kinds = len(set(column))
    if kinds == 1:
        return Pattern.SAME
    return Pattern.DIFFERENT if kinds == len(column) else Pattern.NEITHER


def _sets(deck: Deck, cards: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Depth-first search over indices; the indices that still fit are one bit mask, narrowed by every chosen card."""
    columns = [deck.coordinates(card) for card in cards]
    holders = [[0] * deck.n for _ in range(deck.d)]
    for index, coordinates in enumerate(columns):
        for property_, value in enumerate(coordinates):
            holders[property_][value] |= 1 << index

    def extend(chosen: tuple[int, ...], fitting: int) -> Iterator[tuple[int, ...]]:
        if len(chosen) == deck.n:
            yield tuple(cards[index] for index in chosen)
            return
        while fitting:
            index = (fitting & -fitting).bit_length() - 1
            fitting &= fitting - 1
            yield from extend((*chosen, index), fitting & narrow(chosen, index))

    def narrow(chosen: tuple[int, ...], index: int) -> int:
        if not chosen:
            return -1
        fitting = -1
        for property_, value in enumerate(columns[index]):
            if columns[chosen[0]][property_] == value:
                fitting &= holders[property_][value]
            else:
                fitting &= ~holders[property_][value]
                for earlier in chosen:
                    fitting &= ~holders[property_][columns[earlier][property_]]
        return fitting

    yield from extend((), (1 << len(cards)) - 1)


def number_of(value: object) -> int | None:
    """The value as an int if it is an integer, also one of NumPy; None for bools, floats and everything else.

    >>> number_of(5), number_of(True), number_of(5.0), number_of("5")
    (5, None, None, None)
    """
    if isinstance(value, int):
        return None if isinstance(value, bool) else value
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
