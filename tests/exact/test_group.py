"""The cycle index of AGL(d,3), against all maps one by one and against known orders."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest

from setlab.counting import count_affine_maps
from setlab.errors import SpecError
from setlab.exact.orbits import conjugacy_classes, count_orbits, cycle_index, orbit_counts
from setlab.geometry import AffineMap
from setlab.geometry.symmetry import affine_maps, group_elements

CLASSES = {1: 2, 2: 8, 3: 24, 4: 78, 5: 232}
"""The numbers of classes of GL(d,3), OEIS A006952."""


def cycle_type(images: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The lengths by following every card: a card is in a cycle of length k if it comes back after k steps."""
    cards_by_length: Counter[int] = Counter()
    for card in range(len(images)):
        image, length = images[card], 1
        while image != card:
            image, length = images[image], length + 1
        cards_by_length[length] += 1
    return tuple(sorted((length, cards // length) for length, cards in cards_by_length.items()))


@pytest.mark.parametrize("dimension", [1, 2])
def test_the_cycle_index_is_that_of_all_maps(dimension: int) -> None:
    assert cycle_index(dimension) == Counter(cycle_type(images) for images in group_elements(affine_maps(dimension, 3)))


@pytest.mark.parametrize("dimension", CLASSES)
def test_the_classes_fill_the_group(dimension: int) -> None:
    sizes = [size for _, size in conjugacy_classes(dimension)]
    assert len(sizes) == CLASSES[dimension]
    assert sum(sizes) == count_affine_maps(dimension) // 3**dimension


@pytest.mark.parametrize("dimension", range(1, 6))
def test_the_cycle_index_fills_the_group(dimension: int) -> None:
    index = cycle_index(dimension)
    assert sum(index.values()) == count_affine_maps(dimension)
    assert all(sum(length * number for length, number in cycles) == 3**dimension for cycles in index)


def test_random_maps_have_cycle_types_of_the_index() -> None:
    index = cycle_index(4)
    for trial in range(50):
        assert cycle_type(AffineMap.random(seed=4, trial=trial).images) in index


@pytest.mark.parametrize("dimension", range(1, 6))
def test_counts_of_orbits(dimension: int) -> None:
    counts = orbit_counts(dimension)
    assert counts == counts[::-1]
    assert counts[:4] == (1, 1, 1, 1 if dimension == 1 else 2)
    order = count_affine_maps(dimension)
    assert all(count * order >= comb(3**dimension, n) for n, count in enumerate(counts))


@pytest.mark.parametrize(("dimension", "n"), [(4, -1), (4, 82), (0, 0), (7, 1)])
def test_what_cannot_be_counted(dimension: int, n: int) -> None:
    with pytest.raises(SpecError):
        count_orbits(dimension, n)
