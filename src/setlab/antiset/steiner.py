"""Steiner triple systems: all of order 7, 9, 13 and 15, cyclic ones, and random ones of any order.

No list is copied. From one system others are made by switching (`triples.py`). Their groups show that all have been
found: the sum of v!/|Aut| has to be the number of systems on v given points. For v ≤ 13 the tests count these systems
one by one; for v = 15 their number is cited, and so is the number 80 of isomorphism classes (Mathon and others 1983).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from math import factorial

from setlab.antiset.triples import System, Triple, is_isomorphic
from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.geometry.design import Design

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
