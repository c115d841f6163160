"""Abrahamsen & Eriksen, section 8 and the appendix: our computations agree with a second method."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from setlab.counting import mean_flats, variance_flats
from setlab.draws import Draws
from setlab.exact.no_set import exact_no_set
from setlab.exact.planes import exact_planes
from setlab.exact.sets import exact_sets
from setlab.geometry import CardSet
from setlab.reproduce import Runner
from setlab.reproduce.abrahamsen_eriksen.programs import (
    card_text,
    contains_set,
    contains_set_v2,
    count_planes,
    is_set,
    random_collections,
    reduce_deck,
    simulate_planes,
)
from setlab.reproduce.abrahamsen_eriksen.simulations import (
    bell_ratio,
    bend,
    chance_of_even,
    chance_of_none,
    explained_by_chance,
    fitting_rows,
    largest_cap,
    likely_runs,
    mean_given_one,
    plane_odds,
    planes_within,
    printed_counts,
    probability_of_even,
    scatter,
    with_the_rest,
)
from setlab.reproduce.evidence import confidence
from setlab.sources import find_claim
from setlab.stats import Origin, mean_interval, proportion_interval, read_printed
from tests.reproduce.conftest import answered

TABLE_11 = find_claim("A13.table11")
STATED = 100_000


@pytest.mark.parametrize(
    ("name", "failed"),
    [
        ("A10.shares", ["18 cards"]),
        ("A11.table9", ["n = 10"]),
        ("A13.nine", ["P(9 cards are a plane)"]),
        ("A2.table10", ["Controller, simulation 1"]),
    ],
)
def test_only_these_figures_fail(name: str, failed: list[str]) -> None:
    rows = answered(name)[1].rows
    assert [row.at for row in rows if row.verdict not in ("confirmed", "consistent")] == failed


def test_samples_that_are_compared_have_different_seeds() -> None:
    seeds = [result.spec.seed for name in ("A10.table8", "A10.game") for result in answered(name)[0].results]
    assert len(seeds) == len(set(seeds)) == 3


# The exact values behind the verdicts, by a second method.


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_no_set_in_few_cards(cards: int) -> None:
    """P(no SET) agrees with the distribution of the number of SETs, and the listing finds the SETs of a cube."""
    known = exact_no_set(4).probability(cards)
    assert known == exact_sets(cards).proportions()[0]
    without = sum(not contains_set(list(map(card_text, three))) for three in combinations(range(27), 3))
    assert comb(27, 3) - without == 117, "the SETs of a cube"


def test_no_set_against_a_sample() -> None:
    result = Runner().run("first-set", 4e5, 4e5)
    for n in range(3, 17):
        seen = sum(count for card, count in result.tally["first_set"].items() if int(card) > n)
        known = exact_no_set(4).probability(n)
        assert known is not None
        assert known in proportion_interval(seen, result.tally.trials, confidence())


def test_the_largest_cap_has_no_set_by_the_listing_either() -> None:
    assert len(largest_cap()) == 20
    assert not contains_set(list(map(card_text, largest_cap())))


def test_chance_explains_the_row_of_ten_cards_only_in_small_samples() -> None:
    claim, known = find_claim("A11.table9"), exact_no_set(4).probability(10)
    assert known is not None
    most, figure = explained_by_chance(claim), read_printed(claim.figures["10"])
    assert float(known) in Origin(most // 2).possible_range(figure, confidence())
    assert float(known) not in Origin(most * 2).possible_range(figure, confidence())


@pytest.mark.parametrize("trials", [1, 10, 1000])
def test_chance_of_none(trials: int) -> None:
    assert chance_of_none(Fraction(1, 7), trials) == pytest.approx(float(Fraction(6, 7) ** trials))


# Simulation 1.


def first_sets_taken(deck: list[str]) -> list[str]:
    """The cards left when the first SET in the order of the deck is taken repeatedly."""
    cards = list(deck)
    while first := next((three for three in combinations(cards, 3) if is_set(*three)), None):
        cards = [card for card in cards if card not in first]
    return cards


def test_the_listed_reduction_takes_the_first_set_again_and_again() -> None:
    for trial in range(20):
        deck = [card_text(card) for card in Draws(7).shuffle(trial, range(81), 81)]
        assert reduce_deck(deck) == first_sets_taken(deck)


def test_the_pooled_counts_of_table_8_add_up() -> None:
    table = find_claim("A10.table8")
    pooled = with_the_rest(printed_counts(table), printed_counts(table), 50_000_000)
    assert sum(pooled.values()) == 50_000_000
    rounded = sum(int(read_printed(table.figures[place]).value) for place in ("6", "9", "12"))
    assert abs(pooled[6] - rounded) <= 150_000, "the three rounded counts, each to the nearest 100,000"


# Simulation 3.


@pytest.mark.parametrize("cards", range(2, 13))
def test_the_variance_against_the_whole_distribution(cards: int) -> None:
    proportions = exact_sets(cards).proportions()
    mean = sum(sets * proportion for sets, proportion in proportions.items())
    assert mean == mean_flats(cards)
    assert sum((sets - mean) ** 2 * proportion for sets, proportion in proportions.items()) == variance_flats(cards)


def test_a_bell_curve_would_pass_where_the_deviation_fails() -> None:
    bends = {bend(n) for n in range(4, 78)}
    assert len(bends) == 37, "symmetric around the middle, different elsewhere"
    assert bell_ratio(20) == pytest.approx(1)
    assert bell_ratio(40) == pytest.approx(1)
    assert bell_ratio(10) < 0.8


def test_where_the_mean_meets_the_maximum() -> None:
    why = answered("A12.mean")[1].why
    assert "omits n = 79, 80," in why


# Simulation 4.


def test_plane_odds_exact_against_sampled() -> None:
    odds = plane_odds(Runner())
    for n in range(20, 41):
        known = exact_planes(4).table.probability(n)
        assert odds.value(n) == known
        assert known in proportion_interval(*odds.sample(n), confidence())


def test_planes_given_one_against_counting_them() -> None:
    """The mean number of planes over the deals of 40 and 48 cards that contain one."""
    result = Runner().run("plane-count", 2e5, 2e5, seed=5, histogram_at=[40, 48])
    exact = exact_planes(4).table.mean_given_one(40)
    assert exact is not None
    low, high = map(float, mean_given_one(plane_odds(Runner()), 48).split(" to "))
    for n, expected in ((40, float(exact)), (48, (low + high) / 2)):
        seen = {int(planes): count for planes, count in result.tally[f"at_{n}"].items() if int(planes)}
        total = sum(planes * count for planes, count in seen.items())
        squares = sum(planes**2 * count for planes, count in seen.items())
        assert expected in mean_interval(total, squares, sum(seen.values()), confidence())


def test_planes_by_the_listing_and_by_ours() -> None:
    for trial in range(6):
        cards = Draws(3).shuffle(trial, range(81), 34 + trial)
        assert count_planes(list(map(card_text, cards))) == len(planes_within(CardSet(cards)))


def test_the_simulation_of_planes_averages_over_runs_with_a_plane() -> None:
    cube, none = list(map(card_text, range(27))), list(map(card_text, range(8)))
    assert simulate_planes([cube, none, cube[:9]]) == (2, 20.0)
    assert simulate_planes([none]) == (0, 0)


def test_tests_for_a_set_agree_on_every_three_cards_of_a_cube() -> None:
    for three in combinations(map(card_text, range(27)), 3):
        assert contains_set(three) == contains_set_v2(three) == is_set(*three)


def test_random_collections_differ() -> None:
    collections = random_collections(1)
    assert {len(cards) for cards in collections} == set(range(3, 21))
    assert len(set(collections)) == len(collections)


# The runs behind table 11.


def test_which_runs_can_print_a_row() -> None:
    """Quotients are printed in full, so a row fits a number of runs if and only if some count is printed like it."""
    fitting = fitting_rows(TABLE_11, STATED)
    for runs in (10_000, 20_000):
        printed = {f"{cases * 100 / runs}%" for cases in range(runs + 1)}
        assert fitting[runs] == [n for n, text in TABLE_11.numbers().items() if text in printed]
    assert {runs: len(rows) for runs, rows in fitting.items()} == {10_000: 8, 20_000: 11, 50_000: 31, 100_000: 34}
    assert fitting[50_000] == [n for n in TABLE_11.numbers() if n not in (17, 18, 19)]


@pytest.mark.parametrize(("probability", "trials"), [(0.3, 7), (0.001, 50), (0.999, 20)])
def test_probability_of_even(probability: float, trials: int) -> None:
    direct = sum(comb(trials, k) * probability**k * (1 - probability) ** (trials - k) for k in range(0, trials + 1, 2))
    assert probability_of_even(probability, trials) == pytest.approx(direct)


def test_chance_of_even_for_equal_odds_is_binomial() -> None:
    direct = Fraction(sum(comb(34, k) for k in range(31, 35)), 2**34)
    assert chance_of_even(range(31), [0.5] * 34) == pytest.approx(float(direct))


def test_the_scatter_excludes_the_stated_runs_and_fits_the_likely_ones() -> None:
    odds = plane_odds(Runner())
    stated, likely = (
        scatter(TABLE_11, odds, runs)
        for runs in (dict.fromkeys(TABLE_11.figures, STATED), likely_runs(TABLE_11, STATED))
    )
    assert stated[0] > 2 * likely[0]
    assert stated[1] < 1e-3 < 0.1 < likely[1]


def test_a_table_of_odd_counts_would_not_refute_the_stated_runs() -> None:
    """If half of the rows are even, as 100,000 runs would give, nothing is refuted."""
    assert chance_of_even(range(17), [0.5] * 34) > 0.5
