"""Opponents: the model of the time that they need, and that they play as anybody does."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import pytest

from setlab.puzzles.difficulty import rate_of
from setlab.rooms.decision import REACTION, SPEEDS, count_differing, next_move
from setlab.rooms.events import Away, Back, Claim
from tests.rooms.driver import Room, playing

GAMES = ("standard", "junior", "five", "find-all", "timed", "ultra", "chain")


@pytest.mark.parametrize("game", GAMES)
def test_opponents_play_a_game_to_its_end(game: str) -> None:
    room = Room(game, opponents=2, speed="quick", seconds=0)
    room.join("Ada", host=True)
    room.host("start")
    for _ in range(3000):
        if room.state.phase == "over":
            break
        room.wait(60.0)
    assert room.state.phase == "over"
    assert all(timed.event.seat in (1, 2) for timed in room.events if isinstance(timed.event, Claim))


def test_opponents_wait_while_nobody_is_here() -> None:
    room = Room(opponents=1)
    seat = room.join("Ada", host=True)
    room.host("start")
    room.happen(Away(seat))
    before = room.state
    room.wait(1e5)
    assert room.state == before
    room.happen(Back(seat))
    move = next_move(room.state, room.seed)
    assert move is not None
    assert move.at >= room.now + REACTION


def test_opponents_respect_a_call() -> None:
    room = Room(opponents=1, call=True, speed="quick")
    seat = room.join("Ada", host=True)
    room.host("start")
    assert room.say(seat, "call").is_accepted
    assert room.state.called is not None
    move = next_move(room.state, room.seed)
    assert move is not None
    assert move.at > room.state.called.until


def test_a_move_is_the_same_for_every_process() -> None:
    room = Room(opponents=3)
    room.join("Ada", host=True)
    room.host("start")
    assert next_move(room.state, room.seed) == next_move(replace(room.state), room.seed)
    assert next_move(room.state, room.seed) != next_move(room.state, room.seed + 1)


@pytest.mark.parametrize("speed", sorted(SPEEDS))
def test_times_and_choices_follow_the_model(speed: str) -> None:
    """4,000 moves on one table: the mean time and the proportions of the SETs are within five standard errors."""
    room = playing(players=1, seed=2, opponents=0)
    opponent = Room(seed=2, opponents=1, speed=speed)
    opponent.join("Ada", host=True)
    opponent.host("start")
    state, trials = opponent.state, 4000
    assert opponent.cards == room.cards
    rates = {cards: rate_of(count_differing(state, cards), SPEEDS[speed]) / 60 for cards in state.claimable}
    total = sum(rates.values())
    moves = [move for seed in range(trials) if (move := next_move(state, seed)) is not None]
    mean = sum(move.at - state.changed for move in moves) / trials - REACTION / SPEEDS[speed]
    assert abs(mean - 1 / total) < 5 / total / sqrt(trials)
    for cards, rate in rates.items():
        p = rate / total
        share = sum(move.cards == cards for move in moves) / trials
        assert abs(share - p) < 5 * sqrt(p * (1 - p) / trials)
