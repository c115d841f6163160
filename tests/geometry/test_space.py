"""The arithmetic of Z_3^d, against tuples added digit by digit."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import CardError, SpecError
from setlab.geometry import Deck, Space

pairs = st.integers(1, 8).flatmap(
    lambda d: st.tuples(st.just(Space(d)), st.integers(0, 3**d - 1), st.integers(0, 3**d - 1))
)


def digitwise(space: Space, combine: str, a: int, b: int) -> int:
    """The arithmetic of cards, one digit after the other."""
    s, t = {"add": (1, 1), "subtract": (1, -1), "third": (-1, -1)}[combine]
    pairs = zip(space.coordinates(a), space.coordinates(b), strict=True)
    return space.card((s * x + t * y) % 3 for x, y in pairs)


@given(pairs)
def test_arithmetic_is_digitwise(case: tuple[Space, int, int]) -> None:
    space, a, b = case
    assert space.add(a, b) == digitwise(space, "add", a, b)
    assert space.subtract(a, b) == digitwise(space, "subtract", a, b)
    assert space.third(a, b) == digitwise(space, "third", a, b) == space.midpoint(a, b)


@given(pairs)
def test_third_card(case: tuple[Space, int, int]) -> None:
    space, a, b = case
    c = space.third(a, b)
    assert space.third(b, a) == c
    assert space.third(a, c) == b
    assert (c == a) == (a == b), "third(a, a) is a, and no other card completes itself"
    assert space.is_line(a, b, c) == (a != b)
    assert space.total([a, b, c]) == 0


@given(pairs)
def test_line_from_a_card_and_a_direction(case: tuple[Space, int, int]) -> None:
    space, a, b = case
    if a == b:
        with pytest.raises(CardError, match="two different cards"):
            space.direction(a, b)
    else:
        assert space.line(a, space.direction(a, b)) == (a, b, space.third(a, b))


@pytest.mark.parametrize("d", [1, 2, 3])
def test_line_is_set_is_sum_zero(d: int) -> None:
    """Theorem 2 of Abrahamsen & Eriksen, by all triples: no two of the three definitions differ."""
    space, deck = Space(d), Deck(d, 3)
    for triple in combinations(space, 3):
        assert space.is_line(*triple) == deck.is_set(triple) == (space.total(triple) == 0)


def test_worked_example_of_section_6_3() -> None:
    space = Space(4)
    p, q = space.card((1, 2, 2, 1)), space.card((1, 0, 2, 0))
    assert space.coordinates(space.third(p, q)) == (1, 1, 2, 2)


def test_worked_example_of_section_7_3() -> None:
    space = Space(4)
    a, b = space.card((1, 0, 0, 0)), space.card((2, 2, 0, 0))
    v = space.direction(a, b)
    assert space.coordinates(v) == (1, 2, 0, 0)
    assert space.coordinates(space.line(a, v)[2]) == (0, 1, 0, 0)
    e_f = space.line(space.card((2, 2, 1, 1)), v)[1:]
    assert [space.coordinates(card) for card in e_f] == [(0, 1, 1, 1), (1, 0, 1, 1)]


@pytest.mark.parametrize(("d", "count"), [(1, 1), (2, 12), (3, 117), (4, 1080), (5, 9801)])
def test_lines_of_the_space(d: int, count: int) -> None:
    lines = list(Space(d).lines())
    assert len(lines) == len(set(lines)) == count
    assert lines == sorted(lines)
    assert len(Space(d).lines_through(0)) == (3**d - 1) // 2


@given(st.lists(st.integers(0, 80), unique=True, max_size=20))
def test_sets_by_third_cards_equal_sets_by_looking(cards: list[int]) -> None:
    assert Space(4).sets(cards) == Deck(4, 3).sets(cards)


@given(pairs, st.integers(-9, 9))
def test_multiply_is_repeated_addition(case: tuple[Space, int, int], factor: int) -> None:
    space, a, _ = case
    assert space.multiply(factor, a) == space.total([a] * (factor % 3))


def test_the_deck_sums_to_zero() -> None:
    assert all(Space(d).total(Space(d)) == 0 for d in range(1, 7))


def test_other_fields_are_refused_with_the_remedy() -> None:
    with pytest.raises(SpecError, match=r"use Deck\(2, 4\)"):
        Space(2, 4)
    with pytest.raises(CardError, match="no direction"):
        Space(2).line(0, 0)
