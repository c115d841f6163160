"""Large caps by explicit construction: the largest caps of AG(d,3) for d ≤ 6, the largest known for d = 7 and 8.

- d = 2: the square {0, 1}². d = 3: the elliptic paraboloid z = x² + y², nine points.
- d = 4: the 20 vectors other than 0 on the elliptic quadric x₁² + x₂² + x₃x₄ = 0.
- d = 6: the vectors supported on one of ten triples of coordinates, which form a 2-(6,3,2) design, and the 32 vectors
  without a 0 that have an even number of 2s: 80 + 32 = 112. Its 56 pairs ±v are a cap of PG(5,3) (Hill 1973). d = 5 is
  a slice.
- d = 7: three layers: ±eᵢ, that 112-cap, and the one from the other ten triples: 12 + 112 + 112 = 236.
- d = 8: 512 vectors found by FunSearch (Romera-Paredes and others 2024), described here by pairs.
- other q: ellipses with q + 1 points, with their centre when q is even; paraboloids with q² points; products.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, product

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.geometry.deck import Deck
from setlab.geometry.fields import Field, Vector
from setlab.geometry.space import Space, elliptic_quadric

LARGEST_FIND = {3: 8, 4: 5, 5: 4, 7: 3, 8: 3, 9: 3}
"""For each q, the largest dimension in which `find` lists points."""


@checked
@lru_cache
def find(dimension: int = 4, q: int = 3) -> tuple[int, ...]:
    """The largest cap of AG(d,q) that is constructed here, as its points in ascending order.

    >>> [len(find(d)) for d in range(1, 9)]
    [2, 4, 9, 20, 45, 112, 236, 512]
    >>> find(2), len(find(2, 4)), len(find(3, 5)), len(find(4, 4))
    ((0, 1, 3, 4), 6, 25, 36)
    """
    if q not in LARGEST_FIND or not 1 <= dimension <= LARGEST_FIND[q]:
        ranges = ", ".join(f"1 to {most} for q = {order}" for order, most in LARGEST_FIND.items())
        raise SpecError(f"no cap of AG({dimension},{q}) is constructed: choose a dimension from {ranges}")
    deck = Deck(dimension, q)
    return tuple(sorted(deck.card(vector) for vector in cap_vectors(dimension, q)))


@lru_cache
def cap_vectors(d: int, q: int = 3) -> tuple[Vector, ...]:
    """The vectors of `find`: by the construction for d and q, or as the best product of two smaller caps."""
    if q == 3 and d in TERNARY:
        return tuple(TERNARY[d]())
    if d <= 3:
        return tuple((_pair, _ellipse, _paraboloid)[d - 1](q))
    parts = [(cap_vectors(i, q), cap_vectors(d - i, q)) for i in range(1, d // 2 + 1)]
    first, second = max(parts, key=lambda caps: len(caps[0]) * len(caps[1]))
    return tuple(a + b for a, b in product(first, second))


def _pair(_q: int) -> list[Vector]:
    return [(0,), (1,)]


def _ellipse(q: int) -> list[Vector]:
    """The points where an anisotropic form has the value 1. For even q all tangents meet in the centre."""
    form = _anisotropic(q)
    centre = [(0, 0)] if q % 2 == 0 else []
    return centre + [v for v in product(range(q), repeat=2) if form(*v) == 1]


def _paraboloid(q: int) -> list[Vector]:
    form = _anisotropic(q)
    return [(x, y, form(x, y)) for x, y in product(range(q), repeat=2)]


def _anisotropic(q: int) -> Callable[[int, int], int]:
    """An anisotropic form x² + bxy + cy²: the first for which z² + bz + c has no zero."""
    field = Field(q)
    times, plus = field.products, field.sums

    def value(x: int, y: int, b: int, c: int) -> int:
        return plus[times[x][x]][plus[times[b][times[x][y]]][times[c][times[y][y]]]]

    b, c = next((b, c) for b, c in product(range(q), repeat=2) if all(value(z, 1, b, c) for z in range(q)))
    return lambda x, y: value(x, y, b, c)


TRIPLES = tuple(sorted((*sorted((i, (i + 1) % 5)), 5) for i in range(5))) + tuple(
    sorted(tuple(sorted((i, (i + 1) % 5, (i + 3) % 5))) for i in range(5))
)
"""A 2-(6,3,2) design: the rotations of two triples on the vertices of a pentagon and one more point."""

OTHER_TRIPLES = tuple(triple for triple in combinations(range(6), 3) if triple not in TRIPLES)


def _hill_cap(triples: tuple[tuple[int, ...], ...] = TRIPLES) -> Iterator[Vector]:
    for v in product(range(3), repeat=6):
        if tuple(i for i, x in enumerate(v) if x) in triples or (0 not in v and v.count(2) % 2 == 0):
            yield v


def _slice() -> Iterator[Vector]:
    """The points of the 112-cap with x₄ + x₅ + x₆ = 1, in the coordinates x₁ … x₅."""
    return (v[:5] for v in _hill_cap() if sum(v[3:]) % 3 == 1)


def _layers() -> Iterator[Vector]:
    """Three layers: the sum of points of the two large layers never has weight 1, so no line meets all three."""
    units = (v for v in product(range(3), repeat=6) if v.count(0) == 5)
    for value, layer in enumerate((units, _hill_cap(TRIPLES), _hill_cap(OTHER_TRIPLES))):
        yield from ((value, *v) for v in layer)


def _funsearch() -> Iterator[Vector]:
    """Four families of 128 vectors, defined by the four pairs of coordinates and the pairs that are equal."""
    for v in product(range(3), repeat=8):
        pairs = v[0:2], v[2:4], v[4:6], v[6:8]
        equal = sum(x == y for x, y in pairs[1:])
        doubled = any(x == y != 0 for x, y in pairs[1:3])
        sizes = tuple((x != 0) + (y != 0) for x, y in pairs)
        if (
            (sum(sizes) == 8 and equal >= 2)
            or (sizes == (1, 1, 1, 1) and sum(y != 0 for _, y in pairs[:3]) % 2 == 0)
            or (sizes[0] == 1 and sizes[3] < 2 and sorted(sizes[1:]) == [0, 1, 2] and equal == 1)
            or (sizes[0] != 1 and sizes[3] == 2 and sorted(sizes[:3]) == [0, 1, 2] and equal <= 1 and not doubled)
        ):
            yield v


TERNARY: dict[int, Callable[[], Iterator[Vector]]] = {
    2: lambda: product((0, 1), repeat=2),
    4: lambda: map(Space(4).coordinates, elliptic_quadric()),
    5: _slice,
    6: _hill_cap,
    7: _layers,
    8: _funsearch,
}
