"""First flats and numbers of flats in a dealt deck: engines against the reference, and against exact values."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from setlab import _core
from setlab.counting import count_flats, mean_flats, variance_flats
from setlab.draws import Draws
from setlab.geometry import Space
from setlab.reference import deals
from setlab.reference.deals import deal, planes_through, slots

ISAS = _core.isas()
SEED = 2026
LINES, PLANES = range(2, 7), range(2, 6)
BOTH = [("line", d) for d in LINES] + [("plane", d) for d in PLANES]
SMALL = [(flat, d) for flat, d in BOTH if d <= 4]
TRIALS = {2: 150, 3: 70, 4: 20, 5: 6, 6: 1}
"""How many trials the reference plays: a moment's work in every dimension."""

FIRST: dict[str, Callable[..., NDArray[np.int64]]] = {"line": _core.first_line, "plane": _core.first_plane}
FIRST_TRIALS: dict[str, Callable[..., NDArray[np.int32]]] = {
    "line": _core.first_line_trials,
    "plane": _core.first_plane_trials,
}
COUNT: dict[str, Callable[..., _core.CountsDealt]] = {
    "line": _core.count_lines_dealt,
    "plane": _core.count_planes_dealt,
}
COUNT_TRIALS: dict[str, Callable[..., NDArray[np.int32]]] = {
    "line": _core.count_lines_dealt_trials,
    "plane": _core.count_planes_dealt_trials,
}
PLAY_FIRST = {"line": deals.first_line_trials, "plane": deals.first_plane_trials}
PLAY_COUNT = {"line": deals.count_lines_dealt_trials, "plane": deals.count_planes_dealt_trials}
RANK = {"line": 1, "plane": 2}


@cache
def played(flat: str, d: int, seed: int, first: int, trials: int) -> tuple[list[int], list[list[int]]]:
    """What the reference says: cards dealt at the first flat, and the counts for all n, trial by trial."""
    return PLAY_FIRST[flat](seed, first, trials, dimension=d), PLAY_COUNT[flat](seed, first, trials, dimension=d)


# --- engines and reference


@pytest.mark.parametrize(("flat", "d"), BOTH)
@pytest.mark.parametrize("isa", ISAS)
def test_the_engines_equal_the_reference_trial_by_trial(isa: str, flat: str, d: int) -> None:
    dealt, counts = played(flat, d, SEED, 0, TRIALS[d])
    firsts = FIRST_TRIALS[flat](SEED, 0, TRIALS[d], dimension=d, isa=isa)
    rows = COUNT_TRIALS[flat](SEED, 0, TRIALS[d], dimension=d, isa=isa)
    assert firsts.dtype == rows.dtype == np.int32
    assert firsts.tolist() == dealt
    assert rows.tolist() == counts


@pytest.mark.parametrize(("flat", "d"), SMALL)
@pytest.mark.parametrize("isa", ISAS)
@pytest.mark.parametrize("first", [2**32 - 3, 2**40 + 17, 2**64 - 5])
def test_numbers_of_trials_have_64_bits(first: int, isa: str, flat: str, d: int) -> None:
    dealt, counts = played(flat, d, 2**64 - 1, first, 5)
    assert FIRST_TRIALS[flat](2**64 - 1, first, 5, dimension=d, isa=isa).tolist() == dealt
    assert COUNT_TRIALS[flat](2**64 - 1, first, 5, dimension=d, isa=isa).tolist() == counts


@pytest.mark.parametrize(("flat", "d"), SMALL)
def test_a_range_may_cross_the_32nd_bit(flat: str, d: int) -> None:
    first = 3 * 2**32 - 700
    for trials in (FIRST_TRIALS[flat], COUNT_TRIALS[flat]):
        whole = trials(SEED, first, 1400, dimension=d, threads=1)
        halves = [trials(SEED, start, 700, dimension=d) for start in (first, first + 700)]
        assert np.array_equal(whole, np.concatenate(halves))


@pytest.mark.parametrize("isa", ISAS)
@pytest.mark.parametrize(("trial", "cards"), [(473808, 18), (4044024, 19)])
def test_decks_in_which_the_first_set_comes_late(trial: int, cards: int, isa: str) -> None:
    """The bisection goes up to 17 cards; these decks need a second one."""
    assert deals.first_line_trials(0, trial, 1, dimension=4) == [cards]
    found = _core.first_line_trials(0, trial - 600, 1000, dimension=4, isa=isa)
    assert found[600] == cards
    assert np.count_nonzero(found >= 18) == 1
    assert _core.first_line_trials(0, trial, 1, dimension=4, isa=isa).tolist() == [cards]


# --- tallies


def tally_by_hand(rows: NDArray[np.int32]) -> dict[str, NDArray[np.int64]]:
    wide = rows.astype(np.int64)
    return {
        "sum": wide.sum(axis=0),
        "sum_of_squares": (wide**2).sum(axis=0),
        "least": wide.min(axis=0),
        "most": wide.max(axis=0),
    }


