"""`Jobs`: the threads that work for visitors.

The threads are few, and the system runs them after all others: rooms come first. The core works without the
interpreter's lock, so that the event loop goes on.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from starlette.requests import HTTPConnection

from setlab import _core
from setlab.web.jobs.job import Job, Stopped
from setlab.web.jobs.turns import Turns
from setlab.web.jobs.visitors import address_of, is_gone
from setlab.web.logs import note
from setlab.web.metrics import Metrics
from setlab.web.refused import Refused

Answer = TypeVar("Answer")

POLL = 0.1
"""Seconds after which the server looks again whether a visitor is still there."""

NICENESS = 10
"""How far the threads stand back behind the event loop."""

LEFT = 499
"""The status of a request whose visitor has gone; nobody reads it but the metrics."""


class Jobs:
    """The jobs of one process: some run, others wait for their turn."""

    def __init__(self, threads: int, most_waiting: int, most_of_one: int, metrics: Metrics) -> None:
        self.threads = threads
        self._most_waiting, self._most_of_one = most_waiting, most_of_one
        self._metrics = metrics
        self._waiting = Turns[Job[Any]]()
        self._running: list[Job[Any]] = []
        self._executor = ThreadPoolExecutor(threads, "job", _stand_back)
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
    ) -> Answer:
        """What `work(stopped)` returns; `stopped()` is True once the budget is spent or the visitor is gone.

        The work runs in a thread when it is the visitor's turn; until then `on_wait` is told how many jobs come
        before it. Work that does not end in time is refused, and work for a visitor who has gone is ended.
        """
        job = Job(address_of(visitor), work, seconds)
        self._admit(job)
        try:
            return await self._watch(job, visitor, on_wait)
        except _core.Interrupted:
            raise self._refuse("overdue", 503, "too-long", _too_long(seconds)) from None
        finally:
            self._part_with(job)

    def finish(self) -> None:
        """The server stops: what waits is refused, and what runs is asked to end."""
        self._is_stopping = True
        while (job := self._waiting.take()) is not None:
            job.answer.set_exception(_stopping())
        for job in self._running:
            job.ask_to_end()

    def close(self) -> None:
        """End everything."""
        self.finish()
        for job in self._running:
            job.break_off()
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _admit(self, job: Job[Any]) -> None:
        if self._is_stopping:
            raise _stopping()
        if self._waiting.of(job.visitor) >= self._most_of_one:
            raise self._refuse("refused", 429, "too-many-jobs", _too_many(self._most_of_one))
        if len(self._waiting) >= self._most_waiting:
            raise self._refuse("refused", 503, "busy", "The server has too much to compute: try again in a minute")
        self._waiting.add(job.visitor, job)
        self._fill()

    async def _watch(self, job: Job[Answer], visitor: HTTPConnection, on_wait: Callable[[int], None] | None) -> Answer:
        """The answer of a job, while the visitor waits for it."""
        while not job.answer.done():
            if on_wait is not None and job not in self._running:
                on_wait(self._place(job))
            await asyncio.wait([job.answer], timeout=POLL)
            if not job.answer.done() and await is_gone(visitor):
                raise self._refuse("cancelled", LEFT, "left", "You left before the answer was there")
            if not job.answer.done() and job.is_overdue:
                raise _core.Interrupted
        return job.answer.result()

    def _place(self, job: Job[Any]) -> int:
        """The number of jobs that are taken before a job that waits."""
        return next((place for place, other in enumerate(self._waiting.in_order()) if other is job), 0)

    def _part_with(self, job: Job[Any]) -> None:
        """Nobody waits for the job any more."""
        self._waiting.remove(job.visitor, job)
        if not job.answer.done():
            job.answer.cancel()
            job.break_off()

    def _fill(self) -> None:
        """Begin the next jobs while threads are free."""
        while len(self._running) < self.threads and (job := self._waiting.take(self._may_begin)) is not None:
            job.begin()
            self._running.append(job)
            began = asyncio.wrap_future(self._executor.submit(job.call))
            began.add_done_callback(lambda ended, job=job: self._end(job, ended))  # type: ignore[misc]

    def _may_begin(self, visitor: str) -> bool:
        """False if the visitor would have all threads: one is kept for the first job of another."""
        return sum(job.visitor == visitor for job in self._running) < max(1, self.threads - 1)

    def _end(self, job: Job[Any], ended: asyncio.Future[Any]) -> None:
        """A thread has finished: pass on what it found, and begin the next job."""
        self._running.remove(job)
        error = asyncio.CancelledError() if ended.cancelled() else ended.exception()
        if job.answer.done():
            self._note_late(error)
        elif error is None:
            self._metrics.count("jobs", "finished")
            job.answer.set_result(ended.result())
        else:
            job.answer.set_exception(_stopping() if ended.cancelled() else error)
        if not self._is_stopping:
            self._fill()

    def _note_late(self, error: BaseException | None) -> None:
        """An error that nobody waits for is in the log, unless it only says that the work was broken off."""
        if isinstance(error, Exception) and not isinstance(error, _core.Interrupted | Refused):
            self._metrics.count("errors")
            note("error", level=logging.ERROR, error=error)

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


def _stand_back() -> None:
    """Let the system run the present thread after others; on Linux threads have a niceness of their own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def _stopping() -> Refused:
    return Refused(503, "stopping", "The server stops: try again in a moment")


def _too_many(most: int) -> str:
    return f"{most} computations of yours wait already: wait for one of them"


def _too_long(seconds: float) -> str:
    return f"This would take longer than the {seconds:g} seconds that the server has for it: ask for less"
