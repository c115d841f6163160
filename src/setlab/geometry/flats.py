"""Points, lines, planes, cubes, hyperplanes: the flats of AG(d,3), and which of them are parallel or skew.

A k-flat is A + U: a card A and a k-dimensional space U of directions (Abrahamsen & Eriksen, chapter 7; Clark, Fisk &
Goren, section 3). As a collection it is a `CardSet`; to be laid on the table it is a layout: a line A, A + u, A + 2u;
a plane 3×3; a cube 3×3×3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from setlab.arguments import checked
from setlab.errors import RuleError, SpecError
from setlab.geometry.cardset import CardSet, space_of
from setlab.geometry.fields import Field, echelon_bases
from setlab.geometry.space import Dimension, Space, find_space

Row = tuple[int, int, int]
Plane = tuple[Row, Row, Row]
Cube = tuple[Plane, Plane, Plane]


@checked
def plane(a: int, b: int, c: int, dimension: Dimension = None) -> Plane:
    """The plane through three cards that are not a SET, as 3×3: row 0 begins with a, b; row 1 with c.

    Every row, column and (wrapped) diagonal is a SET: the layout of theorem 3 of Abrahamsen & Eriksen.

    >>> plane(0, 1, 3, Space(2))
    ((0, 1, 2), (3, 4, 5), (6, 7, 8))
    """
    space = find_space(dimension)
    _require_independent((a, b, c), space, "plane")
    across, down = space.direction(a, b), space.direction(a, c)
    first, second, third = (space.line(start, across) for start in space.line(a, down))
    return first, second, third


@checked
def cube(a: int, b: int, c: int, d: int, dimension: Dimension = None) -> Cube:
    """The cube of 27 cards through four cards that are not in one plane: three planes, one above the other.

    The first plane is `plane(a, b, c)`; the second begins with d.

    >>> cube(0, 1, 3, 9, Space(3))[2]
    ((18, 19, 20), (21, 22, 23), (24, 25, 26))
    """
    space = find_space(dimension)
    _require_independent((a, b, c, d), space, "cube")
    across, back = space.direction(a, b), space.direction(a, c)
    first, second, third = (
        plane(corner, space.add(corner, across), space.add(corner, back), space)
        for corner in space.line(a, space.direction(a, d))
    )
    return first, second, third


@checked
def span(cards: Iterable[int], dimension: Dimension = None) -> CardSet:
    """The smallest flat that contains the cards; it is closed under completing SETs.

    >>> span([0, 4], Space(2))
    CardSet([0, 4, 8], Space(2))
    """
    space = space_of(cards, dimension)
    collection = [space.check(card) for card in cards]
    if not collection:
        return CardSet((), space)
    start, *others = collection
    flat = CardSet([start], space)
    for card in others:
        if card not in flat:
            step = space.direction(start, card)
            flat = CardSet((point for old in flat for point in space.line(old, step)), space)
    return flat


@checked
def rank(cards: Iterable[int], dimension: Dimension = None) -> int:
    """The number of cards that are needed to span the flat of these: 1 for a card, 2 for a line, 3 for a plane.

    >>> [rank(cards) for cards in ([], [7], [0, 1, 2], [0, 1, 3], range(81))]
    [0, 1, 2, 3, 5]
    """
    size, count = len(span(cards, dimension)), 0
    while size:
        size, count = size // 3, count + 1
    return count


@checked
def frame_of(cards: Iterable[int], dimension: Dimension = None) -> tuple[int, ...]:
    """The cards that do not lie in the flat of the cards before them: a smallest selection with the same span.

    >>> frame_of([0, 1, 2, 3, 9])
    (0, 1, 3, 9)
    """
    space = space_of(cards, dimension)
    frame: tuple[int, ...] = ()
    flat = CardSet((), space)
    for card in cards:
        if card not in flat:
            frame = (*frame, card)
            flat = span(frame, space)
    return frame


@checked
def subspaces(k: int, dimension: Dimension = None) -> Iterator[CardSet]:
    """All k-dimensional spaces of directions, as the flats through card 0.

    >>> [len(list(subspaces(k, Space(3)))) for k in range(4)]
    [1, 13, 13, 1]
    """
    space = find_space(dimension)
    if not 0 <= k <= space.d:
        raise SpecError(f"{space} has no {k}-flats: choose k from 0 to {space.d}")
    return (span([0, *map(space.card, basis)], space) for basis in echelon_bases(k, space.d, Field(3)))


@checked
def k_flats(k: int, dimension: Dimension = None) -> Iterator[CardSet]:
    """All k-flats: the cards for k = 0, the SETs for 1, the planes for 2, the cubes for 3, the whole deck for d.

    >>> [sum(1 for flat in k_flats(k)) for k in range(5)]
    [81, 1080, 1170, 120, 1]
    """
    return (flat for directions in subspaces(k, dimension) for flat in parallel_class(directions))


@checked
def hyperplanes(dimension: Dimension = None) -> Iterator[CardSet]:
    """All (d−1)-flats: 120 for d = 4, of which only 12 are "all cards with one value of one property".

    >>> sum(1 for flat in hyperplanes())
    120
    """
    space = find_space(dimension)
    return k_flats(space.d - 1, space)


@checked
def parallel_class(flat: Iterable[int], dimension: Dimension = None) -> list[CardSet]:
    """All flats parallel to this one, itself included; together they cover every card of the deck once.

    >>> len(parallel_class([0, 40, 80]))
    27
    """
    flat = require_flat(flat, dimension)
    rest = CardSet.deck(flat.space)
    class_ = []
    while rest:
        member = parallel_through(flat, next(iter(rest)))
        class_.append(member)
        rest -= member
    return class_


@checked
def parallel_through(flat: Iterable[int], card: int, dimension: Dimension = None) -> CardSet:
    """The flat through the card that is parallel to this one (axiom 4): the translate of this one.

    >>> parallel_through([0, 1, 2], 40)
    CardSet([39, 40, 41])
    """
    flat = require_flat(flat, dimension)
    step = flat.space.subtract(card, next(iter(flat)))
    return CardSet((flat.space.add(point, step) for point in flat), flat.space)


def require_flat(cards: Iterable[int], dimension: Dimension = None) -> CardSet:
    """The cards as a collection; raise `RuleError` unless it is a flat."""
    space = space_of(cards, dimension)
    flat = cards if isinstance(cards, CardSet) else CardSet(cards, space)
    if not flat or span(flat) != flat:
        raise RuleError(f"{flat!r} is not a flat: with any two cards it must contain the third")
    return flat


def _require_independent(cards: Sequence[int], space: Space, what: str) -> None:
    space.distinct(cards)
    if rank(cards, space) == len(cards):
        return
    if len(cards) == 3:
        raise RuleError(f"{tuple(cards)} is a SET: a {what} needs three cards that are not in one SET")
    raise RuleError(f"{tuple(cards)} lie in one plane: a {what} needs a fourth card outside it")


@checked
def are_parallel(one: Iterable[int], other: Iterable[int], dimension: Dimension = None) -> bool:
    """True if the two flats have the same directions; a flat is parallel to itself.

    >>> are_parallel((0, 1, 2), (39, 40, 41)), are_parallel((0, 1, 2), (0, 40, 80))
    (True, False)
    """
    flat = require_flat(other, dimension)
    return parallel_through(one, next(iter(flat)), flat.space) == flat


@checked
def are_parallel_by_direction(one: Sequence[int], other: Sequence[int], dimension: Dimension = None) -> bool:
    """True if the direction vectors of two SETs are multiples of each other (theorem 4 of Abrahamsen & Eriksen).

    >>> are_parallel_by_direction((0, 1, 2), (40, 39, 41))
    True
    """
    space = find_space(dimension)
    for line in (one, other):
        require_line(line, space)
    direction = space.direction(other[0], other[1])
    return space.direction(one[0], one[1]) in (direction, space.negative(direction))


@checked
def are_parallel_by_cycles(one: Sequence[int], other: Sequence[int], dimension: Dimension = None) -> bool:
    """True if the cards of two SETs can be ordered so that each property runs through the same cycle of values.

    The cycles of Abrahamsen & Eriksen, 7.3, are (0,1,2) = (1,2,0) = (2,0,1), (0,2,1), and "always the same".
    Reversing the order of a SET reverses all its cycles.

    >>> are_parallel_by_cycles((27, 72, 9), (76, 13, 31))   # the worked example: A, B, C and D, E, F
    True
    """
    space = find_space(dimension)
    for line in (one, other):
        require_line(line, space)
    return cycles(one, space) in (cycles(other, space), cycles(other[::-1], space))


@checked
def cycles(line: Sequence[int], dimension: Dimension = None) -> tuple[int, ...]:
    """The step of each property along the SET: 0 if it stays, 1 for the cycle (0,1,2), 2 for the cycle (0,2,1).

    >>> cycles((27, 72, 9))
    (1, 2, 0, 0)
    """
    space = find_space(dimension)
    require_line(line, space)
    first, second = space.coordinates(line[0]), space.coordinates(line[1])
    return tuple((y - x) % 3 for x, y in zip(first, second, strict=True))


@checked
def are_skew(one: Sequence[int], other: Sequence[int], dimension: Dimension = None) -> bool:
    """True if two SETs share no card and are not parallel: they lie in no common plane.

    >>> are_skew((0, 1, 2), (12, 21, 3)), are_skew((0, 1, 2), (9, 10, 11))
    (True, False)
    """
    space = find_space(dimension)
    return set(one).isdisjoint(other) and not are_parallel_by_direction(one, other, space)


def require_line(cards: Sequence[int], space: Space) -> None:
    """Raise `RuleError` unless the cards are a SET."""
    if len(cards) != 3 or not space.is_line(*cards):
        raise RuleError(f"{tuple(cards)} is not a SET: three distinct cards that sum to 0 are needed")
