"""A store in one SQLite file: one thread writes, with one commit for all waiting jobs; others read.

The journal is a write-ahead log: a commit is in it before it is answered, and survives the end of the process by any
means. Once a second a thread of its own syncs the log to the disk and its pages into the file, so that no claim waits
for the disk, and a power failure costs about the last second.

The file is private to its owner (mode 0600). Deleted rows are overwritten with zeros, and `submit_purge` empties the
log of them, so that a deleted name is in none of the files.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from setlab.web.store import Answer, Conflict, Database, DatabaseError, Gone, Job, translate_error
from setlab.web.store.queries import bring_up, check_version

PAUSE = 1.0
"""Seconds between two checkpoints."""

PURGE_BUSY = 0.2
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
        for flag in (self._closing, self._written, self._hurry):
            flag.set()
        self._thread.join()

    def _run(self) -> None:
        with closing(sqlite3.connect(self._path, timeout=PURGE_BUSY, isolation_level=None)) as connection:
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


BUSY = 2.0
"""Seconds to wait for another program that holds the file."""

READERS = 2

WRITE_AHEAD = ("journal_mode = WAL", "synchronous = NORMAL", "wal_autocheckpoint = 0")
PRAGMAS = (*WRITE_AHEAD, "foreign_keys = ON", "secure_delete = ON")

REWRITTEN = 1
"""The user version of a file in which nothing is left of rows that were deleted before they were overwritten."""


class SqliteDatabase(Database):
    """One file that one server uses at a time."""

    is_shared = False

    def __init__(self, path: str, beside: bool = False) -> None:
        self.name = path
        if beside and not Path(path).is_file():
            raise DatabaseError(f"there is no database {path}: choose another --db")
        self._lock = None if beside else _lock_file(path)
        self._engine = _engine(path)
        try:
            _make_private(path)
            _prepare(self._engine, path, beside)
        except BaseException:
            self._engine.dispose()
            self._unlock()
            raise
        self._checkpoints = Checkpoints(path)
        self._checkpoints.purge()  # the process before may have been killed between a deletion and its purge
        self._writer = GroupWriter(self._engine, self._checkpoints.note_commit)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")

    @property
    def waiting(self) -> int:
        return self._writer.waiting

    def submit_write(self, job: Job[Answer]) -> Future[Answer]:
        return self._writer.submit(job)

    def submit_read(self, job: Job[Answer]) -> Future[Answer]:
        return self._readers.submit(self._read, job)

    def submit_purge(self) -> Future[None]:
        return self._checkpoints.purge()

    def close(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        self._checkpoints.close()
        self._engine.dispose()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)

    def _read(self, job: Job[Answer]) -> Answer:
        try:
            with self._engine.connect().execution_options(writes=False) as connection:
                return job(connection)
        except SQLAlchemyError as error:
            raise translate_error(error) from error


class GroupWriter:
    """A thread that carries out jobs in their order, as many in one transaction as are waiting."""

    def __init__(self, engine: Engine, note_commit: Callable[[], None]) -> None:
        self._engine = engine
        self._note_commit = note_commit
        self._queue: SimpleQueue[tuple[Job[Any], Future[Any]] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """The number of jobs that have not been begun."""
        return self._queue.qsize()

    def submit(self, job: Job[Answer]) -> Future[Answer]:
        """Let the thread carry out a job."""
        future: Future[Answer] = Future()
        self._queue.put((job, future))
        return future

    def close(self) -> None:
        """Carry out what was submitted, and end the thread."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            batch, entry = [], self._queue.get()
            while entry is not None:
                batch.append(entry)
                if self._queue.empty():
                    break
                entry = self._queue.get()
            is_open = entry is not None
            if batch:
                self._commit(batch)

    def _commit(self, batch: list[tuple[Job[Any], Future[Any]]]) -> None:
        batch = [(job, future) for job, future in batch if future.set_running_or_notify_cancel()]
        try:
            with self._engine.connect().execution_options(writes=True) as connection, connection.begin():
                outcomes = [_outcome(connection, job) for job, _ in batch]
        except SQLAlchemyError as error:
            for _, future in batch:
                future.set_exception(Gone(str(translate_error(error))))
            return
        self._note_commit()
        for (_, future), (answer, fault) in zip(batch, outcomes, strict=True):
            future.set_exception(fault) if fault else future.set_result(answer)


def _outcome(connection: Connection, job: Job[Any]) -> tuple[Any, Exception | None]:
    """The answer of a job, or why it failed: what it wrote is then undone, what other jobs wrote is not."""
    try:
        with connection.begin_nested():
            return job(connection), None
    except IntegrityError as error:
        return None, Conflict(str(translate_error(error)))
    except SQLAlchemyError:
        raise
    except Exception as error:
        return None, error


def _engine(path: str) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False, "timeout": BUSY})
    event.listen(engine, "connect", _configure)
    event.listen(engine, "begin", _begin)
    return engine


def _configure(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where `_begin` says, not where sqlite3 thinks
    for pragma in PRAGMAS:
        _patiently(connection, f"PRAGMA {pragma}")


def _patiently(connection: Any, statement: str) -> None:
    """Switching to WAL does not wait for other processes by itself."""
    last = time.monotonic() + BUSY
    while True:
        try:
            connection.execute(statement)
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > last:
                raise
            time.sleep(0.02)


def _begin(connection: Connection) -> None:
    is_writing = connection.get_execution_options().get("writes", True)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")


def _make_private(path: str) -> None:
    """Make the file readable by its owner alone; SQLite gives the files beside it the same mode."""
    with suppress(OSError):  # what cannot be opened is explained by `_prepare`
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    for suffix in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError, PermissionError):
            os.chmod(f"{path}{suffix}", 0o600)


def _rewrite_once(path: str) -> None:
    """Rewrite a file of an older setlab, in whose free places deleted rows are still to be read."""
    with closing(sqlite3.connect(path, timeout=BUSY, isolation_level=None)) as connection:
        if connection.execute("PRAGMA user_version").fetchone() != (REWRITTEN,):
            connection.execute("VACUUM")
            connection.execute(f"PRAGMA user_version = {REWRITTEN}")


def _prepare(engine: Engine, path: str, beside: bool) -> None:
    try:
        if beside:
            with engine.connect().execution_options(writes=False) as connection:
                check_version(connection, path)
            return
        with engine.begin() as connection:
            bring_up(connection, path)
            connection.execute(text("DELETE FROM workers"))  # the lock says that none of them lives
        _rewrite_once(path)
    except (OperationalError, sqlite3.OperationalError) as error:
        said = getattr(error, "orig", error)
        raise DatabaseError(f"the database {path} cannot be used ({said}): choose another --db") from error
    except SQLAlchemyError as error:
        said = str(getattr(error, "orig", error))
        raise DatabaseError(f"{path} is no database of rooms, or damaged ({said}): choose another --db") from error


def _lock_file(path: str) -> int:
    """A lock that one process holds as long as it lives."""
    place = Path(f"{path}.lock")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(place, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise DatabaseError(f"the database {path} cannot be used ({error.strerror}): choose another --db") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise DatabaseError(
            f"another `setlab serve` uses the database {path}: stop it, or choose another --db (several processes "
            "need PostgreSQL)"
        ) from None
    return handle
