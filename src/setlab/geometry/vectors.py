"""Vectors over GF(q), their spans, and the subspaces of GF(q)^n."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from setlab.arguments import checked
from setlab.geometry.fields import Field

Vector = tuple[int, ...]


def add_vectors(a: Vector, b: Vector, field: Field) -> Vector:
    """a + b, coordinate by coordinate.

    >>> add_vectors((1, 2), (3, 2), Field(4))
    (2, 0)
    """
    sums = field.sums
    return tuple([sums[x][y] for x, y in zip(a, b, strict=True)])


def multiple(factor: int, a: Vector, field: Field) -> Vector:
    """factor · a, coordinate by coordinate.

    >>> multiple(2, (1, 2), Field(4))
    (2, 3)
    """
    row = field.products[factor]
    return tuple([row[x] for x in a])


def span_of(basis: Sequence[Vector], field: Field, start: Vector) -> list[Vector]:
    """Every vector start + Σ cᵢ · basisᵢ, in the order of the coefficients.

    >>> span_of([(0, 1)], Field(3), start=(1, 1))
    [(1, 1), (1, 2), (1, 0)]
    """
    vectors = [start]
    for step in basis:
        multiples = [multiple(factor, step, field) for factor in range(field.q)]
        vectors = [add_vectors(old, new, field) for old in vectors for new in multiples]
    return vectors


def echelon_bases(k: int, n: int, field: Field) -> Iterator[list[Vector]]:
    """The k-dimensional subspaces of GF(q)^n, each as its basis in reduced echelon form.

    >>> list(echelon_bases(1, 2, Field(2)))
    [[(1, 0)], [(1, 1)], [(0, 1)]]
    """
    for leading in combinations(range(n), k):
        free = [(row, i) for row, lead in enumerate(leading) for i in range(lead + 1, n) if i not in leading]
        for values in product(range(field.q), repeat=len(free)):
            rows = [[int(i == lead) for i in range(n)] for lead in leading]
            for (row, i), value in zip(free, values, strict=True):
                rows[row][i] = value
            yield [tuple(row) for row in rows]


def normalised(a: Vector, field: Field) -> Vector:
    """The multiple of a vector whose first non-zero coordinate is 1; it stands for a point of PG(d,q).

    >>> normalised((0, 2, 1), Field(3))
    (0, 1, 2)
    """
    return multiple(field.inverse(next(x for x in a if x)), a, field)


@checked
def count_subspaces(dimension: int, k: int, q: int = 3) -> int:
    """The Gaussian binomial coefficient: the number of k-dimensional subspaces of GF(q)^d.

    >>> [count_subspaces(4, k) for k in range(5)]
    [1, 40, 130, 40, 1]
    >>> count_subspaces(5, 0, 2), count_subspaces(2, 3)
    (1, 0)
    """
    if not 0 <= k <= dimension:
        return 0
    above = below = 1
    for i in range(k):
        above *= q ** (dimension - i) - 1
        below *= q ** (i + 1) - 1
    return above // below
