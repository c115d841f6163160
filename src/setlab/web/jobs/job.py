"""`Job`: one piece of work for one visitor. It can be asked to end, and its work in the core can be broken off."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from math import inf
from typing import Generic, TypeVar

from setlab import _core

Answer = TypeVar("Answer")
Stopped = Callable[[], bool]

GRACE = 1.0
"""Seconds between the end of the budget, when work is asked to end, and the moment when the core breaks it off."""


class Job(Generic[Answer]):
    """Work with its budget in seconds, which begins when the work does."""

    def __init__(self, visitor: str, work: Callable[[Stopped], Answer], seconds: float) -> None:
        self.visitor, self.seconds = visitor, seconds
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._work = work
        self._stop = _core.Stop()
        self._end = inf

    def begin(self) -> None:
        """Let the clock run."""
        self._end = time.monotonic() + self.seconds

    def call(self) -> Answer:
        """Do the work in the present thread. Raise `Interrupted` if it was broken off in the core."""
        with self._stop:
            return self._work(self.is_stopped)

    def is_stopped(self) -> bool:
        """True once the work should end with what it has."""
        return self._stop.is_set() or time.monotonic() >= self._end

    @property
    def is_overdue(self) -> bool:
        """True if the work did not end although it was asked to."""
        return time.monotonic() >= self._end + GRACE

    def ask_to_end(self) -> None:
        """The budget is over now."""
        self._end = min(self._end, time.monotonic())

    def break_off(self) -> None:
        """Nobody needs the answer: the core ends at once, other work when it looks."""
        self._stop.set()
