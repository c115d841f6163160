"""The blocks of a run: one is computed in another thread while the one before it is stored and shown."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from setlab.experiment.interrupts import Stopped
from setlab.experiment.spec import Spec
from setlab.experiment.store import Block, Rare
from setlab.experiment.tally import Tally

if TYPE_CHECKING:
    from setlab._core import Stop

Item = TypeVar("Item")

SECONDS_PER_BLOCK = 0.5
LARGEST_BLOCK = 1 << 26

POLL = 0.05
"""Seconds after which `stopped` is asked again."""

PATIENCE = 0.3
"""Seconds that the block in flight still has after a request to stop: most are finished by then."""


class Part(Protocol):
    """A range of trials that is computed as one block."""

    @property
    def first(self) -> int: ...
    @property
    def end(self) -> int: ...


SomePart = TypeVar("SomePart", bound=Part)


def computed(
    spec: Spec, parts: Callable[[int], SomePart | None], block: int | None, threads: int | None, stopped: Stopped
) -> Generator[tuple[Block, SomePart]]:
    """The blocks of a run with their ranges, in order. While one is being used, the next is computed.

    `parts(size)` returns the next range, of at most `size` trials, or None after the last; `block` fixes the size.
    Once `stopped` returns True, no block begins any more.
    """
    import numpy  # noqa: F401 - loaded before any clock starts, and not with the command line

    from setlab import _core

    pace, stop = Pace(threads or os.cpu_count() or 1), _core.Stop()
    patience = Patience(stopped, stop)

    def begun() -> Iterator[tuple[Future[Block], SomePart]]:
        while not stopped() and (part := parts(block or pace.trials())) is not None:
            yield engine.submit(_computed_until, stop, spec, part.first, part.end - part.first, threads), part

    with ThreadPoolExecutor(1) as engine:
        try:
            for coming, part in _one_ahead(begun()):
                finished = patience.result(coming)
                if finished is None:
                    return
                pace.note(finished)
                yield finished, part
        finally:
            stop.set()  # nobody waits any more for what is in flight


def compute(spec: Spec, first: int, trials: int, threads: int | None = None) -> Block:
    """One block, computed by the engine; of rare games it has the numbers only."""
    engine, started = spec.definition.engine, time.perf_counter()
    outcome = engine(spec.parameters, spec.seed, first, trials, threads)
    seconds = time.perf_counter() - started
    rare = tuple(Rare(trial, "", ()) for trial in outcome.rare)
    return Block(first, Tally(spec.id, trials, outcome.histograms), seconds, rare)


def _computed_until(stop: Stop, *block: Any) -> Block:
    """The block, unless a stop is asked for before it is finished."""
    with stop:
        return compute(*block)


class Patience:
    """Waits for blocks that listen to `stop`; once `stopped` returns True, for PATIENCE seconds more in all."""

    def __init__(self, stopped: Stopped, stop: Stop) -> None:
        self.stopped, self.stop = stopped, stop
        self.end: float | None = None

    def result(self, coming: Future[Block]) -> Block | None:
        """The block; None if it was given up."""
        from setlab import _core

        while not wait([coming], timeout=POLL).done:
            if self._is_over():
                self.stop.set()
        try:
            return coming.result()
        except _core.Interrupted:
            return None

    def _is_over(self) -> bool:
        if self.end is None and self.stopped():
            self.end = time.monotonic() + PATIENCE
        return self.end is not None and time.monotonic() >= self.end


@dataclass
class Pace:
    """How long trials take: the sizes of blocks that take about half a second each, powers of two.

    The first blocks have about one trial for every thread: a trial may take seconds.

    >>> pace = Pace(threads=6)
    >>> pace.trials()
    8
    """

    threads: int
    done: int = 0
    seconds: float = 0.0

    def note(self, block: Block) -> None:
        """Take a block into account."""
        self.done, self.seconds = self.done + block.tally.trials, self.seconds + block.seconds

    def trials(self) -> int:
        """The number of trials of the next block."""
        smallest = 1 << (self.threads - 1).bit_length()
        if not self.done or self.seconds <= 0:
            return smallest
        fitting = min(int(self.done / self.seconds * SECONDS_PER_BLOCK), 16 * self.done, LARGEST_BLOCK)
        return max(smallest, 1 << max(0, fitting.bit_length() - 1))


def _one_ahead(items: Iterator[Item]) -> Iterator[Item]:
    """The items, each when the next one has been asked for.

    >>> list(_one_ahead(iter("abc")))
    ['a', 'b', 'c']
    """
    now = next(items, None)
    while now is not None:
        following = next(items, None)
        yield now
        now = following
