"""`plane-count`: how many planes are among the first n cards, for all n (A13)."""

from __future__ import annotations

from itertools import accumulate

from setlab.draws import Draws
from setlab.experiment.kernels.dealing import count_kernel
from setlab.experiment.kernels.places import planes_completed


def play(seed_draws: Draws, trial: int, dimension: int) -> list[int]:
    """The number of planes within the first n cards, for n = 0, 1, … to the whole deck.

    >>> play(Draws(1), 0, 3)[20:]
    [1, 1, 5, 7, 11, 17, 26, 39]
    """
    return list(accumulate(planes_completed(seed_draws, trial, dimension), initial=0))


KERNEL = count_kernel("plane-count", "the number of planes among n cards for all n", 5, "count_planes_dealt", play, k=2)
