"""The group of affine maps: orders, powers, inverses, matrices, and what maps do to cards in every form."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import CardError, RuleError
from setlab.geometry import AffineMap, CardSet, Space
from setlab.notation import Card


@st.composite
def maps(draw: st.DrawFn) -> AffineMap:
    return AffineMap.random(draw(st.integers(0, 2**32)), dimension=Space(draw(st.integers(1, 4))))


@given(maps())
def test_the_order_is_the_smallest_power_that_is_the_identity(map_: AffineMap) -> None:
    identity, power, count = AffineMap.identity(map_.space), map_, 1
    while power != identity:
        power, count = power @ map_, count + 1
    assert map_.order == count


@given(maps(), st.integers(-30, 30), st.integers(-30, 30))
def test_exponents_add(map_: AffineMap, a: int, b: int) -> None:
    assert map_**a @ map_**b == map_ ** (a + b)


@given(maps())
def test_inverse_and_negative_powers(map_: AffineMap) -> None:
    assert map_**-1 == map_.inverse()
    assert map_ @ map_.inverse() == map_**0 == AffineMap.identity(map_.space)
    assert map_**1 == map_


@given(maps())
def test_matrix_and_shift_determine_the_map(map_: AffineMap) -> None:
    assert AffineMap.from_matrix(map_.matrix, map_.shift) == map_
    assert AffineMap.from_matrix(np.array(map_.matrix) - 3, np.array(map_.space.coordinates(map_.shift))) == map_


@given(maps())
def test_the_matrix_acts_as_the_map(map_: AffineMap) -> None:
    space = map_.space
    matrix, shift = np.array(map_.matrix), np.array(space.coordinates(map_.shift))
    for card in space:
        expected = (matrix @ np.array(space.coordinates(card)) + shift) % 3
        assert space.coordinates(map_(card)) == tuple(expected)


@given(maps(), st.data())
def test_images_of_cards_in_every_form(map_: AffineMap, data: st.DataObject) -> None:
    cards = data.draw(st.lists(st.sampled_from(list(map_.space)), max_size=8))
    images = [map_(card) for card in cards]
    assert map_(cards) == map_(iter(cards)) == images
    assert map_(CardSet(cards, map_.space)) == CardSet(images, map_.space) == map_.apply(cards)
    table = np.array([cards, cards], dtype=np.uint8)
    assert map_(table).tolist() == [images, images]
    assert map_(np.int64(0)) == map_(0)  # type: ignore[call-overload]


def test_what_is_no_card_has_no_image() -> None:
    shift = AffineMap.translation(1)
    for wrong in (81, -1, True, "0000", 1.0, [0, 81], np.array([0.5]), np.array([81])):
        with pytest.raises((CardError, TypeError)):
            shift(wrong)  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="does not move cards of"):
        shift(CardSet([1], Space(2)))


def test_what_is_no_matrix_is_refused() -> None:
    with pytest.raises(RuleError, match="2 rows of length 2 are needed"):
        AffineMap.from_matrix([[1, 0], [0]])
    with pytest.raises(RuleError, match="not a basis"):
        AffineMap.from_matrix([[1, 1], [2, 2]])
    with pytest.raises(TypeError, match="matrix\\[0\\]\\[1\\] must be an integer"):
        AffineMap.from_matrix([[1, 0.5], [0, 1]])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        AffineMap.identity() ** 0.5  # type: ignore[operator]
    with pytest.raises(TypeError):
        AffineMap.identity() @ 3  # type: ignore[operator]


def test_the_image_of_a_card_has_a_face() -> None:
    map_ = AffineMap.random(seed=1)
    card = Card("1221", "thesis")
    assert map_(card) == map_(int(card))
    assert map_(card).notation == card.notation  # type: ignore[attr-defined]
    assert map_([card, 5]) == [map_(int(card)), map_(5)]
    assert isinstance(map_([card])[0], Card)
    assert type(map_(52)) is int


def test_a_product_is_a_composition() -> None:
    one, two = AffineMap.random(seed=1), AffineMap.random(seed=2)
    assert one * two == one @ two != two * one


def test_maps_without_a_seed_differ() -> None:
    assert len({AffineMap.random() for _ in range(5)}) == 5
