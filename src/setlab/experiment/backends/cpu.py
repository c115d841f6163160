"""`Cpu`: the threads of this process. One block is computed while the one before it is stored and shown."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from setlab.errors import plural
from setlab.experiment.backends.backend import Backend, Pace, SomePart
from setlab.experiment.interrupts import Stopped
from setlab.experiment.spec import Spec, check_threads
from setlab.experiment.store import Block, Rare
from setlab.experiment.tally import Tally

if TYPE_CHECKING:
    from setlab._core import Stop

Item = TypeVar("Item")

POLL = 0.05
"""Seconds after which `stopped` is asked again."""

PATIENCE = 0.3
"""Seconds that the block in flight still has after a request to stop: most are finished by then."""


@dataclass(frozen=True)
class Cpu(Backend):
    """Computes in threads of this process; None stands for all cores."""

    threads: int | None = None
    name: str = "cpu"

    def __post_init__(self) -> None:
        check_threads(self.threads)

    @property
    def where(self) -> str:
        """The number of threads.

        >>> Cpu().where, Cpu(1).where, Cpu(8).where
        ('all cores', '1 thread', '8 threads')
        """
        return "all cores" if self.threads is None else plural(self.threads, "thread")

    def blocks(
        self, spec: Spec, parts: Callable[[int], SomePart | None], block: int | None, stopped: Stopped
    ) -> Generator[tuple[Block, SomePart]]:
        """The blocks of a run with their ranges, in order. While one is being used, the next is computed."""
        import numpy  # noqa: F401 - loaded before any clock starts, and not with the command line

        from setlab import _core

        pace, stop = Pace(self.threads or os.cpu_count() or 1), _core.Stop()
        patience = Patience(stopped, stop)

        def begun() -> Iterator[tuple[Future[Block], SomePart]]:
            while not stopped() and (part := parts(block or pace.trials())) is not None:
                yield engine.submit(_computed_until, stop, spec, part.first, part.end - part.first, self.threads), part

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
