"""All SETs as lines with their cards, planes, cycles and directions, for the comparison of all pairs (A8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, VECTORS, Triple, all_sets, thirds
from setlab.reproduce.abrahamsen_eriksen.geometry.planes import all_planes
from setlab.reproduce.abrahamsen_eriksen.printed import spoken


def rotations(cycle: Sequence[int]) -> frozenset[tuple[int, ...]]:
    """All ways to write down a cycle.

    >>> sorted(rotations((0, 1, 2)))
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """
    return frozenset((*cycle[i:], *cycle[:i]) for i in range(len(cycle)))


KIND = {rotations(cycle): kind for kind, cycle in enumerate(((0, 1, 2), (0, 2, 1)))}
"""The two cycles of three different values."""


def cycles(cards: Sequence[int]) -> tuple[int | None, ...]:
    """The cycle of each property along a SET: 0 or 1, or None if the value is constant.

    >>> cycles((27, 72, 9))
    (0, 1, None, None)
    """
    return tuple(KIND.get(rotations(column)) for column in zip(*(VECTORS[card] for card in cards), strict=True))


class Line(NamedTuple):
    """A SET, with the masks of its cards and of the planes through it, its cycles and its directions."""

    cards: Triple
    mask: int
    planes: int
    cycles: frozenset[tuple[int | None, ...]]
    directions: frozenset[int]

    def misses(self, other: Line) -> bool:
        """True if two SETs are disjoint."""
        return not self.mask & other.mask

    def in_plane_apart(self, other: Line) -> bool:
        """True if two SETs are disjoint and lie in one plane."""
        return not self.mask & other.mask and self.planes & other.planes != 0


@cache
def all_lines() -> tuple[Line, ...]:
    """All SETs with their planes, their cycles in both orders, and their directions v and 2v."""
    planes = planes_of_sets()
    return tuple(
        Line(
            cards,
            sum(1 << card for card in cards),
            planes[cards],
            frozenset((cycles(cards), cycles(cards[::-1]))),
            frozenset((v, SPACE.multiply(2, v))),
        )
        for cards in all_sets()
        for v in [SPACE.direction(cards[0], cards[1])]
    )


def planes_of_sets() -> dict[Triple, int]:
    """For each SET, the mask of the planes that contain it.

    >>> {planes.bit_count() for planes in planes_of_sets().values()}
    {13}
    """
    found = dict.fromkeys(all_sets(), 0)
    third = thirds()
    for number, plane in enumerate(all_planes()):
        for a, b in combinations(sorted(plane), 2):
            if b < third[a][b]:
                found[a, b, third[a][b]] |= 1 << number
    return found


def pairs() -> Iterator[tuple[Line, Line]]:
    """The 582,660 pairs of SETs."""
    return combinations(all_lines(), 2)


def two(pair: tuple[Line, Line]) -> str:
    """Two SETs in words."""
    return f"{spoken(pair[0].cards)} and {spoken(pair[1].cards)}"
