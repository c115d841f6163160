"""Where a store keeps its rows: one SQLite file, or a PostgreSQL database by URL. The SQL is the same.

A writer holds the store for itself while it looks for overlaps and adds a row, so that two processes, or two
machines with one database, cannot both be first.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from setlab.errors import SpecError
from setlab.experiment.interrupts import leave_if_noted

VERSION = 1
WAIT, PAUSE = 10.0, 0.02
"""Seconds to wait for another process that is writing, and between two attempts where SQLite does not wait."""

DEAF = 0.1
"""Seconds that SQLite waits at a time: meanwhile it does not hear Ctrl-C."""

TABLES = (
    "CREATE TABLE specs (id TEXT PRIMARY KEY, number BIGINT NOT NULL, spec TEXT NOT NULL)",
    """CREATE TABLE blocks (
        spec_id TEXT NOT NULL REFERENCES specs (id), first BIGINT NOT NULL, trials BIGINT NOT NULL,
        tally TEXT NOT NULL, seconds DOUBLE PRECISION NOT NULL, PRIMARY KEY (spec_id, first))""",
    """CREATE TABLE rare (
        spec_id TEXT NOT NULL REFERENCES specs (id), trial BIGINT NOT NULL, what TEXT NOT NULL,
        cards TEXT NOT NULL, PRIMARY KEY (spec_id, trial))""",
)


class StoreError(SpecError):
    """The store cannot be used, or will not take what it is given."""


class Database(Protocol):
    """What a store asks of a database. A `?` in the SQL stands for a value."""

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        """The rows of a query."""

    def change(self, sql: str, *rows: Sequence[object]) -> None:
        """Carry out a statement, once for every row of values."""

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All or nothing, and nobody else writes meanwhile; inside another `writing`, part of it."""

    def close(self) -> None:
        """Let go of it."""


def connect(place: str) -> Database:
    """The database at a path, or at a URL that begins with postgresql://, made if it is not there."""
    if place.startswith(("postgresql://", "postgres://")):
        return PostgresDatabase(place)
    return SqliteDatabase(place)


class SqliteDatabase:
    """One file in WAL mode; a committed row survives kill −9."""

    def __init__(self, path: str) -> None:
        self.path = path
        with self._explained():
            if path != ":memory:":
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None)
        try:
            with self._explained():
                self._prepare()
        except BaseException:
            self.close()
            raise

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        with self._explained():
            return self.connection.execute(sql, values).fetchall()

    def change(self, sql: str, *rows: Sequence[object]) -> None:
        with self._explained():
            self.connection.executemany(sql, rows)

    @contextmanager
    def writing(self) -> Iterator[None]:
        if self.connection.in_transaction:
            yield
            return
        with self._explained():
            self._begin()
        try:
            yield
        except BaseException:
            if self.connection.in_transaction:  # a full disk may have ended it already
                self.connection.execute("ROLLBACK")
            raise
        with self._explained():
            self.connection.execute("COMMIT")

    def close(self) -> None:
        self.connection.close()

    def _begin(self) -> None:
        """Begin to write as soon as no other process does; Ctrl-C ends the wait."""
        last = time.monotonic() + WAIT
        self._wait_at_most(DEAF)
        try:
            while not self._has_begun(time.monotonic() > last):
                leave_if_noted()
        finally:
            self._wait_at_most(WAIT)

    def _has_begun(self, is_last: bool) -> bool:
        try:
            self.connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if is_last or "locked" not in str(error):
                raise
            return False
        return True

    def _wait_at_most(self, seconds: float) -> None:
        self.connection.execute(f"PRAGMA busy_timeout = {1000 * seconds:.0f}")

    def _prepare(self) -> None:
        if self._version() == VERSION:
            self.rows("SELECT COUNT(*) FROM specs")
            return
        self._use_wal()
        with self.writing():
            # Another process may have been first while this one waited.
            if self._version() == VERSION:
                return
            if self.rows("SELECT COUNT(*) FROM sqlite_master")[0][0]:
                raise StoreError(f"{self.path} is another program's database: choose another --store")
            for table in TABLES:
                self.connection.execute(table)
            self.connection.execute(f"PRAGMA user_version = {VERSION}")

    def _use_wal(self) -> None:
        """Switch to WAL mode. SQLite does not wait for others here, so that it is tried again until it may be."""
        last = time.monotonic() + WAIT
        while True:
            try:
                self.connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > last:
                    raise
                time.sleep(PAUSE)

    def _version(self) -> int:
        return checked_version(int(self.rows("PRAGMA user_version")[0][0]), self.path)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """What SQLite says, as one sentence with a remedy."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise StoreError(_sentence(self.path, str(error))) from error
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{self.path} is no setlab store, or damaged ({error}): choose another --store") from error
        except OSError as error:
            sentence = f"the store {self.path} cannot be used ({error.strerror}): choose another --store"
            raise StoreError(sentence) from error


class PostgresDatabase:
    """A PostgreSQL database; the tables are in a schema of their own, `setlab`."""

    def __init__(self, url: str) -> None:
        try:
            import psycopg
        except ImportError:
            raise ImportError("PostgreSQL needs psycopg: pip install 'setlab[postgres]', or give a file") from None
        self._psycopg = psycopg
        with self._explained():
            self.connection = psycopg.connect(url, autocommit=True, connect_timeout=int(WAIT))
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        with self._explained():
            return self.connection.execute(_dollar(sql), values or None).fetchall()

    def change(self, sql: str, *rows: Sequence[object]) -> None:
        with self._explained(), self.connection.cursor() as cursor:
            cursor.executemany(_dollar(sql), rows)

    @contextmanager
    def writing(self) -> Iterator[None]:
        if self.connection.info.transaction_status != self._psycopg.pq.TransactionStatus.IDLE:
            yield
            return
        with self._explained(), self.connection.transaction():
            self.connection.execute("LOCK TABLE setlab.specs IN EXCLUSIVE MODE")
            yield

    def close(self) -> None:
        self.connection.close()

    def _prepare(self) -> None:
        with self._explained(), self.connection.transaction():
            # One process makes the tables; others wait here until they are there.
            self.connection.execute("SELECT pg_advisory_xact_lock(20730703)")
            self.connection.execute("CREATE SCHEMA IF NOT EXISTS setlab")
            self.connection.execute("SET search_path TO setlab")
            self.connection.execute("CREATE TABLE IF NOT EXISTS store (version INTEGER NOT NULL)")
            version = self.connection.execute("SELECT version FROM store").fetchone()
            if version is not None:
                checked_version(int(version[0]), "in the database")
                return
            for table in TABLES:
                self.connection.execute(table)
            self.connection.execute(f"INSERT INTO store VALUES ({VERSION})")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """What PostgreSQL says, as one sentence with a remedy."""
        try:
            yield
        except self._psycopg.Error as error:
            said = " ".join(str(error).split())
            raise StoreError(f"the PostgreSQL store cannot be used ({said}): choose another --store") from error


def checked_version(version: int, place: str) -> int:
    """The version, if this setlab knows it."""
    if version > VERSION:
        raise StoreError(
            f"the store {place} has version {version}, this setlab knows {VERSION}: "
            "update setlab or choose another --store"
        )
    return version


def _dollar(sql: str) -> Any:
    return sql.replace("?", "%s")


def _sentence(path: str, message: str) -> str:
    if "locked" in message or "busy" in message:
        return f"the store {path} is locked by another process: wait for it, or choose another --store"
    if "full" in message:
        return f"the disk of the store {path} is full: free some space, or choose another --store"
    return f"the store {path} cannot be used ({message}): choose another --store"
