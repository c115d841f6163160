"""`first-plane`: how many cards are dealt when the first plane is complete (A13)."""

from __future__ import annotations

from setlab.draws import Draws
from setlab.experiment.kernels.dealing import first_kernel
from setlab.experiment.kernels.places import planes_completed
from setlab.experiment.known import no_plane_proportions


def play(seed_draws: Draws, trial: int, dimension: int) -> int:
    """The number of cards dealt when there is a plane among them for the first time.

    >>> [play(Draws(1), trial, 3) for trial in range(8)]
    [20, 18, 20, 19, 18, 17, 19, 19]
    """
    completed = planes_completed(seed_draws, trial, dimension)
    return next(n for n, planes in enumerate(completed, start=1) if planes)


KERNEL = first_kernel(
    "first-plane", "at which card the first plane appears", 5, "first_plane", play, "plane", no_plane_proportions
)
