"""The puzzle of the day: fixed by its date, of the right kind, and uniform among all deals of its kind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from datetime import date, timedelta
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from setlab.classroom import LEVELS, Puzzle, find_puzzle, puzzle
from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.exact import exact_sets, orbit_levels
from setlab.exact.dealing import deal_cards
from setlab.exact.profiles import exact_profiles
from setlab.geometry import CardSet, Space
from setlab.puzzles.daily import SEED, with_fixed
from setlab.stats import compare_with_proportions

FIRST = date(2026, 1, 1)
DAYS = 800
TOLERANCE = 1e-3
"""The dates are fixed, so that each comparison has one p-value: a uniform draw falls below this once in 1000."""

BASIC = (12721593838844482470, (2, 0), (38, 56, 55, 45, 9, 20, 46, 18, 37))
ADVANCED = (17597625214183458577, None, (64, 45, 50, 11, 38, 76, 26, 65, 6, 58, 32, 17))


@pytest.fixture(scope="module", params=list(LEVELS))
def level(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def year(level: str) -> list[Puzzle]:
    return puzzles_of(level)


@cache
def puzzles_of(level: str) -> list[Puzzle]:
    """The puzzles of two years."""
    return [puzzle(FIRST + timedelta(day), level) for day in range(DAYS)]


def is_set(cards: Iterable[int]) -> bool:
    """By the rule of the game: in each digit of base 3, all the same or all different."""
    digits = zip(*(np.base_repr(card, 3).zfill(4) for card in cards), strict=True)
    return all(len(set(values)) != 2 for values in digits)


def assert_fits(seen: Iterable[Hashable], proportions: Mapping[Hashable, Fraction]) -> None:
    """The chi-square test of what was seen against exact proportions."""
    number = {value: i for i, value in enumerate(proportions)}
    histogram = Counter(number[value] for value in seen)
    assert compare_with_proportions(histogram, {number[v]: p for v, p in proportions.items()}).p > TOLERANCE


# --- what a puzzle is


def test_a_puzzle_has_exactly_the_sets_that_it_names(year: list[Puzzle], level: str) -> None:
    cards, sets = {"basic": (9, 4), "advanced": (12, 6)}[level]
    for each in year[:40]:
        assert len(set(each.cards)) == cards
        assert set(each.cards) <= set(range(81))
        found = {frozenset(three) for three in combinations(each.cards, 3) if is_set(three)}
        assert {frozenset(three) for three in each.sets} == found
        assert len(each.sets) == sets


def test_exactly_one_property_is_fixed_in_a_basic_puzzle(year: list[Puzzle], level: str) -> None:
    for each in year:
        digits = zip(*map(Space(4).coordinates, each.cards), strict=True)
        fixed = [(place, values[0]) for place, values in enumerate(digits) if len(set(values)) == 1]
        assert fixed == ([each.fixed] if level == "basic" else [])


def test_puzzles_never_change() -> None:
    """People keep their results, print puzzles and link to them: these are those of 16 November 2026."""
    basic, advanced = (puzzle(date(2026, 11, 16), level) for level in ("basic", "advanced"))
    assert (basic.seed, basic.fixed, basic.cards) == BASIC
    assert (advanced.seed, advanced.fixed, advanced.cards) == ADVANCED


def test_the_seed_follows_from_the_date_as_documented() -> None:
    day = date(2031, 2, 28)
    draws, trial = Draws(SEED), day.toordinal()
    basic, advanced = puzzle(day, "basic"), puzzle(day, "advanced")
    assert advanced.seed == draws.bits(trial, 4) * 2**32 + draws.bits(trial, 5)
    assert list(advanced.cards) == deal_cards(12, 6, seed=advanced.seed)
    assert basic.seed == draws.bits(trial, 0) * 2**32 + draws.bits(trial, 1)
    assert basic.fixed == (draws.below(trial, 2, 4), draws.below(trial, 3, 3))
    small = deal_cards(9, 4, seed=basic.seed, dimension=3)
    assert list(basic.cards) == [with_fixed(card, *basic.fixed) for card in small]


@pytest.mark.parametrize("place", range(4))
def test_fixing_a_property_keeps_the_others(place: int) -> None:
    for card in range(27):
        digits = list(Space(4).coordinates(with_fixed(card, place, 2)))
        assert digits.pop(place) == 2
        assert tuple(digits) == Space(3).coordinates(card)


def test_a_puzzle_has_a_name() -> None:
    assert find_puzzle("2026-11-16-basic") == puzzle("2026-11-16", "basic")
    assert puzzle("2026-11-16").name == "2026-11-16-advanced"
    assert puzzle("0001-01-01").date == date.min
    assert puzzle("9999-12-31").date == date.max


@pytest.mark.parametrize("text", ["", "today", "2026-2-1", "2026-02-29", "20260201", "2026-W06-7", "２０２６-02-01"])
def test_what_is_not_a_date(text: str) -> None:
    with pytest.raises(SpecError, match=rf"{re.escape(repr(text))} is not a date: write year, month and day as in"):
        puzzle(text)


def test_what_is_not_a_puzzle() -> None:
    with pytest.raises(SpecError, match="'advancde' is not a level: did you mean advanced"):
        puzzle("2026-11-16", "advancde")
    with pytest.raises(TypeError, match="date must be"):
        puzzle(20261116)  # type: ignore[arg-type]
    for name in ("", "advanced", "2026-11-16", "2026-11-16-expert", "-basic", "2026-11-16 basic", "9" * 99):
        with pytest.raises(SpecError):
            find_puzzle(name)


# --- how many puzzles there are


def test_no_basic_deal_is_counted_twice() -> None:
    """Nine cards on which two properties are fixed are a whole plane, which has twelve SETs."""
    space = Space(4)
    for first, second in combinations(range(4), 2):
        for values in ((x, y) for x in range(3) for y in range(3)):
            cards = [c for c in space if (space.coordinates(c)[first], space.coordinates(c)[second]) == values]
            assert len(cards) == 9
            assert len(space.sets(cards)) == 12


def test_the_number_of_basic_deals_by_brute_force() -> None:
    """All collections of nine of 27 cards that contain card 0; by symmetry each card is in a third of all."""
    others = np.fromiter((c for eight in combinations(range(1, 27), 8) for c in eight), np.int64).reshape(-1, 8)
    masks = 1 | (1 << others).sum(axis=1)
    assert len(masks) == comb(26, 8)
    lines = [sum(1 << card for card in line) for line in Space(3).lines()]
    sets = sum((masks & line == line).astype(np.int8) for line in lines)
    number = int((sets == 4).sum()) * 3
    assert number == 1_337_310
    assert number == exact_sets(9, 3).distribution[4]  # type: ignore[index]
    assert number == sum(exact_profiles(9, 4, 3).values())


def test_the_number_of_advanced_deals_in_two_ways() -> None:
    """From the table that ships, and as the sum over the profiles of orbit size times frames."""
    number = exact_sets(12).distribution[6]  # type: ignore[index]
    assert number == 1_649_199_670_560
    assert number == sum(exact_profiles(12, 6).values())


# --- uniform


def test_every_property_and_value_is_fixed_equally_often() -> None:
    seen = (each.fixed for each in puzzles_of("basic"))
    assert_fits(seen, {(place, value): Fraction(1, 12) for place in range(4) for value in range(3)})


def test_every_card_lies_in_every_place_equally_often(year: list[Puzzle]) -> None:
    cards = len(year[0].cards)
    for place in (0, cards - 1):
        assert_fits((each.cards[place] for each in year), {card: Fraction(1, 81) for card in range(81)})
    lowest = (each.cards.index(min(each.cards)) for each in year)
    assert_fits(lowest, {place: Fraction(1, cards) for place in range(cards)})


def classes_of(level: str, kind: Callable[[CardSet], Hashable]) -> dict[Hashable, Fraction]:
    """The exact proportions of deals by a kind that symmetries do not change, from the sizes of all orbits."""
    here = LEVELS[level]
    *_, orbits = orbit_levels(here.varying, until=here.cards, prove=False)
    counts: Counter[Hashable] = Counter()
    for words, size in zip(orbits.masks, orbits.sizes.tolist(), strict=True):
        cards = CardSet.from_mask(int.from_bytes(words.astype("<u8").tobytes(), "little"), Space(here.varying))
        if len(cards.lines()) == here.sets:
            counts[kind(cards)] += size
    return {each: Fraction(number, counts.total()) for each, number in counts.items()}


def dealt(each: Puzzle) -> CardSet:
    """The cards with the properties that vary."""
    if each.fixed is None:
        return CardSet(each.cards)
    below = 3 ** (3 - each.fixed[0])
    return CardSet((card // (3 * below) * below + card % below for card in each.cards), Space(3))


def sharing(cards: CardSet) -> Hashable:
    """How many cards lie in 0, 1, 2 … SETs, and how many pairs of SETs are parallel."""
    lines = cards.lines()
    degrees = Counter(card for line in lines for card in line)
    directions = Counter(cards.space.direction(a, b) for a, b, _ in lines)
    return tuple(sorted(degrees.values())), tuple(sorted(directions.values()))


def test_orbits_of_basic_deals_come_up_in_proportion_to_their_sizes() -> None:
    exact = classes_of("basic", lambda cards: cards.canonical())
    seen = (dealt(each).canonical() for each in puzzles_of("basic"))
    assert len(exact) == 11
    assert_fits(seen, exact)


def test_classes_of_orbits_come_up_in_proportion_to_their_sizes(year: list[Puzzle], level: str) -> None:
    assert_fits((sharing(dealt(each)) for each in year), classes_of(level, sharing))


def test_profiles_come_up_in_proportion_to_their_numbers(year: list[Puzzle], level: str) -> None:
    here = LEVELS[level]
    counted = exact_profiles(here.cards, here.sets, here.varying)
    exact: dict[Hashable, Fraction] = {
        profile: Fraction(number, sum(counted.values())) for profile, number in counted.items()
    }
    assert_fits((each.difficulty.differing[: here.varying] for each in year), exact)
