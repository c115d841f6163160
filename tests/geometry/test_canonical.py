"""Canonical forms, stabilisers and orbits: by brute force in small spaces, and the laws in larger ones."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setlab.counting import count_affine_maps
from setlab.errors import SpecError
from setlab.geometry import AffineMap, CardSet, Space, rank

SEEDS = st.integers(0, 2**32)


def all_maps(space: Space) -> list[AffineMap]:
    bases = (basis for basis in product(range(1, len(space)), repeat=space.d))
    independent = [basis for basis in bases if rank((0, *basis), space) == space.d + 1]
    return [AffineMap(space, shift, basis) for basis in independent for shift in space]


def orbit_by_force(cards: CardSet, maps: list[AffineMap]) -> frozenset[CardSet]:
    return frozenset(map_(cards) for map_ in maps)


@pytest.mark.long
@pytest.mark.parametrize("d", [1, 2])
def test_two_collections_have_one_form_exactly_if_they_are_in_one_orbit(d: int) -> None:
    space = Space(d)
    maps = all_maps(space)
    assert len(maps) == count_affine_maps(d)
    forms: dict[CardSet, frozenset[CardSet]] = {}
    for size in range(len(space) + 1):
        for cards in (CardSet(chosen, space) for chosen in combinations(space, size)):
            form = cards.canonical()
            orbit = forms.setdefault(form, orbit_by_force(form, maps))
            assert cards in orbit
            assert cards.orbit_size() == len(orbit)
    assert sum(map(len, forms.values())) == 2 ** len(space)


@given(SEEDS, st.integers(0, 12), st.integers(1, 5))
def test_the_form_does_not_change_under_symmetries(seed: int, size: int, d: int) -> None:
    space = Space(d)
    cards = CardSet.random(min(size, len(space)), seed, dimension=space)
    moved = AffineMap.random(seed, trial=1, dimension=space)(cards)
    assert moved.canonical() == cards.canonical()
    assert cards.canonical().canonical() == cards.canonical()
    assert len(cards.canonical()) == len(cards)
    assert cards.stabiliser_order() == moved.stabiliser_order()
    assert cards.orbit_size() * cards.stabiliser_order() == count_affine_maps(d)


@settings(max_examples=25)
@given(SEEDS, st.integers(0, 4), st.integers(6, 8))
def test_a_collection_in_a_small_flat_of_a_large_space(seed: int, size: int, d: int) -> None:
    large, small = Space(d), Space(3)
    cards = CardSet.random(size, seed, dimension=small)
    inside = AffineMap.random(seed, dimension=large)(CardSet(cards, large))
    assert set(inside.canonical()) == set(cards.canonical())
    assert inside.orbit_size() * inside.stabiliser_order() == count_affine_maps(d)


@given(SEEDS, st.integers(0, 5))
def test_the_stabiliser_of_a_flat_of_a_larger_space_by_its_subspaces(seed: int, size: int) -> None:
    """The reduction to a flat, which the core does not need for d = 4, gives what the core gives."""
    four, six = Space(4), Space(6)
    cards = CardSet.random(size, seed, dimension=four)
    in_six = CardSet(cards, six)
    k = rank(cards, four) - 1
    if k >= 0:
        ratio = 1
        for i in range(k, 6):
            ratio *= 3**6 - 3**i
        for i in range(k, 4):
            ratio //= 3**4 - 3**i
        assert in_six.stabiliser_order() == cards.stabiliser_order() * ratio


def test_the_core_ends_at_five_dimensions() -> None:
    frame = CardSet([0, *(3**i for i in range(6))], Space(6))
    with pytest.raises(SpecError, match="span a flat of dimension 6: canonical forms are known up to dimension 5"):
        frame.canonical()
