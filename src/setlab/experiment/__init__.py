"""Experiments that anyone can repeat: specs, runs, tallies, the store."""

from setlab.experiment.run import Progress, Result, run
from setlab.experiment.spec import Spec, make_spec
from setlab.experiment.store import Store
from setlab.experiment.tally import Tally

__all__ = ["Progress", "Result", "Spec", "Store", "Tally", "make_spec", "run"]
