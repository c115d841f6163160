"""A Steiner triple system as a table of third points: switching, invariants, isomorphisms.

Fix two points a and b. The blocks through exactly one of them join the other points to cycles: x and y are joined when
a or b lies in a block with both. Exchanging a and b in the blocks along one cycle gives a system again; that is a
*switch*. The lengths of the cycles are invariants that distinguish systems and points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations
from math import prod

from setlab.geometry.design import Design
from setlab.geometry.symmetry import Group, Permutation

Triple = tuple[int, int, int]


class System:
    """A Steiner triple system as a table of third points, with its invariants."""

    def __init__(self, third: list[list[int]]) -> None:
        self.third = third
        self.order = len(third)

    @classmethod
    def of(cls, points: int, blocks: Iterable[Iterable[int]]) -> System:
        """The system with these blocks."""
        third = [[x] * points for x in range(points)]
        for a, b, c in blocks:
            third[a][b] = third[b][a] = c
            third[a][c] = third[c][a] = b
            third[b][c] = third[c][b] = a
        return cls(third)

    def blocks(self) -> Iterator[Triple]:
        """The blocks, each ascending."""
        for a, b in combinations(range(self.order), 2):
            if (c := self.third[a][b]) > b:
                yield a, b, c

    def cycles(self, a: int, b: int) -> Iterator[list[int]]:
        """The cycles of a and b: x, the third point of x and a, the third point of that and b, and so on.

        >>> from setlab.geometry.designs import affine
        >>> [len(cycle) for cycle in System.of(9, affine(2, 3).blocks).cycles(0, 1)]
        [6]
        """
        left = set(range(self.order)) - {a, b, self.third[a][b]}
        while left:
            cycle = [min(left)]
            while True:
                cycle.append(self.third[a][cycle[-1]])
                if (following := self.third[b][cycle[-1]]) == cycle[0]:
                    break
                cycle.append(following)
            left.difference_update(cycle)
            yield cycle

    def switch(self, a: int, b: int, cycle: list[int]) -> System:
        """The system with a and b exchanged in the blocks along the cycle."""
        third = [row.copy() for row in self.third]
        for x in cycle:
            with_a, with_b = self.third[a][x], self.third[b][x]
            third[a][x], third[x][a] = with_b, with_b
            third[b][x], third[x][b] = with_a, with_a
            third[x][with_a], third[x][with_b] = b, a
        return System(third)

    def neighbours(self) -> Iterator[System]:
        """All systems one switch away. The longest cycle is left out: all others together do the same up to a and b."""
        for a, b in combinations(range(self.order), 2):
            for cycle in sorted(self.cycles(a, b), key=len)[:-1]:
                yield self.switch(a, b, cycle)

    @cached_property
    def pairs(self) -> list[list[int]]:
        """For every two points a number that encodes the lengths of their cycles."""
        table = [[0] * self.order for _ in self.third]
        for a, b in combinations(range(self.order), 2):
            table[a][b] = table[b][a] = _as_number(len(cycle) for cycle in self.cycles(a, b))
        return table

    @cached_property
    def colours(self) -> list[int]:
        """For every point a number that encodes its cycles with all other points."""
        return [_as_number(row) for row in self.pairs]

    @cached_property
    def fingerprint(self) -> int:
        """A number that is equal for isomorphic systems."""
        return _as_number(self.colours)

    @cached_property
    def count_paschs(self) -> int:
        """The number of Pasch configurations, four blocks on six points: the cycles of length 4."""
        return sum(len(cycle) == 4 for a, b in combinations(range(self.order), 2) for cycle in self.cycles(a, b)) // 3

    @cached_property
    def generating(self) -> tuple[int, ...]:
        """A few points that generate the system, with signatures that are as rare as possible."""
        for size in range(2, self.order):
            sequences = self._sequences(size)
            times = Counter(signature for signature, _ in sequences)
            for _, points in sorted(sequences, key=lambda sequence: (times[sequence[0]], sequence)):
                if len(self.closure(points)) == self.order:
                    return points
        raise AssertionError("the points of a system generate it")

    def _sequences(self, size: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        found: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), ())]
        for _ in range(size):
            found = [
                (signature + self.signature(points, x), (*points, x))
                for signature, points in found
                for x in range(self.order)
                if x not in points
            ]
        return found

    def signature(self, points: tuple[int, ...], x: int) -> tuple[int, ...]:
        """The invariants of a point relative to other points."""
        return (self.colours[x], *(self.pairs[p][x] for p in points))

    def closure(self, points: Iterable[int]) -> list[int]:
        """The subsystem that the points generate, in an order that depends on nothing else."""
        found: list[int] = []
        for x in points:
            if x not in found:
                found.append(x)
        for j, y in enumerate(found):
            for x in found[:j]:
                if (z := self.third[x][y]) not in found:
                    found.append(z)
        return found

    def group(self) -> Group:
        """The automorphism group, by the images of a few points that generate the system.

        Its order is the number of possible images of the first point, times the number of possible images of the
        second while the first is fixed, and so on.

        >>> from setlab.geometry.designs import affine
        >>> System.of(9, affine(2, 3).blocks).group().order
        432
        """
        points = self.generating
        maps: list[Permutation] = []
        sizes = []
        for link, point in enumerate(points):
            images = ((*points[:link], x) for x in self.alike(points[:link], point))
            found = [map_ for start in images if (map_ := _extension(self, self, points, start))]
            sizes.append(len(found))
            maps += [map_ for map_ in found if map_[point] != point]
        return Group(tuple(maps), prod(sizes))

    def alike(self, points: tuple[int, ...], point: int) -> list[int]:
        """The points with the same signature as this point, relative to other points."""
        wanted = self.signature(points, point)
        return [x for x in range(self.order) if x not in points and self.signature(points, x) == wanted]

    def design(self, name: str = "") -> Design:
        """The system as a design."""
        return Design(self.order, self.blocks(), name=name)


def is_isomorphic(one: System, other: System) -> bool:
    """True if a map of the points takes the blocks of one system to those of the other.

    >>> fano = [(i, (i + 1) % 7, (i + 3) % 7) for i in range(7)]
    >>> is_isomorphic(System.of(7, fano), System.of(7, [(6 - a, 6 - b, 6 - c) for a, b, c in fano]))
    True
    """
    if one.order != other.order or one.fingerprint != other.fingerprint:
        return False
    return _extension(one, other, one.generating, ()) is not None


def _extension(one: System, other: System, points: tuple[int, ...], images: tuple[int, ...]) -> Permutation | None:
    """An isomorphism that takes the first of these points to these images, or None."""
    done = len(images)
    if done == len(points):
        return _map(one, other, points, images)
    wanted = one.signature(points[:done], points[done])
    fitting = (x for x in range(other.order) if x not in images and other.signature(images, x) == wanted)
    found = (_extension(one, other, points, (*images, x)) for x in fitting)
    return next((map_ for map_ in found if map_), None)


def _map(one: System, other: System, points: tuple[int, ...], images: tuple[int, ...]) -> Permutation | None:
    """The only map that takes generating points to these images, or None unless it takes blocks to blocks."""
    reached = other.closure(images)
    if len(reached) < one.order:
        return None
    map_ = dict(zip(one.closure(points), reached, strict=True))
    if any(other.third[map_[a]][map_[b]] != map_[c] for a, b, c in one.blocks()):
        return None
    return tuple(map_[x] for x in range(one.order))


def _as_number(values: Iterable[int]) -> int:
    """A number that depends on the values but not on their order. Tuples of ints hash alike in every process."""
    return hash(tuple(sorted(values)))
