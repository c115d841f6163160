"""`set-count`: how many SETs are among the first n cards, for all n (A12)."""

from __future__ import annotations

from setlab.draws import Draws
from setlab.experiment.kernels.dealing import count_kernel
from setlab.experiment.kernels.places import deal
from setlab.geometry import Space


def play(seed_draws: Draws, trial: int, dimension: int) -> list[int]:
    """The number of SETs within the first n cards, for n = 0, 1, … to the whole deck.

    >>> play(Draws(1), 0, 2)
    [0, 0, 0, 0, 1, 2, 3, 5, 8, 12]
    """
    space = Space(dimension)
    counts = [0]
    dealt: set[int] = set()
    for card in deal(seed_draws, trial, dimension):
        # The card completes a SET with two others; each of the two finds it.
        completed = sum(space.third(card, other) in dealt for other in dealt) // 2
        counts.append(counts[-1] + completed)
        dealt.add(card)
    return counts


KERNEL = count_kernel("set-count", "the number of SETs among n cards, for all n", 6, "count_lines_dealt", play, k=1)
