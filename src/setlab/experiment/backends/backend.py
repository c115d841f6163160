"""`Backend`: where the trials of a run are computed. All backends give the same tallies, bit for bit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from setlab.experiment.interrupts import Stopped
from setlab.experiment.spec import Spec
from setlab.experiment.store import Block


class Part(Protocol):
    """A range of trials that is computed as one block."""

    @property
    def first(self) -> int: ...
    @property
    def end(self) -> int: ...


SomePart = TypeVar("SomePart", bound=Part)


def cut(part: SomePart, size: int) -> tuple[SomePart, SomePart | None]:
    """The first trials of a part, to the next multiple of `size`, and the others, if there are any.

    >>> cut(Piece(5, 20), 8)
    (Piece(first=5, end=8), Piece(first=8, end=20))
    >>> cut(Piece(5, 8), 8)
    (Piece(first=5, end=8), None)
    """
    end = part.first - part.first % size + size
    if part.end <= end:
        return part, None
    return replace(part, end=end), replace(part, first=end)  # type: ignore[type-var]


class Backend(ABC):
    """Computes the blocks of a run. `where` says where, in words that follow "on"; `noticed` what a run has to tell."""

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
        """End what was started for the runs."""

    @abstractmethod
    def blocks(
        self, spec: Spec, parts: Callable[[int], SomePart | None], block: int | None, stopped: Stopped
    ) -> Generator[tuple[Block, SomePart]]:
        """The blocks of a run with their ranges, in any order.

        `parts(size)` returns the next range, of at most `size` trials, or None after the last; `block` fixes the size.
        Once `stopped` returns True, no block begins any more; those that are finished are still yielded.
        """
        ...


@dataclass(frozen=True)
class Piece:
    """The trials first … end − 1."""

    first: int
    end: int


def compute_range(backend: Backend, spec: Spec, first: int, trials: int) -> Block:
    """The trials first … first + trials − 1 as one block.

    >>> from setlab.experiment.backends import find_backend
    >>> from setlab.experiment.spec import make_spec
    >>> block = compute_range(find_backend("cpu"), make_spec("first-set", seed=1), 100, 28)
    >>> block.first, block.tally.trials
    (100, 28)
    """
    whole = [Piece(first, first + trials)]
    ((block, _),) = backend.blocks(spec, lambda size: whole.pop() if whole else None, trials, lambda: False)
    return block


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
