"""Anti-SET (Clark, Fisk & Goren): players take points of a design in turn; the first to hold a whole block loses."""

from setlab.antiset.game import Game, Result
from setlab.antiset.match import Match, play, tournament
from setlab.antiset.strategies import STRATEGIES, Move, Strategy, find_strategy

__all__ = ["STRATEGIES", "Game", "Match", "Move", "Result", "Strategy", "find_strategy", "play", "tournament"]
