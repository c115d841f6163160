"""Points, lines, planes, cubes, hyperplanes: the flats of AG(d,3) (Abrahamsen & Eriksen 7; Clark and others 3).

A k-flat is A + U: a card A and a k-dimensional space U of directions. As a collection it is a `CardSet`; as
something to lay on the table it is a layout: a line A, A + u, A + 2u; a plane 3×3; a cube 3×3×3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

from setlab.errors import RuleError
from setlab.geometry.cardset import CardSet
from setlab.geometry.space import Space

Row = tuple[int, int, int]
Plane = tuple[Row, Row, Row]
Cube = tuple[Plane, Plane, Plane]


def plane(a: int, b: int, c: int, space: Space | None = None) -> Plane:
    """The plane through three cards that are not a SET, as 3×3: row 0 begins with a, b; row 1 with c.

    Every row, column and (wrapped) diagonal is a SET: the layout of theorem 3 of Abrahamsen & Eriksen.

    >>> plane(0, 1, 3, Space(2))
    ((0, 1, 2), (3, 4, 5), (6, 7, 8))
    """
    space = space or Space()
    _require_independent((a, b, c), space, "plane")
    across, down = space.direction(a, b), space.direction(a, c)
    first, second, third = (space.line(start, across) for start in space.line(a, down))
    return first, second, third


def cube(a: int, b: int, c: int, d: int, space: Space | None = None) -> Cube:
    """The cube of 27 cards through four cards that are not in one plane: three planes, one above the other.

    The first plane is `plane(a, b, c)`; the second begins with d.

    >>> cube(0, 1, 3, 9, Space(3))[2]
    ((18, 19, 20), (21, 22, 23), (24, 25, 26))
    """
    space = space or Space()
    _require_independent((a, b, c, d), space, "cube")
    across, back = space.direction(a, b), space.direction(a, c)
    first, second, third = (
        plane(corner, space.add(corner, across), space.add(corner, back), space)
        for corner in space.line(a, space.direction(a, d))
    )
    return first, second, third


def span(cards: Iterable[int], space: Space | None = None) -> CardSet:
    """The smallest flat that contains the cards: closed under completing SETs.

    >>> span([0, 4], Space(2))
    CardSet([0, 4, 8], Space(2))
    """
    space = space or Space()
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


def rank(cards: Iterable[int], space: Space | None = None) -> int:
    """The number of cards needed to span the flat of these: 0 for none, 1 a card, 2 a line, 3 a plane.

    >>> [rank(cards) for cards in ([], [7], [0, 1, 2], [0, 1, 3], range(81))]
    [0, 1, 2, 3, 5]
    """
    size, count = len(span(cards, space)), 0
    while size:
        size, count = size // 3, count + 1
    return count


def frame_of(cards: Iterable[int], space: Space | None = None) -> tuple[int, ...]:
    """The first cards that span what all of them span, none of them in the flat of those before it.

    >>> frame_of([0, 1, 2, 3, 9])
    (0, 1, 3, 9)
    """
    space = space or Space()
    frame: tuple[int, ...] = ()
    flat = CardSet((), space)
    for card in cards:
        if card not in flat:
            frame = (*frame, card)
            flat = span(frame, space)
    return frame


def subspaces(k: int, space: Space | None = None) -> Iterator[CardSet]:
    """All k-dimensional spaces of directions, as the flats through card 0.

    Each is built from its reduced echelon form: k leading places, zeros around the leading ones.

    >>> [len(list(subspaces(k, Space(3)))) for k in range(4)]
    [1, 13, 13, 1]
    """
    space = space or Space()
    for leading in combinations(range(space.d), k):
        free = [
            (row, place)
            for row, lead in enumerate(leading)
            for place in range(lead + 1, space.d)
            if place not in leading
        ]
        for values in product(range(3), repeat=len(free)):
            rows = [[int(place == lead) for place in range(space.d)] for lead in leading]
            for (row, place), value in zip(free, values, strict=True):
                rows[row][place] = value
            yield span([0, *(space.card(row) for row in rows)], space)


def flats(k: int, space: Space | None = None) -> Iterator[CardSet]:
    """All k-flats: 0 the cards, 1 the SETs, 2 the planes, 3 the cubes, d the whole deck.

    >>> [sum(1 for flat in flats(k)) for k in range(5)]
    [81, 1080, 1170, 120, 1]
    """
    for directions in subspaces(k, space):
        yield from parallel_class(directions)


def hyperplanes(space: Space | None = None) -> Iterator[CardSet]:
    """All (d−1)-flats: 120 for d = 4, of which only 12 are "all cards with one value of one property".

    >>> sum(1 for flat in hyperplanes())
    120
    """
    space = space or Space()
    return flats(space.d - 1, space)


def parallel_class(flat: CardSet) -> list[CardSet]:
    """All flats parallel to this one, itself among them; together they are the whole deck, each card once.

    >>> len(parallel_class(CardSet([0, 40, 80])))
    27
    """
    _require_flat(flat)
    rest = CardSet.deck(flat.space)
    class_ = []
    while rest:
        member = parallel_through(flat, next(iter(rest)))
        class_.append(member)
        rest -= member
    return class_


def parallel_through(flat: CardSet, card: int) -> CardSet:
    """The flat through the card that is parallel to this one (axiom 4): the flat moved by one vector.

    >>> parallel_through(CardSet([0, 1, 2]), 40)
    CardSet([39, 40, 41])
    """
    _require_flat(flat)
    step = flat.space.subtract(card, next(iter(flat)))
    return CardSet((flat.space.add(point, step) for point in flat), flat.space)


def are_parallel(one: CardSet, other: CardSet) -> bool:
    """True if the two flats have the same directions; a flat is parallel to itself.

    >>> are_parallel(CardSet([0, 1, 2]), CardSet([39, 40, 41]))
    True
    """
    return parallel_through(one, next(iter(other))) == other


def are_parallel_by_direction(one: Sequence[int], other: Sequence[int], space: Space | None = None) -> bool:
    """True if the direction vectors of two SETs are multiples of each other (theorem 4 of Abrahamsen & Eriksen).

    >>> are_parallel_by_direction((0, 1, 2), (40, 39, 41))
    True
    """
    space = space or Space()
    for line in (one, other):
        require_line(line, space)
    direction = space.direction(other[0], other[1])
    return space.direction(one[0], one[1]) in (direction, space.negative(direction))


def are_parallel_by_cycles(one: Sequence[int], other: Sequence[int], space: Space | None = None) -> bool:
    """True if the cards of two SETs can be put in an order with the same cycle of values in each property.

    The cycles of Abrahamsen & Eriksen, 7.3: (0,1,2) = (1,2,0) = (2,0,1) is one, (0,2,1) the other, and "always
    the same" is a third kind. Turning one SET round turns all its cycles.

    >>> are_parallel_by_cycles((27, 72, 9), (76, 13, 31))   # the worked example: A, B, C and D, E, F
    True
    """
    space = space or Space()
    for line in (one, other):
        require_line(line, space)
    return cycles(one, space) in (cycles(other, space), cycles(other[::-1], space))


def cycles(line: Sequence[int], space: Space | None = None) -> tuple[int, ...]:
    """The step of each property along the SET: 0 stays, 1 is the cycle (0,1,2), 2 the cycle (0,2,1).

    >>> cycles((27, 72, 9))
    (1, 2, 0, 0)
    """
    space = space or Space()
    first, second = space.coordinates(line[0]), space.coordinates(line[1])
    return tuple((y - x) % 3 for x, y in zip(first, second, strict=True))


def are_skew(one: Sequence[int], other: Sequence[int], space: Space | None = None) -> bool:
    """True if two SETs share no card and are not parallel: they lie in no common plane.

    >>> are_skew((0, 1, 2), (12, 21, 3)), are_skew((0, 1, 2), (9, 10, 11))
    (True, False)
    """
    space = space or Space()
    return set(one).isdisjoint(other) and not are_parallel_by_direction(one, other, space)


def require_line(cards: Sequence[int], space: Space) -> None:
    """Nothing, if the cards are a SET; otherwise a `RuleError`."""
    if len(cards) != 3 or not space.is_line(*cards):
        raise RuleError(f"{tuple(cards)} is not a SET: three distinct cards that sum to 0 are needed")


def _require_flat(flat: CardSet) -> None:
    if not flat or span(flat, flat.space) != flat:
        raise RuleError(f"{flat!r} is not a flat: with any two cards it must hold the third")


def _require_independent(cards: Sequence[int], space: Space, what: str) -> None:
    space.distinct(cards)
    if rank(cards, space) == len(cards):
        return
    if len(cards) == 3:
        raise RuleError(f"{tuple(cards)} is a SET: a {what} needs three cards that are not in one SET")
    raise RuleError(f"{tuple(cards)} lie in one plane: a {what} needs a fourth card outside it")
