"""Solitaire SET (Forbes & Forbes): the game, the published strategies, and far better ones.

`game` has the rules, `values` the value of a position, `strategies` the players, `bounds` limits for every player,
`review` a game with hindsight, `training` the fitting of weights, which is loaded only on request. `setlab.experiment`
measures strategies, searches deals and computes bounds on any number of games.
"""

from setlab.solitaire.bounds import (
    Counterexample,
    Declarations,
    Forced,
    count_declarations,
    find_counterexample,
    unclearable_deal,
)
from setlab.solitaire.game import Line, PlayedGame, Shuffle, State, Strategy, count_partitions, partitions, play
from setlab.solitaire.review import Hindsight, look_back
from setlab.solitaire.strategies import NAMES, Advice, Choice, advise, strategy
from setlab.solitaire.values import Clearability, Weights, can_clear, exact_values, read_weights

__all__ = [
    "NAMES", "Advice", "Choice", "Clearability", "Counterexample", "Declarations", "Forced", "Hindsight", "Line",
    "PlayedGame", "Shuffle", "State", "Strategy", "Weights", "advise", "can_clear", "count_declarations",
    "count_partitions", "exact_values", "find_counterexample", "look_back", "partitions", "play", "read_weights",
    "strategy", "unclearable_deal",
]  # fmt: skip
