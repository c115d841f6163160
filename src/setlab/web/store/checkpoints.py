"""Checkpoints of an SQLite file by a thread of its own: nobody who claims a SET waits for the disk.

A commit is in the write-ahead log, where it survives the end of the process by any means. Once a second this thread
brings the log to the disk and its pages into the file, so that a power failure costs about the last second. After a
deletion it also empties the log, which would else keep the deleted rows until it is overwritten.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from concurrent.futures import Future
from contextlib import closing, suppress
from threading import Event, Thread

PAUSE = 1.0
"""Seconds between two checkpoints."""

BUSY = 0.2
"""Seconds for which emptying the log holds up the writer, if another program reads the file."""


class Checkpoints:
    """A thread that makes checkpoints as long as something is written."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._written, self._hurry, self._closing = Event(), Event(), Event()
        self._purges: deque[Future[None]] = deque()
        self._thread = Thread(target=self._run, name="checkpoints", daemon=True)
        self._thread.start()

    def note_commit(self) -> None:
        """There is something new in the log."""
        self._written.set()

    def purge(self) -> Future[None]:
        """Empty the log at once, or as soon as no other program reads it."""
        purge: Future[None] = Future()
        purge.set_running_or_notify_cancel()
        self._purges.append(purge)
        self._written.set()
        self._hurry.set()
        return purge

    def close(self) -> None:
        """Make the last checkpoint, and end the thread."""
        for event in (self._closing, self._written, self._hurry):
            event.set()
        self._thread.join()

    def _run(self) -> None:
        with closing(sqlite3.connect(self._path, timeout=BUSY, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = NORMAL")
            while not self._closing.is_set():
                self._written.wait()
                self._written.clear()
                self._hurry.clear()
                with suppress(sqlite3.OperationalError):  # another program holds the file: the next one does it
                    self._checkpoint(connection)
                if self._purges:
                    self._written.set()
                if not self._closing.is_set():
                    self._hurry.wait(PAUSE)

    def _checkpoint(self, connection: sqlite3.Connection) -> None:
        purges = len(self._purges)
        how = "TRUNCATE" if purges else "PASSIVE"
        is_busy, _, _ = connection.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
        if not is_busy:
            for _ in range(purges):
                self._purges.popleft().set_result(None)
