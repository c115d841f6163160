"""The difficulty of a puzzle: the model's solving time against integrals, its place among all puzzles, exactly."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from setlab.classroom import LEVELS, puzzle
from setlab.errors import SpecError
from setlab.exact.make import RECIPES
from setlab.exact.profiles import exact_profiles
from setlab.geometry import Space
from setlab.puzzles.difficulty import (
    differing_properties,
    estimate_difficulty,
    expected_seconds,
    profile_of,
    rate_of,
    seconds_until,
    solved_by,
)

PROFILES = [(1, 0, 0, 0), (0, 0, 0, 6), (2, 1, 1, 0), (1, 2, 2, 1), (0, 3, 3, 0)]


@pytest.mark.parametrize("profile", PROFILES)
def test_the_expected_time_is_the_integral_of_not_being_ready(profile: tuple[int, ...]) -> None:
    times = np.linspace(0, 3000, 30_001)
    unsolved = np.array([1 - solved_by(profile, float(t)) for t in times])
    assert np.trapezoid(unsolved, times) == pytest.approx(expected_seconds(profile), rel=1e-4)


@pytest.mark.parametrize("profile", PROFILES)
def test_solving_times_agree_with_simulated_searches(profile: tuple[int, ...]) -> None:
    """Independent exponential times, 20,000 searches: the mean within four standard errors, the range as said."""
    rates = [rate_of(k) / 60 for k, number in enumerate(profile, 1) for _ in range(number)]
    times = np.random.default_rng(5).exponential(1 / np.array(rates), size=(20_000, len(rates))).max(axis=1)
    estimate = estimate_difficulty(profile, {profile: 1})
    assert abs(times.mean() - estimate.seconds) < 4 * times.std() / np.sqrt(len(times))
    inside = np.mean((estimate.range[0] < times) & (times < estimate.range[1]))
    assert abs(inside - estimate.level) < 4 * np.sqrt(0.8 * 0.2 / len(times))


def test_quantiles_turn_the_distribution_around() -> None:
    for profile in PROFILES:
        for probability in (0.1, 0.5, 0.9):
            assert solved_by(profile, seconds_until(profile, probability)) == pytest.approx(probability, abs=1e-3)


def test_more_properties_and_more_sets_are_harder() -> None:
    order = [(4, 0, 0, 0), (3, 1, 0, 0), (3, 0, 1, 0), (2, 1, 1, 0), (0, 2, 2, 0), (0, 2, 3, 0), (0, 2, 3, 1)]
    assert sorted(order, key=expected_seconds) == order


def test_the_place_among_all_puzzles() -> None:
    for level in LEVELS:
        for day in range(1, 29):
            difficulty = puzzle(f"2026-02-{day:02d}", level).difficulty
            assert difficulty.easier + difficulty.equal + difficulty.harder == 1
            assert difficulty.equal > 0
            assert difficulty.range[0] < difficulty.seconds < difficulty.range[1]
    counted = exact_profiles(12, 6)
    hardest = max(counted, key=expected_seconds)
    assert estimate_difficulty(hardest, counted).harder == 0
    assert estimate_difficulty(hardest, counted).easier == 1 - Fraction(counted[hardest], sum(counted.values()))


def test_the_estimate_belongs_to_the_sets_of_the_puzzle() -> None:
    each = puzzle("2026-11-16", "advanced")
    by_hand = [sum(len({card // 3**k % 3 for card in three}) == 3 for k in range(4)) for three in each.sets]
    assert list(differing_properties(each.sets)) == by_hand
    assert each.difficulty.differing == tuple(by_hand.count(k) for k in (1, 2, 3, 4)) == profile_of(each.sets)


# --- profiles of deals


@pytest.mark.parametrize(("cards", "d"), [(0, 2), (4, 2), (6, 2), (9, 2), (4, 3)])
def test_profiles_against_all_deals(cards: int, d: int) -> None:
    by_sets: dict[int, Counter[tuple[int, ...]]] = {}
    for deal in combinations(range(3**d), cards):
        found = Space(d).sets(deal)
        by_sets.setdefault(len(found), Counter())[profile_of(found, d)] += 1
    for sets, counts in by_sets.items():
        assert exact_profiles(cards, sets, d) == counts


def test_profiles_of_sets_that_never_occur() -> None:
    assert exact_profiles(9, 7, 3) == {}
    with pytest.raises(SpecError, match="the profiles of 13 cards with 4 properties are not counted: choose up to 9"):
        exact_profiles(13, 6)


def test_the_profiles_of_nine_cards_are_those_that_ship() -> None:
    assert exact_profiles(9, 4, 3, recompute=True) == exact_profiles(9, 4, 3)


@pytest.mark.full
def test_all_profiles_are_those_that_ship() -> None:
    RECIPES["profiles"].content(recompute=True)
