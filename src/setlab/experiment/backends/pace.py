"""`Pace`: how long trials take, and the sizes of blocks that follow from it."""

from __future__ import annotations

from dataclasses import dataclass

from setlab.experiment.store import Block

SECONDS_PER_BLOCK = 0.5
LARGEST_BLOCK = 1 << 26


@dataclass
class Pace:
    """How long trials take: the sizes of blocks that take about half a second each, powers of two.

    The first blocks have about one trial for every thread: a trial may take seconds.

    >>> pace = Pace(threads=6)
    >>> pace.trials()
    8
    """

    threads: int
    seconds_per_block: float = SECONDS_PER_BLOCK
    largest: int = LARGEST_BLOCK
    done: int = 0
    seconds: float = 0.0

    def note(self, block: Block) -> None:
        """Take a block into account."""
        self.done, self.seconds = self.done + block.tally.trials, self.seconds + block.seconds

    @property
    def is_settled(self) -> bool:
        """True once the speed is known well enough for blocks of full length."""
        return 16 * self.seconds >= self.seconds_per_block

    def trials(self) -> int:
        """The number of trials of the next block."""
        smallest = 1 << (self.threads - 1).bit_length()
        if not self.done or self.seconds <= 0:
            return smallest
        fitting = min(int(self.done / self.seconds * self.seconds_per_block), 16 * self.done, self.largest)
        return max(smallest, 1 << max(0, fitting.bit_length() - 1))
