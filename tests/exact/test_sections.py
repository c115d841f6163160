"""Sections: the search against all collections, and orbits against group theory."""

from __future__ import annotations

from itertools import product
from math import comb

import numpy as np
import pytest

from setlab import _core
from setlab.errors import SpecError
from setlab.exact.extremes import (
    Sizes,
    fewest_lines_with_sections,
    join_sections,
    section_sizes,
    subset_orbits,
    walk,
)
from setlab.reference.lines import count, fewest_lines_over, subsets

AFFINE_MAPS = {1: 6, 2: 432, 3: 303264}
"""The order of AGL(d,3): 3^d · Π (3^d − 3^i)."""


@pytest.mark.parametrize("size", range(8))
def test_orbits_are_all_collections_and_those_of_the_complements(size: int) -> None:
    sizes = subset_orbits(size, 3, affine=True)[1]
    assert sizes.sum() == comb(27, size)
    assert not np.any(AFFINE_MAPS[3] % sizes)
    if size >= 4:  # few cards outside: the engine takes another way to the same orbits
        outside = subset_orbits(27 - size, 3, affine=True)[1]
        assert sorted(outside.tolist()) == sorted(sizes.tolist())


def test_the_number_of_orbits_in_the_plane_is_that_of_burnside() -> None:
    """Each map fixes as many k-subsets as one can choose whole cycles with k cards in all."""
    fixed = [0] * 10
    digits = [(card // 3, card % 3) for card in range(9)]
    maps = 0
    for (a, b), (c, d), (s, t) in product(digits, repeat=3):
        if (a * d - b * c) % 3:
            image = [3 * ((x * a + y * c + s) % 3) + (x * b + y * d + t) % 3 for x, y in digits]
            maps += 1
            fixed = [f + g for f, g in zip(fixed, _fixed_subsets(image), strict=True)]
    assert maps == AFFINE_MAPS[2]
    assert [f // maps for f in fixed] == [len(subset_orbits(k, 2, affine=True)[0]) for k in range(10)]


def _fixed_subsets(image: list[int]) -> list[int]:
    counts, seen = [1] + [0] * len(image), set[int]()
    for card in range(len(image)):
        length = 0
        while card not in seen:
            seen.add(card)
            card, length = image[card], length + 1
        if length:
            counts = [n + (counts[k - length] if k >= length else 0) for k, n in enumerate(counts)]
    return counts


@pytest.mark.parametrize("sizes", [sizes for n in range(10) for sizes in section_sizes(n, 2)])
def test_the_search_by_orbits_finds_the_fewest_on_lines(sizes: Sizes) -> None:
    assert_search(sizes, fewest_of_all(sizes, 1), 1)


@pytest.mark.parametrize(
    "sizes", [(2, 2, 2), (3, 2, 1), (8, 8, 8), (9, 9, 4), (8, 4, 1), (5, 3, 0), (7, 7, 9), (4, 9, 8)]
)
def test_the_search_by_orbits_finds_the_fewest_on_planes(sizes: Sizes) -> None:
    assert_search(sizes, fewest_of_all(sizes, 2), 2)


def fewest_of_all(sizes: Sizes, dimension: int) -> int:
    """The fewest SETs in a collection with sections of these sizes, by trying every collection."""
    first, second = (subsets(dimension, size) for size in sizes[:2])
    found = fewest_lines_over(first, second, sizes[2], 117, dimension=dimension)
    assert found is not None
    return found[0]


def assert_search(sizes: Sizes, fewest: int, dimension: int) -> None:
    """The engine finds what there is, if the limit allows it, and shows where."""
    assert fewest_lines_with_sections(sizes, fewest - 1, dimension) is None
    for limit in (fewest, fewest + 1, 117):
        found = fewest_lines_with_sections(sizes, limit, dimension)
        assert found is not None
        assert found.lines == fewest
        assert [section.bit_count() for section in found.sections] == list(sizes)
        assert count(found.mask(dimension)) == fewest


@pytest.mark.parametrize("n", range(28))
def test_the_best_of_all_sections_is_the_best_of_all_collections(n: int) -> None:
    found = (fewest_lines_with_sections(sizes, 117, 2) for sizes in section_sizes(n, 3))
    assert min(each.lines for each in found if each is not None) == walk(3).fewest[n]


def test_the_largest_cap_of_the_cube_has_nine_cards() -> None:
    assert all(fewest_lines_with_sections(sizes, 0, 2) is None for sizes in section_sizes(10, 3))
    assert any(fewest_lines_with_sections(sizes, 0, 2) for sizes in section_sizes(9, 3))


def test_joined_sections_keep_their_lines() -> None:
    assert count(join_sections((0b111, 0b111, 0), 3)) == 2
    assert count(join_sections((1, 1, 1), 3)) == 1


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(SpecError, match="dimension 4"):
        fewest_lines_with_sections((1, 1, 1), 0, 4)
    with pytest.raises(SpecError, match="28 cards"):
        subset_orbits(28, 3, affine=True)
    for call in (
        lambda: _core.subset_orbits(4, 1, affine=True),
        lambda: _core.subset_orbits(2, 10, affine=True),
        lambda: _core.line_extremes(0),
        lambda: _core.fewest_lines_over(np.array([512], np.uint32), np.array([1], np.uint32), 1, 9, dimension=2),
        lambda: _core.fewest_lines_over(np.array([1], np.uint32), np.array([1], np.uint32), -1, 9, dimension=2),
    ):
        with pytest.raises(ValueError, match=r"out of range|beyond card"):
            call()
