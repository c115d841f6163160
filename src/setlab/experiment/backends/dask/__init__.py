"""`Dask`: a cluster of Dask workers, by the address of its scheduler, or started on this machine.

The driver hands out tasks to workers by name. The versions of a worker are checked before it gets work.

Two threads of `DaskWorkers` serve the driver: one polls the workers, the other fetches finished blocks. A third queries
the versions of new workers. So a worker that hangs or dies during its check delays neither the run nor the detection of
others.
"""

from __future__ import annotations

import json
import logging
import os
import pickle
import subprocess
import sys
import time
import weakref
from collections import Counter, deque
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from setlab.errors import SpecError, plural, quote
from setlab.experiment.backends import GRACE, POLL, Backend, NextRange, Pace, find_backend
from setlab.experiment.interrupts import Stopped
from setlab.experiment.run import describe_rare
from setlab.experiment.spec import Range, Spec, check_threads
from setlab.experiment.store import Block

if TYPE_CHECKING:
    from distributed import Client, Future

__all__ = ["Dask"]


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


# The work of a Dask worker: one block at a time, with all its threads or on its GPU, and the check of its versions.
#
# Before a worker gets work, it evaluates an expression that tells its versions: a worker with another version of
# setlab, or of Python, need not have the functions of this one.

Identity = Mapping[str, object]
"""A process's version of setlab, its version of the kernel's meaning, and its id of the spec."""

QUESTION = """(lambda module: {{
    "setlab": module("setlab").__version__,
    "kernel": module("setlab.experiment.kernels").find_kernel({kernel!r}).version,
    "spec": module("pickle").loads({spec!r}).id,
}})(__import__("importlib").import_module)"""

NAMES = {
    "setlab": "setlab {found}",
    "kernel": "version {found} of {kernel}",
    "spec": "the id {found} for the experiment",
}
REMEDY = "install the same setlab there"

GPU_QUESTION = '__import__("setlab.experiment.backends.dask", fromlist=["*"]).gpu_error({spec!r})'
"""Says why a worker does not compute the pickled spec on its GPU: empty if it does."""


def pickle_spec(spec: Spec) -> bytes:
    """The spec as it is sent: without its cached values.

    >>> from setlab.experiment.spec import make_spec
    >>> spec = make_spec("endgame", seed=1)
    >>> pickle.loads(pickle_spec(spec)).id == spec.id
    True
    """
    return pickle.dumps(replace(spec))


def question(spec: Spec) -> str:
    """The expression whose value is the identity of an experiment in the process that evaluates it."""
    return QUESTION.format(kernel=spec.kernel, spec=pickle_spec(spec))


def identity(spec: Spec) -> Identity:
    """The identity of an experiment in this process.

    >>> from setlab.experiment.spec import make_spec
    >>> spec = make_spec("first-set", seed=1)
    >>> identity(spec)["spec"] == spec.id
    True
    """
    found: Identity = eval(question(spec))
    return found


def refusal(worker: Worker, spec: Spec, answer: object) -> str:
    """The sentence that refuses a worker for its answer; an empty text if it may compute the spec.

    >>> from setlab.experiment.spec import make_spec
    >>> spec, worker = make_spec("endgame", seed=1), Worker("tcp://10.0.0.2:41001", threads=8)
    >>> refusal(worker, spec, identity(spec))
    ''
    >>> print(refusal(worker, spec, {**identity(spec), "kernel": 2}))
    worker tcp://10.0.0.2:41001 is refused: it has version 2 of endgame where this setlab has 1; install the same
    setlab there
    """
    if not isinstance(answer, Mapping):
        return refusal_sentence(worker, f"it cannot read the experiment ({type(answer).__name__}: {answer}); {REMEDY}")
    for key, wanted in identity(spec).items():
        if (found := answer.get(key)) != wanted:
            what = NAMES[key].format(found=found, kernel=spec.kernel)
            return refusal_sentence(worker, f"it has {what} where this setlab has {wanted}; {REMEDY}")
    return ""


def gpu_refusal(worker: Worker, answer: object) -> str:
    """The sentence that refuses a worker whose GPU does not compute an experiment; an empty text if it does.

    >>> print(gpu_refusal(Worker("tcp://10.0.0.2:41001", 8, gpu=True), "the backend gpu needs CuPy"))
    worker tcp://10.0.0.2:41001 is refused: its GPU does not compute this (the backend gpu needs CuPy); without the
    resource GPU a worker computes on its CPU
    """
    why = f"its GPU does not compute this ({answer}); without the resource GPU a worker computes on its CPU"
    return refusal_sentence(worker, why) if answer != "" else ""


