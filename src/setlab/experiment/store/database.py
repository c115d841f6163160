"""`StoreDatabase`: the interface of a store to its database, its tables, and the upgrade of older tables.

A writer locks the store while it looks for overlaps and adds a row, so that two processes, or two machines with one
database, cannot both be first. It is one SQLite file, or a PostgreSQL database.
"""

from __future__ import annotations

import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

from setlab.errors import SpecError
from setlab.experiment.interrupts import leave_if_noted
from setlab.files import is_postgres

VERSION = 5
WAIT = 10.0
"""Seconds to wait for another process that is writing, or for a server that does not answer."""

SET_ASIDE = """CREATE TABLE set_aside (
    spec_id TEXT, first BIGINT, trials BIGINT, tally TEXT, seconds DOUBLE PRECISION, checksum TEXT,
    why TEXT NOT NULL)"""

JOURNAL = """CREATE TABLE journal (
    spec_id TEXT PRIMARY KEY, label TEXT NOT NULL, origin TEXT NOT NULL, started TEXT NOT NULL,
    changed TEXT NOT NULL)"""

IMPORTS = """CREATE TABLE imports (
    spec_id TEXT NOT NULL, first BIGINT NOT NULL, trials BIGINT NOT NULL, file TEXT NOT NULL, origin TEXT NOT NULL,
    imported TEXT NOT NULL, PRIMARY KEY (spec_id, first))"""

TABLES = (
    "CREATE TABLE specs (id TEXT PRIMARY KEY, number BIGINT NOT NULL, spec TEXT NOT NULL)",
    """CREATE TABLE blocks (
        spec_id TEXT NOT NULL REFERENCES specs (id), first BIGINT NOT NULL, trials BIGINT NOT NULL,
        tally TEXT NOT NULL, seconds DOUBLE PRECISION NOT NULL, checksum TEXT NOT NULL,
        PRIMARY KEY (spec_id, first))""",
    """CREATE TABLE rare (
        spec_id TEXT NOT NULL REFERENCES specs (id), trial BIGINT NOT NULL, what TEXT NOT NULL,
        cards TEXT NOT NULL, PRIMARY KEY (spec_id, trial))""",
    SET_ASIDE,
    JOURNAL,
    IMPORTS,
)

STATEMENTS: Mapping[int, Sequence[str]] = {
    0: TABLES,
    1: ("ALTER TABLE blocks ADD COLUMN checksum TEXT NOT NULL DEFAULT ''", SET_ASIDE, JOURNAL, IMPORTS),
}
"""For each older version the statements that give its tables the present columns; 0 is no store yet.

Versions 2 to 4 were never released.
"""

PROBE = "SELECT s.id, s.number, s.spec, b.spec_id, b.first, b.trials, b.tally, b.seconds FROM specs s, blocks b LIMIT 0"
"""A query that a store of any version answers, and other databases do not."""


class StoreError(SpecError):
    """The store cannot be used, or refuses a block."""


class StoreDatabase(ABC):
    """A database with the tables of a store. A `?` in the SQL stands for a value.

    `row_id` is the column that tells rows apart.
    """

    row_id: str
    name: str
    placeholder = "?"
    connection: Any

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        """The rows of a query."""
        with self.explain_errors():
            return list(self.connection.execute(self._own(sql), *([values] if values else [])).fetchall())

    def change(self, sql: str, *rows: Sequence[object]) -> None:
        """Execute a statement, once for every row of values."""
        with self.explain_errors(), closing(self.connection.cursor()) as cursor:
            cursor.executemany(self._own(sql), rows)

    def define(self, statement: str) -> None:
        """Execute a statement about tables."""
        with self.explain_errors():
            self.connection.execute(self._own(statement))

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def _own(self, sql: str) -> str:
        return sql.replace("?", self.placeholder)

    @abstractmethod
    @contextmanager
    def writing(self) -> Iterator[None]:
        """An exclusive transaction; nested calls join the outer one."""

    @abstractmethod
    def version(self) -> int:
        """The version of the tables; 0 where there are none."""

    @abstractmethod
    def set_version(self, version: int) -> None:
        """Note the version of the tables."""

    @abstractmethod
    def damage(self) -> str:
        """The database's own report of damaged files; an empty text if there is none."""

    @abstractmethod
    def explain_errors(self) -> AbstractContextManager[None]:
        """Raise the errors of the database as one sentence with a remedy."""

    @abstractmethod
    def prepare(self) -> None:
        """Create or upgrade the tables."""

    def known_version(self) -> int:
        """The version of the tables. Raise `StoreError` unless this setlab knows it."""
        version = self.version()
        if version not in (*STATEMENTS, VERSION):
            raise StoreError(
                f"the store {self.name} has version {version}, this setlab knows {VERSION}: "
                "update setlab or choose another --store"
            )
        return version

    def open(self) -> None:
        """Create or upgrade the tables; close the connection if that fails."""
        try:
            with self.explain_errors():
                self.prepare()
        except BaseException:
            self.close()
            raise

    def upgrade(self) -> None:
        """Create the tables, or upgrade those of an older version, unless another process was first."""
        from setlab.experiment.store import seal_old_blocks

        version = self.known_version()
        if version == VERSION:
            return
        for statement in STATEMENTS[version]:
            self.define(statement)
        if version:
            seal_old_blocks(self)
        self.set_version(VERSION)


def connect(location: str) -> StoreDatabase:
    """The database at a path, or at a URL that begins with postgresql://, created if it does not exist."""
    return PostgresStore(location) if is_postgres(location) else SqliteStore(location)


