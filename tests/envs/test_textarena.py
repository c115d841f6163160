"""The rules of solitaire are those of TextArena's `Set`, move by move, if that package is installed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from setlab.envs.solitaire import Solitaire
from setlab.notation import find_notation

STANDARD = find_notation()
TURNS = 20
"""TextArena stops there."""


def card_of(words: tuple[str, ...]) -> int:
    number, colour, filling, shape = words
    digit = str(("one", "two", "three").index(number) + 1)
    return STANDARD.card_with({"number": digit, "colour": colour, "filling": filling, "shape": shape})


@pytest.mark.full
@pytest.mark.parametrize("game", range(20))
def test_both_programs_play_the_same_game(game: int) -> None:
    """There, three more cards are dealt when the next move comes; the cards of the deck are taken from its end."""
    pytest.importorskip("textarena")
    from textarena.envs.Set.env import SetEnv

    ours, theirs, rng = Solitaire(reward="sets"), SetEnv(), np.random.default_rng(game)
    _, info = ours.reset(seed=2, options={"game": game})
    theirs.reset(num_players=1)
    named = {card_of(words): words for words in theirs.deck}
    assert sorted(named) == list(range(81))
    state: dict[str, Any] = theirs.state.game_state
    order = [named[card] for card in ours.order]
    state.update(board=order[:12], deck=order[:11:-1])
    found = 0.0
    for _ in range(TURNS):
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        coming = [card_of(words) for words in state["board"] + state["deck"][::-1]]
        theirs.step(str([coming.index(card) + 1 for card in ours.lines[action].tolist()]))
        _, reward, over, _, info = ours.step(action)
        found += reward
        assert state["score"] == found == len(ours.moves)
        board = [card_of(words) for words in state["board"]]
        assert set(board) <= set(ours.table.cards)
        assert set(ours.table.cards) - set(board) <= {card_of(words) for words in state["deck"][-3:]}
        assert not over
