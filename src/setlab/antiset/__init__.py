"""Anti-SET (Clark, Fisk & Goren): players take points of a design in turn; the first to hold a whole block loses.

Begin with a `Game`, or let strategies `play` one. `solve` says who wins with best play on a design, `evaluate` from a
position, `best_move` with which move. `setlab.antiset.advice` judges the moves of a game, and `setlab.antiset.steiner`
makes Steiner triple systems to play on.

>>> from setlab.antiset import play, solve
>>> play("AG(2,3)", "theorem7", "max-cap").winner, solve("AG(2,3)").winner, solve("AG(2,3)").length
('xavier', 'xavier', 4)
"""

from setlab.antiset.game import Game, Result
from setlab.antiset.solver import Solution, best_move, evaluate, solve, winner_of
from setlab.antiset.strategies import STRATEGIES, Match, Move, Strategy, find_strategy, play, strategy_of, tournament

__all__ = [
    "STRATEGIES", "Game", "Match", "Move", "Result", "Solution", "Strategy", "best_move", "evaluate", "find_strategy",
    "play", "solve", "strategy_of", "tournament", "winner_of",
]  # fmt: skip
