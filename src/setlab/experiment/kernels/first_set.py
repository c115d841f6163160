"""`first-set`: how many cards are dealt when the first SET is complete (A11)."""

from __future__ import annotations

from setlab.draws import Draws
from setlab.experiment.kernels.dealing import first_kernel
from setlab.experiment.kernels.places import deal
from setlab.experiment.known import no_set_proportions
from setlab.geometry import Space


def play(seed_draws: Draws, trial: int, dimension: int) -> int:
    """The number of cards dealt when there is a SET among them for the first time.

    >>> [play(Draws(1), trial, 4) for trial in range(8)]
    [7, 9, 10, 11, 6, 6, 11, 11]
    """
    space = Space(dimension)
    dealt: set[int] = set()
    for card in deal(seed_draws, trial, dimension):
        if any(space.third(card, other) in dealt for other in dealt):
            return len(dealt) + 1
        dealt.add(card)
    raise AssertionError("a whole deck without a SET")


KERNEL = first_kernel(
    "first-set", "at which card the first SET appears", 6, "first_line", play, "SET", no_set_proportions
)
