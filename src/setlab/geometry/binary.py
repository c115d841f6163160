"""Decks whose cards are vectors of 0s and 1s: `QuadDeck`, played as EvenQuads, and `ProjectiveDeck`, as Projective SET.

A card is still an int, and the sum of two cards is their exclusive or. Three cards of a `QuadDeck` have exactly one
fourth card, and two cards of a `ProjectiveDeck` exactly one third: `complete` finds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import xor
from typing import ClassVar, NoReturn

from setlab.arguments import checked, several
from setlab.errors import CardError, RuleError, SpecError, plural, show_value
from setlab.geometry.deck import Deck, Pattern, number_of
from setlab.limits import PROJECTIVE_DECKS, QUAD_DECKS, between

SIZE_OF_QUAD = 4

LEAST_PROJECTIVE = 3
"""The fewest cards whose sum is zero: distinct cards differ, so that two never are a SET."""

MOST_LISTED = 12
"""SETs are listed if there are fewer than 2 to this power."""


def sum_of(cards: Iterable[int]) -> int:
    """The sum of cards as vectors of 0s and 1s: their exclusive or.

    >>> sum_of([0b110, 0b011]), sum_of([1, 2, 3])
    (5, 0)
    """
    return reduce(xor, cards, 0)


@dataclass(frozen=True)
class BinaryDeck(Deck):
    """What the two decks share: some cards determine the last card of a SET, their sum."""

    def cards_to_complete(self) -> int:
        """The number of cards that determine the last card of a SET: three of a quad, two of a line.

        >>> QuadDeck().cards_to_complete(), ProjectiveDeck().cards_to_complete()
        (3, 2)
        """
        return SIZE_OF_QUAD - 1 if self.n == SIZE_OF_QUAD else LEAST_PROJECTIVE - 1

    def complete(self, cards: Iterable[int]) -> int:
        """The last card of the quad with three cards, or of the line with two; there is exactly one.

        >>> QuadDeck().complete([0, 1, 16]), ProjectiveDeck().complete([1, 2])
        (17, 3)
        """
        chosen = self.distinct(cards)
        if len(chosen) != (needed := self.cards_to_complete()):
            raise RuleError(f"{plural(len(chosen), 'card')} given where {needed} are needed to complete a SET")
        return sum_of(chosen)

    @checked
    def deal(self, n: int = 12, seed: int | None = None, *, trial: int = 0) -> NoReturn:
        """Raise `RuleError`: a `Table` has the rules of SET. `Draws(seed).shuffle(trial, deck, n)` deals cards."""
        raise RuleError("a table has the rules of SET: `Draws(seed).shuffle(trial, deck, n)` deals cards of this deck")


@dataclass(frozen=True)
class QuadDeck(BinaryDeck):
    """The deck of 4^d cards in which a SET is a quad: four cards, in each property all the same, all different, or
    two and two. The cards are the points of AG(2d,2), the quads its planes.

    >>> deck = QuadDeck()
    >>> len(deck), deck.is_set([0, 1, 2, 3]), deck.is_set([0, 1, 16, 17]), deck.is_set([0, 1, 16, 18])
    (64, True, True, False)
    """

    d: int = 3
    n: int = SIZE_OF_QUAD

    set_name: ClassVar[str] = "quad"

    def __post_init__(self) -> None:
        if number_of(self.d) not in QUAD_DECKS or self.n != SIZE_OF_QUAD:
            raise SpecError(
                f"{show_value(self.d)} properties with {show_value(self.n)} values make no deck of quads: "
                f"choose {between(QUAD_DECKS)} properties with 4 values"
            )
        super().__post_init__()

    @property
    def binary_dimension(self) -> int:
        """The dimension of the space over the field of two elements: two for each property."""
        return 2 * self.d

    def patterns(self, cards: Iterable[int]) -> tuple[Pattern, ...]:
        """For each property, whether its values on four cards are all the same, all different, in pairs, or neither.

        >>> [str(pattern) for pattern in QuadDeck().patterns([0b000000, 0b000001, 0b001000, 0b001001])]
        ['same', 'pairs', 'pairs']
        """
        columns = zip(*(self.coordinates(card) for card in several("cards", cards)), strict=True)
        return tuple(_pattern(column) for column in columns)

    def is_set(self, cards: Iterable[int]) -> bool:
        """True if these are four distinct cards whose sum is zero.

        >>> QuadDeck().is_set([5, 5, 9, 9])
        False
        """
        chosen = tuple(map(self.check, several("cards", cards)))
        return len(chosen) == SIZE_OF_QUAD == len(set(chosen)) and sum_of(chosen) == 0

    def sets(self, cards: Iterable[int]) -> list[tuple[int, ...]]:
        """All quads in a collection, in the order of the cards; quads may share cards.

        >>> QuadDeck().sets([3, 1, 0, 2, 32])
        [(3, 1, 0, 2)]
        >>> len(QuadDeck(1).sets(range(4))), len(QuadDeck(2).sets(range(16)))
        (1, 140)
        """
        chosen = self.distinct(cards)
        position = {card: i for i, card in enumerate(chosen)}
        return [
            (a, b, c, chosen[last])
            for (_, a), (_, b), (k, c) in combinations(enumerate(chosen), 3)
            if (last := position.get(a ^ b ^ c, -1)) > k
        ]


def _pattern(column: tuple[int, ...]) -> Pattern:
    kinds = sorted(column.count(value) for value in set(column))
    found = {(4,): Pattern.SAME, (2, 2): Pattern.PAIRS, (1, 1, 1, 1): Pattern.DIFFERENT}
    return found.get(tuple(kinds), Pattern.NEITHER)


@dataclass(frozen=True)
class ProjectiveDeck(BinaryDeck):
    """The deck of 2^d − 1 cards with d dots each there or not, but never none. Cards on which every dot is there an
    even number of times are a SET: three cards or more whose sum is zero. The cards are the points of PG(d−1,2), and
    the SETs of three cards its lines.

    Cards are numbered from 1; the first dot is the most significant digit of a card's number in base 2.

    >>> deck = ProjectiveDeck()
    >>> len(deck), deck.is_set([1, 2, 3]), deck.is_set([1, 2, 4, 7]), deck.is_set([1, 2])
    (63, True, True, False)
    """

    d: int = 6
    n: int = 2

    def __post_init__(self) -> None:
        if number_of(self.d) not in PROJECTIVE_DECKS or self.n != 2:
            raise SpecError(f"{show_value(self.d)} dots make no deck: choose {between(PROJECTIVE_DECKS)} dots")
        super().__post_init__()

    def __len__(self) -> int:
        return int(2**self.d) - 1

    def __contains__(self, card: object) -> bool:
        number = number_of(card)
        return number is not None and 1 <= number <= len(self)

    @property
    def cards(self) -> range:
        """All cards of the deck in order.

        >>> ProjectiveDeck(2).cards
        range(1, 4)
        """
        return range(1, len(self) + 1)

    def check(self, card: int) -> int:
        """The card itself; raise `CardError` unless it is a card of this deck.

        >>> ProjectiveDeck().check(0)
        Traceback (most recent call last):
        setlab.errors.CardError: 0 is not a card of a deck of 63 with dots: cards are numbered 1 to 63
        """
        if card not in self:
            last = len(self)
            rule = f"{show_value(card)} is not a card of a deck of {last} with dots: cards are numbered 1 to {last}"
            raise CardError(rule)
        return int(number_of(card) or 0)

    def dots(self, card: int) -> tuple[int, ...]:
        """The dots of a card, numbered from 1.

        >>> ProjectiveDeck().dots(0b101001)
        (1, 3, 6)
        """
        return tuple(i for i, there in enumerate(self.coordinates(card), 1) if there)

    def patterns(self, cards: Iterable[int]) -> tuple[Pattern, ...]:
        """For each dot, whether it is there an even or an odd number of times.

        >>> [str(pattern) for pattern in ProjectiveDeck(3).patterns([1, 3])]
        ['even', 'odd', 'even']
        """
        columns = zip(*(self.coordinates(card) for card in several("cards", cards)), strict=True)
        return tuple(Pattern.ODD if sum(column) % 2 else Pattern.EVEN for column in columns)

    def is_set(self, cards: Iterable[int]) -> bool:
        """True if these are distinct cards, at least three, whose sum is zero.

        >>> ProjectiveDeck().is_set([])
        False
        """
        chosen = tuple(map(self.check, several("cards", cards)))
        return LEAST_PROJECTIVE <= len(chosen) == len(set(chosen)) and sum_of(chosen) == 0

    def sets(self, cards: Iterable[int]) -> list[tuple[int, ...]]:
        """All SETs in a collection, small ones first, each in the order of the cards.

        >>> ProjectiveDeck().sets([1, 2, 3, 4, 7])
        [(1, 2, 3), (3, 4, 7), (1, 2, 4, 7)]
        """
        chosen = self.distinct(cards)
        relations = _relations(chosen)
        if len(relations) > MOST_LISTED:
            number = f"2^{len(relations)} − 1"
            raise RuleError(f"{plural(len(chosen), 'card')} have {number} SETs, too many to list: give fewer cards")
        found = [tuple(i for i in range(len(chosen)) if mask >> i & 1) for mask in _combinations(relations)]
        return [tuple(chosen[i] for i in each) for each in sorted(found, key=lambda each: (len(each), each))]

    def count_sets(self, cards: Iterable[int]) -> int:
        """The number of SETs in a collection: 2^k − 1 if k cards depend on the others.

        >>> ProjectiveDeck().count_sets([1, 2, 3, 4, 7]), ProjectiveDeck().count_sets(ProjectiveDeck()) == 2**57 - 1
        (3, True)
        """
        return int(2 ** len(_relations(self.distinct(cards)))) - 1


def _relations(cards: tuple[int, ...]) -> list[int]:
    """A basis of the collections whose sum is zero, as masks of indices; by elimination, card by card."""
    pivots: dict[int, tuple[int, int]] = {}
    relations = []
    for index, card in enumerate(cards):
        mask = 1 << index
        while card and card.bit_length() in pivots:
            other, its_mask = pivots[card.bit_length()]
            card, mask = card ^ other, mask ^ its_mask
        if card:
            pivots[card.bit_length()] = card, mask
        else:
            relations.append(mask)
    return relations


def _combinations(basis: list[int]) -> Iterator[int]:
    """The sums of all non-empty parts of a basis."""
    sums = [0]
    for each in basis:
        sums += [each ^ other for other in sums]
    return iter(sums[1:])


def rank_of(cards: Iterable[int]) -> int:
    """The rank of cards as vectors.

    >>> rank_of([1, 2, 3]), rank_of([])
    (2, 0)
    """
    chosen = tuple(cards)
    return len(chosen) - len(_relations(chosen))
