"""`Backend`: where the trials of a run are computed. All backends give the same tallies, bit for bit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from setlab.experiment.interrupts import Stopped
from setlab.experiment.ranges import Range
from setlab.experiment.spec import Spec
from setlab.experiment.store import Block

SECONDS_PER_BLOCK = 0.5
LARGEST_BLOCK = 1 << 26

NextRange = Callable[[int], Range | None]
"""Returns the next range to compute, of at most this many trials; None after the last."""


class Backend(ABC):
    """Computes the blocks of a run.

    `where` is the place of the computation, in words that follow "on"; `noticed` are the warnings of the last run.
    """

    name: str
    noticed: Sequence[str] = ()

    @property
    @abstractmethod
    def where(self) -> str: ...

    @property
    def ready(self) -> int:
        """The number of blocks that will be yielded without delay: they are stored together."""
        return 0

    def close(self) -> None:  # noqa: B027 - most have nothing to end
        """End the processes and connections that were started for the runs."""

    @abstractmethod
    def compute(self, spec: Spec, trials: Range) -> Block:
        """One block."""

    @abstractmethod
    def blocks(self, spec: Spec, ranges: NextRange, size: int | None, stopped: Stopped) -> Generator[Block]:
        """The blocks of a run, in any order; `size` fixes the number of trials of a block.

        Once `stopped` returns True, no block begins; those that are finished are still yielded.
        """


@dataclass
class Pace:
    """The speed of trials, and the sizes of blocks that take about half a second each: powers of two.

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


def blocks_ahead(
    submit: Callable[[Range], Future[Block]],
    wait: Callable[[Future[Block]], Block | None],
    ranges: Callable[[], Range | None],
    pace: Pace,
) -> Generator[Block]:
    """The blocks in order; while one is used, the next is computed. None from `wait` ends them."""

    def begin() -> Future[Block] | None:
        trials = ranges()
        return None if trials is None else submit(trials)

    ahead = begin()
    while ahead is not None:
        now, ahead = ahead, begin()
        block = wait(now)
        if block is None:
            return
        pace.note(block)
        yield block
