"""The backends: where trials are computed. All give the same tallies, bit for bit.

`Cpu` computes in the threads of this process: one block, while the one before it is stored and shown. The others are
imported when they are asked for.
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from math import inf
from typing import Any

from setlab.errors import SpecError, plural, unknown_name
from setlab.experiment.interrupts import Stopped
from setlab.experiment.parameters import whole_number
from setlab.experiment.spec import Range, Spec, check_threads
from setlab.experiment.store import Block
from setlab.experiment.tally import Tally

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
class BlockPace:
    """The speed of trials, and the sizes of blocks that take about half a second each: powers of two.

    The first blocks have about one trial for every thread: a trial may take seconds.

    >>> pace = BlockPace(threads=6)
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
    pace: BlockPace,
) -> Generator[Block]:
    """The blocks in order; while one is used, the next is computed. None from `wait` ends them."""

    futures = map(submit, iter(ranges, None))
    ahead = next(futures, None)
    while ahead is not None:
        now, ahead = ahead, next(futures, None)
        block = wait(now)
        if block is None:
            return
        pace.note(block)
        yield block


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

        pace, stop = BlockPace(self.threads or os.cpu_count() or 1), _core.Stop()
        end = inf

        def compute_until_stop(trials: Range) -> Block:
            with stop:
                return self.compute(spec, trials)

        def result(pending: Future[Block]) -> Block | None:
            """The block; None if it was abandoned, GRACE seconds after the request to stop."""
            nonlocal end
            while not wait([pending], timeout=POLL).done:
                end = min(end, time.monotonic() + GRACE) if stopped() else end
                if time.monotonic() >= end:
                    stop.set()
            try:
                return pending.result()
            except _core.Interrupted:
                return None

        with ThreadPoolExecutor(1) as engine:
            try:
                yield from blocks_ahead(
                    lambda trials: engine.submit(compute_until_stop, trials),
                    result,
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


__all__ = ["BACKENDS", "Backend", "check_backend", "find_backend", "open_backend"]

BACKENDS = {
    "cpu": "the threads of this machine",
    "gpu": "an NVIDIA GPU of this machine, by CuPy",
    "dask": "the workers of a Dask cluster",
}
"""Where each computes, by name."""

NEEDS = {
    "gpu": "the backend gpu needs CuPy and an NVIDIA GPU: install setlab[gpu], or choose cpu",
    "dask": "the backend dask needs the library distributed: install setlab[cluster]",
}

MOST_WORKERS = 1024
"""The most processes of a local cluster."""


def check_backend(name: str, scheduler: str | None = None, workers: int | None = None) -> None:
    """Raise `SpecError` unless there is such a backend, and the cluster is described for `dask` alone.

    >>> check_backend("cuda")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'cuda' is not a backend: choose cpu, gpu or dask
    """
    if not isinstance(name, str) or name not in BACKENDS:
        raise SpecError(unknown_name(name, "a backend", tuple(BACKENDS)))
    if name != "dask" and (scheduler is not None or workers is not None):
        given = "scheduler" if scheduler is not None else "workers"
        raise SpecError(f"{given} describes a Dask cluster: choose the backend dask for it, not {name}")
    if scheduler is not None and workers is not None:
        raise SpecError("scheduler and workers exclude each other: a cluster that runs has its own workers")
    if workers is not None and not 1 <= whole_number(workers, "workers") <= MOST_WORKERS:
        raise SpecError(f"{workers} workers cannot be started: choose 1 to {MOST_WORKERS}")


def find_backend(
    name: str, *, threads: int | None = None, scheduler: str | None = None, workers: int | None = None
) -> Backend:
    """The backend of this name; `scheduler` or `workers` are for `dask`, whose workers have `threads`
    threads each.

    >>> find_backend("cpu", threads=2).name
    'cpu'
    """
    check_backend(name, scheduler, workers)
    if name == "cpu":
        return Cpu(threads)
    try:
        import_module("distributed" if name == "dask" else "setlab.experiment.backends.gpu")
    except ModuleNotFoundError:
        raise ImportError(NEEDS[name]) from None
    module = import_module(f"setlab.experiment.backends.{name}")
    backend: Backend = module.Gpu() if name == "gpu" else module.Dask(scheduler, workers, threads)
    return backend


@contextmanager
def open_backend(name: str, **options: Any) -> Iterator[Backend]:
    """The backend of this name, with the options of `find_backend`; a cluster that it starts ends afterwards.

    >>> with open_backend("cpu", threads=2) as backend:
    ...     backend.name
    'cpu'
    """
    backend = find_backend(name, **options)
    try:
        yield backend
    finally:
        backend.close()
