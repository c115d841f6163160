"""Experiments that anyone can repeat: specs, runs, tallies, the store. `solitaire` has those of Solitaire SET."""

from setlab.experiment.compared import Compared
from setlab.experiment.comparing import compare, compare_many
from setlab.experiment.ranking import Ranking
from setlab.experiment.result import Result
from setlab.experiment.simulation import simulate
from setlab.experiment.spec import Spec, make_spec
from setlab.experiment.store import Store
from setlab.experiment.tally import Tally

__all__ = [
    "Compared",
    "Ranking",
    "Result",
    "Spec",
    "Store",
    "Tally",
    "compare",
    "compare_many",
    "make_spec",
    "simulate",
]
