"""The small fields: the library galois as oracle, and the laws of a field."""

from __future__ import annotations

from itertools import product

import pytest

from setlab.counting import is_prime_power
from setlab.errors import RuleError, SpecError
from setlab.geometry.fields import ORDERS, Field


@pytest.mark.long
@pytest.mark.parametrize("q", ORDERS)
def test_the_tables_are_those_of_galois(q: int) -> None:
    import galois

    oracle, field = galois.GF(q), Field(q)
    everything = oracle.elements
    assert [list(row) for row in field.sums] == (everything[:, None] + everything[None, :]).tolist()
    assert [list(row) for row in field.products] == (everything[:, None] * everything[None, :]).tolist()
    for a in range(1, q):
        assert field.inverse(a) == int(oracle(a) ** -1)
        assert field.negative(a) == int(-oracle(a))


@pytest.mark.parametrize("q", ORDERS)
def test_the_laws_of_a_field(q: int) -> None:
    field = Field(q)
    add, times = field.add, field.multiply
    few = range(q) if q <= 9 else range(0, q, 5)
    for a, b, c in product(few, repeat=3):
        assert add(add(a, b), c) == add(a, add(b, c))
        assert times(times(a, b), c) == times(a, times(b, c))
        assert times(a, add(b, c)) == add(times(a, b), times(a, c))
    for a, b in product(range(q), repeat=2):
        assert add(a, b) == add(b, a)
        assert times(a, b) == times(b, a)
        assert field.frobenius(add(a, b)) == add(field.frobenius(a), field.frobenius(b))
    assert all(times(a, field.inverse(a)) == 1 and add(a, field.negative(a)) == 0 for a in range(1, q))
    assert field.p**field.degree == q


def test_every_power_of_a_prime_up_to_64_is_an_order() -> None:
    assert [q for q in range(1, 65) if is_prime_power(q)] == list(ORDERS)


@pytest.mark.parametrize("q", [-4, 0, 1, 6, 10, 63, 65, 67, 81])
def test_other_orders_are_refused(q: int) -> None:
    with pytest.raises(SpecError, match=f"GF\\({q}\\) is not built: choose a power of a prime from 2 to 64"):
        Field(q)


@pytest.mark.parametrize("a", [-1, 9, 2.0, True, "1"])
def test_what_is_no_element_is_refused(a: int) -> None:
    for call in (Field(9).negative, Field(9).inverse, Field(9).frobenius):
        with pytest.raises((RuleError, TypeError)):
            call(a)


@pytest.mark.long
@pytest.mark.parametrize("q", ORDERS)
def test_powers_quotients_and_differences(q: int) -> None:
    import galois

    oracle, field = galois.GF(q), Field(q)
    for a in range(1, q):
        assert [field.power(a, k) for k in range(-3, 4)] == [int(oracle(a) ** k) for k in range(-3, 4)]
        assert field.divide(a, field.primitive) == int(oracle(a) / oracle(field.primitive))
        assert field.subtract(1, a) == int(oracle(1) - oracle(a))
    assert field.power(0, 5) == 0
    assert field.power(0, 0) == 1


def test_zero_has_no_inverse() -> None:
    with pytest.raises(RuleError, match="0 has no inverse"):
        Field(5).inverse(0)


@pytest.mark.parametrize("q", [2, 9, 64])
def test_a_field_is_the_collection_of_its_elements(q: int) -> None:
    field = Field(q)
    assert len(field) == q
    assert list(field) == list(range(q))
    assert 0 in field
    assert q - 1 in field
    assert all(wrong not in field for wrong in (-1, q, 1.0, True, "1", None))
