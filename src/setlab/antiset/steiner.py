"""Steiner triple systems: all of order 7, 9, 13 and 15, cyclic ones, and random ones of any order.

No list is copied. From one system others are made by switching. Their groups show that all have been
found: the sum of v!/|Aut| has to be the number of systems on v given points. For v ≤ 13 the tests count these systems
one by one; for v = 15 their number is cited, and so is the number 80 of isomorphism classes (Mathon and others 1983).

A `System` is a table of third points. Fix two points a and b. The blocks through exactly one of them join the other
points to cycles: x and y are joined when a or b lies in a block with both. Exchanging a and b in the blocks along one
cycle gives a system again; that is a *switch*. The lengths of the cycles are invariants that distinguish systems and
points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import combinations
from math import factorial, prod

from setlab.draws import Draws
from setlab.errors import SpecError
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

        >>> from setlab.geometry.design import affine
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
            longer = [(signature, points, x) for signature, points in found for x in range(self.order)]
            found = [(s + self.signature(points, x), (*points, x)) for s, points, x in longer if x not in points]
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

        >>> from setlab.geometry.design import affine
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


LABELLED = {3: 1, 7: 30, 9: 840, 13: 1_197_504_000, 15: 60_281_712_691_200}
"""The number of systems on v given points, cited: sequence A030128 of the OEIS."""


@lru_cache
def systems(v: int) -> tuple[Design, ...]:
    """One Steiner triple system of each isomorphism class, the most symmetric first: 1, 1, 2, 80 of order 7, 9, 13, 15.

    >>> [len(systems(v)) for v in (3, 7, 9, 13)]
    [1, 1, 1, 2]
    """
    if v not in LABELLED:
        raise SpecError(f"all systems of order {v} are not listed: choose one of {', '.join(map(str, LABELLED))}")
    found = _all_by_switching(first_system(v), LABELLED[v])
    ordered = sorted(found, key=lambda pair: (-pair[1], -pair[0].count_paschs))
    return tuple(system.design(f"STS({v}) {number}") for number, (system, _) in enumerate(ordered, start=1))


def _all_by_switching(start: System, labelled: int) -> list[tuple[System, int]]:
    """One system of each class with the order of its group, until the classes account for all labelled systems."""
    found: list[tuple[System, int]] = []
    classes: dict[int, list[System]] = {}
    accounted = 0

    def add(system: System) -> int:
        same = classes.setdefault(system.fingerprint, [])
        if any(is_isomorphic(known, system) for known in same):
            return 0
        same.append(system)
        found.append((system, system.group().order))
        return factorial(system.order) // found[-1][1]

    accounted = add(start)
    for system, _ in found:  # which grows
        for neighbour in system.neighbours():
            if accounted == labelled:
                return found
            accounted += add(neighbour)
    if accounted != labelled:
        raise AssertionError(f"switching leads to {accounted} of {labelled} systems")
    return found


def first_system(v: int) -> System:
    """A system of order v by the construction of Bose 1939 (v = 6k + 3) or Skolem 1958 (v = 6k + 1).

    >>> len(list(first_system(19).blocks()))
    57
    """
    if v % 6 == 3:
        return System.of(v, _bose(v // 3))
    if v % 6 == 1 and v > 1:
        return System.of(v, _skolem(v // 3))
    raise SpecError(f"there is no Steiner triple system of order {v}: choose one that is 1 or 3 modulo 6, at least 3")


def _bose(n: int) -> Iterator[Triple]:
    """Three copies of Z_n, n odd: x, y, and half of x + y in the next copy."""
    yield from ((x, x + n, x + 2 * n) for x in range(n))
    half = (n + 1) // 2
    for level in range(3):
        for x, y in combinations(range(n), 2):
            yield x + n * level, y + n * level, (x + y) * half % n + n * ((level + 1) % 3)


def _skolem(n: int) -> Iterator[Triple]:
    """Three copies of Z_n, n even, and one more point; `middle` is commutative, and x · x = x for the lower half."""
    middle = [i // 2 if i % 2 == 0 else (i - 1 + n) // 2 for i in range(n)]
    top, half = 3 * n, n // 2
    yield from ((x, x + n, x + 2 * n) for x in range(half))
    for level in range(3):
        beyond = n * ((level + 1) % 3)
        yield from ((top, x + half + n * level, x + beyond) for x in range(half))
        for x, y in combinations(range(n), 2):
            yield x + n * level, y + n * level, middle[(x + y) % n] + beyond


def cyclic_blocks(v: int, base: Iterable[Triple]) -> list[Triple]:
    """All translates of the base blocks modulo v.

    >>> cyclic_blocks(7, [(0, 1, 3)])[:2]
    [(0, 1, 3), (0, 2, 6)]
    """
    shifted = {tuple(sorted((x + i) % v for x in block)) for block in base for i in range(v)}
    return sorted((a, b, c) for a, b, c in shifted)


def cyclic_systems(v: int) -> list[Design]:
    """The systems of order v = 6k + 1 that x ↦ x + 1 preserves, one of each class: 1, 1, 4 of order 7, 13, 19.

    The differences 1 … 3k are divided into triples a, b, c with a + b = c or a + b + c = v; each triple gives the
    base block 0, a, a + b and its reflection.

    >>> [len(cyclic_systems(v)) for v in (7, 13)]
    [1, 1]
    """
    if v % 6 != 1 or v < 7:
        raise SpecError(f"cyclic systems are made for orders that are 1 modulo 6: {v} is not; choose 7, 13, 19, …")
    found: list[System] = []
    for base in _difference_triples(v, frozenset(range(1, v // 2 + 1))):
        system = System.of(v, cyclic_blocks(v, base))
        if not any(is_isomorphic(known, system) for known in found):
            found.append(system)
    return [system.design(f"cyclic STS({v}) {number}") for number, system in enumerate(found, start=1)]


def _difference_triples(v: int, left: frozenset[int]) -> Iterator[tuple[Triple, ...]]:
    if not left:
        yield ()
        return
    a = min(left)
    for b in sorted(left - {a}):
        for c in {a + b, v - a - b} & left - {a, b}:
            for rest in _difference_triples(v, left - {a, b, c}):
                yield ((0, a, a + b), *rest)
                yield ((0, b, a + b), *rest)


def random_system(v: int, seed: int) -> Design:
    """A random system of order v by hill climbing (Stinson 1985); the same seed gives the same system.

    A point x with missing blocks gets a block with two points that it does not share a block with; if those two lie in
    a block already, that block is removed.

    >>> random_system(19, seed=1) == random_system(19, seed=1)
    True
    """
    first_system(v)  # raises an error if there is no system of this order
    third = [[-1] * v for _ in range(v)]
    lacking = v * (v - 1) // 6
    draws, step = Draws(seed), 0
    while lacking:
        live = [x for x in range(v) if third[x].count(-1) > 1]
        x = live[draws.below(step, 0, len(live))]
        free = [y for y in range(v) if y != x and third[x][y] < 0]
        y = free.pop(draws.below(step, 1, len(free)))
        z = free[draws.below(step, 2, len(free))]
        if (w := third[y][z]) >= 0:
            _enter(third, (y, z, w), present=False)
            lacking += 1
        _enter(third, (x, y, z), present=True)
        lacking -= 1
        step += 1
    for x in range(v):
        third[x][x] = x
    return System(third).design(f"random STS({v}) {seed}")


def _enter(third: list[list[int]], block: Triple, present: bool) -> None:
    for a, b, c in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        here, there, value = block[a], block[b], block[c] if present else -1
        third[here][there] = third[there][here] = value
