"""`perfect`: the best move by the solver: the winner hurries and the loser delays."""

from __future__ import annotations

from setlab.antiset.game import Game
from setlab.antiset.strategies.strategy import Move, Strategy, because, two_players
from setlab.draws import Draws
from setlab.geometry.design import Design


def choose(game: Game, draws: Draws, trial: int) -> Move:
    """The move that wins soonest, else draws, else loses latest."""
    from setlab.antiset.solver import best_reason

    return because(game, *best_reason(game))


def obstacle(design: Design, seat: int, players: int) -> str | None:
    """The obstacle: it is for two players."""
    return two_players(players)


STRATEGY = Strategy("perfect", "the best move by exact search", choose, obstacle)
