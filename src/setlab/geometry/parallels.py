"""How flats and SETs lie to each other: parallel or skew, by directions and by cycles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from setlab.arguments import checked
from setlab.errors import RuleError
from setlab.geometry.flats import parallel_through, required_flat
from setlab.geometry.space import Dimension, Space, find_space


@checked
def are_parallel(one: Iterable[int], other: Iterable[int], dimension: Dimension = None) -> bool:
    """True if the two flats have the same directions; a flat is parallel to itself.

    >>> are_parallel((0, 1, 2), (39, 40, 41)), are_parallel((0, 1, 2), (0, 40, 80))
    (True, False)
    """
    flat = required_flat(other, dimension)
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
