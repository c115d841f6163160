"""`Cpu`: the threads of this process. One block is computed while the one before it is stored and shown."""

from __future__ import annotations

import os
import time
from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING

from setlab.errors import plural
from setlab.experiment.backends.backend import Backend, NextRange, Pace, blocks_ahead
from setlab.experiment.interrupts import Stopped
from setlab.experiment.ranges import Range
from setlab.experiment.spec import Spec, check_threads
from setlab.experiment.store import Block
from setlab.experiment.tally import Tally

if TYPE_CHECKING:
    from setlab._core import Stop

POLL = 0.05
"""Seconds between two calls of `stopped`."""

GRACE = 0.3
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

    def compute(self, spec: Spec, trials: Range) -> Block:
        """One block."""
        return compute_block(spec, trials, self.threads)

    def blocks(self, spec: Spec, ranges: NextRange, size: int | None, stopped: Stopped) -> Generator[Block]:
        """The blocks of a run in order. While one is being used, the next is computed."""
        import numpy  # noqa: F401 - loaded before any clock starts, and not with the command line

        from setlab import _core

        pace, stop = Pace(self.threads or os.cpu_count() or 1), _core.Stop()
        grace = GracePeriod(stopped, stop)

        def compute_until_stop(trials: Range) -> Block:
            with stop:
                return self.compute(spec, trials)

        with ThreadPoolExecutor(1) as engine:
            try:
                yield from blocks_ahead(
                    lambda trials: engine.submit(compute_until_stop, trials),
                    grace.result,
                    lambda: None if stopped() else ranges(size or pace.trials()),
                    pace,
                )
            finally:
                stop.set()  # abandon the block in flight


def compute_block(spec: Spec, trials: Range, threads: int | None = None) -> Block:
    """One block by the kernel's engine; of a rare game it may have only the number."""
    started = time.perf_counter()
    outcome = spec.definition.engine(spec.parameters, spec.seed, trials.first, trials.trials, threads)
    seconds = time.perf_counter() - started
    return Block(trials.first, Tally(spec.id, trials.trials, outcome.histograms), seconds, outcome.rare)


class GracePeriod:
    """Waits for blocks; once `stopped` returns True, for GRACE seconds in all before it sets `stop`."""

    def __init__(self, stopped: Stopped, stop: Stop) -> None:
        self.stopped, self.stop = stopped, stop
        self.end: float | None = None

    def result(self, pending: Future[Block]) -> Block | None:
        """The block; None if it was abandoned."""
        from setlab import _core

        while not wait([pending], timeout=POLL).done:
            if self._is_over():
                self.stop.set()
        try:
            return pending.result()
        except _core.Interrupted:
            return None

    def _is_over(self) -> bool:
        if self.end is None and self.stopped():
            self.end = time.monotonic() + GRACE
        return self.end is not None and time.monotonic() >= self.end
