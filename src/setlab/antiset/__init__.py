"""Anti-SET: players take points of a design in turn, and the first to hold a whole block loses (seed `003`)."""

from setlab.antiset.game import Game, Result
from setlab.antiset.match import Match, play, tournament
from setlab.antiset.strategies import STRATEGIES, Move, Strategy, find_strategy

__all__ = ["STRATEGIES", "Game", "Match", "Move", "Result", "Strategy", "find_strategy", "play", "tournament"]
