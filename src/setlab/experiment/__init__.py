"""Experiments that anyone can repeat: specs, runs, tallies, the store. `solitaire` has those of Solitaire SET."""

from setlab.experiment.spec import Spec, make_spec
from setlab.experiment.store import Store
from setlab.experiment.tally import Tally

__all__ = ["Spec", "Store", "Tally", "make_spec"]
