"""`JobProcess`: a process that computes for one thread of the server, with a lower priority than the server.

Python work in a thread of the server would hold the interpreter's lock while claims wait for it. The processes are
forked from a small server of `multiprocessing` that has imported their modules, so that ending one is cheap: that is
how abandoned work stops.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Protocol

from setlab import _core

NICENESS = 10
"""The niceness of the processes relative to the server."""

POLL = 0.05
"""Seconds between two looks whether the work was abandoned."""

PRELOADED = ["setlab.web.http.solitaire"]
"""The modules of the most frequent work, imported once for all processes."""

Work = Callable[[Callable[[], bool]], Any]

_context = get_context("forkserver")
_context.set_forkserver_preload(PRELOADED)


class Watched(Protocol):
    """A job, as its process needs to know it."""

    seconds: float

    def begin(self) -> None:
        """Start the clock."""

    @property
    def is_abandoned(self) -> bool:
        """True if the answer is not needed any more, or the work does not end."""


class JobProcess:
    """A process that is started by the first work, and again by the next after it was ended."""

    def __init__(self) -> None:
        self._process: Any = None
        self._connection: Connection | None = None

    def call(self, work: Work, job: Watched) -> Any:
        """Return the result of the work, or raise its error; raise `Interrupted` if it was abandoned."""
        try:
            connection = self._connection or self._start()
            job.begin()
            connection.send((work, job.seconds))
            while not connection.poll(POLL):
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
        self._process = _context.Process(target=_serve, args=(others,), name="setlab-job", daemon=True)
        self._process.start()
        others.close()
        self._connection.recv()
        return self._connection


def _serve(connection: Connection) -> None:
    """Compute until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    os.nice(NICENESS)
    with suppress(EOFError, OSError):
        connection.send(True)
        while True:
            work, seconds = connection.recv()
            connection.send(_outcome(work, time.monotonic() + seconds))


def _outcome(work: Work, end: float) -> tuple[bool, Any]:
    """Whether the work succeeded, and its result or error."""
    try:
        return True, work(lambda: time.monotonic() >= end)
    except Exception as error:
        return False, error
