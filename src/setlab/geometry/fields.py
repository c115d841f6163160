"""The fields with 2, 3, 4, 5, 7, 8 and 9 elements, as small tables: the coordinates of AG(d,q) and PG(d,q).

An element of GF(p^e) is an int 0 … q − 1. Its digits in base p are the coefficients of a polynomial, the constant
last, and polynomials are multiplied modulo a fixed polynomial whose root generates the multiplicative group.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from setlab.errors import RuleError, SpecError

Table = tuple[tuple[int, ...], ...]

MODULI = {4: (1, 1, 1), 8: (1, 0, 1, 1), 9: (1, 2, 2)}
"""The Conway polynomials x² + x + 1, x³ + x + 1, x² + 2x + 2, the leading coefficient first."""

ORDERS = (2, 3, 4, 5, 7, 8, 9)


@dataclass(frozen=True)
class Field:
    """GF(q).

    >>> four = Field(4)
    >>> four.add(2, 3), four.multiply(2, 3), four.inverse(2)        # x + (x + 1) = 1 and x(x + 1) = 1
    (1, 1, 3)
    """

    q: int

    def __post_init__(self) -> None:
        if self.q not in ORDERS:
            raise SpecError(f"GF({self.q}) is not built: choose q = {', '.join(map(str, ORDERS[:-1]))} or {ORDERS[-1]}")

    @property
    def p(self) -> int:
        """The characteristic: the prime whose power q is.

        >>> [Field(q).p for q in ORDERS]
        [2, 3, 2, 5, 7, 2, 3]
        """
        return next(p for p in (2, 3, 5, 7) if self.q % p == 0)

    @property
    def degree(self) -> int:
        """The exponent e in q = p^e.

        >>> [Field(q).degree for q in ORDERS]
        [1, 1, 2, 1, 1, 3, 2]
        """
        return next(e for e in (1, 2, 3) if self.p**e == self.q)

    def add(self, a: int, b: int) -> int:
        """a + b.

        >>> Field(9).add(5, 4)                  # (x + 2) + (x + 1) = 2x
        6
        """
        return self.sums[a][b]

    def negative(self, a: int) -> int:
        """−a.

        >>> [Field(5).negative(a) for a in range(5)]
        [0, 4, 3, 2, 1]
        """
        return self.sums[a].index(0)

    def multiply(self, a: int, b: int) -> int:
        """a · b.

        >>> Field(9).multiply(3, 3)             # x² = x + 1 modulo x² + 2x + 2
        4
        """
        return self.products[a][b]

    def inverse(self, a: int) -> int:
        """1/a.

        >>> [Field(7).inverse(a) for a in range(1, 7)]
        [1, 4, 5, 2, 3, 6]
        """
        if a == 0:
            raise RuleError("0 has no inverse: choose another element")
        return self.products[a].index(1)

    def frobenius(self, a: int) -> int:
        """a^p: an automorphism of the field, the identity if q is a prime.

        >>> [Field(4).frobenius(a) for a in range(4)]
        [0, 1, 3, 2]
        """
        power = 1
        for _ in range(self.p):
            power = self.products[power][a]
        return power

    @cached_property
    def primitive(self) -> int:
        """The smallest primitive element: its powers are all elements but 0.

        >>> [Field(q).primitive for q in ORDERS]
        [1, 2, 2, 2, 3, 2, 3]
        """
        return next(a for a in range(1, self.q) if len(self._powers(a)) == self.q - 1)

    @property
    def sums(self) -> Table:
        """The table of a + b."""
        return _tables(self.q)[0]

    @property
    def products(self) -> Table:
        """The table of a · b."""
        return _tables(self.q)[1]

    def _powers(self, a: int) -> set[int]:
        powers, power = {1}, a
        while power not in powers:
            powers.add(power)
            power = self.products[power][a]
        return powers


@lru_cache
def _tables(q: int) -> tuple[Table, Table]:
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
