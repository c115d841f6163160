"""`CardSet`: a collection of cards as one integer mask, used like any Python set.

The sum of the collection that a game leaves reveals mistakes and a hidden card (Abrahamsen & Eriksen, 6.2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import reduce
from operator import and_, index, or_
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from setlab.arguments import checked, several
from setlab.draws import Draws, fresh_seed
from setlab.errors import CardError, RuleError
from setlab.geometry.space import Dimension, Space, find_space

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from setlab.notation import Card, Notation
    from setlab.notebook import Picture

MOST_CARDS_IN_REPR = 27

Several: TypeAlias = str | Iterable[int | str]
"""Several cards: numbers and texts, or one text that names them."""


class Pictured:
    """Cards that a notebook shows as a picture. Drawing is on a higher level, and is loaded when a notebook asks."""

    __slots__ = ()

    _picture_columns: ClassVar[int | None] = None

    def _repr_svg_(self) -> str | None:
        picture = self._picture()
        return None if picture is None else picture._repr_svg_()

    def _repr_html_(self) -> str | None:
        picture = self._picture()
        return None if picture is None else picture._repr_html_()

    def _picture(self) -> Picture | None:
        from setlab.notebook import picture_of

        return picture_of(self, columns=self._picture_columns)  # type: ignore[arg-type]  # a CardSet or a Table


class CardSet(Pictured, Set[int]):
    """An immutable collection of cards of one space.

    It has the operators and methods of `frozenset`, equals a plain set with the same cards, and adds the
    geometry: `sets`, `is_cap`, `complement`, `canonical`. Its members are plain ints, in ascending order; `cards()`
    gives them with their faces. Texts name cards in the default notation; `parse` reads other notations. A notebook
    shows it as a picture.

    >>> cards = CardSet([0, 40, 80, 1])
    >>> cards
    CardSet([0, 1, 40, 80])
    >>> cards & range(40) == {0, 1}
    True
    >>> CardSet("two red striped ovals, 1REO"), "1REO" in cards, cards - "1RFO 3PES"
    (CardSet([6, 30]), False, CardSet([1, 40]))
    >>> cards.lines()
    [(0, 40, 80)]
    >>> print(CardSet([0, 4, 5], Space(2)))
    1 . .
    . 1 1
    . . .
    """

    __slots__ = ("mask", "space")

    mask: int
    space: Space

    def __init__(self, cards: Several = (), dimension: Dimension = None, *, space: Dimension = None) -> None:
        given = dimension if space is None else space
        space = cards.space if given is None and isinstance(cards, CardSet) else find_space(given)
        mask = 0
        for card in _parse_cards(cards, space) if isinstance(cards, str) else several("cards", cards):
            mask |= 1 << (_parse_card(card, space) if isinstance(card, str) else space.check(card))
        _fill(self, mask, space)

    @classmethod
    @checked
    def from_mask(cls, mask: int, dimension: Dimension = None) -> CardSet:
        """The cards whose bits are set.

        >>> CardSet.from_mask(0b1011)
        CardSet([0, 1, 3])
        """
        space = find_space(dimension)
        if not 0 <= mask < 1 << len(space):
            raise CardError(f"{mask:#x} is not a mask of {len(space)} cards: use bits 0 to {len(space) - 1}")
        return _fill(cls.__new__(cls), mask, space)

    @classmethod
    @checked
    def deck(cls, dimension: Dimension = None) -> CardSet:
        """All cards.

        >>> len(CardSet.deck())
        81
        """
        space = find_space(dimension)
        return cls.from_mask((1 << len(space)) - 1, space)

    @classmethod
    @checked
    def parse(cls, text: str | Iterable[str], notation: Notation | str | None = None) -> CardSet:
        """The cards that a text names, in digits, letters or words, with any separators.

        >>> CardSet.parse("two red striped ovals, 1REO; 0000")
        CardSet([0, 6, 30])
        """
        from setlab.notation import notation_for

        chosen = notation_for(notation)
        return cls(chosen.parse_all(text), Space(chosen.deck.d, chosen.deck.n))

    @classmethod
    @checked
    def random(cls, n: int, seed: int | None = None, *, trial: int = 0, dimension: Dimension = None) -> CardSet:
        """Any n cards, all collections equally likely; the same for the same seed and trial, new without a seed.

        >>> CardSet.random(5, seed=1)
        CardSet([2, 5, 12, 71, 72])
        """
        space = find_space(dimension)
        return cls(Draws(fresh_seed() if seed is None else seed).shuffle(trial, space, n), space)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a CardSet does not change: build another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a CardSet does not change: build another one")

    def __reduce__(self) -> tuple[Any, ...]:
        return CardSet.from_mask, (self.mask, self.space)

    def __contains__(self, card: object) -> bool:
        if isinstance(card, str):
            card = _parse_card(card, self.space)
        return card in self.space and bool(self.mask >> index(card) & 1)  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[int]:
        rest = self.mask
        while rest:
            yield (rest & -rest).bit_length() - 1
            rest &= rest - 1

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[np.int64]:
        import numpy as np

        return np.array(list(self), dtype=np.int64 if dtype is None else dtype)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CardSet):
            return self.mask == other.mask and self.space == other.space
        if isinstance(other, Set):
            return len(self) == len(other) and all(not isinstance(card, str) and card in self for card in other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self))

    def __repr__(self) -> str:
        space = "" if self.space == Space() else f", {self.space!r}"
        if len(self) <= MOST_CARDS_IN_REPR:
            return f"CardSet({list(self)}{space})"
        return f"CardSet.from_mask({self.mask:#x}{space})"

    def __str__(self) -> str:
        return grid(self)

    def union(self, *others: Several) -> CardSet:
        """The cards that are in any of the collections.

        >>> CardSet([0, 1]).union([2], [3])
        CardSet([0, 1, 2, 3])
        """
        return CardSet.from_mask(reduce(or_, map(self._mask_of, others), self.mask), self.space)

    def intersection(self, *others: Several) -> CardSet:
        """The cards that are in all of the collections."""
        return CardSet.from_mask(reduce(and_, map(self._mask_of, others), self.mask), self.space)

    def difference(self, *others: Several) -> CardSet:
        """The cards that are in none of the other collections."""
        return CardSet.from_mask(self.mask & ~reduce(or_, map(self._mask_of, others), 0), self.space)

    def symmetric_difference(self, other: Several) -> CardSet:
        """The cards that are in exactly one of the two collections."""
        return CardSet.from_mask(self.mask ^ self._mask_of(other), self.space)

    def issubset(self, other: Several) -> bool:
        """True if every card is in the other collection too."""
        return not self.mask & ~self._mask_of(other)

    def issuperset(self, other: Several) -> bool:
        """True if the collection contains every card of the other."""
        return not self._mask_of(other) & ~self.mask

    def isdisjoint(self, other: Several) -> bool:
        """True if no card is in both."""
        return not self.mask & self._mask_of(other)

    def copy(self) -> CardSet:
        """The collection itself: it does not change."""
        return self

    __and__ = __rand__ = intersection
    __or__ = __ror__ = union  # type: ignore[assignment]
    __xor__ = __rxor__ = symmetric_difference  # type: ignore[assignment]
    __sub__ = difference
    __le__ = issubset
    __ge__ = issuperset

    def __rsub__(self, other: Several) -> CardSet:
        return CardSet.from_mask(self._mask_of(other), self.space).difference(self)

    def __lt__(self, other: Several) -> bool:
        return self.issubset(other) and self.mask != self._mask_of(other)

    def __gt__(self, other: Several) -> bool:
        return self.issuperset(other) and self.mask != self._mask_of(other)

    def complement(self) -> CardSet:
        """All other cards of the deck.

        >>> len(CardSet([0, 1, 2]).complement())
        78
        """
        return CardSet.deck(self.space).difference(self)

    def lines(self) -> list[tuple[int, ...]]:
        """All SETs among the cards, each in increasing order.

        >>> CardSet([0, 1, 2, 3, 6]).lines()
        [(0, 1, 2), (0, 3, 6)]
        """
        return self.space.sets(self)

    sets = lines

    def is_cap(self) -> bool:
        """True if there is no SET among the cards.

        >>> CardSet([0, 1, 3, 4]).is_cap(), CardSet([0, 1, 2]).is_cap()
        (True, False)
        """
        return not self.lines()

    def cards(self, notation: Notation | str | None = None) -> tuple[Card, ...]:
        """The cards with their faces, in ascending order.

        >>> CardSet([0, 30]).cards()
        (Card('one red solid oval'), Card('two red striped ovals'))
        """
        from setlab.notation import read_cards

        return read_cards(self, notation)

    def names(self, notation: Notation | str | None = None) -> list[str]:
        """The cards in words.

        >>> CardSet([0, 30]).names()
        ['one red solid oval', 'two red striped ovals']
        """
        return [str(card) for card in self.cards(notation)]

    def canonical(self) -> CardSet:
        """The collection that stands for all images of this one under the symmetries of the game.

        >>> CardSet([0, 40, 80]).canonical() == CardSet([7, 8, 6]).canonical()      # two SETs
        True
        """
        from setlab.geometry.batch import canonical_form

        return canonical_form(self)

    def stabiliser_order(self) -> int:
        """The number of symmetries of the game that take the collection to itself.

        >>> CardSet([0, 1, 3, 4], Space(2)).stabiliser_order()
        8
        """
        from setlab.geometry.batch import stabiliser_order

        return stabiliser_order(self)

    stabilizer_order = stabiliser_order

    def orbit_size(self) -> int:
        """The number of collections that are images of this one under the symmetries of the game.

        >>> CardSet([0, 1, 3, 4], Space(2)).orbit_size()
        54
        """
        from setlab.geometry.batch import orbit_size

        return orbit_size(self)

    def _mask_of(self, other: Several) -> int:
        if isinstance(other, CardSet):
            space_of(other, self.space)
            return other.mask
        return CardSet(other, self.space).mask


def space_of(cards: object, dimension: Dimension = None) -> Space:
    """The space of a `CardSet`, else the given space, else AG(4,3); raise `CardError` if both are known and differ.

    >>> space_of(CardSet([0, 1], 2)), space_of([0, 1]), space_of([0, 1], Space(3))
    (Space(2), Space(4), Space(3))
    """
    if isinstance(cards, CardSet):
        if dimension is not None and (given := find_space(dimension)) != cards.space:
            raise CardError(f"cards of {given} and of {cards.space} do not mix: use one space")
        return cards.space
    return find_space(dimension)


def _parse_cards(texts: str, space: Space) -> Iterable[int]:
    """The cards that a text names. Notations are a level above geometry, and are loaded when a text is given."""
    from setlab.notation import find_notation

    return find_notation(dimension=space.d).parse_all(texts)


def _parse_card(text: str, space: Space) -> int:
    """The card that a text names."""
    from setlab.notation import find_notation

    return find_notation(dimension=space.d).parse(text)


def _fill(cards: CardSet, mask: int, space: Space) -> CardSet:
    object.__setattr__(cards, "mask", mask)
    object.__setattr__(cards, "space", space)
    return cards


def grid(cards: CardSet) -> str:
    """The collection as a grid of the whole deck, with a 1 for every card of the collection and a dot for any other.

    The first half of the properties runs down, the rest across; a gap follows every third row and column.

    >>> from setlab.geometry import CardSet, Space
    >>> print(grid(CardSet(range(12), Space(3))))
    1 1 1  1 1 1  1 1 1
    1 1 1  . . .  . . .
    . . .  . . .  . . .
    """
    d = cards.space.d
    height, width = 3 ** (d // 2), 3 ** (d - d // 2)
    rows = []
    for row in range(height):
        if row and row % 3 == 0:
            rows.append("")
        marks = ["1" if row * width + column in cards else "." for column in range(width)]
        triples = (" ".join(marks[i : i + 3]) for i in range(0, width, 3))
        rows.append("  ".join(triples))
    return "\n".join(rows)


@checked
@dataclass(frozen=True)
class Leftover:
    """The conclusions from the cards left at the end of a game.

    Every SET sums to 0, and so does the deck. If only SETs were taken, the leftover therefore sums to 0, and its size
    is a multiple of three. The converse fails: `mistake` is False if no mistake is proved.
    """

    checksum: int
    mistake: bool
    reason: str


@checked
def read_leftover(cards: Iterable[int], dimension: Dimension = None) -> Leftover:
    """The checksum of the leftover cards, and whether it proves that a mistake was made.

    >>> read_leftover([0, 1, 3]).mistake
    True
    >>> read_leftover([]).reason
    'nothing is left: no mistake is shown'
    """
    space = space_of(cards, dimension)
    collection = space.distinct(cards)
    checksum = space.total(collection)
    if not collection:
        return Leftover(checksum, False, "nothing is left: no mistake is shown")
    if len(collection) % 3:
        return Leftover(checksum, True, f"{len(collection)} cards are left, not a multiple of 3: a mistake")
    if checksum:
        return Leftover(checksum, True, "the sum is not 0: a mistake was made")
    return Leftover(checksum, False, "the sum is 0: no mistake is shown, though two mistakes can cancel")


@checked
def mistakes_cancel(triples: Iterable[Sequence[int]], dimension: Dimension = None) -> bool:
    """True if some of the triples are not SETs, and yet the leftover sums to 0.

    Two wrong triples cancel if their sums are opposite. All 3^d − 1 non-zero sums of a wrong triple are equally
    likely, so that an independent second wrong triple cancels the first with probability 1/(3^d − 1). Triples of one
    deck share no card and so are not quite independent: `setlab.classroom.lessons` counts them exactly.

    >>> space = Space(4)
    >>> wrong = [space.card(c) for c in [(0,0,0,0), (0,1,0,0), (0,0,0,1)]]
    >>> undo = [space.card(c) for c in [(1,0,0,0), (1,2,0,0), (1,0,0,2)]]
    >>> mistakes_cancel([wrong]), mistakes_cancel([wrong, undo])
    (False, True)
    """
    space = find_space(dimension)
    sums = [space.total(triple) for triple in triples]
    return any(sums) and space.total(sums) == 0


@checked
def hidden_card(leftover: Iterable[int], dimension: Dimension = None) -> int:
    """The card that was put aside face down: minus the sum of the cards that are left.

    >>> space = Space(4)
    >>> left = [(1,1,2,2), (1,2,2,0), (2,1,0,0), (0,0,1,1), (0,0,2,1)]
    >>> space.coordinates(hidden_card([space.card(c) for c in left]))
    (2, 2, 2, 2)
    """
    space = space_of(leftover, dimension)
    return space.negative(space.total(_hidden_leftover(leftover, space)))


@checked
def hidden_card_by_property(leftover: Iterable[int], dimension: Dimension = None) -> int:
    """The hidden card, found property by property from the numbers of cards with each value.

    The hidden card makes the numbers of cards with each of the three values congruent modulo 3. So two of the numbers
    are congruent already, and the hidden card has the third value.

    >>> space = Space(4)
    >>> left = [(1,1,2,2), (1,2,2,0), (2,1,0,0), (0,0,1,1), (0,0,2,1)]
    >>> space.coordinates(hidden_card_by_property([space.card(c) for c in left]))
    (2, 2, 2, 2)
    """
    space = space_of(leftover, dimension)
    cards = _hidden_leftover(leftover, space)
    columns = zip(*(space.coordinates(card) for card in cards), strict=True)
    return space.card(_lagging_value(Counter(column)) for column in columns)


def _lagging_value(numbers: Counter[int]) -> int:
    residues = [numbers[value] % 3 for value in range(3)]
    return next(v for v in range(3) if residues.count((residues[v] + 1) % 3) == 2)


def _hidden_leftover(leftover: Iterable[int], space: Space) -> tuple[int, ...]:
    cards = space.distinct(leftover)
    if len(cards) % 3 != 2:
        raise RuleError(f"{len(cards)} cards left: with one card hidden a game leaves 2, 5, 8, … cards; look again")
    return cards
