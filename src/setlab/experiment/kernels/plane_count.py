"""`plane-count`: how many planes are among the first n cards, for all n (A13)."""

from __future__ import annotations

from dataclasses import dataclass

from setlab.experiment.kernel import Outcome
from setlab.experiment.kernels.dealing import PLANE, dimension_of
from setlab.experiment.kernels.flat_count import CountParameters, counts_outcome, flat_count_kernel
from setlab.limits import PLANE_DEALS


@dataclass(frozen=True)
class PlaneCountParameters(CountParameters):
    """The deck that is dealt, and the n with a histogram."""

    dimension: int = dimension_of("plane-count", PLANE_DEALS)


def run_engine(p: PlaneCountParameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of a range of decks by the compiled core."""
    from setlab import _core

    found = _core.count_planes_dealt(
        seed, first, trials, dimension=p.dimension, histogram_at=p.histogram_at, threads=threads
    )
    return counts_outcome(found, p)


KERNEL = flat_count_kernel("plane-count", PLANE, PlaneCountParameters, run_engine)