@pytest.mark.parametrize(("flat", "d"), BOTH)
@pytest.mark.parametrize("isa", ISAS)
def test_a_tally_is_the_sum_of_its_trials(isa: str, flat: str, d: int) -> None:
    size = {6: 75, 5: 700}.get(d, 9000)
    rows = COUNT_TRIALS[flat](SEED, 11, size, dimension=d, isa=isa)
    wanted = [3**d // 2, 0, 3**d, 3**d // 2]
    for threads in (1, 2, 5):
        tally = COUNT[flat](SEED, 11, size, dimension=d, histogram_at=wanted, threads=threads, isa=isa)
        for name, values in tally_by_hand(rows).items():
            assert tally[name].dtype == np.int64  # type: ignore[literal-required]
            assert np.array_equal(tally[name], values)  # type: ignore[literal-required]
        for n, histogram in zip(wanted, tally["histograms"], strict=True):
            assert np.array_equal(histogram, np.bincount(rows[:, n], minlength=count_flats(RANK[flat], d) + 1))
        firsts = FIRST[flat](SEED, 11, size, dimension=d, threads=threads, isa=isa)
        assert np.array_equal(firsts, np.bincount((rows == 0).sum(axis=1), minlength=3**d + 1))


@pytest.mark.parametrize(("flat", "d"), [("line", 4), ("plane", 4), ("line", 3)])
@pytest.mark.parametrize("isa", ISAS)
def test_blocks_add_up(isa: str, flat: str, d: int) -> None:
    sizes = (1, 15, 16, 17, 63, 64, 65, 511, 512, 513, 4000, 9001)
    starts = np.cumsum((0, *sizes[:-1])).tolist()
    blocks = list(zip(starts, sizes, strict=True))
    whole = FIRST[flat](SEED, 0, sum(sizes), dimension=d)
    parts = [FIRST[flat](SEED, start, size, dimension=d, isa=isa, threads=2) for start, size in blocks]
    assert whole.sum() == sum(sizes)
    assert np.array_equal(whole, np.sum(parts, axis=0))
    counts = COUNT[flat](SEED, 0, sum(sizes), dimension=d)
    pieces = [COUNT[flat](SEED, start, size, dimension=d, isa=isa, threads=2) for start, size in blocks]
    assert np.array_equal(counts["sum"], np.sum([piece["sum"] for piece in pieces], axis=0))
    assert np.array_equal(counts["sum_of_squares"], np.sum([piece["sum_of_squares"] for piece in pieces], axis=0))
    assert np.array_equal(counts["least"], np.min([piece["least"] for piece in pieces], axis=0))
    assert np.array_equal(counts["most"], np.max([piece["most"] for piece in pieces], axis=0))


@pytest.mark.parametrize("flat", RANK)
def test_no_trials_are_the_zero_of_addition(flat: str) -> None:
    assert not FIRST[flat](0, 0, 0, dimension=4).any()
    assert FIRST_TRIALS[flat](0, 5, 0, dimension=4).shape == (0,)
    assert COUNT_TRIALS[flat](0, 2**64 - 1, 0, dimension=4).shape == (0, 82)
    tally = COUNT[flat](0, 0, 0, dimension=4, histogram_at=(12,))
    assert not tally["sum"].any()
    assert not tally["most"].any()
    assert not tally["histograms"][0].any()
    assert set(tally["least"].tolist()) == {count_flats(RANK[flat], 4)}


# --- exact values


def cap_counts(d: int) -> list[int]:
    """The number of collections of n cards without a SET, n = 0, 1, … to the whole deck, by trying all."""
    space = Space(d)
    closes = [[1 << space.third(a, b) for b in space.cards] for a in space.cards]
    counts = [0] * (len(space.cards) + 1)

    def extend(cap: tuple[int, ...], allowed: int) -> None:
        counts[len(cap)] += 1
        while allowed:
            card = allowed.bit_length() - 1
            allowed ^= 1 << card
            closed = sum(closes[card][other] for other in cap)
            extend((*cap, card), allowed & ~closed)

    extend((), (1 << len(space.cards)) - 1)
    return counts


def chi_square(histogram: NDArray[np.int64], survivors: list[float]) -> float:
    """The test statistic for P(more than n cards are needed) = survivors[n]."""
    expected = -np.diff(np.array([1.0, *survivors])) * histogram.sum()
    possible = expected > 0
    assert not histogram[~possible].any()
    return float((((histogram - expected) ** 2)[possible] / expected[possible]).sum())


@pytest.mark.parametrize(("d", "limit"), [(2, 13.8), (3, 24.3)])
def test_first_sets_in_small_spaces_have_their_exact_distribution(d: int, limit: float) -> None:
    """The limits are those of chance 1/1000 for 2 and 7 degrees of freedom; the seed is fixed."""
    cards = 3**d
    survivors = [count / comb(cards, n) for n, count in enumerate(cap_counts(d))]
    assert chi_square(_core.first_line(SEED, 0, 10**6, dimension=d), survivors) < limit


def test_first_planes_in_small_spaces_have_their_exact_distribution() -> None:
    """Twenty cards of 27 hold no plane exactly if the other seven meet all 39 planes."""
    assert _core.first_plane(SEED, 0, 1000, dimension=2)[9] == 1000
    planes = sorted({plane for through in planes_through(3) for plane in through})
    meets = np.array([sum(1 << i for i, plane in enumerate(planes) if plane >> card & 1) for card in range(27)])
    sevens = np.fromiter(combinations(range(27), 7), dtype=np.dtype((np.int8, 7)), count=comb(27, 7))
    blocking = np.count_nonzero(np.bitwise_or.reduce(meets[sevens], axis=1) == 2 ** len(planes) - 1)
    proportion, trials = blocking / comb(27, 7), 10**6
    found = int(_core.first_plane(SEED, 0, trials, dimension=3)[21:].sum())
    assert abs(found - trials * proportion) < 6 * sqrt(trials * proportion * (1 - proportion))
    assert found > 0


@pytest.mark.parametrize(("flat", "d"), BOTH)
def test_means_and_variances_are_those_of_the_formulas(flat: str, d: int) -> None:
    trials = {6: 400, 5: 3000}.get(d, 200_000)
    tally = COUNT[flat](SEED, 0, trials, dimension=d)
    for n in range(3**d + 1):
        mean, variance = mean_flats(n, RANK[flat], d), float(variance_flats(n, RANK[flat], d))
        found = int(tally["sum"][n]) / trials
        assert abs(found - float(mean)) <= 6 * sqrt(variance / trials) + 1e-9
        spread = int(tally["sum_of_squares"][n]) / trials - found**2
        if variance * trials > 10**4:
            assert spread == pytest.approx(variance, rel=0.3)


@pytest.mark.parametrize(("flat", "d"), SMALL)
def test_the_first_cards_have_none_and_the_whole_deck_has_all(flat: str, d: int) -> None:
    size, flats = 3 ** RANK[flat], count_flats(RANK[flat], d)
    tally = COUNT[flat](SEED, 0, 5000, dimension=d)
    assert not tally["most"][:size].any()
    assert tally["least"][-1] == tally["most"][-1] == flats
    # Without one card, all flats through it are missing.
    assert tally["least"][-2] == tally["most"][-2] == flats - flats * size // 3**d


# --- the reference itself, and what is refused


@pytest.mark.parametrize("d", [2, 3, 4])
def test_the_reference_agrees_with_the_slots_of_the_whole_deck(d: int) -> None:
    order, slot = deal(3, 1, d), slots(Draws(3), 1, 3**d)
    assert [slot[card] for card in order] == list(range(3**d))
    lines = sorted(max(slot[card] for card in line) for line in Space(d).lines())
    (found,), (counts,) = (played(flat, d, 3, 1, 1)[1] for flat in ("line", "plane"))
    assert found == [sum(last < n for last in lines) for n in range(3**d + 1)]
    assert played("line", d, 3, 1, 1)[0] == [lines[0] + 1]
    assert counts[-1] == count_flats(2, d)
    assert played("plane", d, 3, 1, 1)[0] == [counts.index(next(filter(None, counts)))]


@pytest.mark.parametrize(
    ("engine", "options", "message"),
    [
        (_core.first_line, {"dimension": 7}, "dimension 7 is out of range: for lines it must be 2 ... 6"),
        (_core.first_plane, {"dimension": 6}, "dimension 6 is out of range: for planes it must be 2 ... 5"),
        (_core.count_lines_dealt, {"dimension": 1}, "dimension 1 is out of range"),
        (_core.count_planes_dealt_trials, {"dimension": 4, "threads": 0}, "threads 0 is out of range"),
        (_core.count_planes_dealt, {"dimension": 3, "histogram_at": [28]}, "histogram_at 28 is out of range: .* 27"),
        (_core.count_lines_dealt, {"dimension": 3, "histogram_at": [-1]}, "histogram_at -1 is out of range"),
        (_core.first_line_trials, {"dimension": 3, "isa": "sse8"}, "isa 'sse8' is not"),
    ],
)
def test_bad_input_is_refused(engine: Callable[..., object], options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        engine(0, 0, 10, **options)


def test_ranges_are_refused_that_end_too_far() -> None:
    with pytest.raises(ValueError, match=r"the last trial is 2\^64 - 1"):
        _core.first_line(0, 2**64 - 1, 2, dimension=4)
    with pytest.raises(ValueError, match="take at most 1178893063 and add up the parts"):
        _core.count_lines_dealt(0, 0, 1178893064, dimension=6)
