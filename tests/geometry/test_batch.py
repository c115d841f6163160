"""SETs in a batch of collections: every instruction set, any number of threads, against independent counts."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from setlab import _core
from setlab.errors import CardError, SpecError
from setlab.geometry import Space
from setlab.geometry.batch import count_lines, count_sets, find_lines, find_sets_many, masks_array, third
from setlab.reference.lines import lines_in

ISAS = _core.isas()
SIZES = (0, 1, 63, 64, 65, 127, 128, 129, 511, 512, 513, 1000)

Presence = NDArray[np.bool_]
"""One row per collection, one column per card."""

Sample = tuple[Presence, NDArray[np.uint64], NDArray[np.int64]]


def presence(collections: int, dimension: int, proportions: tuple[float, ...], seed: int = 1) -> Presence:
    """Random collections that hold each card with a probability that goes round through the proportions."""
    generator = np.random.default_rng([seed, dimension])
    proportion = np.resize(np.array(proportions), collections)
    found: Presence = generator.random((collections, 3**dimension)) < proportion[:, None]
    return found


def packed(cards: Presence) -> NDArray[np.uint64]:
    words = (cards.shape[1] + 63) // 64
    padded = np.zeros((cards.shape[0], 64 * words), dtype=bool)
    padded[:, : cards.shape[1]] = cards
    return np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)


@cache
def sample(collections: int, dimension: int, proportions: tuple[float, ...]) -> Sample:
    """Random collections, as cards and as masks, and the number of lines in each."""
    cards = presence(collections, dimension, proportions)
    return cards, packed(cards), counts_by_fourier(cards, dimension)


def counts_by_fourier(cards: Presence, dimension: int) -> NDArray[np.int64]:
    """The number of lines from the Fourier transform on Z_3^d.

    Σ F(χ)³ / 3^d counts the ordered triples with sum 0. Three equal cards are one of them for every card, two
    equal ones force the third, and every line is there in its six orders.
    """
    cube = cards.astype(float).reshape(-1, *(3,) * dimension)
    transform = np.fft.fftn(cube, axes=tuple(range(1, dimension + 1))).reshape(len(cards), 3**dimension)
    triples = np.rint((transform**3).sum(axis=1).real / 3**dimension).astype(np.int64)
    six_times: NDArray[np.int64] = triples - cards.sum(axis=1)
    assert not np.any(six_times % 6)
    return six_times // 6


def assert_lines(cards: Presence, dimension: int, offsets: NDArray[np.int64], triples: NDArray[np.uint16]) -> None:
    """The triples are lines of their collections, ascending: of the right number, they are all."""
    assert offsets[0] == 0
    assert offsets[-1] == len(triples)
    owner = np.repeat(np.arange(len(cards)), np.diff(offsets))
    a, b, c = triples.T.astype(np.int64)
    assert np.all((a < b) & (b < c))
    assert np.all(cards[owner, a] & cards[owner, b] & cards[owner, c])
    for place in range(dimension):
        assert not np.any((a // 3**place + b // 3**place + c // 3**place) % 3)
    rank = (owner * 3**dimension + a) * 3**dimension + b
    assert np.all(np.diff(rank) > 0)


def ints(masks: NDArray[np.uint64]) -> list[int]:
    return [int.from_bytes(row.astype("<u8").tobytes(), "little") for row in masks]


@pytest.mark.parametrize("dimension", range(1, 7))
@pytest.mark.parametrize("isa", ISAS)
def test_any_number_of_collections_and_threads(isa: str, dimension: int) -> None:
    cards, masks, counts = sample(max(SIZES), dimension, (0.15, 0.05, 0.3, 0.6, 0.02))
    for size in SIZES:
        for threads in (1, 2, 5) if size in (65, 1000) else (1,):
            result = _core.count_lines(masks[:size], dimension, threads=threads, isa=isa)
            assert result.dtype == np.int32
            assert np.array_equal(result, counts[:size])
            if dimension < 6 or size in (1, 513):
                offsets, triples = _core.find_lines(masks[:size], dimension, threads=threads, isa=isa)
                assert offsets.dtype == np.int64
                assert triples.dtype == np.uint16
                assert triples.shape == (counts[:size].sum(), 3)
                assert np.array_equal(np.diff(offsets), counts[:size])
                assert_lines(cards[:size], dimension, offsets, triples)


@pytest.mark.parametrize("dimension", range(3, 9))
@pytest.mark.parametrize("isa", ISAS)
def test_a_large_batch_of_small_collections_takes_the_way_by_pairs(isa: str, dimension: int) -> None:
    cards, masks, counts = sample(600, dimension, (6 / 3**dimension, 0.0, 12 / 3**dimension))
    assert np.array_equal(_core.count_lines(masks, dimension, isa=isa), counts)
    offsets, triples = _core.find_lines(masks, dimension, isa=isa)
    assert np.array_equal(np.diff(offsets), counts)
    assert_lines(cards, dimension, offsets, triples)


@pytest.mark.parametrize("dimension", [7, 8])
@pytest.mark.parametrize("isa", ISAS)
def test_large_collections_in_high_dimensions(isa: str, dimension: int) -> None:
    _, masks, counts = sample(3, dimension, (0.5, 0.1, 0.9))
    assert np.array_equal(_core.count_lines(masks, dimension, isa=isa), counts)


@pytest.mark.parametrize("dimension", range(1, 9))
@pytest.mark.parametrize("isa", ISAS)
def test_the_whole_deck_has_all_lines_and_nothing_has_none(isa: str, dimension: int) -> None:
    masks = masks_array([0, (1 << 3**dimension) - 1, 0], dimension)
    lines = 3 ** (dimension - 1) * (3**dimension - 1) // 2
    assert _core.count_lines(masks, dimension, isa=isa).tolist() == [0, lines, 0]
    if dimension <= 6:
        offsets, triples = _core.find_lines(masks, dimension, isa=isa)
        assert offsets.tolist() == [0, 0, lines, lines]
        assert len(np.unique(triples, axis=0)) == lines


def test_the_deck_of_81_cards_has_1080_sets() -> None:
    assert count_lines([(1 << 81) - 1]).tolist() == [1080]


@pytest.mark.parametrize("isa", ISAS)
def test_a_full_block_of_full_decks_fills_the_counters(isa: str) -> None:
    masks = masks_array([(1 << 81) - 1] * 1100)
    assert set(_core.count_lines(masks, 4, isa=isa).tolist()) == {1080}
    offsets, triples = _core.find_lines(masks, 4, isa=isa)
    assert np.array_equal(triples.reshape(1100, 1080, 3), np.broadcast_to(triples[:1080], (1100, 1080, 3)))
    assert offsets[-1] == 1100 * 1080


def test_summing_by_collection_equals_summing_by_line() -> None:
    cards = presence(2000, 4, (0.15, 0.4))
    deck_lines = lines_in((1 << 81) - 1)
    a, b, c = np.array(deck_lines).T
    by_line = np.count_nonzero(cards[:, a] & cards[:, b] & cards[:, c], axis=0)
    masks = packed(cards)
    assert count_lines(masks).sum() == by_line.sum()
    _, triples = find_lines(masks)
    found, times = np.unique(triples, axis=0, return_counts=True)
    assert found.tolist() == [line for line, n in zip(deck_lines, by_line, strict=True) if n]
    assert times.tolist() == [int(n) for n in by_line if n]


@given(st.lists(st.integers(0, (1 << 81) - 1), max_size=5))
def test_python_integers_go_in_as_they_are(masks: list[int]) -> None:
    assert ints(masks_array(masks)) == masks
    assert count_lines(masks, threads=1).tolist() == [len(lines_in(mask)) for mask in masks]


def test_arrays_need_not_be_contiguous() -> None:
    masks = packed(presence(100, 4, (0.3,)))
    assert np.array_equal(count_lines(masks[::-2]), count_lines(masks)[::-2])
    assert np.array_equal(count_lines(np.asfortranarray(masks)), count_lines(masks))


def test_the_environment_chooses_the_instruction_set(monkeypatch: pytest.MonkeyPatch) -> None:
    masks = packed(presence(600, 4, (0.2,)))
    expected = count_lines(masks)
    for isa in ISAS:
        monkeypatch.setenv("SETLAB_ISA", isa)
        assert _core.isa() == isa
        assert np.array_equal(count_lines(masks), expected)


@pytest.mark.parametrize("isa", ISAS)
@pytest.mark.parametrize(("collections", "place"), [(1, 0), (600, 0), (600, 599), (2000, 1234)])
def test_a_bit_that_is_not_a_card_is_refused(isa: str, collections: int, place: int) -> None:
    for dimension in (1, 4, 5, 6):
        for proportion in (0.0, 0.4):
            cards = 3**dimension
            masks = packed(presence(collections, dimension, (proportion,)))
            masks[place, -1] |= np.uint64(1) << np.uint64(63)
            message = f"mask {place} has bit {64 * masks.shape[1] - 1}: .* 0 ... {cards - 1};"
            for engine in (_core.count_lines, _core.find_lines):
                with pytest.raises(ValueError, match=message):
                    engine(masks, dimension, isa=isa)


def test_bad_input_is_refused_with_value_rule_and_remedy() -> None:
    with pytest.raises(CardError, match="bit 81: the cards are 0 to 80; clear the bit or raise the dimension"):
        count_lines([1 << 81])
    with pytest.raises(CardError, match="bit 9: the cards are 0 to 8"):
        find_lines([1 << 9], 2)
    with pytest.raises(CardError, match="mask -1 is negative"):
        masks_array([-1])
    with pytest.raises(SpecError, match="dimension 9 is out of range: choose one from 1 to 8"):
        count_lines([0], 9)
    with pytest.raises(CardError, match=r"int64 with shape \(3, 2\) .* masks_array"):
        count_lines(np.zeros((3, 2), dtype=np.int64))
    with pytest.raises(CardError, match=r"needs uint64 with shape \(N, 4\)"):
        find_lines(np.zeros((3, 2), dtype=np.uint64), 5)
    with pytest.raises(ValueError, match="threads 0 is out of range"):
        count_lines([0], threads=0)
    with pytest.raises(ValueError, match="masks have 2 words each: dimension 5 needs 4"):
        _core.count_lines(np.zeros((3, 2), dtype=np.uint64), 5)


@pytest.mark.parametrize("dimension", [1, 2, 4, 5])
def test_tables_in_an_array(dimension: int) -> None:
    space, size = Space(dimension), min(12, 3**dimension)
    generator = np.random.default_rng(dimension)
    tables = np.array([generator.permutation(3**dimension)[:size] for _ in range(60)]).reshape(5, 12, size)
    expected = [sorted(tuple(sorted(line)) for line in space.sets(row.tolist())) for row in tables.reshape(60, size)]
    found = find_sets_many(tables, dimension)
    assert [list(map(tuple, sets.tolist())) for sets in found] == expected
    assert count_sets(tables, dimension).tolist() == np.array(list(map(len, expected))).reshape(5, 12).tolist()
    assert count_sets(tables[0, 0], dimension) == len(expected[0]), "one table is an array of one axis"


@pytest.mark.parametrize("dtype", [np.uint8, np.int32, np.uint64])
def test_tables_in_data_frames(dtype: type) -> None:
    decks = np.random.default_rng(1).permuted(np.tile(np.arange(81), (20, 1)), axis=1)
    tables: Any = decks[:, :12].astype(dtype)
    expected = count_sets(tables).tolist()
    lists = tables.tolist()
    columns: list[Any] = [
        pd.DataFrame(tables),
        pd.Series(lists),
        pl.DataFrame(tables),
        pl.Series(tables),
        pl.Series(lists),
    ]
    for column in columns:
        assert count_sets(column).tolist() == expected
    with pytest.raises(CardError, match="have equally many cards"):
        count_sets(pd.Series([[0, 1, 2], [3, 4]]))


@pytest.mark.parametrize("dimension", [1, 3, 4, 6])
def test_the_third_cards_of_an_array(dimension: int) -> None:
    space = Space(dimension)
    pairs = np.random.default_rng(dimension).integers(0, 3**dimension, (4, 25, 2))
    expected = [[space.third(*pair) for pair in row] for row in pairs.tolist()]
    assert third(pairs, dimension).tolist() == expected
    with pytest.raises(CardError, match="belongs to two cards, not to 3"):
        third(np.array([[0, 1, 2]]))


def test_no_tables_and_no_cards() -> None:
    assert count_sets(np.zeros((0, 12), dtype=int)).shape == (0,)
    assert count_sets(np.zeros((3, 0), dtype=int)).tolist() == [0, 0, 0]
    assert find_sets_many(np.zeros((0, 12), dtype=int)) == []


WRONG_TABLES: list[tuple[object, str]] = [
    (np.array([[0.0, 1.0, 2.0]]), "not an array of float64"),
    (np.array([[0, 1, 81]]), "81 is not a card of a deck of 81"),
    (np.array([[0, 1, 2], [0, -1, 2]]), "row 1: -1 is not a card"),
    (np.array([[0, 1, 2], [5, 4, 5]]), "row 1 has card 5 twice"),
    ([[0, 1, 2], [3]], "have equally many cards"),
    (np.arange(20_000)[:, None] * [1, 2] % 81, "row 0 has card 0 twice"),
    ((np.arange(20_000) == 12_345)[:, None] * [5, 4, 3] + [0, 1, 2], "row 12345 has card 5 twice"),
]


@pytest.mark.parametrize(("tables", "said"), WRONG_TABLES, ids=lambda value: str(value)[:20])
def test_what_is_no_array_of_tables(tables: NDArray[np.int64], said: str) -> None:
    for function in (count_sets, find_sets_many):
        with pytest.raises(CardError, match=said):
            function(tables)
