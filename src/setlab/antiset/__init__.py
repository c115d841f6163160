"""Anti-SET (Clark, Fisk & Goren): players take points of a design in turn; the first to hold a whole block loses.

Begin with a `Game`, or let strategies `play` one. `setlab.antiset.solver` solves designs, `setlab.antiset.analyse`
judges the moves of a game, and `setlab.antiset.steiner` makes Steiner triple systems to play on.

>>> from setlab.antiset import play
>>> play("AG(2,3)", "theorem7", "max-cap").result.winner
'xavier'
"""

from setlab.antiset.game import Game, Result
from setlab.antiset.match import Match, play, tournament
from setlab.antiset.strategies import STRATEGIES, Move, Strategy, find_strategy
from setlab.antiset.strategies.own import strategy_of

__all__ = [
    "STRATEGIES",
    "Game",
    "Match",
    "Move",
    "Result",
    "Strategy",
    "find_strategy",
    "play",
    "strategy_of",
    "tournament",
]
