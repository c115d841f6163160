"""Exact leftovers: large positions against the reference, against simulation, and under symmetry."""

import signal
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setlab import _core, reference
from setlab.errors import CardError, SpecError
from setlab.exact.leftovers import ExactGame, exact_game, exact_game_from, exact_leftovers, exact_leftovers_from
from setlab.experiment.kernels.endgame import EndgameParameters, run_engine
from setlab.geometry import Space
from setlab.geometry.maps import AffineMap

GAMES, SIGMAS = 10**6, 5
DECKS = st.permutations(range(27))
game = lru_cache(exact_game)


@pytest.mark.parametrize(("table", "undealt", "size"), [(9, 9, 9), (9, 8, 12), (12, 7, 12)])
def test_the_middle_of_a_game_equals_the_reference(table: int, undealt: int, size: int) -> None:
    """Thousands of positions without symmetry, from cards in no particular order."""
    deck = Random(2026).sample(range(27), 27)
    lying, waiting = deck[:table], deck[table : table + undealt]
    assert exact_leftovers_from(lying, waiting, size) == reference.exact_leftovers_from(lying, waiting, size)


@pytest.mark.parametrize("table", [15, 16, 18, 20])
def test_large_tables_equal_the_reference(table: int) -> None:
    """Cards 0, 1, 2, … lie on the table: whole planes, with many SETs that meet."""
    assert exact_leftovers_from(range(table), []) == reference.exact_leftovers_from(range(table), [], size=12)


@given(DECKS, st.integers(0, 15), st.integers(0, 6), st.integers(3, 15), st.integers(0, 10**6))
@settings(max_examples=50)
def test_symmetries_change_nothing(deck: list[int], table: int, undealt: int, size: int, seed: int) -> None:
    moved = [AffineMap.random(seed, dimension=Space(3))(card) for card in deck]
    lying, waiting = slice(table), slice(table, table + undealt)
    assert exact_game_from(deck[lying], deck[waiting], size) == exact_game_from(moved[lying], moved[waiting], size)


def check_simulation(exact: ExactGame, dimension: int, table: int) -> None:
    """A million games with a fixed seed: every proportion and mean within five standard deviations of the fraction."""
    parameters = EndgameParameters.complete({"dimension": dimension, "table": table})
    tally = run_engine(parameters, 2026, 0, GAMES, 1).histograms
    leftovers = tally["leftover"]
    assert leftovers.keys() <= exact.leftovers.keys()
    for left, p in exact.leftovers.items():
        assert abs(leftovers.get(left, 0) / GAMES - p) <= SIGMAS * sqrt(p * (1 - p) / GAMES)
    turns = tally["turns"]
    mean = sum(number * games for number, games in turns.items()) / GAMES
    deviation = sqrt(sum((number - mean) ** 2 * games for number, games in turns.items()) / GAMES)
    assert abs(mean - exact.turns) <= SIGMAS * deviation / sqrt(GAMES) + 1e-12
    for name, means in (("searches", exact.searches), ("no_set", exact.no_set)):
        assert tally[name].keys() <= means.keys()
        for cards, expected in means.items():  # X ≤ 27 in each game, so that the variance is at most 27 E X
            assert abs(tally[name].get(cards, 0) / GAMES - expected) <= SIGMAS * sqrt(27 * expected / GAMES)


@pytest.mark.parametrize("table", range(3, 10))
def test_simulated_games_of_the_plane_agree(table: int) -> None:
    check_simulation(game(2, table), 2, table)


@pytest.mark.long
@pytest.mark.parametrize("table", [9, 10, 12, 27])
def test_simulated_games_of_27_cards_agree(table: int) -> None:
    check_simulation(game(3, table), 3, table)


@pytest.mark.full
@pytest.mark.parametrize("table", [table for table in range(3, 27) if table not in (9, 10, 12)])
def test_simulated_games_agree_for_every_table(table: int) -> None:
    check_simulation(exact_game(3, table), 3, table)


@pytest.mark.long
@pytest.mark.parametrize("table", [9, 10, 12, 27])
def test_what_is_left_of_27_cards(table: int) -> None:
    """27 less a multiple of 3, without a SET, so at most 9; and never 3: what is left adds up to 0."""
    leftovers = game(3, table).leftovers
    assert sum(leftovers.values()) == 1
    assert leftovers.keys() == {0, 6, 9} if table < 27 else leftovers.keys() <= {0, 6, 9}
    assert all(type(p) is Fraction and p > 0 for p in leftovers.values())


@pytest.mark.long
@pytest.mark.parametrize("table", [9, 10, 12, 27])
def test_turns_are_sets_taken_and_deals_in_vain(table: int) -> None:
    exact = game(3, table)
    taken = sum((27 - left) * p / 3 for left, p in exact.leftovers.items())
    assert exact.turns == taken + sum(exact.no_set.values())


def test_large_tables_are_all_alike() -> None:
    """With 23 cards or more the first two SETs are uniform on the whole deck, and then all cards are dealt.

    The first SET avoids the undealt cards, the second at most one; no card is special before, nor is one
    of those that the first SET leaves. With 22 cards the second SET avoids two, and some pairs are special.
    """
    assert [game(3, table).leftovers == game(3, 27).leftovers for table in range(22, 28)] == [False] + 5 * [True]


def test_the_search_can_be_interrupted() -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        with pytest.raises(KeyboardInterrupt):
            _core.game_graph(table=0, undealt=(1 << 27) - 1, due=12, size=12)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_bad_questions_are_refused() -> None:
    with pytest.raises(SpecError, match="dimension 4 is out of range for exact leftovers: choose 1 to 3"):
        exact_game(4)
    with pytest.raises(SpecError, match="a table of 2 cards is too small: a SET has 3"):
        exact_leftovers(3, 2)
    with pytest.raises(CardError, match="card 5 is on the table and undealt: name it once"):
        exact_leftovers_from([4, 5], [5, 6])
    with pytest.raises(CardError):
        exact_leftovers_from([9], [], dimension=2)
