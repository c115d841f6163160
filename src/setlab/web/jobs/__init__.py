"""Jobs: long work of the server, each visitor in turn, within a budget of seconds.

`await hub.jobs.run(visitor, work, seconds=10.0)` is all that a route needs. A few threads run jobs, each with a process
of lower priority than the server: rooms come first. Work that cannot be pickled runs in the thread itself, where it
shares the interpreter with the event loop.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from heapq import heapify, heappop, heappush
from itertools import count
from math import inf
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.websockets import WebSocket, WebSocketState

from setlab import _core
from setlab.web.errors import Refused
from setlab.web.limits import address_of, keep
from setlab.web.metrics import Metrics, note

Item = TypeVar("Item")


class Turns(Generic[Item]):
    """Waiting items by visitor. The next turn goes to the visitor whose last turn is the longest ago.

    >>> turns = Turns[str]()
    >>> for visitor, item in [("ada", "a1"), ("ada", "a2"), ("ada", "a3"), ("bea", "b1")]:
    ...     turns.add(visitor, item)
    >>> [turns.take() for _ in range(4)]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Item]] = {}
        self._last: OrderedDict[str, int] = OrderedDict()
        self._numbers = count(1)

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def of(self, visitor: str) -> int:
        """How many items of a visitor wait."""
        return len(self._waiting.get(visitor, ()))

    def add(self, visitor: str, item: Item) -> None:
        """Let an item wait behind the visitor's others."""
        self._waiting.setdefault(visitor, deque()).append(item)

    def remove(self, visitor: str, item: Item) -> bool:
        """Let an item wait no longer; False if it did not."""
        queue = self._waiting.get(visitor)
        if queue is None or item not in queue:
            return False
        queue.remove(item)
        if not queue:
            del self._waiting[visitor]
        return True

    def take(self, may: Callable[[str], bool] = lambda visitor: True) -> Item | None:
        """The next item, which waits no longer; None if there is none of a visitor who may have a turn now."""
        allowed = [visitor for visitor in self._waiting if may(visitor)]
        if not allowed:
            return None
        visitor = min(allowed, key=self._rank)
        item = self._waiting[visitor][0]
        self.remove(visitor, item)
        keep(self._last, visitor, next(self._numbers))
        return item

    def in_order(self) -> Iterator[Item]:
        """All that waits, in the order in which it would be taken if nothing else came."""
        ranks = [(self._rank(visitor), i, list(queue)) for i, (visitor, queue) in enumerate(self._waiting.items())]
        heapify(ranks)
        later = max(self._last.values(), default=0)
        while ranks:
            _, i, queue = heappop(ranks)
            yield queue[0]
            later += 1
            if queue[1:]:
                heappush(ranks, (later, i, queue[1:]))

    def _rank(self, visitor: str) -> int:
        return self._last.get(visitor, 0)


NICENESS = 10
"""The niceness of the processes relative to the server."""

WORK_POLL = 0.05
"""Seconds between two looks whether the work was abandoned."""

PRELOADED = ["setlab.web.http.solitaire"]
"""The modules of the most frequent work, imported once for all processes."""

Work = Callable[[Callable[[], bool]], Any]

_context = get_context("forkserver")
_context.set_forkserver_preload(PRELOADED)


class JobProcess:
    """A process that is started by the first work, and again by the next after it was ended."""

    def __init__(self) -> None:
        self._process: Any = None
        self._connection: Connection | None = None

    def call(self, work: Work, job: Job[Any]) -> Any:
        """Return the result of the work, or raise its error; raise `Interrupted` if it was abandoned."""
        try:
            connection = self._connection or self._start()
            job.begin()
            connection.send((work, job.seconds))
            while not connection.poll(WORK_POLL):
                if job.is_abandoned:
                    raise EOFError
            is_done, result = connection.recv()
        except (EOFError, OSError):
            self.close()
            raise _core.Interrupted from None
        if not is_done:
            raise result
        return result

    def close(self) -> None:
        """End the process."""
        process, connection, self._process, self._connection = self._process, self._connection, None, None
        if connection is not None:
            process.kill()
            process.join()
            connection.close()

    def _start(self) -> Connection:
        self._connection, others = _context.Pipe()
        self._process = _context.Process(target=_serve, args=(others, NICENESS), name="setlab-job", daemon=True)
        self._process.start()
        others.close()
        self._connection.recv()
        return self._connection


