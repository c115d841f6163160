"""The fields with at most 64 elements, as tables, and vectors over them: the coordinates of AG(d,q) and PG(d,q).

An element of GF(p^e) is an int 0 … q − 1. Its digits in base p are the coefficients of a polynomial, the constant
last, and polynomials are multiplied modulo a fixed polynomial whose root generates the multiplicative group.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from operator import index

from setlab.arguments import checked, checked_constructor
from setlab.errors import RuleError, SpecError, show_value
from setlab.geometry.deck import number_of

FieldTable = tuple[tuple[int, ...], ...]

LARGEST_ORDER = 64

MODULI = {
    4: (1, 1, 1),
    8: (1, 0, 1, 1),
    9: (1, 2, 2),
    16: (1, 0, 0, 1, 1),
    25: (1, 4, 2),
    27: (1, 0, 2, 1),
    32: (1, 0, 0, 1, 0, 1),
    49: (1, 6, 3),
    64: (1, 0, 1, 1, 0, 1, 1),
}
"""The Conway polynomials, the leading coefficient first: x² + x + 1 for 4, x³ + x + 1 for 8, x² + 2x + 2 for 9 …"""


def factor_of(q: int) -> int:
    """The smallest prime that divides q.

    >>> [factor_of(q) for q in (2, 15, 49, 61)]
    [2, 3, 7, 61]
    """
    return next(p for p in range(2, q + 1) if q % p == 0)


ORDERS = tuple(q for q in range(2, LARGEST_ORDER + 1) if q in MODULI or factor_of(q) == q)
"""The orders of the fields: all powers of primes up to 64."""


@checked_constructor
@dataclass(frozen=True)
class Field:
    """GF(q), for every power q of a prime up to 64.

    >>> four = Field(4)
    >>> four.add(2, 3), four.multiply(2, 3), four.inverse(2)        # x + (x + 1) = 1 and x(x + 1) = 1
    (1, 1, 3)
    >>> len(four), list(four), 4 in four
    (4, [0, 1, 2, 3], False)
    """

    q: int

    def __post_init__(self) -> None:
        if self.q not in ORDERS:
            raise SpecError(f"GF({self.q}) is not built: choose a power of a prime from 2 to {LARGEST_ORDER}")

    def __len__(self) -> int:
        return self.q

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.q))

    def __contains__(self, a: object) -> bool:
        number = number_of(a)
        return number is not None and 0 <= number < self.q

    @property
    def p(self) -> int:
        """The characteristic: the prime whose power q is.

        >>> [Field(q).p for q in (2, 9, 25, 64)]
        [2, 3, 5, 2]
        """
        return factor_of(self.q)

    @property
    def degree(self) -> int:
        """The exponent e in q = p^e.

        >>> [Field(q).degree for q in (2, 9, 27, 64)]
        [1, 2, 3, 6]
        """
        return next(e for e in range(1, 7) if self.p**e == self.q)

    def element(self, a: int) -> int:
        """The element itself; raise `RuleError` unless it is an element of the field.

        >>> Field(9).element(9)
        Traceback (most recent call last):
        setlab.errors.RuleError: 9 is not an element of GF(9): elements are numbered 0 to 8
        """
        if a not in self:
            raise RuleError(
                f"{show_value(a)} is not an element of GF({self.q}): elements are numbered 0 to {self.q - 1}"
            )
        return index(a)

    def add(self, a: int, b: int) -> int:
        """a + b.

        >>> Field(9).add(5, 4)                  # (x + 2) + (x + 1) = 2x
        6
        """
        return self.sums[self.element(a)][self.element(b)]

    def negative(self, a: int) -> int:
        """−a.

        >>> [Field(5).negative(a) for a in range(5)]
        [0, 4, 3, 2, 1]
        """
        return self.sums[self.element(a)].index(0)

    def multiply(self, a: int, b: int) -> int:
        """a · b.

        >>> Field(9).multiply(3, 3)             # x² = x + 1 modulo x² + 2x + 2
        4
        """
        return self.products[self.element(a)][self.element(b)]

    def inverse(self, a: int) -> int:
        """1/a.

        >>> [Field(7).inverse(a) for a in range(1, 7)]
        [1, 4, 5, 2, 3, 6]
        """
        if self.element(a) == 0:
            raise RuleError("0 has no inverse: choose another element")
        return self.products[a].index(1)

    def subtract(self, a: int, b: int) -> int:
        """a − b.

        >>> Field(5).subtract(1, 3)
        3
        """
        return self.add(a, self.negative(b))

    def divide(self, a: int, b: int) -> int:
        """a / b.

        >>> Field(7).divide(1, 3)
        5
        """
        return self.multiply(a, self.inverse(b))

    @checked
    def power(self, a: int, exponent: int) -> int:
        """a to an integer power; a negative one is a power of 1/a.

        >>> Field(7).power(3, 6), Field(7).power(3, -1), Field(7).power(0, 0)
        (1, 5, 1)
        """
        base = self.inverse(a) if exponent < 0 else self.element(a)
        times = abs(exponent) % (self.q - 1) if base else min(exponent, 1)
        result = 1
        for _ in range(times):
            result = self.products[result][base]
        return result

    def frobenius(self, a: int) -> int:
        """a^p: an automorphism of the field, the identity if q is a prime.

        >>> [Field(4).frobenius(a) for a in range(4)]
        [0, 1, 3, 2]
        """
        return self.power(a, self.p)

    @cached_property
    def primitive(self) -> int:
        """The smallest primitive element: its powers are all elements but 0.

        >>> [Field(q).primitive for q in (2, 3, 4, 5, 7, 8, 9, 64)]
        [1, 2, 2, 2, 3, 2, 3, 2]
        """
        others = self.q - 1
        return next(a for a in range(1, self.q) if len({self.power(a, k) for k in range(others)}) == others)

    @property
    def sums(self) -> FieldTable:
        """The table of a + b."""
        return _tables(self.q)[0]

    @property
    def products(self) -> FieldTable:
        """The table of a · b."""
        return _tables(self.q)[1]


@lru_cache
def _tables(q: int) -> tuple[FieldTable, FieldTable]:
    field = Field(q)
    p, degree = field.p, field.degree
    digits = [tuple(a // p**i % p for i in range(degree)) for a in range(q)]  # the constant first
    sums = tuple(tuple(_number((x + y for x, y in zip(a, b, strict=True)), p) for b in digits) for a in digits)
    products = tuple(tuple(_product(a, b, q, p) for b in digits) for a in digits)
    return sums, products


def _product(a: tuple[int, ...], b: tuple[int, ...], q: int, p: int) -> int:
    degree = len(a)
    coefficients = [0] * (2 * degree - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            coefficients[i + j] += x * y
    for power in range(2 * degree - 2, degree - 1, -1):  # x^degree is minus the rest of the modulus
        leading = coefficients[power]
        for step, m in enumerate(MODULI[q]):
            coefficients[power - step] -= leading * m
    return _number(coefficients[:degree], p)


def _number(coefficients: Iterable[int], p: int) -> int:
    return sum(c % p * p**i for i, c in enumerate(coefficients))


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


def normalise(a: Vector, field: Field) -> Vector:
    """The multiple of a vector whose first non-zero coordinate is 1; it stands for a point of PG(d,q).

    >>> normalise((0, 2, 1), Field(3))
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
