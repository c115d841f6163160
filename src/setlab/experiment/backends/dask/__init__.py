"""`Dask`: a cluster of Dask workers, by the address of its scheduler, or started on this machine.

The driver hands out tasks to workers by name (`driver`). The versions of a worker are checked before
it gets work (`worker`).

Two threads of `DaskWorkers` serve the driver: one polls the workers, the other fetches finished blocks. A third queries
the versions of new workers. So a worker that hangs or dies during its check delays neither the run nor the detection of
others.
"""

from __future__ import annotations

import logging
import os
import weakref
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from setlab.errors import SpecError, plural, quoted
from setlab.experiment.backends import Backend, NextRange
from setlab.experiment.backends.dask.driver import LOOK, Driver, Task, TaskResult, Worker, lost_sentence
from setlab.experiment.backends.dask.worker import (
    gpu_question,
    gpu_refusal,
    pickle_spec,
    question,
    refusal,
    refusal_sentence,
    run_task,
)
from setlab.experiment.interrupts import Stopped
from setlab.experiment.spec import Range, Spec, check_threads
from setlab.experiment.store import Block

if TYPE_CHECKING:
    from distributed import Client, Future

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
        try:
            found.append(self._results.get(timeout=seconds))
            while True:
                found.append(self._results.get_nowait())
        except Empty:
            pass
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
            workers = [_worker(address, described[address]) for address in new if address in described]
            able = self._pass(workers, question(self._spec), lambda w, said: refusal(w, self._spec, said))
            self._admit(worker for worker in able if not worker.gpu)
            self._admit(self._pass([w for w in able if w.gpu], gpu_question(self._sent), gpu_refusal))
        except Exception:  # the connection is lost, perhaps with the scheduler, which the polling thread notices
            self._lost = self._is_gone()
        finally:
            self._checking.difference_update(new)

    def _admit(self, workers: Iterable[Worker]) -> None:
        self._fit.update({worker.address: worker for worker in workers})

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
        missing = finished.keys() - {result.number for result in found}
        for result in (*found, *(TaskResult(number, error=_failure(finished[number])) for number in sorted(missing))):
            self._results.put(result)


def _failure(future: Any) -> str:
    """Why a task has no block."""
    if future.status == "error":
        return str(future.exception())
    return "its block could not be fetched"


def _worker(address: str, described: Mapping[str, Any]) -> Worker:
    return Worker(address, int(described["nthreads"]), float(described["resources"].get(GPU, 0)) > 0)


__all__ = ["Dask"]

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
    from setlab.experiment.backends.dask.local import LocalCluster

    if scheduler is not None:
        client = connect(scheduler)
        return client, scheduler, lambda: _close(client)
    local = LocalCluster(workers or os.cpu_count() or 1, threads)
    try:
        client = connect(local.address)
    except BaseException:
        local.close()
        raise

    def close() -> None:
        _close(client)
        local.close()

    return client, local.address, close


def connect(address: str) -> Client:
    """A client of the scheduler at an address. Raise `SpecError` if it does not answer."""
    from distributed import Client
    from distributed.comm.addressing import get_address_host_port

    _silence()
    try:
        get_address_host_port(address)  # a client with an invalid address cannot even be closed
        return Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        why = "it does not answer" if isinstance(error, OSError) else str(error)
        raise SpecError(
            f"{quoted(address)} is not a scheduler that can be reached: {why}; give its address, such as "
            "tcp://host:8786, as `dask scheduler` prints it"
        ) from None


def _silence() -> None:
    """Silence the library's own messages: setlab reports errors in one sentence."""
    for name in [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _close(client: Client) -> None:
    with suppress(Exception):  # a cluster that is gone cannot be told
        client.close(timeout=2)
