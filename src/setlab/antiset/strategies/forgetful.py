"""`forgetful`: a random point that seems to complete no block; every third danger is overlooked.

The opponent to begin with: it plays as `safe` does, but may hold a block although there was a way out. Whether the
danger of a point is overlooked follows from the draw whose number is points · (ply + 1) + point, so that the same seed
and trial give the same game.
"""

from __future__ import annotations

from setlab.antiset.game import Game
from setlab.antiset.strategies.strategy import Move, Reason, Strategy, because, pick, stay_safe
from setlab.draws import Draws

OVERLOOKED = 3
"""One danger in this many is overlooked."""


def choose(game: Game, draws: Draws, trial: int) -> Move:
    """A random point among the safe ones and those whose danger is overlooked; any point if none is safe."""
    safe = set(game.safe_moves)
    if not safe:
        return stay_safe(game, draws, trial)
    seeming = [point for point in game.legal_moves if point in safe or _is_overlooked(point, game, draws, trial)]
    point = pick(seeming, game, draws, trial)
    if point in safe:
        return because(game, point, Reason("seems", numbers={"left": len(seeming)}))
    return because(game, point, Reason("overlooked", (point, *(game.completes(point) or ()))))


def _is_overlooked(point: int, game: Game, draws: Draws, trial: int) -> bool:
    draw = game.design.points * (len(game.moves) + 1) + point
    return draws.below(trial, draw, OVERLOOKED) == 0


STRATEGY = Strategy(
    "forgetful", "a random point that completes no block, but one danger in three is overlooked", choose
)
