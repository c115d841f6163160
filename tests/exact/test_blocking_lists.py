"""Collections without a plane of one size: counted in two ways, classified, compared with the definition."""

from __future__ import annotations

from dataclasses import replace

import pytest

from setlab.counting import count_affine_maps
from setlab.errors import RuleError, SpecError
from setlab.exact import planes
from setlab.exact.orbits import orbit_levels
from setlab.exact.planes import (
    count_blocking_sets,
    is_blocking,
    largest_plane_free,
    list_blocking_sets,
    plane_free_classes,
)
from setlab.geometry import CardSet, Space
from tests.exact.all_orbits import all_orbits
from tests.exact.plane_counts import count_by_closure


def members(cards: int, dimension: int) -> list[int]:
    return sorted(one.collections for one in plane_free_classes(cards, dimension))


def test_blocking_sets_of_three_dimensions_are_counted() -> None:
    plane_free = count_by_closure(3)
    assert [count_blocking_sets(size, 3) for size in range(11)] == plane_free[:16:-1]


@pytest.mark.parametrize(
    ("cards", "dimension"), [(7, 2), (8, 2), (9, 2), (22, 3), pytest.param(20, 3, marks=pytest.mark.full)]
)
def test_classes_are_those_of_the_definition(cards: int, dimension: int) -> None:
    """The definition applies all maps to all collections: 9 of 8 cards, 888,030 of 20."""
    assert members(cards, dimension) == sorted(all_orbits(dimension, cards, "plane-free").values())


def test_classes_of_three_dimensions_are_those_of_the_orbit_engine() -> None:
    levels = list(orbit_levels(3, "plane-free"))
    for cards in (17, 18, 19, 20):
        assert members(cards, 3) == sorted(levels[cards].sizes.tolist())


def test_one_collection_of_each_class_is_given() -> None:
    for one in plane_free_classes(19, 3):
        assert len(one.cards) == 19
        assert is_blocking(one.cards.complement())
        assert one.symmetries * one.collections == count_affine_maps(3)
        assert count_stabiliser(one.cards.complement()) == one.symmetries


def test_a_set_that_is_missing_or_too_many_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = list_blocking_sets(7, 3)
    for wrong in (replace(listed, count=listed.count + 1), replace(listed, masks=listed.masks[:1])):
        monkeypatch.setattr(planes, "list_blocking_sets", lambda size, dimension, wrong=wrong: wrong)
        with pytest.raises(RuleError, match="the classes have"):
            plane_free_classes(20, 3)


def test_other_dimensions_are_refused() -> None:
    with pytest.raises(SpecError, match="dimension 5"):
        plane_free_classes(54, 5)


@pytest.mark.full
def test_all_collections_of_54_cards_without_a_plane_are_alike() -> None:
    (only,) = plane_free_classes(54)
    outside = largest_plane_free().cards.complement()
    assert only.symmetries == count_stabiliser(outside) == count_stabiliser(only.cards.complement()) == 72
    assert only.collections == count_affine_maps() // 72 == count_blocking_sets(27) == 27_293_760
    assert len(list_blocking_sets(27).masks) == 1


@pytest.mark.full
def test_collections_of_53_cards_without_a_plane() -> None:
    """Nine classes; one card less than 54 leaves the collections that are not maximal, of one class at least."""
    classes = plane_free_classes(53)
    assert len(classes) == 9
    assert sum(one.collections for one in classes) == count_blocking_sets(28) == 8_106_246_720
    assert count_blocking_sets(28) * 28 >= count_blocking_sets(27) * 54


def count_stabiliser(cards: CardSet) -> int:
    """The number of affine maps that keep the cards, by trying all images of cards that span the space."""
    space = cards.space
    frame: list[int] = []
    flat: list[int] = []
    for card in cards:
        if card not in flat:
            frame.append(card)
            flat = extended(flat, card, space)
    inside = [card in cards for card in flat]

    def images(flat: list[int], chosen: int) -> int:
        if chosen == len(frame):
            return 1
        number = 0
        for card in cards:
            if card in flat:
                continue
            longer = extended(flat, card, space)
            if [x in cards for x in longer[len(flat) :]] == inside[len(flat) : len(longer)]:
                number += images(longer, chosen + 1)
        return number

    assert len(flat) == len(space)
    return images([], 0)


def extended(flat: list[int], card: int, space: Space) -> list[int]:
    if not flat:
        return [card]
    step = space.direction(flat[0], card)
    once = [space.add(x, step) for x in flat]
    return [*flat, *once, *(space.add(x, step) for x in once)]
