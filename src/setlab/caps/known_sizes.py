"""The size m₂ of the largest cap, where it is known, with its source, and the size of the caps built here.

Upper bounds for AG(d,3) follow from upper bounds for AG(d−1,3) by counting, and by characters.

**By counting.** Each of the (3^d − 1)/2 classes of parallel hyperplanes of AG(d,3) divides a cap of n points into three
parts, of a, b and c points. Two points lie in the same hyperplane for (3^(d−1) − 1)/2 of the classes, three
noncollinear points for (3^(d−2) − 1)/2. So the mean of

    (C(a,2) + C(b,2) + C(c,2), C(a,3) + C(b,3) + C(c,3))

over all classes depends only on n. It lies in the convex hull of the possible values of this pair; where it does not,
there is no cap of n points, and so no larger one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from string import Formatter

from setlab.arguments import checked
from setlab.caps.constructions import LARGEST_FIND, find
from setlab.errors import SpecError
from setlab.geometry.fields import Field
from setlab.limits import FORMULAS, between
from setlab.sources.references import reference

Point = tuple[int | Fraction, int | Fraction]


@checked
def most_by_counting(dimension: int, smaller: int) -> int:
    """An upper bound on the size of caps of AG(d,3) from `smaller`, one for AG(d−1,3), by counting in hyperplanes.

    >>> most_by_counting(3, 4), most_by_counting(4, 9)
    (9, 21)
    """
    size = smaller
    while not is_excluded(dimension, size + 1, smaller):
        size += 1
    return size


@checked
def most_by_characters(dimension: int, smaller: int) -> int:
    """An upper bound on the size of caps of AG(d,3) from `smaller`, one for AG(d−1,3), by characters of Z_3^d.

    Let M be `smaller`, A a cap of m points, ω a primitive third root of unity, and f(u) the sum of ω^(u·x) over x ∈ A.
    If a + b + c = 0 with a, b, c ∈ A, the three are equal; so the sum of f(u)³ over all u ≠ 0 is 3^d·m − m³, and the
    sum of |f(u)|² is 3^d·m − m². Three parallel hyperplanes contain h₀, h₁, h₂ ≤ M points of A; since 1 + ω + ω² = 0,
    f(u) = −Σ (M − hᵢ)ωⁱ, hence |f(u)| ≤ 3M − m. It follows that m² − 3^d ≤ (3M − m)(3^d − m).

    >>> most_by_characters(3, 4), most_by_characters(4, 9), most_by_characters(5, 20)
    (9, 21, 48)
    """
    cards = 3**dimension
    return max(m for m in range(3 * smaller + 1) if m * m - cards <= (3 * smaller - m) * (cards - m))


def is_excluded(d: int, n: int, most: int) -> bool:
    """True if counting excludes a cap of n points with at most `most` of them in each hyperplane.

    The mean over all classes then lies outside the convex hull of the possible values.

    >>> is_excluded(3, 9, 4), is_excluded(3, 10, 4)
    (False, True)
    """
    hull = convex_hull(_pairs_and_triples(parts) for parts in splits(n, most))
    edges = zip(hull, [*hull[1:], *hull[:1]], strict=True)
    return not hull or any(_turn(start, end, mean_point(d, n)) < 0 for start, end in edges)


def splits(n: int, most: int) -> Iterator[tuple[int, int, int]]:
    """The ways to divide n points among three parallel hyperplanes, the largest part first.

    >>> list(splits(5, 3))
    [(2, 2, 1), (3, 1, 1), (3, 2, 0)]
    """
    for a in range(min(n, most) + 1):
        for b in range(min(n - a, a) + 1):
            if n - a - b <= b:
                yield a, b, n - a - b


def mean_point(d: int, n: int) -> Point:
    """The mean numbers of pairs and of triples of a cap of n points that lie in one hyperplane of a class."""
    directions, with_two, with_three = (3**k - 1 for k in (d, d - 1, d - 2))
    return Fraction(comb(n, 2) * with_two, directions), Fraction(comb(n, 3) * with_three, directions)


def _pairs_and_triples(parts: tuple[int, int, int]) -> Point:
    return sum(comb(part, 2) for part in parts), sum(comb(part, 3) for part in parts)


def convex_hull(points: Iterable[Point]) -> list[Point]:
    """The vertices of the convex hull, counterclockwise (Andrew's monotone chain).

    >>> convex_hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2)])
    [(0, 0), (2, 0), (2, 2), (0, 2)]
    """
    ordered = sorted(set(points))
    lower, upper = _half(ordered), _half(ordered[::-1])
    return lower[:-1] + upper[:-1] if len(ordered) > 1 else ordered


def _half(ordered: list[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in ordered:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _turn(a: Point, b: Point, c: Point) -> int | Fraction:
    """Positive if c lies to the left of the directed line from a to b, negative if to the right."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@checked
