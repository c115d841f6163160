"""Solitaire SET (Forbes & Forbes): the game, the published strategies, and far better ones."""

from setlab.solitaire.bounds.relaxation import Bound, bound
from setlab.solitaire.bounds.shortcuts import Counterexample, Declarations, count_declarations, find_counterexample
from setlab.solitaire.bounds.unclearable import Forced, unclearable_deal
from setlab.solitaire.game.partition import count_partitions, partitions
from setlab.solitaire.game.playing import Game, Strategy, play
from setlab.solitaire.game.shuffle import Shuffle
from setlab.solitaire.game.state import Line, State
from setlab.solitaire.strategies.advice import Advice, Choice, advise
from setlab.solitaire.strategies.measurement import Measured, measure
from setlab.solitaire.strategies.registry import NAMES, strategy
from setlab.solitaire.training.fitting import train
from setlab.solitaire.values.clearable import Answer, Searched, can_clear, search
from setlab.solitaire.values.exact import exact_values
from setlab.solitaire.values.weights import Weights
from setlab.solitaire.values.weights_file import read_weights

__all__ = [
    "NAMES",
    "Advice",
    "Answer",
    "Bound",
    "Choice",
    "Counterexample",
    "Declarations",
    "Forced",
    "Game",
    "Line",
    "Measured",
    "Searched",
    "Shuffle",
    "State",
    "Strategy",
    "Weights",
    "advise",
    "bound",
    "can_clear",
    "count_declarations",
    "count_partitions",
    "exact_values",
    "find_counterexample",
    "measure",
    "partitions",
    "play",
    "read_weights",
    "search",
    "strategy",
    "train",
    "unclearable_deal",
]
