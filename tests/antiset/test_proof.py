"""The proof of theorem 7 along games, what a deviation cost, and advice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setlab.antiset import STRATEGIES, Game, find_strategy, play
from setlab.antiset.advice import advice, errors, first_deviation, prove, reflective_centres, reflective_reply, replies
from setlab.antiset.solver import winner_of
from setlab.antiset.strategies import SENTENCES
from setlab.draws import Draws
from setlab.errors import RuleError
from setlab.geometry import Space
from setlab.geometry.design import affine


def finished(d: int, xavier: str, olivia: str, trial: int) -> Game:
    """A game between two strategies."""
    match = play(affine(d, 3), xavier, olivia, seed=5, trial=trial)
    return Game(affine(d, 3), [move.point for move in match.moves])


@given(st.integers(2, 4), st.sampled_from(["safe", "random", "max-cap", "theorem17"]), st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_every_step_holds_when_xavier_follows(d: int, olivia: str, trial: int) -> None:
    game = finished(d, "theorem7", olivia, trial)
    assert all(step.holds for step in prove(game))
    assert all(answer.follows and answer.was_free for answer in replies(game))
    assert first_deviation(game) is None


@given(st.integers(2, 3), st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_a_step_is_denied_when_xavier_deviates(d: int, trial: int) -> None:
    """The step "the reflection was free and taken" is false exactly when there is a deviation."""
    game = finished(d, "safe", "safe", trial)
    deviation, free = first_deviation(game), next(step for step in prove(game) if step.code == "free")
    assert free.holds == (deviation is None)
    if deviation is not None:
        before = game.moves[: 2 * deviation.answer.round - 1]
        assert before[-1] == deviation.answer.taken != deviation.answer.reflection
        position = Game(game.design, before)
        result = position.result()
        assert deviation.winner == (result.winner if result else winner_of(position))
        assert (deviation.centre is not None) == (not position.is_over and bool(reflective_centres(position)))


def test_the_mirrored_set_has_the_cards_of_the_game() -> None:
    game = finished(3, "theorem7", "max-cap", 1)
    mirror = next(step for step in prove(game) if step.code == "mirror")
    (a, b, c), (x, y, z) = mirror.cards
    space, centre = Space(3), game.moves[0]
    assert c == game.moves[-1]
    assert (x, y, z) == tuple(space.third(centre, card) for card in (a, b, c))
    assert [game.owner(card) for card in (a, b, c, x, y, z)] == [1, 1, 1, 0, 0, None]


def test_a_game_must_be_over_and_on_a_board_of_the_theorem() -> None:
    with pytest.raises(RuleError, match="not over after 2 moves"):
        prove(Game("AG(2,3)", [0, 1]))
    with pytest.raises(RuleError, match="choose AG"):
        replies(Game("PG(2,2)", [0, 1, 2]))


def test_errors_are_known_only_where_the_board_is_solved() -> None:
    wrong = errors(Game("AG(2,3)", [2, 8, 4, 0, 6]))
    assert wrong is not None
    assert [(judged.player, judged.point, judged.good) for judged in wrong] == [("xavier", 4, (5,))]
    assert errors(finished(4, "safe", "safe", 0)) is None


def test_early_deviations_on_81_cards_stay_open_and_late_ones_are_settled() -> None:
    game = finished(4, "safe", "safe", 0)
    early = first_deviation(game)
    assert early is not None
    assert (early.winner, early.positions) == (None, 0)
    moves = [move.point for move in play(affine(4, 3), "theorem7", "max-cap", seed=2).moves][:36]
    position = Game(affine(4, 3), moves)
    reply = reflective_reply(position)
    assert reply is not None
    other = next(card for card in position.legal_moves if card != reply[0])
    late = first_deviation(Game(affine(4, 3), [*moves, other]))
    assert late is not None
    assert late.winner in ("xavier", "olivia")


@pytest.mark.parametrize("d", [2, 3, 4])
def test_advice_wins_for_xavier_and_never_loses_a_won_game_for_olivia(d: int) -> None:
    game = Game(affine(d, 3))
    while not game.is_over:
        move = advice(game, Draws(1)) if game.turn == 0 else find_strategy("safe").move(game, Draws(2))
        game.push(move.point)
    assert game.losers == [1]
    if d <= 3:
        opened = Game(affine(d, 3), [0, 1, 4])  # Xavier left the reflection
        while not opened.is_over:
            move = advice(opened) if opened.turn else find_strategy("perfect").move(opened)
            opened.push(move.point)
        assert opened.losers == [0]


def test_xavier_is_advised_to_reflect_in_another_centre() -> None:
    """On nine cards 3 answers 6 in the centre 0; his cards 0 and 3 reflect hers in 3 as well."""
    game = Game("AG(2,3)", [0, 6, 3])
    assert reflective_centres(game) == [0, 3]
    game.push(1)
    reply = reflective_reply(game)
    assert reply is not None
    assert reply[1] == 0
    assert game.owner(reply[0]) is None


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_reason_is_a_value_with_its_sentence(name: str) -> None:
    strategy = find_strategy(name)
    for d in (2, 3):
        for seat in (0, 1):
            if strategy.obstacle(affine(d, 3), seat, 2):
                continue
            game = Game(affine(d, 3))
            while not game.is_over:
                move = strategy.move(game) if game.turn == seat else find_strategy("random").move(game, Draws(d))
                assert move.why is not None
                assert move.why.code in SENTENCES
                assert move.reason == move.why.text(str)
                game.push(move.point)