def refusal_sentence(worker: Worker, why: str) -> str:
    """The sentence about a worker that gets no tasks."""
    return f"worker {worker.address} is refused: {why}"


_ONE_AT_A_TIME = Lock()
"""A worker with several threads is given the next task early; it begins when the present one is finished."""


def run_task(task: Task, spec: bytes, threads: int, gpu: bool) -> TaskResult:
    """The block of a task, its rare games described here.

    A worker that cannot compute the experiment is unfit, and so is one whose GPU fails.
    """
    with _ONE_AT_A_TIME:
        try:
            found = unpickle_spec(spec)
            block = local_backend(threads, gpu).compute(found, task.trials)
            return TaskResult(task.number, describe_rare(found, block))
        except (ValueError, ImportError) as error:
            return TaskResult(task.number, error=str(error), unfit=True)
        except Exception as error:
            if not gpu:
                raise
            return TaskResult(task.number, error=f"its GPU failed ({type(error).__name__}: {error})", unfit=True)


def gpu_error(spec: bytes) -> str:
    """Why this worker does not compute an experiment on its GPU, tested by one trial; an empty text if it does."""
    try:
        local_backend(1, gpu=True).compute(unpickle_spec(spec), Range(0, 1))
    except Exception as error:  # of a GPU, its driver or its library, whatever they raise
        return str(error)
    return ""


@lru_cache(maxsize=8)
def unpickle_spec(spec: bytes) -> Spec:
    """The experiment of a task; all tasks of a run have the same."""
    found: Spec = pickle.loads(spec)
    return found


@cache
def local_backend(threads: int, gpu: bool) -> Backend:
    """The worker's own backend."""
    return find_backend("gpu") if gpu else find_backend("cpu", threads=threads)


GPU = "GPU"
"""The resource of a worker that computes on its GPU: `dask worker … --resources "GPU=1"`."""

MOST_QUESTIONS = 3
"""A worker that loses this many answers is refused."""


