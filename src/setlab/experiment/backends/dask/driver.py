"""`Driver`: hands the trials of a run out to the workers of a cluster, and takes their blocks.

Every worker has at most TASKS_PER_WORKER tasks, so that it never waits for the next one, and little is lost with it.
The tasks of a lost worker go to others. A result counts once: that of a closed task is skipped. `Workers` is its
interface to a cluster: tasks go to workers by name, and results come back in any order.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Protocol

from setlab.errors import SpecError, plural
from setlab.experiment.backends import NextRange, Pace
from setlab.experiment.interrupts import Stopped
from setlab.experiment.spec import Range, Spec
from setlab.experiment.store import Block


@dataclass(frozen=True)
class Worker:
    """A worker: its address, its threads, and whether it computes on a GPU."""

    address: str
    threads: int
    gpu: bool = False


@dataclass(frozen=True)
class Task:
    """Trials to be computed as one block by a worker; the number names this attempt."""

    number: int
    trials: Range


@dataclass(frozen=True)
class TaskResult:
    """The block of a task, or why there is none.

    A worker that is `unfit` would fail in every task of the run: it gets no more.
    """

    number: int
    block: Block | None = None
    error: str = ""
    unfit: bool = False


class Workers(Protocol):
    """The workers of a cluster that may compute a spec."""

    def fit(self) -> Mapping[str, Worker]:
        """The connected workers that passed the check, by address. Raise `SpecError` if the cluster is lost."""
        ...

    def is_checking(self) -> bool:
        """True while the check of a connected worker is open."""
        ...

    def refusals(self) -> Sequence[str]:
        """The sentences about the workers that were refused."""
        ...

    def refuse(self, worker: Worker, why: str) -> None:
        """Give a worker no more tasks."""
        ...

    def send(self, worker: Worker, task: Task) -> None:
        """Have a worker compute a task."""
        ...

    def results(self, seconds: float) -> list[TaskResult]:
        """The results that have come; if there is none yet, those that come within the time."""
        ...

    def cancel(self, numbers: Collection[int]) -> None:
        """Cancel tasks: those that wait are never begun."""
        ...


TASKS_PER_WORKER = 2
"""The task that a worker computes, and the next."""

SECONDS_PER_BLOCK = 2.0
BLOCKS_PER_SECOND = 250
"""The most blocks that are asked of a scheduler: on a large cluster blocks take longer."""

LARGEST_BLOCK = 1 << 36
FIRST_BLOCK_OF_A_GPU = 1 << 16
"""A GPU computes fewer trials in no less time."""

POLL = 0.05
"""Seconds between two calls of `stopped`."""

GRACE = 0.3
"""Seconds that pending tasks still have after a request to stop."""

LOOK = 0.5
"""Seconds between two queries of the connected workers."""

WAIT_AFTER_REFUSAL = 3.0
"""Seconds in which another worker may come when all connected workers were refused."""

WAIT = 60.0
"""Seconds without any worker after which a run ends."""

MOST_ATTEMPTS = 4
"""Workers that may be lost over the same trials before the run ends."""


@dataclass
class WorkerGroup:
    """Workers of equal equipment: their speed, and a free slot for each task that they may still get."""

    pace: Pace
    free: deque[Worker] = field(default_factory=deque)
    open: int = 0

    def is_ready(self, fixed: int | None) -> bool:
        """True if a free slot may get a task: until the speed is known, only one task is open at a time."""
        return bool(self.free) and (fixed is not None or self.open == 0 or self.pace.is_settled)


@dataclass
class PendingTask:
    """A task whose result has not come: its trials, its worker, and the number of workers lost over them before."""

    trials: Range
    worker: Worker
    group: WorkerGroup
    losses: int


class Driver:
    """One run on the workers of a cluster."""

    def __init__(self, workers: Workers, spec: Spec, ranges: NextRange, size: int | None, stopped: Stopped) -> None:
        self.workers, self.spec, self.ranges, self.size, self.stopped = workers, spec, ranges, size, stopped
        self._known: dict[str, Worker] = {}
        self._groups: dict[tuple[bool, int], WorkerGroup] = {}
        self._pending: dict[int, PendingTask] = {}
        self._again: deque[tuple[Range, int]] = deque()
        self._numbers, self._exhausted = count(), False
        self._next_look, self._last_seen = 0.0, time.monotonic()
        self._since = time.perf_counter()
        self.ready = 0
        """The blocks that have come and are not yet yielded."""

    def blocks(self) -> Generator[Block]:
        """The blocks in the order in which they are finished.

        When the run fails, the blocks that have come are yielded before the error is raised.
        """
        try:
            while not self.stopped():
                self._watch()
                self._hand_out()
                if not self._pending and not self._again and self._exhausted:
                    return
                yield from self._collect(POLL)
            end = time.monotonic() + GRACE
            while self._pending and time.monotonic() < end:
                yield from self._collect(POLL)
        except SpecError:
            yield from self._collect(0.0)
            raise
        finally:
            self.workers.cancel(list(self._pending))

    def _collect(self, seconds: float) -> Iterator[Block]:
        """The blocks that have come, each with a part of the time that has passed: their seconds add up to it."""
        results = self.workers.results(seconds)
        done, failed = ([each for each in results if (each.block is None) == fails] for fails in (False, True))
        found = [block for result in done if (block := self._accept(result)) is not None]
        for left, block in zip(reversed(range(len(found))), found, strict=True):
            now = time.perf_counter()
            passed, self._since, self.ready = now - self._since, now, left
            yield replace(block, seconds=passed)
        for result in failed:
            self._accept(result)

    def _accept(self, result: TaskResult) -> Block | None:
        """The block of a result; None for a duplicate, and for a task that has to be given again."""
        task = self._pending.pop(result.number, None)
        if task is None:
            return None
        self._free(task)
        if result.block is None or not self._fits(result.block, task.trials):
            self._fail(task, result)
            return None
        task.group.pace.note(result.block)
        return result.block

    def _fits(self, block: Block, trials: Range) -> bool:
        """True if the block has the trials that were asked for."""
        return (block.tally.spec_id, block.range) == (self.spec.id, trials)

    def _fail(self, task: PendingTask, result: TaskResult) -> None:
        why = result.error or "its block does not have the trials that were asked for"
        if result.unfit or result.block is not None:
            self.workers.refuse(task.worker, why)
            self._again.extend((each.trials, each.losses) for each in (task, *self._take_back(task.worker)))
        else:
            self._give_again(task, why)

    def _give_again(self, task: PendingTask, why: str) -> None:
        """Put the trials of a lost task on the list again, unless too many workers were lost over them."""
        if task.losses + 1 >= MOST_ATTEMPTS:
            raise SpecError(
                f"trials {task.trials.first} to {task.trials.end - 1} were given up after {MOST_ATTEMPTS} attempts, "
                f"the last by {task.worker.address}: {why}"
            )
        self._again.append((task.trials, task.losses + 1))

    def _watch(self) -> None:
        """Every LOOK seconds, note the workers that came and went."""
        now = time.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + LOOK
        fit = self.workers.fit()
        for address in [address for address in self._known if address not in fit]:
            for task in self._take_back(self._known[address]):
                self._give_again(task, "the worker was lost")
        for address in [address for address in fit if address not in self._known]:
            self._join(fit[address])
        for group in self._groups.values():
            group.pace.seconds_per_block = seconds_per_block(len(self._known))
        self._last_seen = now if self._known or self.workers.is_checking() else self._last_seen
        self._check_somebody_is_there(now)

    def _check_somebody_is_there(self, now: float) -> None:
        refusals, alone = self.workers.refusals(), now - self._last_seen
        if not self._known and refusals and alone > WAIT_AFTER_REFUSAL:
            raise SpecError("; ".join(refusals))
        if alone > WAIT:
            raise SpecError(
                f"no worker of the cluster has been there for {WAIT:.0f} seconds: start some, as with `dask worker "
                "tcp://host:8786`; finished trials are kept in the store, and the same command goes on from there"
            )

    def _join(self, worker: Worker) -> None:
        key = worker.gpu, worker.threads
        if key not in self._groups:
            first = FIRST_BLOCK_OF_A_GPU if worker.gpu else worker.threads
            self._groups[key] = WorkerGroup(Pace(first, SECONDS_PER_BLOCK, LARGEST_BLOCK))
        self._known[worker.address] = worker
        self._groups[key].free.extend([worker] * TASKS_PER_WORKER)

    def _take_back(self, worker: Worker) -> list[PendingTask]:
        """The cancelled tasks of a worker, which gets no more."""
        if self._known.pop(worker.address, None) is not None:
            group = self._groups[worker.gpu, worker.threads]
            group.free = deque(other for other in group.free if other.address != worker.address)
        numbers = [number for number, task in self._pending.items() if task.worker.address == worker.address]
        self.workers.cancel(numbers)
        tasks = [self._pending.pop(number) for number in numbers]
        for task in tasks:
            self._free(task)
        return tasks

    def _free(self, task: PendingTask) -> None:
        task.group.open -= 1
        if task.worker.address in self._known:
            task.group.free.append(task.worker)

    def _hand_out(self) -> None:
        """Fill every free slot with a task, as long as there are trials."""
        for group in self._groups.values():
            while group.is_ready(self.size) and (found := self._next(group)) is not None:
                trials, losses = found
                task, number = PendingTask(trials, group.free.popleft(), group, losses), next(self._numbers)
                group.open += 1
                self._pending[number] = task
                self.workers.send(task.worker, Task(number, trials))

    def _next(self, group: WorkerGroup) -> tuple[Range, int] | None:
        """The next trials, not too many for such workers, and the number of workers lost over them."""
        size = self.size or group.pace.trials()
        if self._again:
            trials, losses = self._again.popleft()
            trials, rest = trials.split(size)
            self._again.extendleft([(rest, losses)] if rest is not None else ())
            return trials, losses
        new = None if self._exhausted else self.ranges(size)
        self._exhausted = new is None
        return None if new is None else (new, 0)


def seconds_per_block(workers: int) -> float:
    """The time that a block should take on a cluster of this number of workers.

    >>> seconds_per_block(8), seconds_per_block(10_000)
    (2.0, 40.0)
    """
    return max(SECONDS_PER_BLOCK, workers / BLOCKS_PER_SECOND)


def lost_sentence(address: str, blocks: int) -> str:
    """The sentence about a scheduler that no longer answers.

    >>> print(lost_sentence("tcp://10.0.0.1:8786", 12))
    the scheduler tcp://10.0.0.1:8786 is lost, and 12 blocks with it; finished trials are kept in the store, if there is
    one: start the cluster again, and the same command goes on from there
    """
    return (
        f"the scheduler {address} is lost, and {plural(blocks, 'block')} with it; finished trials are kept in the "
        "store, if there is one: start the cluster again, and the same command goes on from there"
    )
