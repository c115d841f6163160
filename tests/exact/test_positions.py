"""Positions of AG(3,3) up to symmetry: the canonical image against all 303,264 maps, one by one."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from setlab import _core
from setlab.geometry import Space
from setlab.geometry.maps import AffineMap

SPACE = Space(3)
COLOURS = st.lists(st.sampled_from([0, 1, 2]), min_size=27, max_size=27)


@pytest.fixture(scope="module")
def maps() -> NDArray[np.int64]:
    """All affine maps of AG(3,3), a row of 27 images each: x ↦ Mx + t with the determinant of M not 0."""
    digits = np.array(np.unravel_index(np.arange(3**9), (3,) * 9)).T.reshape(-1, 3, 3)
    linear = digits[np.rint(np.linalg.det(digits)).astype(np.int64) % 3 != 0]
    points = np.array([SPACE.coordinates(card) for card in SPACE])
    moved = np.einsum("mij,pj->mpi", linear, points)[:, None] + points[None, :, None]
    rows: NDArray[np.int64] = (moved % 3 @ [9, 3, 1]).reshape(-1, 27)
    assert len(np.unique(rows, axis=0)) == 303_264
    return rows


def canonical(colours: Sequence[int]) -> list[int]:
    tables = np.array([sum(1 << card for card in SPACE if colours[card] == 1)], dtype=np.uint32)
    undealts = np.array([sum(1 << card for card in SPACE if colours[card] == 2)], dtype=np.uint32)
    table, undealt = (int(masks[0]) for masks in _core.canonical_positions(tables, undealts))
    return [(table >> card & 1) + 2 * (undealt >> card & 1) for card in SPACE]


@given(COLOURS, st.integers(0, 10**6))
def test_the_canonical_image_is_the_same_for_all_images(colours: list[int], seed: int) -> None:
    images = AffineMap.random(seed, dimension=SPACE).images
    moved = [0] * 27
    for card in SPACE:
        moved[images[card]] = colours[card]
    assert canonical(moved) == canonical(colours) == canonical(canonical(colours))


@pytest.mark.parametrize("seed", range(20))
def test_the_canonical_image_is_an_image(maps: NDArray[np.int64], seed: int) -> None:
    """So that two positions with the same one are alike, however it was chosen."""
    colours = np.random.default_rng(seed).choice(3, 27, p=(0.2, 0.3, 0.5) if seed % 2 else (0.7, 0.2, 0.1))
    image = np.array(canonical(colours.tolist()))
    assert np.any(np.all(image[maps] == colours, axis=1))


def cycle_types(maps: NDArray[np.int64]) -> Counter[tuple[int, ...]]:
    """For every map the lengths of its cycles, by following each card until it is back."""
    flat, starts = maps.astype(np.int32).ravel(), 27 * np.arange(len(maps), dtype=np.int32)[:, None]
    length, now = np.zeros(maps.shape, dtype=np.int8), flat.reshape(maps.shape)
    for steps in range(1, 27):  # no element of AGL(3,3) has a cycle of 27
        length[(now == np.arange(27)) & (length == 0)] = steps
        now = flat[starts + now]
    assert length.all()
    kinds, numbers = np.unique(np.sort(length, axis=1), axis=0, return_counts=True)
    return Counter({tuple(kind.tolist()): int(n) for kind, n in zip(kinds, numbers, strict=True)})


def orbits(types: Counter[tuple[int, ...]], table: int, undealt: int) -> int:
    """The number of orbits of positions by Burnside's lemma: the mean number of positions fixed."""
    total = sum(times * kept(lengths, table, undealt) for lengths, times in types.items())
    assert total % 303_264 == 0
    return total // 303_264


def kept(lengths: tuple[int, ...], table: int, undealt: int) -> int:
    ways = Counter({(0, 0): 1})
    for length, cards in Counter(lengths).items():
        for _ in range(cards // length):
            ways = Counter(
                {
                    (t, u): ways[t, u] + ways[t - length, u] + ways[t, u - length]
                    for t in range(table + 1)
                    for u in range(undealt + 1)
                }
            )
    return ways[table, undealt]


@pytest.mark.long
def test_there_are_as_many_classes_as_orbits(maps: NDArray[np.int64]) -> None:
    types = cycle_types(maps)
    for table, undealt in ((2, 1), (3, 0), (4, 0), (5, 0), (2, 2)):
        pairs = [
            (sum(1 << c for c in lying), sum(1 << c for c in waiting))
            for lying in combinations(SPACE, table)
            for waiting in combinations([c for c in SPACE if c not in lying], undealt)
        ]
        assert len(pairs) == comb(27, table) * comb(27 - table, undealt)
        images = _core.canonical_positions(*np.array(pairs, dtype=np.uint32).T.copy())
        assert len(set(zip(*(masks.tolist() for masks in images), strict=True))) == orbits(types, table, undealt)


def test_bad_positions_are_refused() -> None:
    def masks(*values: int) -> NDArray[np.uint32]:
        return np.array(values, dtype=np.uint32)

    with pytest.raises(ValueError, match="card 1 is on the table and undealt"):
        _core.canonical_positions(masks(3), masks(6))
    with pytest.raises(ValueError, match="bit above 26"):
        _core.canonical_positions(masks(1 << 27), masks(0))
    with pytest.raises(ValueError, match="2 tables and 1 decks"):
        _core.canonical_positions(masks(0, 1), masks(0))
    with pytest.raises(ValueError, match="5 cards cannot be due: 2 are undealt"):
        _core.game_graph(table=0, undealt=3, due=5, size=9)
