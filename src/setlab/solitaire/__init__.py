"""Solitaire SET (Forbes & Forbes): the game, the published strategies, and far better ones."""

from setlab.solitaire.advice import Advice, Choice, advise
from setlab.solitaire.bound import Bound, bound
from setlab.solitaire.clairvoyant import Answer, Searched, can_clear, search
from setlab.solitaire.game import Line, State
from setlab.solitaire.measure import Measured, measure
from setlab.solitaire.partitions import count_partitions, partitions
from setlab.solitaire.play import Game, Strategy, play
from setlab.solitaire.registry import NAMES, strategy
from setlab.solitaire.shortcuts import Counterexample, Declarations, count_declarations, find_counterexample
from setlab.solitaire.shuffle import Shuffle
from setlab.solitaire.train import train
from setlab.solitaire.unclearable import Forced, unclearable_deal
from setlab.solitaire.values import exact_values
from setlab.solitaire.weights import Weights
from setlab.solitaire.weights_file import read_weights

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
