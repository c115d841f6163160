"""`first-plane`: how many cards are dealt when the first plane is complete (A13)."""

from __future__ import annotations

from dataclasses import dataclass

from setlab.experiment.kernel import Outcome
from setlab.experiment.kernels.dealing import PLANE, DealParameters, dimension_of
from setlab.experiment.kernels.first_flat import first_flat_kernel
from setlab.experiment.known import no_plane_proportions
from setlab.experiment.tally import histogram_of
from setlab.limits import PLANE_DEALS


@dataclass(frozen=True)
class FirstPlaneParameters(DealParameters):
    """The deck that is dealt."""

    dimension: int = dimension_of("first-plane", PLANE_DEALS)


def run_engine(p: FirstPlaneParameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of a range of decks by the compiled core."""
    from setlab import _core

    counts = _core.first_plane(seed, first, trials, dimension=p.dimension, threads=threads)
    return Outcome({"first_plane": histogram_of(counts)})


KERNEL = first_flat_kernel("first-plane", PLANE, FirstPlaneParameters, run_engine, no_plane_proportions)