def _serve(connection: Connection, niceness: int) -> None:
    """Compute until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    os.nice(niceness)
    with suppress(EOFError, OSError):
        connection.send(True)
        while True:
            work, seconds = connection.recv()
            connection.send(_outcome(work, time.monotonic() + seconds))


def _outcome(work: Work, end: float) -> tuple[bool, Any]:
    """True with the result of the work, or False with its error."""
    try:
        return True, work(lambda: time.monotonic() >= end)
    except Exception as error:
        return False, error


Answer = TypeVar("Answer")
Stopped = Callable[[], bool]
OnWait = Callable[[int], None] | None
"""Called with the number of jobs that come before one that waits."""

VISITOR_POLL = 0.1
"""Seconds between two looks whether a visitor is still there."""

GRACE = 1.0
"""Seconds between the end of the budget, when work is asked to end, and its interruption."""

LEFT = 499
"""The status of a request whose visitor has gone; only the metrics show it."""


class Job(Generic[Answer]):
    """Work for one visitor, with a budget in seconds that begins when the work does."""

    def __init__(self, visitor: str, work: Callable[[Stopped], Answer], seconds: float, in_process: bool) -> None:
        self.visitor, self.seconds = visitor, seconds
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._work, self._in_process = work, in_process
        self._stop = _core.Stop()
        self._end = inf

    def call(self, process: JobProcess) -> Answer:
        """Do the work in the present thread, or in its process. Raise `Interrupted` if it was interrupted."""
        if self._in_process:
            answer: Answer = process.call(self._work, self)
            return answer
        self.begin()
        with self._stop:
            return self._work(self.is_stopped)

    def begin(self) -> None:
        """Start the clock, unless the work is asked to end already."""
        if self._end == inf:
            self._end = time.monotonic() + self.seconds

    def is_stopped(self) -> bool:
        """True once the work should end with its present result."""
        return self._stop.is_set() or time.monotonic() >= self._end

    @property
    def is_overdue(self) -> bool:
        """True if the work did not end although it was asked to."""
        return time.monotonic() >= self._end + GRACE

    @property
    def is_abandoned(self) -> bool:
        """True if the answer is not needed any more, or the work does not end."""
        return self._stop.is_set() or self.is_overdue

    def ask_to_end(self) -> None:
        """End the budget now."""
        self._end = min(self._end, time.monotonic())

    def interrupt(self) -> None:
        """Abandon the work: the core and processes end at once, other work when it asks whether to go on."""
        self._stop.set()


class Jobs:
    """The jobs of one process: some run, others wait for their turn."""

    def __init__(self, threads: int, most_waiting: int, most_of_one: int, metrics: Metrics) -> None:
        self.threads = threads
        self._most_waiting, self._most_of_one = most_waiting, most_of_one
        self._metrics = metrics
        self._waiting = Turns[Job[Any]]()
        self._running: list[Job[Any]] = []
        self._processes: list[JobProcess] = []
        self._thread = threading.local()
        self._executor = ThreadPoolExecutor(threads, "job", self._begin_thread)
        self._is_stopping = False
        metrics.gauge("jobs_running", lambda: len(self._running))
        metrics.gauge("jobs_waiting", lambda: len(self._waiting))

    async def run(
        self,
        visitor: HTTPConnection,
        work: Callable[[Stopped], Answer],
        seconds: float = 10.0,
        *,
        on_wait: OnWait = None,
        in_process: bool = False,
    ) -> Answer:
        """The result of `work(stopped)`; `stopped()` is True once the budget is spent or the visitor is gone.

        The work runs when it is the visitor's turn; until then `on_wait` is called with the number of jobs before it.
        With `in_process`, work and result must be picklable. Work that does not end in time is refused, and work for
        a visitor who has gone is interrupted.
        """
        job = Job(address_of(visitor.scope), work, seconds, in_process)
        self._admit(job)
        try:
            return await self._watch(job, visitor, on_wait)
        except _core.Interrupted:
            longer = f"This would take longer than the {seconds:g} seconds that the server has for it"
            raise self._refuse("overdue", 503, "too-long", f"{longer}: ask for less") from None
        finally:
            self._forget(job)

    def finish(self) -> None:
        """Stop: refuse the waiting jobs, and ask the running ones to end."""
        self._is_stopping = True
        while (job := self._waiting.take()) is not None:
            job.answer.set_exception(_stopping())
        for job in self._running:
            job.ask_to_end()

    def close(self) -> None:
        """End everything."""
        self.finish()
        for job in self._running:
            job.interrupt()
        self._executor.shutdown(wait=False, cancel_futures=True)
        for process in self._processes:
            process.close()

    def _admit(self, job: Job[Any]) -> None:
        if self._is_stopping:
            raise _stopping()
        if self._waiting.of(job.visitor) >= self._most_of_one:
            reason = f"{self._most_of_one} computations of yours wait already: wait for one of them"
            raise self._refuse("refused", 429, "too-many-jobs", reason)
        if len(self._waiting) >= self._most_waiting:
            raise self._refuse("refused", 503, "busy", "The server has too much to compute: try again in a minute")
        self._waiting.add(job.visitor, job)
        self._fill()

    async def _watch(self, job: Job[Answer], visitor: HTTPConnection, on_wait: OnWait) -> Answer:
        """The answer of a job, while the visitor waits for it."""
        while not job.answer.done():
            if on_wait is not None and job not in self._running:  # the number of jobs that are taken before it
                on_wait(next((n for n, other in enumerate(self._waiting.in_order()) if other is job), 0))
            await asyncio.wait([job.answer], timeout=VISITOR_POLL)
            if not job.answer.done() and await is_gone(visitor):
                raise self._refuse("cancelled", LEFT, "left", "You left before the answer was there")
            if not job.answer.done() and job.is_overdue:
                raise _core.Interrupted
        return job.answer.result()

    def _forget(self, job: Job[Any]) -> None:
        """Forget a job whose visitor has an answer or is gone."""
        self._waiting.remove(job.visitor, job)
        if not job.answer.done():
            job.answer.cancel()
            job.interrupt()

    def _fill(self) -> None:
        """Begin the next jobs while threads are free."""
        while len(self._running) < self.threads and (job := self._waiting.take(self._may_begin)) is not None:
            self._running.append(job)
            began = asyncio.wrap_future(self._executor.submit(self._call, job))
            began.add_done_callback(lambda ended, job=job: self._end(job, ended))  # type: ignore[misc]

    def _begin_thread(self) -> None:
        """Give a new thread its process."""
        self._thread.process = JobProcess()
        self._processes.append(self._thread.process)

    def _call(self, job: Job[Answer]) -> Answer:
        return job.call(self._thread.process)

    def _may_begin(self, visitor: str) -> bool:
        """False if the visitor would have all threads: one is kept for the first job of another."""
        return sum(job.visitor == visitor for job in self._running) < max(1, self.threads - 1)

    def _end(self, job: Job[Any], ended: asyncio.Future[Any]) -> None:
        """Pass on the result of a thread, and begin the next job."""
        self._running.remove(job)
        error = asyncio.CancelledError() if ended.cancelled() else ended.exception()
        if job.answer.done():  # it was abandoned: an error other than the interruption is logged
            if isinstance(error, Exception) and not isinstance(error, _core.Interrupted | Refused):
                self._metrics.count("errors")
                note("error", level=logging.ERROR, error=error)
        elif error is None:
            self._metrics.count("jobs", "finished")
            job.answer.set_result(ended.result())
        else:
            job.answer.set_exception(_stopping() if ended.cancelled() else error)
        if not self._is_stopping:
            self._fill()

    def _refuse(self, how: str, status: int, code: str, reason: str) -> Refused:
        self._metrics.count("jobs", how)
        return Refused(status, code, reason)


def threads_for(asked: int, workers: int) -> int:
    """The number of threads of one process for jobs: as asked for, or the cores that are left by the event loops.

    >>> threads_for(3, workers=1), threads_for(0, workers=1) >= 1
    (3, True)
    """
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return asked or max(1, (cores - workers) // workers)


async def is_gone(visitor: HTTPConnection) -> bool:
    """True once the connection is closed; that of a WebSocket only if its messages are being received."""
    if isinstance(visitor, WebSocket):
        return WebSocketState.DISCONNECTED in (visitor.client_state, visitor.application_state)
    return isinstance(visitor, Request) and await visitor.is_disconnected()


def _stopping() -> Refused:
    return Refused(503, "stopping", "The server stops: try again in a moment")


MOST_SHARED = 64


class Shared(Generic[Answer]):
    """Answers by their keys, the latest of them kept."""

    def __init__(self, most: int = MOST_SHARED) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, asyncio.Future[Answer]] = OrderedDict()

    def forget(self, room: int) -> None:
        """Drop the answers about a room, the second part of whose keys is its number."""
        for key in [key for key in self._kept if isinstance(key, tuple) and key[1] == room]:
            del self._kept[key]

    async def get(self, key: Hashable, compute: Callable[[], Awaitable[Answer]]) -> Answer:
        """The answer with a key; computed unless it is kept or being computed. Errors are not kept."""
        if key not in self._kept:
            self._kept[key] = asyncio.ensure_future(compute())
        answer = keep(self._kept, key, self._kept[key], self._most)
        try:
            return await asyncio.shield(answer)
        except BaseException:
            if self._kept.get(key) is answer and answer.done():
                del self._kept[key]
            raise
