"""Bounds: the identities they rest on hold for every collection, and nothing false can be derived from them."""

from __future__ import annotations

from functools import cache
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import SpecError
from setlab.exact.extremes import (
    DirectionWeights,
    Sizes,
    bound_from_sizes,
    deletion_bound,
    find_weights,
    lines_with_complement,
    margin,
    possible_sizes,
    section_sizes,
    walk,
)
from setlab.geometry import CardSet, Space, parallel_class, subspaces
from setlab.reference.lines import count


@cache
def directions(dimension: int) -> list[list[CardSet]]:
    return [parallel_class(flat) for flat in subspaces(dimension - 1, Space(dimension))]


def sizes_of(mask: int, dimension: int) -> list[Sizes]:
    found = []
    for direction in directions(dimension):
        c, b, a = sorted((mask & hyperplane.mask).bit_count() for hyperplane in direction)
        found.append((a, b, c))
    return found


@st.composite
def collections(draw: st.DrawFn) -> tuple[int, int]:
    """A mask and its dimension; the cards come from a part of the deck, so that there are lopsided sections too."""
    dimension = draw(st.integers(2, 4))
    cards = draw(st.sets(st.integers(0, draw(st.sampled_from([8, 3**dimension - 1, 2 * 3 ** (dimension - 1)])))))
    return sum(1 << card for card in cards if card < 3**dimension), dimension


@given(collections())
def test_the_sum_with_the_complement_depends_on_the_number_alone(collection: tuple[int, int]) -> None:
    mask, d = collection
    others = (1 << 3**d) - 1 - mask
    assert count(mask) + count(others) == lines_with_complement(mask.bit_count(), d)


@given(collections())
def test_sections_force_lines(collection: tuple[int, int]) -> None:
    mask, d = collection
    for sizes in sizes_of(mask, d):
        assert sizes in section_sizes(mask.bit_count(), d)
        assert bound_from_sizes(sizes, walk(d - 1).fewest) <= count(mask)


@given(collections())
def test_pairs_and_triples_are_counted_by_hyperplanes(collection: tuple[int, int]) -> None:
    mask, d = collection
    n, found = mask.bit_count(), count(mask)
    p, q = (3 ** (d - 1) - 1) // 2, (3 ** (d - 2) - 1) // 2
    heights = [h for sizes in sizes_of(mask, d) for h in sizes]
    assert sum(comb(h, 2) for h in heights) == p * comb(n, 2)
    assert sum(comb(h, 3) for h in heights) == q * comb(n, 3) + (p - q) * found
    assert sum(walk(d - 1).fewest[h] for h in heights) <= p * found


@given(collections(), st.integers(-99, 99), st.integers(-9, 9), st.integers(0, 9), st.integers(0, 3))
def test_no_weights_refute_a_collection_that_exists(
    collection: tuple[int, int], pairs: int, triples: int, weight: int, more: int
) -> None:
    mask, d = collection
    limit = count(mask) + more
    weights = DirectionWeights(pairs, triples, weight)
    assert margin(mask.bit_count(), limit, weights, sizes_of(mask, d), walk(d - 1).fewest, d) <= 0


@pytest.mark.parametrize("dimension", [2, 3])
def test_the_bounds_are_right_and_often_sharp_where_all_is_known(dimension: int) -> None:
    """For d = 2 and 3 the walk has the truth: the method never proves more, and mostly as much."""
    smaller, truth = walk(dimension - 1).fewest, walk(dimension).fewest
    sharp = 0
    for n, fewest in enumerate(truth):
        assert deletion_bound(n, truth[n - 1] if n else 0) <= fewest
        possible = possible_sizes(n, fewest, smaller, dimension)
        assert possible
        assert find_weights(n, fewest, possible, smaller, dimension) is None
        with_fewer = possible_sizes(n, fewest - 1, smaller, dimension)
        sharp += not with_fewer or find_weights(n, fewest - 1, with_fewer, smaller, dimension) is not None
    assert sharp >= {2: 10, 3: 24}[dimension]


@given(collections().filter(lambda collection: collection[0].bit_count() > 3))
def test_some_card_can_be_taken_away_as_the_deletion_bound_says(collection: tuple[int, int]) -> None:
    mask, d = collection
    cards = [card for card in range(3**d) if mask >> card & 1]
    fewest = min(count(mask & ~(1 << card)) for card in cards)
    assert deletion_bound(len(cards), fewest) <= count(mask)


def test_a_negative_weight_of_lines_is_refused() -> None:
    with pytest.raises(SpecError, match="-1"):
        margin(6, 1, DirectionWeights(0, 0, -1), [(2, 2, 2)], [0, 0, 0, 1], 2)
