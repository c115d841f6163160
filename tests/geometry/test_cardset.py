"""`CardSet` behaves as `frozenset` does, and draws itself."""

import copy
import operator
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import CardError
from setlab.geometry import CardSet, Space

cards = st.frozensets(st.integers(0, 80), max_size=40)
OPERATORS: list[Callable[[Any, Any], Any]] = [operator.and_, operator.or_, operator.xor, operator.sub]
COMPARISONS: list[Callable[[Any, Any], Any]] = [
    operator.eq,
    operator.ne,
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
]
METHODS = ["union", "intersection", "difference", "symmetric_difference"]


@given(cards, cards)
def test_it_is_a_set(a: frozenset[int], b: frozenset[int]) -> None:
    one, other = CardSet(a), CardSet(b)
    for operate in OPERATORS + COMPARISONS:
        expected = operate(a, b)
        assert operate(one, other) == operate(one, b) == operate(a, other) == expected, operate
    for method in METHODS:
        assert getattr(one, method)(other) == getattr(one, method)(list(b)) == getattr(a, method)(b)
    assert one.isdisjoint(other) == a.isdisjoint(b)
    assert one.issubset(other) == a.issubset(b)
    assert one.issuperset(other) == a.issuperset(b)
    assert list(one) == sorted(a)
    assert len(one) == len(a)
    assert hash(one) == hash(a), "equal sets have equal hashes"
    assert all((card in one) == (card in a) for card in range(-1, 82))


@given(cards)
def test_repr_evaluates_back(a: frozenset[int]) -> None:
    assert eval(repr(CardSet(a))) == a


@given(st.integers(1, 6).flatmap(lambda d: st.tuples(st.just(d), st.sets(st.integers(0, 3**d - 1)))))
def test_repr_pickle_and_copy_keep_the_space(case: tuple[int, set[int]]) -> None:
    d, members = case
    collection = CardSet(members, Space(d))
    for again in (eval(repr(collection)), pickle.loads(pickle.dumps(collection)), copy.deepcopy(collection)):
        assert again == collection
        assert again.space == Space(d)


@given(cards)
def test_grid_has_a_one_for_every_card(a: frozenset[int]) -> None:
    marks = str(CardSet(a)).split()
    assert [card for card, mark in enumerate(marks) if mark == "1"] == sorted(a)
    assert len(marks) == 81


def test_grid_of_four_properties() -> None:
    assert str(CardSet([0, 40, 80])).splitlines()[0] == "1 . .  . . .  . . ."
    assert len(str(CardSet()).splitlines()) == 11, "nine rows and two gaps"


@given(cards)
def test_complement(a: frozenset[int]) -> None:
    assert CardSet(a).complement() == frozenset(range(81)) - a


def test_it_does_not_change() -> None:
    collection = CardSet([1])
    with pytest.raises(AttributeError, match="does not change"):
        collection.mask = 5
    with pytest.raises(AttributeError, match="does not change"):
        del collection.mask
    assert collection.copy() is collection


def test_it_takes_over_the_space_of_another() -> None:
    assert CardSet(CardSet([1], Space(2))).space == Space(2)


def test_what_does_not_belong_is_refused() -> None:
    with pytest.raises(CardError, match="do not mix"):
        CardSet([1]) | CardSet([1], Space(3))
    with pytest.raises(CardError, match="81 is not a card"):
        CardSet([81])
    with pytest.raises(CardError, match="not a mask of 9 cards"):
        CardSet.from_mask(1 << 9, Space(2))
    assert CardSet([1]) != CardSet([1], Space(3))
    assert CardSet([1]) != 1


def test_the_cards_without_a_two_are_a_cap() -> None:
    space = Space(4)
    assert CardSet([c for c in space if set(space.coordinates(c)) <= {0, 1}]).is_cap()
    assert not CardSet(range(21)).is_cap()