class DaskWorkers:
    """The workers of the cluster that a client is connected to, for one spec."""

    def __init__(self, client: Client, address: str, spec: Spec, threads: int | None = None) -> None:
        self._client, self._address, self._spec, self._threads = client, address, spec, threads
        self._sent, self._name = pickle_spec(spec), f"setlab-{spec.id}-{uuid4().hex[:8]}"
        self._there: set[str] = set()
        self._fit: dict[str, Worker] = {}
        self._refused: dict[str, str] = {}
        self._checking: set[str] = set()
        self._silent: Counter[str] = Counter()
        self._futures: dict[int, Future[TaskResult]] = {}
        self._done, self._results = SimpleQueue[tuple[int, Any]](), SimpleQueue[TaskResult]()
        self._closed, self._lost = Event(), False
        for service in (self._watch, self._fetch):
            Thread(target=service, daemon=True).start()

    def close(self) -> None:
        """End the threads."""
        self._closed.set()
        self._done.put((-1, None))

    def fit(self) -> Mapping[str, Worker]:
        """The connected workers that passed the check, by address."""
        if self._lost:
            raise self._loss()
        fit = self._fit.copy()
        return {address: fit[address] for address in fit if address in self._there and address not in self._refused}

    def is_checking(self) -> bool:
        """True while a connected worker is checked; a GPU may compile its kernels for long."""
        return bool(self._checking & self._there)

    def refusals(self) -> Sequence[str]:
        """The sentences about the workers that were refused."""
        return list(self._refused.values())

    def refuse(self, worker: Worker, why: str) -> None:
        """Give a worker no more tasks."""
        self._refused[worker.address] = refusal_sentence(worker, why)

    def send(self, worker: Worker, task: Task) -> None:
        """Have a worker compute a task."""
        given = (task, self._sent, self._threads or worker.threads, worker.gpu)
        key = f"{self._name}-{task.number}"
        try:
            future = self._client.submit(run_task, *given, key=key, workers=[worker.address], pure=False)
        except Exception:  # the scheduler may be lost, and the polling thread has not noticed yet
            if not self._is_gone():
                raise
            raise self._loss() from None
        self._futures[task.number] = future
        future.add_done_callback(lambda found, number=task.number: self._done.put((number, found)))

    def results(self, seconds: float) -> list[TaskResult]:
        """The results that have come, or come within the time."""
        found: list[TaskResult] = []
        with suppress(Empty):
            found.append(self._results.get(timeout=seconds))
            while True:
                found.append(self._results.get_nowait())
        for result in found:
            self._futures.pop(result.number, None)
        return found

    def cancel(self, numbers: Collection[int]) -> None:
        """Cancel tasks."""
        futures = [self._futures.pop(number) for number in numbers if number in self._futures]
        try:
            if futures and not self._is_gone():
                self._client.cancel(futures, force=True)
        except Exception:  # with the scheduler, its tasks are gone
            if not self._is_gone():
                raise

    def _loss(self) -> SpecError:
        return SpecError(lost_sentence(self._address, len(self._futures)))

    def _is_gone(self) -> bool:
        return self._lost or self._client.status != "running"

    def _watch(self) -> None:
        """Poll the workers until the run or the scheduler ends."""
        while not self._closed.is_set() and not self._lost:
            try:
                self._poll()
            except Exception:  # whatever the libraries below raise, the scheduler does not answer
                self._lost = True
            self._lost = self._is_gone()
            self._closed.wait(LOOK)

    def _poll(self) -> None:
        """Note the connected workers, and start the check of new ones, which may take long."""
        self._there = set(self._client.nthreads())
        for address in self._fit.keys() - self._there:
            del self._fit[address]
        new = self._there - self._fit.keys() - self._refused.keys() - self._checking
        if new:
            self._checking |= new
            Thread(target=self._check, args=(sorted(new),), daemon=True).start()

    def _check(self, new: Sequence[str]) -> None:
        """Admit new workers, or refuse them; those with a GPU compute a trial first."""
        try:
            described = self._client.scheduler_info(n_workers=-1)["workers"]
            workers = [
                Worker(address, int(about["nthreads"]), float(about["resources"].get(GPU, 0)) > 0)
                for address in new
                if (about := described.get(address)) is not None
            ]
            able = self._pass(workers, question(self._spec), lambda w, said: refusal(w, self._spec, said))
            self._fit.update({worker.address: worker for worker in able if not worker.gpu})
            able_gpus = self._pass([w for w in able if w.gpu], GPU_QUESTION.format(spec=self._sent), gpu_refusal)
            self._fit.update({worker.address: worker for worker in able_gpus})
        except Exception:  # the connection is lost, perhaps with the scheduler, which the polling thread notices
            self._lost = self._is_gone()
        finally:
            self._checking.difference_update(new)

    def _pass(self, workers: Sequence[Worker], text: str, refusal: Callable[[Worker, object], str]) -> list[Worker]:
        """The workers whose answer is right. Others are refused, unless an answer was lost: they are asked again."""
        addresses, passed = [worker.address for worker in workers], []
        said = self._client.run(eval, text, workers=addresses, on_error="return") if workers else {}
        for worker in workers:
            answer = said.get(worker.address, OSError("it does not answer"))
            self._silent[worker.address] += isinstance(answer, OSError)
            if isinstance(answer, OSError) and self._silent[worker.address] < MOST_QUESTIONS:
                continue
            if why := refusal(worker, answer):
                self._refused[worker.address] = why
            else:
                passed.append(worker)
        return passed

    def _fetch(self) -> None:
        """Fetch finished blocks, all that wait at once."""
        while not self._closed.is_set():
            waiting = [self._done.get()]
            while not self._done.empty():
                waiting.append(self._done.get())
            self._fetch_all({number: future for number, future in waiting if future is not None})

    def _fetch_all(self, finished: Mapping[int, Any]) -> None:
        """Take the results of finished tasks; a task that failed or cannot be fetched gets one here."""
        found: list[TaskResult] = []
        try:
            futures = [future for future in finished.values() if future.status == "finished"]
            found = self._client.gather(futures, errors="skip") if futures else []
        except Exception:  # perhaps the scheduler is lost, which the polling thread notices, too
            self._lost = self._is_gone()
        for number in sorted(finished.keys() - {result.number for result in found}):
            future = finished[number]
            why = str(future.exception()) if future.status == "error" else "its block could not be fetched"
            found.append(TaskResult(number, error=why))
        for result in found:
            self._results.put(result)


