"""Modelling End Game Configurations in Set: our computations agree with a second method."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from setlab.experiment.kernels.endgame import EndgameParameters, deck_order
from setlab.geometry import Space
from setlab.reproduce import Runner, find_items
from setlab.reproduce.end_games import protocols
from setlab.reproduce.end_games.protocols import (
    ALWAYS,
    MOST_SEARCHES,
    STANDARD,
    Board,
    Card,
    Protocol,
    best,
    describe,
    family,
    find_sets_on_the_board,
    leftovers,
    play_all,
    remaining,
    survey,
    survey_dimension,
)
from setlab.reproduce.methods import sum_argument
from tests.reproduce.conftest import answered


def lets_play_set(deck: Sequence[Card], d: int, n: int, start: int, searches: int) -> tuple[Board, list[Board]]:
    """The program of the text: the cards left of a shuffled deck, and the SETs found, taking the first each time.

    The game begins with `start` cards; n more are dealt after every search. `searches` searches follow the last deal.

    >>> lets_play_set([(0,), (1,), (2,)], 1, 3, start=3, searches=1)
    ([], [[(0,), (1,), (2,)]])
    """
    board, undealt, found = list(deck[:start]), list(deck[start:]), list[Board]()
    while undealt:
        board, found = find_sets_on_the_board(board, found, d, n)
        board, undealt = board + undealt[:n], undealt[n:]
    for _ in range(searches):
        board, found = find_sets_on_the_board(board, found, d, n)
    return board, found


@pytest.mark.parametrize(("d", "start", "games"), [(3, 9, 40), (3, 15, 20), (4, 12, 6)])
def test_one_run_tells_about_every_number_of_last_searches(d: int, start: int, games: int) -> None:
    """The engine makes six last searches; games with fewer are played here by the program of the text."""
    p = EndgameParameters.complete({"dimension": d, "refill": "always-three", "choice": "first", "table": start})
    decks = [[Space(d).coordinates(card) for card in deck_order(p, 3, trial)] for trial in range(games)]
    ends = play_all(d, "first", start, ALWAYS, games, 3)
    for searches in range(MOST_SEARCHES + 1):
        left = [len(lets_play_set(deck, d, 3, start, searches)[0]) for deck in decks]
        assert leftovers(ends, searches) == {number: left.count(number) for number in sorted(set(left))}


def test_the_family() -> None:
    assert len(family()) == len(set(family())) == 2 * 6 * (7 + 1 + 1)


def test_without_a_limit_three_cards_are_never_left() -> None:
    assert leftovers({(3, 6): 2, (6, 1): 5}, None) == {0: 2, 6: 5}
    assert leftovers({(3, 6): 2, (6, 6): 5}, None) is None


def test_the_study_s_own_protocol_remains_and_random_ones_do_not() -> None:
    for d in (3, 4, 5):
        left = remaining(survey_dimension(Runner(), d))
        assert Protocol("first", 3 * d, ALWAYS, 6) in left
    assert all(p.choice == "first" for p in remaining(survey_dimension(Runner(), 3)))
    assert not any(p.searches is None for p in remaining(survey_dimension(Runner(), 5)))


def test_another_table_would_exclude_other_protocols(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the tables came from games with a random SET, the survey would find it."""
    games = leftovers(play_all(3, "random", 9, ALWAYS, 100_000, 77), 6)
    assert games is not None
    monkeypatch.setattr(protocols, "printed_counts", lambda d: games)
    fits = survey(3, 50_000)
    assert not best(fits, "random").is_excluded
    assert all(fit.is_excluded for fit in fits if fit.protocol.choice == "first")


def test_protocols_in_words() -> None:
    some = [Protocol("first", 9, ALWAYS, 6), Protocol("first", 12, ALWAYS, 6), Protocol("random", 12, STANDARD, None)]
    assert describe(some).split("; ") == [
        "first SET, three cards after every search: start 9 or 12 with 6 last searches",
        "random SET, standard refill: start 12",
    ]
    assert describe([]) == "none"


def test_the_sum_argument_is_replayed_in_full() -> None:
    deck, sets, zero = sum_argument()
    assert [check.cases for check in (deck, sets, zero)] == [3, 9, 9]
    assert not any(check.is_refuted or not check.whole for check in (deck, sets, zero))


@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_sum_argument_by_trying_whole_decks(d: int) -> None:
    space = Space(d)
    assert space.total(space.cards) == 0
    for a, b, c in product(space.cards, repeat=3):
        if len({a, b, c}) == 3:
            assert space.is_line(a, b, c) == (space.total((a, b, c)) == 0)


def test_samples_that_are_compared_have_their_own_seeds() -> None:
    (item,) = find_items(["C3.d3"])
    evidence, _ = answered(item.id)
    assert {result.spec.seed for result in evidence.results}.isdisjoint({protocols.SEED})
