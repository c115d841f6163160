"""The strategies: the engine plays move by move as the players in Python, and wins as often as the paper says."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from setlab import _core
from setlab.experiment.solitaire import measure
from setlab.reference.solitaire import cards_of
from setlab.solitaire import Shuffle, count_declarations, find_counterexample, play, strategy
from setlab.solitaire.strategies import CORE, core_games, core_moves
from setlab.stats import wilson
from tests.solitaire.by_rules import value_by_rules

pytestmark = pytest.mark.long

GAMES = {"random": 60, "basic": 40, "thrifty": 30, "S0": 15, "S3": 15, "S6": 20, "S9": 20, "S12": 12}
PRINTED = {"S0": (14082, 200_000), "S3": (14948, 200_000), "S6": (18394, 200_000), "S9": (52793, 500_000)}
"""The table of section 5: games declared all clear, and games."""


@pytest.mark.parametrize(("name", "games"), GAMES.items())
def test_the_engine_plays_as_the_player_in_python(name: str, games: int) -> None:
    moves, played = core_moves(name, 3, 0, games), core_games(name, 3, 0, games)
    for number in range(games):
        game = play(strategy(name), Shuffle.of(3, number))
        assert list(game.moves) == moves[number]
        assert len(game.state.cards) == played["leftover"][number]
        assert game.declared == (played["declared"][number] >= 0)


def results(name: str, first: int, games: int, threads: int | None = None, isa: str = "") -> list[tuple[int, ...]]:
    played = core_games(name, 8, first, games, threads=threads, isa=isa)
    columns = (played["leftover"], played["declared"], played["turns"], played["value"])
    return list(zip(*(column.tolist() for column in columns), strict=True))


@pytest.mark.parametrize("name", CORE)
def test_threads_and_instruction_sets_change_nothing(name: str) -> None:
    games = {"fast": 40, "expert": 20, "master": 3}.get(name, 300)
    found = results(name, 5, games, threads=1)
    assert results(name, 5, games, threads=3) == found
    assert results(name, 0, games + 5)[5:] == found
    for isa in _core.isas():
        assert results(name, 5, games, isa=isa) == found


def test_an_engine_may_be_asked_by_several_threads() -> None:
    """Each call has scratch memory of its own, and finds what it would find alone."""
    alone = [results("fast", first, 40, threads=1) for first in range(0, 320, 40)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda first: results("fast", first, 40, threads=1), range(0, 320, 40)))
    assert together == alone


def test_an_engine_that_was_interrupted_goes_on_as_before() -> None:
    before, stop = results("expert", 0, 4), _core.Stop()
    stop.set()
    with stop, pytest.raises(_core.Interrupted):
        results("expert", 0, 4000)
    assert results("expert", 0, 4) == before


@pytest.mark.parametrize(("name", "printed"), PRINTED.items())
def test_the_table_of_the_paper(name: str, printed: tuple[int, int]) -> None:
    """The intervals of 99.9 % of the paper's wins and of ours meet."""
    found = measure(name, 40_000, seed=1)
    assert wilson(found.tally["declared"][1], found.trials, 0.999).meets(wilson(*printed, 0.999))


def test_the_random_choice_clears_what_the_book_says() -> None:
    assert 0.0122 in wilson(measure("random", 60_000, seed=1).tally["clear"][1], 60_000, 0.999)


def test_every_declaration_with_twelve_cards_is_right() -> None:
    """S(0) and S(3) declare nothing wrong; the others only with more than 12 cards on the table."""
    for name in ("S0", "S3"):
        found = measure(name, 20_000, seed=2)
        assert found.tally["clear"][1] == found.tally["declared"][1] > 0
        assert count_declarations(name, 20_000, seed=2).uncertain == 0


def test_a_counterexample_to_the_short_cuts() -> None:
    """It is found by program, and checked by the rules alone: nothing that can be taken leads to a clear table."""
    found = find_counterexample("S9", seed=1)
    assert (len(found.state.cards), found.state.table.undealt) == (15, 6)
    assert found.partitions
    assert found.value == value_by_rules(*cards_of(found.state)) == 0


def test_a_counterexample_to_the_last_step() -> None:
    """With 15 cards on the table, d/3 − 1 SETs of a partition do not suffice."""
    declared = count_declarations("S9", 20_000, seed=1)
    assert 0 < declared.impossible < declared.uncertain < declared.declared
    assert len(declared.examples) == declared.uncertain


def test_measured_games_add() -> None:
    both = measure("S9", 700, seed=6)
    assert measure("S9", 300, seed=6) + measure("S9", 400, seed=6, first=300) == both


def test_thrifty_is_better_than_the_paper() -> None:
    ours, theirs = measure("thrifty", 20_000, seed=1), measure("S9", 20_000, seed=1)
    wins, declared = ours.tally["clear"][1], theirs.tally["declared"][1]
    assert wilson(wins, ours.trials, 0.999).low > wilson(declared, theirs.trials, 0.999).high