# `Driver`: hands the trials of a run out to the workers of a cluster, and takes their blocks.
#
# Every worker has at most TASKS_PER_WORKER tasks, so that it never waits for the next one, and little is lost with it.
# The tasks of a lost worker go to others. A result counts once: that of a closed task is skipped. Tasks go to
# workers by name, and results come back in any order.

TASKS_PER_WORKER = 2
"""The task that a worker computes, and the next."""

SECONDS_PER_BLOCK = 2.0
BLOCKS_PER_SECOND = 250
"""The most blocks that are asked of a scheduler: on a large cluster blocks take longer."""

LARGEST_BLOCK = 1 << 36
FIRST_BLOCK_OF_A_GPU = 1 << 16
"""A GPU computes fewer trials in no less time."""


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

    def __init__(self, workers: DaskWorkers, spec: Spec, ranges: NextRange, size: int | None, stopped: Stopped) -> None:
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
        block = result.block
        if block is not None and (block.tally.spec_id, block.range) == (self.spec.id, task.trials):
            task.group.pace.note(block)
            return block
        why = result.error or "its block does not have the trials that were asked for"
        if result.unfit or block is not None:
            self.workers.refuse(task.worker, why)
            self._again.extend((each.trials, each.losses) for each in (task, *self._take_back(task.worker)))
        else:
            self._give_again(task, why)
        return None

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
        for worker in [fit[address] for address in fit if address not in self._known]:
            key = worker.gpu, worker.threads
            if key not in self._groups:
                first = FIRST_BLOCK_OF_A_GPU if worker.gpu else worker.threads
                self._groups[key] = WorkerGroup(Pace(first, SECONDS_PER_BLOCK, LARGEST_BLOCK))
            self._known[worker.address] = worker
            self._groups[key].free.extend([worker] * TASKS_PER_WORKER)
        for group in self._groups.values():
            group.pace.seconds_per_block = seconds_per_block(len(self._known))
        self._last_seen = now if self._known or self.workers.is_checking() else self._last_seen
        refusals, alone = self.workers.refusals(), now - self._last_seen
        if not self._known and refusals and alone > WAIT_AFTER_REFUSAL:
            raise SpecError("; ".join(refusals))
        if alone > WAIT:
            raise SpecError(
                f"no worker of the cluster has been there for {WAIT:.0f} seconds: start some, as with `dask worker "
                "tcp://host:8786`; finished trials are kept in the store, and the same command goes on from there"
            )

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


# A cluster on this machine: a scheduler and workers as processes of their own, which end with this one.
#
# They are started as commands and not as forks of this process, so that a user's script needs no `if __name__ == …`,
# and in a session of their own, so that Ctrl-C reaches the driver alone. `dask scheduler` and `dask worker` load this
# module by --preload and call `dask_setup`: the processes end when their standard input does.


def dask_setup(service: object) -> None:
    """Watch standard input from now on; a driver that ends in any way closes it."""
    Thread(target=_end_with_input, daemon=True).start()


def _end_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


PATIENCE = 60.0
"""Seconds that the scheduler has to begin."""

ALONE = "30s"
"""A worker that finds no scheduler within this time ends."""


