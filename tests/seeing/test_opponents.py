"""The opponents of rooms: the analysis of their games recovers the model that they play by."""

from __future__ import annotations

from typing import Any

import pytest

from setlab.puzzles.difficulty import HARDER
from setlab.rooms import event_record
from setlab.seeing import analyse
from tests.rooms.driver import Room


def game(seed: int) -> dict[str, Any]:
    """A game of two opponents; a person watches and finds nothing."""
    room = Room(seed=seed, opponents=2, speed="steady")
    room.join("Ada", host=True)
    room.host("start")
    while room.state.phase != "over":
        room.wait(60.0)
    events = [{"seq": each.seq, "at": each.at, "event": event_record(each.event)} for each in room.events]
    return {"room": f"R{seed}", "events": events}


@pytest.mark.long
def test_the_analysis_recovers_the_model_of_the_opponents() -> None:
    games = [game(seed) for seed in range(40)]
    found = analyse(games, ["differ"], level=0.999, who="opponents")
    effect = found.effect("differ")
    assert effect.low is not None
    assert effect.high is not None
    assert effect.low <= HARDER <= effect.high < 1
    assert effect.high / effect.low < 1.5, "the interval is narrow enough to say something"
    assert (found.left_out, analyse(games).claims) == ({}, 0)
    which = next(test for test in analyse(games, who="opponents").tests if test.name == "which")
    assert which.p > 0.001, "only the number of properties counts for them"
