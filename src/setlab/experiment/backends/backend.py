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