class LocalCluster:
    """A scheduler and a number of workers with one thread each, or more."""

    def __init__(self, workers: int, threads: int | None = None) -> None:
        self._folder = TemporaryDirectory(prefix="setlab-dask-")
        self._processes: list[subprocess.Popen[bytes]] = []
        file = Path(self._folder.name, "scheduler.json")
        self._start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        options = ("--nthreads", str(threads or 1), "--memory-limit", "0", "--death-timeout", ALONE, "--no-nanny")
        for _ in range(workers):
            self._start("dask_worker", "--scheduler-file", str(file), "--local-directory", self._folder.name, *options)
        self.address = self._address(file)

    def close(self) -> None:
        """End the processes."""
        for process in self._processes:
            assert process.stdin is not None
            process.stdin.close()
            process.terminate()
        for process in self._processes:
            try:
                process.wait(2)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._folder.cleanup()

    def _start(self, command: str, *options: str) -> None:
        words = (sys.executable, "-m", f"distributed.cli.{command}", *options, "--no-dashboard", "--preload", __name__)
        quiet, line = subprocess.DEVNULL, subprocess.PIPE
        process = subprocess.Popen(words, stdin=line, stdout=quiet, stderr=quiet, start_new_session=True)
        self._processes.append(process)

    def _address(self, file: Path) -> str:
        """The address that the scheduler writes into its file."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._processes[0].poll() is None:
            with suppress(OSError, ValueError):  # it is not there yet, or not whole
                return str(json.loads(file.read_text())["address"])
            time.sleep(0.02)
        self.close()
        raise SpecError(
            "the scheduler of a local cluster did not start: try `python -m distributed.cli.dask_scheduler`"
        )


CONNECT = 10.0
"""Seconds until a connection to a scheduler is given up."""


class Dask(Backend):
    """Computes on a cluster: the one with this scheduler, or one of this number of workers, started at the first run.

    `noticed` has a sentence for every worker that the last run refused. The cluster that was started here ends with
    `close`, or with the backend.
    """

    name = "dask"

    def __init__(self, scheduler: str | None = None, workers: int | None = None, threads: int | None = None) -> None:
        check_threads(threads)
        self.scheduler, self.workers, self.threads = scheduler, workers, threads
        self.noticed: list[str] = []
        self._drivers: list[Driver] = []
        self._client: Client | None = None
        self._close: Callable[[], object] = lambda: None
        if scheduler is not None:
            self._open()  # an address that does not answer is refused before anything else is done

    @property
    def where(self) -> str:
        """The cluster: the address of its scheduler, or the number of its workers.

        >>> Dask(workers=4).where
        '4 workers of a Dask cluster'
        """
        if self.scheduler is not None:
            return f"the Dask cluster of {self.scheduler}"
        return f"{plural(self.workers or os.cpu_count() or 1, 'worker')} of a Dask cluster"

    @property
    def ready(self) -> int:
        """The blocks that the latest run has received and not yet yielded."""
        return self._drivers[-1].ready if self._drivers else 0

    def compute(self, spec: Spec, trials: Range) -> Block:
        """One block, by one of the workers."""
        ranges = [trials]
        (block,) = self.blocks(spec, lambda size: ranges.pop() if ranges else None, trials.trials, lambda: False)
        return block

    def blocks(self, spec: Spec, ranges: NextRange, size: int | None, stopped: Stopped) -> Generator[Block]:
        """The blocks of a run, in the order in which they are finished."""
        client, address = self._open()
        workers = DaskWorkers(client, address, spec, self.threads)
        driver = Driver(workers, spec, ranges, size, stopped)
        self._drivers.append(driver)
        try:
            yield from driver.blocks()
        finally:
            self._drivers.remove(driver)
            workers.close()
            self.noticed = list(workers.refusals())

    def close(self) -> None:
        """End the connection, and the cluster if it was started here."""
        self._close()
        self._client = None

    def _open(self) -> tuple[Client, str]:
        """The client, connected, and the address of its scheduler."""
        if self._client is None or self._client.status != "running":
            self._close()
            self._client, self._address, self._close = open_client(self.scheduler, self.workers, self.threads)
            self._close = weakref.finalize(self, self._close)
        return self._client, self._address


def open_client(
    scheduler: str | None, workers: int | None, threads: int | None
) -> tuple[Client, str, Callable[[], object]]:
    """A client, its scheduler's address, and the function that closes both."""
    with ExitStack() as opened:
        if scheduler is None:
            local = LocalCluster(workers or os.cpu_count() or 1, threads)
            opened.callback(local.close)
            scheduler = local.address
        client = connect(scheduler)
        opened.callback(_close, client)
        return client, scheduler, opened.pop_all().close


def connect(address: str) -> Client:
    """A client of the scheduler at an address. Raise `SpecError` if it does not answer."""
    from distributed import Client
    from distributed.comm.addressing import get_address_host_port

    # setlab reports errors in one sentence.
    for name in [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        get_address_host_port(address)  # a client with an invalid address cannot even be closed
        return Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        why = "it does not answer" if isinstance(error, OSError) else str(error)
        raise SpecError(
            f"{quote(address)} is not a scheduler that can be reached: {why}; give its address, such as "
            "tcp://host:8786, as `dask scheduler` prints it"
        ) from None


def _close(client: Client) -> None:
    with suppress(Exception):  # a cluster that is gone cannot be told
        client.close(timeout=2)
