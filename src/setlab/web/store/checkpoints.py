"""Checkpoints of an SQLite file by a thread of its own: nobody who claims a SET waits for the disk.

A commit is in the write-ahead log, where it survives the end of the process by any means. Once a second this thread
brings the log to the disk and its pages into the file, so that a power failure costs about the last second.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from threading import Event, Thread

PAUSE = 1.0
"""Seconds between two checkpoints."""


class Checkpoints:
    """A thread that makes checkpoints as long as something is written."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._written, self._closing = Event(), Event()
        self._thread = Thread(target=self._run, name="checkpoints", daemon=True)
        self._thread.start()

    def note_commit(self) -> None:
        """There is something new in the log."""
        self._written.set()

    def close(self) -> None:
        """Make the last checkpoint, and end the thread."""
        self._closing.set()
        self._written.set()
        self._thread.join()

    def _run(self) -> None:
        with closing(sqlite3.connect(self._path, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = NORMAL")
            while not self._closing.is_set():
                self._written.wait()
                self._written.clear()
                with suppress(sqlite3.OperationalError):  # another program holds the file: the next one does it
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
                self._closing.wait(PAUSE)
