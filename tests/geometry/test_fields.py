"""The small fields: the library galois as oracle, and the laws of a field."""

from __future__ import annotations

from itertools import product

import pytest

from setlab.errors import RuleError, SpecError
from setlab.geometry.fields import ORDERS, Field


@pytest.mark.parametrize("q", ORDERS)
def test_the_tables_are_those_of_galois(q: int) -> None:
    galois = pytest.importorskip("galois")
    oracle, field = galois.GF(q), Field(q)
    for a, b in product(range(q), repeat=2):
        assert field.add(a, b) == int(oracle(a) + oracle(b))
        assert field.multiply(a, b) == int(oracle(a) * oracle(b))
    for a in range(1, q):
        assert field.inverse(a) == int(oracle(a) ** -1)
        assert field.negative(a) == int(-oracle(a))


@pytest.mark.parametrize("q", ORDERS)
def test_the_laws_of_a_field(q: int) -> None:
    field = Field(q)
    add, times = field.add, field.multiply
    for a, b, c in product(range(q), repeat=3):
        assert add(add(a, b), c) == add(a, add(b, c))
        assert times(times(a, b), c) == times(a, times(b, c))
        assert times(a, add(b, c)) == add(times(a, b), times(a, c))
    for a, b in product(range(q), repeat=2):
        assert add(a, b) == add(b, a)
        assert times(a, b) == times(b, a)
        assert field.frobenius(add(a, b)) == add(field.frobenius(a), field.frobenius(b))
    assert all(times(a, field.inverse(a)) == 1 and add(a, field.negative(a)) == 0 for a in range(1, q))
    assert field.p**field.degree == q


@pytest.mark.parametrize("q", [1, 6, 10, 11])
def test_other_orders_are_refused(q: int) -> None:
    with pytest.raises(SpecError, match=f"GF\\({q}\\) is not built: choose q = 2, 3, 4, 5, 7, 8 or 9"):
        Field(q)


def test_zero_has_no_inverse() -> None:
    with pytest.raises(RuleError, match="0 has no inverse"):
        Field(5).inverse(0)
