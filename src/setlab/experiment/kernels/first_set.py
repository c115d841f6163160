"""`first-set`: how many cards are dealt when the first SET is complete (A11)."""

from __future__ import annotations

from dataclasses import dataclass

from setlab.experiment.kernel import Outcome
from setlab.experiment.kernels.dealing import LINE, DealParameters, dimension_of
from setlab.experiment.kernels.first_flat import first_flat_kernel
from setlab.experiment.known import no_set_proportions
from setlab.experiment.tally import histogram_of
from setlab.limits import GAMES


@dataclass(frozen=True)
class FirstSetParameters(DealParameters):
    """The deck that is dealt."""

    dimension: int = dimension_of("first-set", GAMES)


def run_engine(p: FirstSetParameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of a range of decks by the compiled core."""
    from setlab import _core

    counts = _core.first_line(seed, first, trials, dimension=p.dimension, threads=threads)
    return Outcome({"first_set": histogram_of(counts)})


KERNEL = first_flat_kernel("first-set", LINE, FirstSetParameters, run_engine, no_set_proportions)
