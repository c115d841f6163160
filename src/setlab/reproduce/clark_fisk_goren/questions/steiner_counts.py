"""The number of Steiner triple systems on v given points, by exhaustive search.

Up to renaming points, the blocks through point 0 are {0,1,2}, {0,3,4}, … The blocks through point 1 form a perfect
matching of the other points; together with the matching of point 0 it forms cycles of even length, and only their
lengths matter. So one search for each list of lengths suffices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from math import factorial, prod

Triple = tuple[int, int, int]


@lru_cache
def count_systems(v: int) -> int:
    """The number of Steiner triple systems on v given points.

    >>> [count_systems(v) for v in (7, 9)]
    [30, 840]
    """
    first_stars = prod(range(v - 2, 0, -2))
    return first_stars * sum(count_matchings(halves) * _completions(v, halves) for halves in cycle_types(v))


def cycle_types(v: int) -> list[tuple[int, ...]]:
    """The half lengths of the cycles that the blocks through 0 and 1 form on the other v − 3 points.

    >>> cycle_types(13)
    [(2, 3), (5,)]
    """
    return list(_partitions((v - 3) // 2, 2))


def _partitions(n: int, least: int) -> Iterator[tuple[int, ...]]:
    if n == 0:
        yield ()
    for part in range(least, n + 1):
        for rest in _partitions(n - part, part):
            yield (part, *rest)


def count_matchings(halves: tuple[int, ...]) -> int:
    """The number of perfect matchings that form cycles of these half lengths with a given matching.

    >>> sum(map(count_matchings, cycle_types(13)))          # the matchings of ten points that avoid five given pairs
    544
    """
    groups = factorial(sum(halves)) // prod(map(factorial, halves)) // prod(map(factorial, Counter(halves).values()))
    return groups * prod((1 << half - 1) * factorial(half - 1) for half in halves)


def _completions(v: int, halves: tuple[int, ...]) -> int:
    """The number of systems with given blocks through 0 and 1."""
    search = _Search(v)
    for block in _stars(v, halves):
        search.turn(block)
    return search.count()


def _stars(v: int, halves: tuple[int, ...]) -> Iterator[Triple]:
    """The blocks through 0, and the blocks through 1 that form cycles of these half lengths."""
    yield from ((0, x, x + 1) for x in range(1, v, 2))
    start = 3
    for half in halves:
        yield from ((1, start + 2 * i + 1, start + (2 * i + 2) % (2 * half)) for i in range(half))
        start += 2 * half


class _Search:
    """A partial system: for every point, the mask of the points with which it shares no block yet."""

    def __init__(self, v: int) -> None:
        self.lacking = [(1 << v) - 1 - (1 << x) for x in range(v)]

    def turn(self, block: Triple) -> None:
        """Add a block, or remove it if it is present."""
        everything = sum(1 << x for x in block)
        for x in block:
            self.lacking[x] ^= everything ^ 1 << x

    def count(self) -> int:
        """The number of ways to complete the system; the search continues with a pair that has few third points."""
        open_points = [x for x, mask in enumerate(self.lacking) if mask]
        if not open_points:
            return 1
        a = min(open_points, key=lambda x: self.lacking[x].bit_count())
        b = min(_points(self.lacking[a]), key=lambda x: (self.lacking[a] & self.lacking[x]).bit_count())
        return sum(self._count_with((a, b, c)) for c in _points(self.lacking[a] & self.lacking[b]))

    def _count_with(self, block: Triple) -> int:
        self.turn(block)
        number = self.count()
        self.turn(block)
        return number


def _points(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
