"""`random`: any free point."""

from __future__ import annotations

from setlab.antiset.game import Game
from setlab.antiset.strategies.strategy import Move, Reason, Strategy, because, pick
from setlab.draws import Draws


def choose(game: Game, draws: Draws, trial: int) -> Move:
    """Any free point, each with the same probability."""
    free = game.legal_moves
    return because(game, pick(free, game, draws, trial), Reason("chance", numbers={"left": len(free)}))


STRATEGY = Strategy("random", "any free point", choose)
