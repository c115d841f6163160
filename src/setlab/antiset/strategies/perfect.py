"""`perfect`: the best move by the solver, where it reaches: the winner hurries and the loser delays."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from setlab.antiset.game import Game
from setlab.antiset.strategies.strategy import Move, Strategy, two_players
from setlab.draws import Draws
from setlab.geometry.design import Design

SOLVER = "setlab.antiset.solver"
"""The module that is asked, when the first move is; it has `best_move(game)`, a point and the reason in words."""


def choose(game: Game, draws: Draws, trial: int) -> Move:
    """The move that wins soonest, else draws, else loses latest."""
    point, reason = import_module(SOLVER).best_move(game)
    return Move(point, reason)


def obstacle(design: Design, seat: int, players: int) -> str | None:
    """Why it cannot be played: more than two players, or no solver."""
    missing = None if find_spec(SOLVER) else "there is no solver yet; choose another strategy"
    return two_players(players) or missing


STRATEGY = Strategy("perfect", "the best move by exact search", choose, obstacle)