PAUSE = 0.02
"""Seconds between two attempts where SQLite does not wait."""

DEAF = 0.1
"""Seconds that SQLite waits at a time: meanwhile it does not hear Ctrl-C."""


class SqliteStore(StoreDatabase):
    """One file in WAL mode; a committed row survives kill −9."""

    row_id = "rowid"
    connection: sqlite3.Connection

    def __init__(self, path: str) -> None:
        self.path = self.name = path
        with self.explain_errors():
            if path != ":memory:":
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None)
        # Spoilt bytes become characters that no stored text has.
        self.connection.text_factory = lambda data: data.decode(errors="surrogateescape")
        self.open()

    @contextmanager
    def writing(self) -> Iterator[None]:
        if self.connection.in_transaction:
            yield
            return
        with self.explain_errors():
            self._begin()
        try:
            yield
        except BaseException:
            if self.connection.in_transaction:  # a full disk may have ended it already
                self.connection.execute("ROLLBACK")
            raise
        with self.explain_errors():
            self.connection.execute("COMMIT")

    def version(self) -> int:
        return int(self.rows("PRAGMA user_version")[0][0])

    def set_version(self, version: int) -> None:
        self.define(f"PRAGMA user_version = {version}")

    def damage(self) -> str:
        found = str(self.rows("PRAGMA integrity_check(1)")[0][0])
        return "" if found == "ok" else " ".join(found.split())

    def _begin(self) -> None:
        """Begin to write as soon as no other process does; Ctrl-C ends the wait."""
        self.connection.execute(f"PRAGMA busy_timeout = {1000 * DEAF:.0f}")
        try:
            self._insist("BEGIN IMMEDIATE", leave_if_noted)
        finally:
            self.connection.execute(f"PRAGMA busy_timeout = {1000 * WAIT:.0f}")

    def _insist(self, statement: str, between: Callable[[], None]) -> None:
        """Execute a statement as soon as no other process is writing; `between` is called after each attempt."""
        last = time.monotonic() + WAIT
        while True:
            is_last = time.monotonic() > last
            try:
                self.connection.execute(statement)
                return
            except sqlite3.OperationalError as error:
                if is_last or "locked" not in str(error):
                    raise
            between()

    def prepare(self) -> None:
        """Create or upgrade the tables, unless this is another program's database."""
        version = self.known_version()
        if version:
            self.rows(PROBE)
        if version == VERSION:
            return
        self._insist("PRAGMA journal_mode = WAL", lambda: time.sleep(PAUSE))  # SQLite does not wait here
        with self.writing():
            if not self.version() and self.rows("SELECT COUNT(*) FROM sqlite_master")[0][0]:
                raise StoreError(f"{self.path} is another program's database: choose another --store")
            self.upgrade()

    @contextmanager
    def explain_errors(self) -> Iterator[None]:
        """Raise the errors of SQLite as one sentence with a remedy."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise StoreError(_sentence(self.path, str(error))) from error
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{self.path} is no setlab store, or damaged ({error}): choose another --store") from error
        except OSError as error:
            sentence = f"the store {self.path} cannot be used ({error.strerror}): choose another --store"
            raise StoreError(sentence) from error


def _sentence(path: str, message: str) -> str:
    if "locked" in message or "busy" in message:
        return f"the store {path} is locked by another process: wait for it, or choose another --store"
    if "full" in message:
        return f"the disk of the store {path} is full: free some space, or choose another --store"
    return f"the store {path} cannot be used ({message}): choose another --store"


class PostgresStore(StoreDatabase):
    """A PostgreSQL database; the tables are in a schema of their own, `setlab`."""

    row_id = "ctid"
    name = "in the database"
    placeholder = "%s"

    def __init__(self, url: str) -> None:
        try:
            import psycopg
        except ImportError:
            raise ImportError("PostgreSQL needs psycopg: pip install 'setlab[postgres]', or give a file") from None
        self._psycopg = psycopg
        with self.explain_errors():
            self.connection = psycopg.connect(url, autocommit=True, connect_timeout=int(WAIT))
        self.open()

    @contextmanager
    def writing(self) -> Iterator[None]:
        if self.connection.info.transaction_status != self._psycopg.pq.TransactionStatus.IDLE:
            yield
            return
        with self.explain_errors(), self.connection.transaction():
            self.connection.execute("LOCK TABLE setlab.specs IN EXCLUSIVE MODE")
            yield

    def version(self) -> int:
        found = self.rows("SELECT version FROM store")
        return int(found[0][0]) if found else 0

    def set_version(self, version: int) -> None:
        self.change("DELETE FROM store", ())
        self.change("INSERT INTO store VALUES (?)", (version,))

    def damage(self) -> str:
        return ""

    def prepare(self) -> None:
        with self.connection.transaction():
            # One process creates the tables; the others wait here.
            self.connection.execute("SELECT pg_advisory_xact_lock(20730703)")
            self.connection.execute("CREATE SCHEMA IF NOT EXISTS setlab")
            self.connection.execute("SET search_path TO setlab")
            self.connection.execute("CREATE TABLE IF NOT EXISTS store (version INTEGER NOT NULL)")
            self.upgrade()

    @contextmanager
    def explain_errors(self) -> Iterator[None]:
        """Raise the errors of PostgreSQL as one sentence with a remedy."""
        try:
            yield
        except self._psycopg.Error as error:
            said = " ".join(str(error).split())
            raise StoreError(f"the PostgreSQL store cannot be used ({said}): choose another --store") from error
