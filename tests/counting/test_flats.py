"""Flats and maps counted. What AG(d,3) holds is enumerated in tests/geometry/test_flats.py."""

from itertools import permutations, product

import pytest

from setlab.counting import (
    count_affine_maps,
    count_flats,
    count_flats_meeting,
    count_hyperplanes,
    count_lines_through,
    count_subspaces,
    is_prime_power,
)
from setlab.errors import SpecError
from setlab.geometry import Space


def test_the_figures_of_the_sources() -> None:
    assert [count_flats(k) for k in range(5)] == [81, 1080, 1170, 120, 1]
    assert count_flats(1, 2) == 12
    assert (count_flats(1, 3), count_flats(2, 3)) == (117, 39)
    assert count_flats(2) == 81 * 80 * 78 // (9 * 8 * 6), "the argument of section 7.1"
    assert count_hyperplanes() == 120
    assert count_affine_maps() == 1_965_150_720


@pytest.mark.parametrize("q", [2, 3, 5])
def test_lines_of_prime_planes_by_enumeration(q: int) -> None:
    points = list(product(range(q), repeat=2))
    lines = {
        frozenset(((x + t * u) % q, (y + t * v) % q) for t in range(q))
        for x, y in points
        for u, v in points
        if (u, v) != (0, 0)
    }
    assert len(lines) == count_flats(1, 2, q)
    assert {sum(p in line for line in lines) for p in points} == {count_lines_through(2, q)}
    first = next(iter(lines))
    assert sum(len(first & line) == 1 for line in lines) == count_flats_meeting(0, 1, 2, q)
    assert sum(not first & line for line in lines) == count_flats_meeting(-1, 1, 2, q)


def test_symmetries_of_the_plane_are_the_permutations_that_keep_lines() -> None:
    """All 9! permutations of nine cards: exactly |AGL(2,3)| of them take SETs to SETs."""
    space = Space(2)
    lines = list(space.lines())
    third = {(a, b): space.third(a, b) for a in space for b in space}
    keeping = sum(
        all(third[p[a], p[b]] == p[c] for a, b, c in lines[:4]) and all(third[p[a], p[b]] == p[c] for a, b, c in lines)
        for p in permutations(range(9))
    )
    assert keeping == count_affine_maps(2) == 432


@pytest.mark.parametrize("q", [2, 3, 4, 5, 7, 8, 9])
def test_identities_of_the_gaussian_binomial(q: int) -> None:
    for d, k in product(range(1, 7), range(1, 7)):
        assert count_subspaces(d, k, q) == count_subspaces(d, d - k, q)
        pascal = count_subspaces(d - 1, k - 1, q) + q**k * count_subspaces(d - 1, k, q)
        assert count_subspaces(d, k, q) == pascal
        assert sum(count_flats_meeting(j, k, d, q) for j in range(-1, k + 1)) == count_flats(k, d, q)


def test_flats_that_are_not_there() -> None:
    assert count_flats(3, 2) == count_flats(-1, 2) == 0
    with pytest.raises(SpecError, match="6 is not a power of a prime"):
        count_flats(1, 2, 6)
    assert [q for q in range(-2, 33) if is_prime_power(q)] == [
        2,
        3,
        4,
        5,
        7,
        8,
        9,
        11,
        13,
        16,
        17,
        19,
        23,
        25,
        27,
        29,
        31,
        32,
    ]
