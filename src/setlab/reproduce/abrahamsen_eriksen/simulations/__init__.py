"""The four simulations and the questions that they lead to (A10 to A14)."""

from setlab.reproduce.abrahamsen_eriksen.simulations import (
    certain_planes,
    leftovers,
    no_set,
    number_of_runs,
    planes,
    set_counts,
)
from setlab.reproduce.running import Gather

PARTS = (
    no_set,
    leftovers,
    set_counts,
    planes,
    certain_planes,
    number_of_runs,
)

EVIDENCE: dict[str, Gather] = {name: gather for part in PARTS for name, gather in part.EVIDENCE.items()}
