"""Experiments that anyone can repeat: specs, runs, tallies, the store. `solitaire` has those of Solitaire SET."""

from setlab.experiment.comparison import ComparisonResult, compare, compare_many
from setlab.experiment.result import Result
from setlab.experiment.run import simulate
from setlab.experiment.spec import Spec, make_spec
from setlab.experiment.store import Store
from setlab.experiment.tally import Tally

__all__ = ["ComparisonResult", "Result", "Spec", "Store", "Tally", "compare", "compare_many", "make_spec", "simulate"]
