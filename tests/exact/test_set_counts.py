"""Exact distributions of the number of SETs: brute force, several levels, closed formulas."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest

from setlab import _core
from setlab.counting import count_flats
from setlab.errors import RuleError, SpecError
from setlab.exact.orbits import Orbits, orbit_levels
from setlab.exact.sets import SetTable, count_caps_from, exact_set_counts, set_counts_from
from setlab.geometry import Space
from setlab.geometry.batch import count_lines, masks_array


def distribution(masks: list[int], dimension: int) -> dict[int, int]:
    lines, counts = np.unique(count_lines(masks, dimension), return_counts=True)
    return dict(zip(lines.tolist(), counts.tolist(), strict=True))


@pytest.mark.parametrize("n", range(10))
def test_the_plane_by_brute_force(n: int) -> None:
    masks = [mask for mask in range(512) if mask.bit_count() == n]
    assert exact_set_counts(n, 2).counts == distribution(masks, 2)


def all_collections_of_the_cube() -> dict[tuple[int, int], int]:
    """All 2^27 collections by cards and SETs, without symmetry: three layers of 512 patterns each.

    A SET lies in one layer or has a card in each. For two layers A, B let t(c) be how many pairs of A × B the card
    c of the third completes; a third layer C then adds Σ t(c) over its cards.
    """
    plane = Space(2)
    bits = (np.arange(512)[:, None] >> np.arange(9) & 1).astype(np.int16)
    inside = count_lines(list(range(512)), 2).astype(np.int16)
    cards = bits.sum(axis=1)
    completed = np.zeros((512, 512, 9), dtype=np.int16)
    for a, b in ((a, b) for a in range(9) for b in range(9)):
        completed[:, :, plane.third(a, b)] += bits[:, a, None] * bits[None, :, b]
    tally = np.zeros(28 * 128, dtype=np.int64)
    for a in range(512):
        lines = completed[a] @ bits.T + inside[:, None] + inside[None, :] + inside[a]
        number = cards[:, None] + cards[None, :] + cards[a]
        tally += np.bincount((number * np.int16(128) + lines).ravel(), minlength=len(tally))
    return {divmod(int(i), 128): int(tally[i]) for i in tally.nonzero()[0]}


@pytest.mark.long
def test_the_cube_by_brute_force() -> None:
    expected = all_collections_of_the_cube()
    found = {(n, sets): count for n in range(28) for sets, count in exact_set_counts(n, 3).counts.items()}
    assert found == expected


@pytest.mark.long
@pytest.mark.parametrize("n", [4, 5])
def test_a_few_cards_of_the_deck_by_brute_force(n: int) -> None:
    """Collections with the card 0: each of n cards is n times such a one, of 81 translates."""
    masks = [1 + sum(1 << card for card in cards) for cards in combinations(range(1, 81), n - 1)]
    expected = {sets: count * 81 // n for sets, count in distribution(masks, 4).items()}
    assert exact_set_counts(n).counts == expected


@pytest.mark.parametrize(("dimension", "sizes"), [(3, (0, 3, 9, 24, 25)), (4, (9, 16, 50)), (5, (205, 230))])
def test_three_cards_more_by_counting_all(dimension: int, sizes: tuple[int, ...]) -> None:
    """All larger collections of a few random ones, by the engine for lines."""
    generator = np.random.default_rng(dimension)
    for size in sizes:
        cards = [1 << int(card) for card in generator.permutation(3**dimension)]
        mask = sum(cards[:size])
        larger = [mask | a | b | c for a, b, c in combinations(cards[size:], 3)]
        words = _core.extend_lines(masks_array([mask], dimension), np.ones(1, dtype=np.uint64), dimension, 3)
        assert {lines: low for lines, (low, _) in enumerate(words.tolist()) if low} == distribution(larger, dimension)


def test_all_levels_give_the_same_table() -> None:
    """n = 10 from the orbits of 7, 8, 9 and 10 cards."""
    levels = list(orbit_levels(4, until=10))
    tables = [set_counts_from(levels[10 - extra], extra) for extra in range(4)]
    assert all(table == tables[0] for table in tables)
    assert tables[0].cards == 10
    assert sum(tables[0].counts.values()) == comb(81, 10)


def test_twelve_cards() -> None:
    """The table that puzzles need; its first entry is the number of caps, from orbits of caps alone."""
    table = exact_set_counts(12)
    assert sum(table.counts.values()) == 70724320184700
    assert table.counts[0] == list(orbit_levels(4, "cap", until=12))[12].total
    assert max(table.counts) == 14


def test_five_dimensions() -> None:
    table = exact_set_counts(9, 5)
    assert sum(table.counts.values()) == comb(243, 9)
    assert table.counts[0] == list(orbit_levels(5, "cap", until=9))[9].total
    assert table.counts[12] == count_flats(2, 5)


@pytest.mark.full
@pytest.mark.parametrize("n", [16, 17, 64])
def test_large_tables(n: int) -> None:
    table = exact_set_counts(n).check()
    caps = {level.size: level.total for level in orbit_levels(4, "cap")}
    assert n == 64 or table.counts[0] == caps[n]


@pytest.mark.parametrize("n", [0, 1, 2, 70, 80, 81])
def test_the_ends_of_the_deck(n: int) -> None:
    table = exact_set_counts(n)
    assert sum(table.counts.values()) == comb(81, n)
    assert table.complement().complement() == table


def test_threads_and_parts_change_nothing() -> None:
    *_, level = orbit_levels(4, until=10)
    whole = level.extended_lines(3, threads=1)
    assert level.extended_lines(3, threads=3) == whole
    halves = [Orbits(4, "all", 10, level.masks[i::2], level.sizes[i::2]).extended_lines(3) for i in (0, 1)]
    assert {sets: sum(half.get(sets, 0) for half in halves) for sets in whole} == whole


def test_caps_beyond_the_orbits() -> None:
    levels = list(orbit_levels(4, "cap"))
    for level in levels[:18]:
        for extra in range(4):
            later = levels[level.size + extra].total if level.size + extra < len(levels) else 0
            assert count_caps_from(level, extra) == later


def test_a_wrong_table_is_noticed() -> None:
    right = exact_set_counts(5)
    for counts in (
        {**right.counts, 0: right.counts[0] + 1},
        {0: right.counts[0] + 1, 1: right.counts[1] - 1, 2: right.counts[2]},
        {0: right.counts[0] + 1, 1: right.counts[1] - 2, 2: right.counts[2] + 1},
    ):
        with pytest.raises(RuleError, match="total, mean, variance"):
            SetTable(4, 5, counts).check()


def test_an_incomplete_level_is_noticed() -> None:
    *_, level = orbit_levels(4, until=6)
    part = Orbits(4, "all", 6, level.masks[2:], level.sizes[2:])
    with pytest.raises(RuleError):
        set_counts_from(part, 1)


def test_what_has_no_table() -> None:
    *_, caps = orbit_levels(4, "cap", until=3)
    *_, free = orbit_levels(4, "plane-free", until=3)
    for call in (
        lambda: exact_set_counts(82),
        lambda: exact_set_counts(40),
        lambda: exact_set_counts(3, 6),
        lambda: exact_set_counts(16, 5),
        lambda: exact_set_counts(20, deepest=10),
        lambda: set_counts_from(caps),
        lambda: count_caps_from(free),
    ):
        with pytest.raises(SpecError):
            call()
