"""`set-count`: how many SETs are among the first n cards, for all n (A12)."""

from __future__ import annotations

from dataclasses import dataclass

from setlab.experiment.kernel import Outcome
from setlab.experiment.kernels.dealing import LINE, dimension_of
from setlab.experiment.kernels.flat_count import CountParameters, counts_outcome, flat_count_kernel
from setlab.limits import GAMES


@dataclass(frozen=True)
class SetCountParameters(CountParameters):
    """The deck that is dealt, and the n with a histogram."""

    dimension: int = dimension_of("set-count", GAMES)


def run_engine(p: SetCountParameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of a range of decks by the compiled core."""
    from setlab import _core

    found = _core.count_lines_dealt(
        seed, first, trials, dimension=p.dimension, histogram_at=p.histogram_at, threads=threads
    )
    return counts_outcome(found, p)


KERNEL = flat_count_kernel("set-count", LINE, SetCountParameters, run_engine)
