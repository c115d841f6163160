"""Strategies of one's own in anti-SET, and the names by which reasons and messages call the points."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from setlab.antiset import STRATEGIES, Game, Move, Strategy, play, strategy_of, tournament
from setlab.antiset.advice import analyse
from setlab.draws import Draws
from setlab.errors import RuleError, SpecError
from setlab.notation import find_notation

DIGITS = find_notation("standard", 3).digits


def lowest(game: Game) -> int:
    return min(game.safe_moves or game.legal_moves)


class Mine:
    def choose(self, game: Game) -> int:
        return lowest(game)


class Named:
    name = "patient"

    def choose(self, game: Game) -> Move:
        return Move(lowest(game), "I wait")


def test_functions_objects_and_classes_play_the_same_game() -> None:
    games = [play("AG(3,3)", own, "perfect").moves for own in (lowest, Mine(), Mine, lambda game: lowest(game))]
    assert len({tuple(move.point for move in moves) for moves in games}) == 1
    assert games[0][0].reason == "chosen by lowest"
    assert play("AG(2,3)", Named(), "random").moves[0] == Move(0, "I wait")


def test_integers_of_numpy_are_points() -> None:
    match = play("AG(2,3)", lambda game: np.int64(lowest(game)), "random")
    assert all(type(move.point) is int for move in match.moves)


def test_an_own_strategy_equals_the_one_it_copies() -> None:
    """`safe` is a random safe point: with its draws the copy plays the same games, move by move."""
    for trial in range(20):
        draws = Draws(5)

        def copy(game: Game, trial: int = trial, draws: Draws = draws) -> int:
            points = game.safe_moves or game.legal_moves
            return points[draws.below(trial, len(game.moves), len(points))]

        one = play("AG(2,3)", copy, "safe", seed=5, trial=trial)
        two = play("AG(2,3)", "safe", "safe", seed=5, trial=trial)
        assert [move.point for move in one.moves] == [move.point for move in two.moves]


def test_strategies_pass_through() -> None:
    given = Strategy("mine", "about", lambda game, draws, trial: Move(lowest(game), "because"))
    assert strategy_of(given) is given
    assert strategy_of("safe").name == "safe"
    assert tournament("AG(2,3)", [lowest, "theorem7"], ["safe"], games=3)[0].xavier == "lowest"


@pytest.mark.parametrize("given", [3, None, object(), Game, [lowest]])
def test_anything_else_is_refused_with_the_forms(given: Any) -> None:
    with pytest.raises(TypeError, match="is not a strategy: give a name, a function from the game to a free point"):
        play("AG(3,3)", given, "perfect")


def test_a_name_that_is_not_there_gets_a_question() -> None:
    with pytest.raises(SpecError, match=r"did you mean perfect\?"):
        play("AG(3,3)", "perfekt", "random")


def first_move(game: Game) -> int:
    return game.moves[0] if game.moves else 0


def push(game: Game) -> int:
    game.push(lowest(game))
    return lowest(game)


@pytest.mark.parametrize(
    ("own", "why"),
    [
        (first_move, "first_move cannot take 000 for xavier as move 3: xavier holds it; free are 0"),
        (push, "push changed the game: take back with pop() every move that it tries with push()"),
        (lambda game: 99, "lambda cannot take 99 for xavier as move 1: it is not a point of AG(3,3)"),
        (lambda game: "012", "lambda cannot take '012' for xavier as move 1: it is not a point of AG(3,3)"),
        (lambda game: None, "lambda cannot take None for xavier as move 1: it is not a point of AG(3,3)"),
        (lambda game: True, "lambda cannot take 001 for xavier as move 1: it is a truth value"),
    ],
)
def test_an_illegal_choice_names_the_strategy_and_the_move(own: Callable[[Game], Any], why: str) -> None:
    with pytest.raises(RuleError) as caught:
        play("AG(3,3)", own, "random", names=DIGITS)
    assert str(caught.value).startswith(why)


def test_a_strategy_may_try_moves_if_it_takes_them_back() -> None:
    def careful(game: Game) -> int:
        for point in game.legal_moves:
            lost = game.push(point)
            game.pop()
            if not lost:
                return point
        return game.legal_moves[0]

    found, same = (play("AG(2,3)", own, "random", seed=1).moves for own in (careful, lowest))
    assert [move.point for move in found] == [move.point for move in same]


PAIRS = [
    ("theorem7", "max-cap"),
    ("theorem7", "theorem17"),
    ("mirror", "safe"),
    ("random", "random"),
    ("safe", "perfect"),
    ("forgetful", "forgetful"),
]


@pytest.mark.parametrize(("xavier", "olivia"), PAIRS)
def test_every_reason_calls_points_by_their_names(xavier: str, olivia: str) -> None:
    """The points are called by a letter and a number; then no number of a point is left without its letter."""
    plain = play("AG(3,3)", xavier, olivia, seed=2)
    named = play("AG(3,3)", xavier, olivia, seed=2, names="P{}".format)
    assert [move.point for move in plain.moves] == [move.point for move in named.moves]
    called = set()
    for one, two in zip(plain.moves, named.moves, strict=True):
        assert re.sub(r"P(\d+)", r"\1", two.reason) == one.reason
        called |= set(re.findall(r"P(\d+)", two.reason))
        numbers = set(re.findall(r"(?<![P\d])\d+(?!-flat)", two.reason))
        counts = re.findall(r"one of (\d+) |cap of (\d+)|plan of (\d+) |round (\d+)", two.reason)
        assert numbers <= {number for found in counts for number in found}
    if xavier in ("theorem7", "mirror"):
        assert called


def test_every_strategy_is_covered_by_the_pairs() -> None:
    assert {name for pair in PAIRS for name in pair} == set(STRATEGIES)


def test_a_block_in_a_reason_is_named_point_by_point() -> None:
    game = Game("AG(2,3)", [2, 8, 5, 6, 4, 0, 1], names=find_notation("standard", 2).digits)
    assert strategy_of("safe").move(game).reason in (
        "every free point completes a block; 10 completes 00, 10, 20",
        "every free point completes a block; 21 completes 20, 21, 22",
    )


def test_messages_call_points_by_their_names() -> None:
    digits = find_notation("standard", 2).digits
    game = Game("AG(2,3)", [4, 8], names=digits)
    with pytest.raises(RuleError, match=r"^point 11 is taken by xavier: choose one of 00, 01, 02, 10, 12, 20, 21$"):
        game.push(4)
    with pytest.raises(RuleError, match=r"^point 11 is taken"):
        analyse("AG(2,3)", [4, 8, 4], names=digits)
    with pytest.raises(SpecError, match=r"^move 9, point 22, comes after the end"):
        analyse("AG(2,3)", [2, 8, 5, 6, 4, 0, 1, 3, 8], names=digits)
