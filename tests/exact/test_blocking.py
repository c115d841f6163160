"""Smallest sets that meet every plane: witnesses checked plane by plane, proofs replayed, counts in two ways."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from setlab import _core
from setlab.errors import SpecError
from setlab.exact.extremes import join_sections
from setlab.exact.planes import (
    blocking_sections,
    is_blocking,
    largest_plane_free,
    linear_maps,
    pairs_of_sections,
    possible_types,
    search_blocking_sets,
    translations,
)
from setlab.geometry import CardSet, Space
from setlab.geometry.flats import hyperplanes
from setlab.reference.lines import planes


def listed(dimension: int, first: int, second: int, size: int) -> list[int]:
    one, other = np.array([first], dtype=np.uint32), np.array([second], dtype=np.uint32)
    offsets, thirds, _ = _core.third_sections(dimension, one, other, size)
    assert offsets.tolist() == [0, len(thirds)]
    return [int(third) for third in thirds]


@pytest.mark.parametrize("seed", range(3))
def test_third_sections_of_four_dimensions_are_those_of_the_definition(seed: int) -> None:
    generator = np.random.default_rng(seed)
    first, second = (int(sum(1 << card for card in generator.permutation(27)[:17].tolist())) for _ in range(2))
    found = listed(4, first, second, 4)
    layers = first | second << 27
    crossing = [plane for plane in planes(4) if plane >> 54 and not plane & layers]
    expected = {
        third
        for third in (sum(1 << card for card in cards) for cards in combinations(range(27), 4))
        if all(plane >> 54 & third for plane in crossing)
    }
    assert sorted(found) == sorted(expected)


@pytest.mark.long
def test_pairs_make_up_all_pairs() -> None:
    for one, other in product(range(1, 5), repeat=2):
        pairs = pairs_of_sections(one, other, 3)
        assert pairs.orbit.sum() == len(blocking_sections(one, 2)) * len(blocking_sections(other, 2))
    pairs = pairs_of_sections(7, 7, 4)
    assert pairs.orbit.sum() == 120042**2


def test_no_pairs_of_one_orbit_are_there_twice() -> None:
    space = Space(2)
    linear, shifts = linear_maps(space), translations(space)
    pairs = pairs_of_sections(2, 3, 3)

    def image(section: int, one: list[int]) -> int:
        return sum(1 << one[card] for card in range(9) if section >> card & 1)

    def least(first: int, second: int) -> tuple[int, int]:
        moved = []
        for one in linear.tolist():
            firsts, seconds = image(first, one), image(second, one)
            moved.append(
                (
                    min(image(firsts, shift) for shift in shifts.tolist()),
                    min(image(seconds, shift) for shift in shifts.tolist()),
                )
            )
        return min(moved)

    forms = [least(*pair) for pair in zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)]
    assert len(set(forms)) == len(forms)


@pytest.mark.long
@pytest.mark.parametrize(("dimension", "size"), [(2, 8), (3, 20), (4, 54)])
def test_the_largest_collection_without_a_plane(dimension: int, size: int) -> None:
    largest = largest_plane_free(dimension)
    assert largest.size == len(largest.cards) == size
    outside = largest.cards.complement().mask
    assert all(plane & outside for plane in planes(dimension))
    assert is_blocking(largest.cards.complement())
    if dimension > 2:
        *none, last = largest.searches
        assert [search.size for search in none] == list(range(none[0].size, 3**dimension - size))
        assert all(search.proves_none for search in none)
        assert last.witness == largest.cards.complement()


@pytest.mark.long
def test_26_cards_do_not_meet_every_plane() -> None:
    proof = search_blocking_sets(26)
    assert proof.proves_none
    assert proof.types == ((7, 7, 12),)
    assert proof.pairs == 1916
    assert proof.choices_tried > proof.pairs


@pytest.mark.long
def test_the_program_finds_what_it_looks_for() -> None:
    """The same search with 13 cards in the third layer must find sets, and each must meet every plane."""
    pairs = pairs_of_sections(7, 7, 4)
    offsets, thirds, _ = _core.third_sections(4, pairs.first, pairs.second, 13)
    assert len(thirds) > 0
    pair = np.repeat(np.arange(len(pairs.first)), np.diff(offsets))
    for k, third in zip(pair.tolist(), thirds.tolist(), strict=True):
        cards = CardSet.from_mask(join_sections((int(pairs.first[k]), int(pairs.second[k]), third), 3))
        assert len(cards) == 27
        assert is_blocking(cards)


@pytest.mark.long
def test_types_are_all_types_with_as_many_pairs_as_the_average() -> None:
    assert [possible_types(size) for size in range(21, 26)] == [()] * 5
    assert possible_types(6, 3) == ((1, 1, 4),)
    cards = largest_plane_free().cards.complement()
    kinds = set()
    for flat in hyperplanes():
        kinds.add(len(cards & flat))
    assert min(kinds) >= 7


def test_a_set_that_exists_is_found() -> None:
    found = search_blocking_sets(7, 3)
    assert not found.proves_none
    assert found.witness is not None
    assert is_blocking(found.witness)


def test_questions_that_make_no_sense_are_refused() -> None:
    with pytest.raises(SpecError, match="dimension 5"):
        largest_plane_free(5)
    with pytest.raises(SpecError, match="3 to 4"):
        search_blocking_sets(3, 2)
    with pytest.raises(SpecError, match="the deck has 81"):
        search_blocking_sets(82)
    one = np.array([1], dtype=np.uint32)
    with pytest.raises(ValueError, match="no card"):
        _core.third_sections(3, one << np.uint32(9), one, 3)
    with pytest.raises(ValueError, match="as many of both"):
        _core.third_sections(3, one, np.zeros(2, dtype=np.uint32), 3)
    with pytest.raises(ValueError, match=r"3 \.\.\. 4"):
        _core.third_sections(2, one, one, 3)
