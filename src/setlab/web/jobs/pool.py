"""`Jobs`: long work for visitors, each visitor in turn, within a budget of seconds.

A few threads run jobs, each with a process of lower priority than the server: rooms come first. Work that cannot be
pickled runs in the thread itself, where it shares the interpreter with the event loop.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import inf
from typing import Any, Generic, TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.websockets import WebSocket, WebSocketState

from setlab import _core
from setlab.web.errors import Refused
from setlab.web.jobs.process import JobProcess
from setlab.web.jobs.turns import Turns
from setlab.web.limits import address_of
from setlab.web.logs import note
from setlab.web.metrics import Metrics

Answer = TypeVar("Answer")
Stopped = Callable[[], bool]

POLL = 0.1
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
        on_wait: Callable[[int], None] | None = None,
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

    async def _watch(self, job: Job[Answer], visitor: HTTPConnection, on_wait: Callable[[int], None] | None) -> Answer:
        """The answer of a job, while the visitor waits for it."""
        while not job.answer.done():
            if on_wait is not None and job not in self._running:  # the number of jobs that are taken before it
                on_wait(next((n for n, other in enumerate(self._waiting.in_order()) if other is job), 0))
            await asyncio.wait([job.answer], timeout=POLL)
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
