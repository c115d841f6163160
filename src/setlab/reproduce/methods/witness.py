"""A game that leaves a given number of cards, found by the compiled engine."""

from __future__ import annotations

from typing import Any

from setlab.errors import SpecError
from setlab.experiment.kernels.endgame import core_arguments
from setlab.experiment.kernels.endgame_game import Game, play
from setlab.experiment.kernels.endgame_parameters import EndgameParameters

BLOCK = 1 << 13
MOST = 1 << 22


def game_leaving(left: int, seed: int = 1, **parameters: Any) -> tuple[int, Game]:
    """The first game of a seed that leaves n cards, with its number.

    >>> trial, game = game_leaving(12)
    >>> game.leftover, len(game.table.cards)
    (12, 12)
    """
    p = EndgameParameters.complete(parameters)
    for first in range(0, MOST, BLOCK):
        hits = (_leftovers(p, seed, first) == left).nonzero()[0]
        if len(hits):
            trial = first + int(hits[0])
            return trial, play(p, seed, trial)
    raise SpecError(f"no game of seed {seed} leaves {left} cards among the first {MOST:,}: choose another seed")


def _leftovers(p: EndgameParameters, seed: int, first: int) -> Any:
    from setlab import _core

    return _core.play_endgame_trials(seed, first, BLOCK, **core_arguments(p))[:, 0]
