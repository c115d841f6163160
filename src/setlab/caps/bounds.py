"""Upper bounds on the size of caps of AG(d,3) from upper bounds for AG(d−1,3): by counting, and by characters.

**By counting.** Each of the (3^d − 1)/2 classes of parallel hyperplanes of AG(d,3) divides a cap of n points into three
parts, of a, b and c points. Two points lie in the same hyperplane for (3^(d−1) − 1)/2 of the classes, three
noncollinear points for (3^(d−2) − 1)/2. So the mean of

    (C(a,2) + C(b,2) + C(c,2), C(a,3) + C(b,3) + C(c,3))

over all classes depends only on n. It lies in the convex hull of the possible values of this pair; where it does not,
there is no cap of n points, and so no larger one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb

from setlab.arguments import checked

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