@dataclass(frozen=True)
class Known:
    """Bounds on the size of the largest cap of AG(d,q); the upper one is None where none is cited here.

    `source` cites the works in full, and `references` has their keys.
    """

    d: int
    q: int
    lower: int
    upper: int | None
    source: str
    references: tuple[str, ...]
    buildable: int

    @property
    def dimension(self) -> int:
        """The dimension of the geometry, d."""
        return self.d

    @property
    def is_exact(self) -> bool:
        """True if both bounds are equal."""
        return self.lower == self.upper


Cited = tuple[int, int | None, str]
"""Lower bound, upper bound, and the reason: a sentence with the keys of references in braces."""

TERNARY: dict[int, Cited] = {
    1: (2, 2, "a line has three points"),
    2: (4, 4, "{bose1947}"),
    3: (9, 9, "{bose1947}"),
    4: (20, 20, "{pellegrino1970}"),
    5: (45, 45, "{edel2002}"),
    6: (112, 112, "{potechin2008}"),
    7: (236, 288, "at least 236: {calderbank1994}; at most 288: {thackeray2022}"),
    8: (512, None, "{romeraparedes2024}"),
}


@checked
def known(dimension: int = 4, q: int = 3) -> Known:
    """The known bounds on the size of the largest cap of AG(d,q).

    >>> [known(d).lower for d in range(1, 10)]
    [2, 4, 9, 20, 45, 112, 236, 512, 1024]
    >>> known(4, 4).lower, known(4, 4).buildable, known(3, 5).is_exact
    (40, 36, True)
    """
    built = buildable_size(dimension, Field(q).q)
    lower, upper, why = _citation(dimension, q) or (built, None, "the best product of caps that are built here")
    keys = tuple(key for _, key, _, _ in Formatter().parse(why) if key)
    source = why.format_map({key: reference(key).citation for key in keys})
    return Known(dimension, q, lower, upper, source, keys, built)


@checked
@lru_cache
def buildable_size(dimension: int, q: int = 3) -> int:
    """The size of the largest cap of AG(d,q) that `find` constructs or that is a product of such caps.

    >>> buildable_size(7), buildable_size(12), buildable_size(12) == 112**2, buildable_size(2, 11)
    (236, 12544, True, 4)
    """
    if dimension not in FORMULAS:
        raise SpecError(f"dimension {dimension} is out of range: choose one from {between(FORMULAS)}")
    if dimension <= LARGEST_FIND.get(Field(q).q, 0):
        return len(find(dimension, q))
    if dimension == 1:
        return 2
    if q == 2:
        return int(2**dimension)
    return max(buildable_size(i, q) * buildable_size(dimension - i, q) for i in range(1, dimension // 2 + 1))


def _citation(d: int, q: int) -> Cited | None:
    if q == 3:
        return TERNARY.get(d)
    if q == 2:
        return 2**d, 2**d, "a line has only two points"
    if d == 1:
        return 2, 2, f"a line has {q} points"
    if d == 2:
        return (q + 2, q + 2, "{bose1947}") if q % 2 == 0 else (q + 1, q + 1, "{bose1947}")
    if d == 3:  # a cap of PG(3,q) has at most q² + 1 points, and one of that size meets the plane at infinity too
        return q * q, q * q, "{qvist1952}" if q % 2 == 0 else "{bose1947}"
    return (40, 40, "{edel2003}") if (d, q) == (4, 4) else None
