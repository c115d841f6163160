"""AG(d,3): the cards as points of Z_3^d, with the arithmetic of Abrahamsen & Eriksen, chapters 6 and 7.

Cards and vectors are both plain ints (see `deck.py`), so that the vector v = B − A can be added to a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from setlab.arguments import several
from setlab.errors import CardError, SpecError, show_value
from setlab.geometry.deck import Deck, number_of


@dataclass(frozen=True, init=False, repr=False)
class Space(Deck):
    """The affine geometry AG(d,q): the points are the cards, and for q = 3 the lines are the SETs.

    >>> deck = Space(4)
    >>> deck
    Space(4)
    >>> deck.third(deck.card((1, 2, 2, 1)), deck.card((1, 0, 2, 0))) == deck.card((1, 1, 2, 2))
    True
    """

    def __init__(self, d: int = 4, q: int = 3) -> None:
        if number_of(q) is None:
            raise TypeError(f"Space: q must be an integer, not {show_value(q)}")
        if q != 3:
            raise SpecError(
                f"Space({d}, {q}) is not available: its arithmetic is that of q = 3; for the lines of AG({d},{q}) use "
                f'setlab.geometry.affine({d}, {q}), for "all the same or all different" use Deck({d}, {q})'
            )
        super().__init__(d, q)

    def __repr__(self) -> str:
        return f"Space({self.d})"

    @property
    def q(self) -> int:
        """The order of the field: the number of points on a line."""
        return self.n

    def coordinates(self, card: int) -> tuple[int, ...]:
        """The coordinates of a card, the first property first.

        >>> Space(4).coordinates(52)
        (1, 2, 2, 1)
        """
        return _coordinates(self.d)[self.check(card)]

    def third(self, a: int, b: int) -> int:
        """The card that makes a SET with a and b (theorem 1 of Abrahamsen & Eriksen); `third(a, a)` is a.

        >>> Space(2).third(0, 4), Space(2).third(4, 4)
        (8, 4)
        """
        # A coordinate 0, 1, 2 is packed into the bits 01, 10, 11: the third of two different values is their exclusive
        # or, and the third of two equal values is that value. So a few operations find the third card for any d.
        packed, card_of, low = _packing(self.d)
        x = packed[self.check(a)]
        different = x ^ packed[self.check(b)]
        spread = (different | different >> 1) & low
        return card_of[different | x & ~(spread | spread << 1)]

    def is_line(self, a: int, b: int, c: int) -> bool:
        """True if the three cards are distinct and sum to zero (theorem 2 of Abrahamsen & Eriksen).

        >>> Space(2).is_line(0, 4, 8), Space(2).is_line(4, 4, 4)
        (True, False)
        """
        return self.third(a, b) == self.check(c) != a

    def negative(self, a: int) -> int:
        """−a, coordinate by coordinate modulo 3.

        >>> Space(2).negative(5)                # −(1,2) = (2,1)
        7
        """
        return self.third(a, 0)

    def add(self, a: int, b: int) -> int:
        """a + b, coordinate by coordinate modulo 3.

        >>> Space(2).add(5, 5)                  # (1,2) + (1,2) = (2,1)
        7
        """
        return self.negative(self.third(a, b))

    def subtract(self, a: int, b: int) -> int:
        """a − b, coordinate by coordinate modulo 3.

        >>> Space(2).subtract(5, 7)             # (1,2) − (2,1) = (2,1)
        7
        """
        return self.add(a, self.negative(b))

    def multiply(self, factor: int, a: int) -> int:
        """factor · a, coordinate by coordinate modulo 3.

        >>> [Space(2).multiply(k, 5) for k in (0, 1, 2, -1)]
        [0, 5, 7, 7]
        """
        number = number_of(factor)
        if number is None:
            raise TypeError(f"factor must be an integer, not {show_value(factor)}")
        return (0, self.check(a), self.negative(a))[number % 3]

    def total(self, cards: Iterable[int]) -> int:
        """The sum of the cards modulo 3: 0 for a SET, for the whole deck, and for the leftover of a game.

        >>> Space(4).total([52, 33, 44]), Space(4).total(range(81))
        (0, 0)
        """
        total = 0
        for card in several("cards", cards):
            total = self.add(total, card)
        return total

    def midpoint(self, p: int, q: int) -> int:
        """2(P + Q): of three points on a line each is the midpoint of the others (Abrahamsen & Eriksen, 6.3).

        >>> space = Space(4)
        >>> space.coordinates(space.midpoint(space.card((1, 2, 2, 1)), space.card((1, 0, 2, 0))))
        (1, 1, 2, 2)
        """
        pairs = zip(self.coordinates(p), self.coordinates(q), strict=True)
        return self.card(2 * (x + y) % 3 for x, y in pairs)

    def direction(self, a: int, b: int) -> int:
        """The vector B − A.

        >>> space = Space(4)
        >>> space.coordinates(space.direction(space.card((1, 0, 0, 0)), space.card((2, 2, 0, 0))))
        (1, 2, 0, 0)
        """
        if self.check(a) == self.check(b):
            raise CardError(f"card {a} is there twice: a direction needs two different cards")
        return self.subtract(b, a)

    def line(self, a: int, v: int) -> tuple[int, int, int]:
        """The SET A, A + v, A + 2v with the direction v (Abrahamsen & Eriksen, 7.3).

        >>> Space(4).line(27, 45)               # (1,0,0,0), (2,2,0,0), (0,1,0,0)
        (27, 72, 9)
        """
        if self.check(v) == 0:
            raise CardError("the vector 0 has no direction: choose another")
        return a, self.add(a, v), self.subtract(a, v)

    def lines_through(self, card: int) -> list[tuple[int, int, int]]:
        """All SETs that contain the card, smallest partner first: (3^d − 1)/2 of them.

        >>> len(Space(4).lines_through(0))
        40
        """
        card = self.check(card)
        pairs = ((b, self.third(card, b)) for b in self.cards if b != card)
        return [(card, b, c) for b, c in pairs if b < c]

    def lines(self) -> Iterator[tuple[int, int, int]]:
        """All SETs of the deck, each as a < b < c, in lexicographic order.

        >>> sum(1 for line in Space(4).lines())
        1080
        """
        for a in self.cards:
            for b in range(a + 1, len(self)):
                c = self.third(a, b)
                if b < c:
                    yield a, b, c

    def sets(self, cards: Iterable[int]) -> list[tuple[int, ...]]:
        """All SETs in a collection, in the order of its cards.

        >>> Space(2).sets([4, 0, 8, 5, 3])
        [(4, 0, 8), (4, 5, 3)]
        """
        collection = self.distinct(cards)
        packed, _, low = _packing(self.d)
        bits = [packed[card] for card in collection]
        index = {x: i for i, x in enumerate(bits)}
        found: list[tuple[int, ...]] = []
        for i, x in enumerate(bits):
            for j in range(i + 1, len(bits)):
                different = x ^ bits[j]  # the third card as in `third`, without its checks
                spread = (different | different >> 1) & low
                k = index.get(different | x & ~(spread | spread << 1), -1)
                if k > j:
                    found.append((collection[i], collection[j], collection[k]))
        return found


Dimension: TypeAlias = Space | int | None
"""A dimension, by its number or by its space; None stands for 4, the dimension of the game."""


def find_space(dimension: Dimension = None) -> Space:
    """The space of a dimension, which may be the space itself; AG(4,3) by default.

    >>> find_space(3), find_space(Space(2)), find_space()
    (Space(3), Space(2), Space(4))
    """
    if isinstance(dimension, Space):
        return dimension
    if dimension is not None and number_of(dimension) is None:
        raise TypeError(f"dimension must be an integer or a Space, not {show_value(dimension)}")
    return Space(4 if dimension is None else dimension)


@lru_cache(maxsize=4)
def third_table(d: int = 4) -> list[list[int]]:
    """The third card of every two cards, for searches that look up millions of them.

    >>> third_table(2)[0][4]
    8
    """
    space = Space(d)
    return [[space.third(a, b) for b in space] for a in space]


@lru_cache
def _coordinates(d: int) -> tuple[tuple[int, ...], ...]:
    deck = Deck(d, 3)
    return tuple(deck.coordinates(card) for card in deck)


@lru_cache
def _packing(d: int) -> tuple[list[int], dict[int, int], int]:
    """The cards with each coordinate packed into two bits (value + 1), the inverse map, the lower bits."""
    packed = [sum(value + 1 << 2 * i for i, value in enumerate(c)) for c in _coordinates(d)]
    return packed, {bits: card for card, bits in enumerate(packed)}, sum(1 << 2 * i for i in range(d))


def elliptic_form(x: Sequence[int]) -> int:
    """The elliptic quadratic form x₁² + x₂² + x₃x₄ modulo 3.

    >>> elliptic_form((1, 1, 1, 1)), elliptic_form((0, 0, 2, 2))
    (0, 1)
    """
    return (x[0] * x[0] + x[1] * x[1] + x[2] * x[3]) % 3


def elliptic_quadric() -> tuple[int, ...]:
    """The 20 cards x ≠ 0 with x₁² + x₂² + x₃x₄ = 0, which contain no SET.

    >>> len(elliptic_quadric()), Space(4).sets(elliptic_quadric())
    (20, [])
    """
    space = Space(4)
    return tuple(card for card in space if card and elliptic_form(space.coordinates(card)) == 0)
