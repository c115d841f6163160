"""A store in one SQLite file."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from setlab.experiment.interrupts import leave_if_noted
from setlab.experiment.store import database
from setlab.experiment.store.database import PROBE, VERSION, Database, StoreError, UpgradeRows

PAUSE = 0.02
"""Seconds between two attempts where SQLite does not wait."""

DEAF = 0.1
"""Seconds that SQLite waits at a time: meanwhile it does not hear Ctrl-C."""


class SqliteDatabase(Database):
    """One file in WAL mode; a committed row survives kill −9."""

    row_id = "rowid"

    def __init__(self, path: str, upgrade_rows: UpgradeRows) -> None:
        self.path = self.name = path
        with self._explain_errors():
            if path != ":memory:":
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(path, timeout=database.WAIT, isolation_level=None)
        self.connection.text_factory = _any_text
        try:
            with self._explain_errors():
                self._prepare(upgrade_rows)
        except BaseException:
            self.close()
            raise

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        with self._explain_errors():
            return self.connection.execute(sql, values).fetchall()

    def change(self, sql: str, *rows: Sequence[object]) -> None:
        with self._explain_errors():
            self.connection.executemany(sql, rows)

    def define(self, statement: str) -> None:
        with self._explain_errors():
            self.connection.execute(statement)

    @contextmanager
    def writing(self) -> Iterator[None]:
        if self.connection.in_transaction:
            yield
            return
        with self._explain_errors():
            self._begin()
        try:
            yield
        except BaseException:
            if self.connection.in_transaction:  # a full disk may have ended it already
                self.connection.execute("ROLLBACK")
            raise
        with self._explain_errors():
            self.connection.execute("COMMIT")

    def version(self) -> int:
        return int(self.rows("PRAGMA user_version")[0][0])

    def set_version(self, version: int) -> None:
        self.define(f"PRAGMA user_version = {version}")

    def damage(self) -> str:
        found = str(self.rows("PRAGMA integrity_check(1)")[0][0])
        return "" if found == "ok" else " ".join(found.split())

    def close(self) -> None:
        self.connection.close()

    def _begin(self) -> None:
        """Begin to write as soon as no other process does; Ctrl-C ends the wait."""
        last = time.monotonic() + database.WAIT
        self._wait_at_most(DEAF)
        try:
            while not self._has_begun(time.monotonic() > last):
                leave_if_noted()
        finally:
            self._wait_at_most(database.WAIT)

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

    def _prepare(self, upgrade_rows: UpgradeRows) -> None:
        """Create or upgrade the tables, unless this is another program's database."""
        version = self.known_version()
        if version:
            self.rows(PROBE)
        if version == VERSION:
            return
        self._use_wal()
        with self.writing():
            if not self.version() and self.rows("SELECT COUNT(*) FROM sqlite_master")[0][0]:
                raise StoreError(f"{self.path} is another program's database: choose another --store")
            self.upgrade(upgrade_rows)

    def _use_wal(self) -> None:
        """Switch to WAL mode. SQLite does not wait for other processes here: try again until it succeeds."""
        last = time.monotonic() + database.WAIT
        while True:
            try:
                self.connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > last:
                    raise
                time.sleep(PAUSE)

    @contextmanager
    def _explain_errors(self) -> Iterator[None]:
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


def _any_text(data: bytes) -> str:
    """The text; spoilt bytes become characters that no stored text has."""
    return data.decode(errors="surrogateescape")


def _sentence(path: str, message: str) -> str:
    if "locked" in message or "busy" in message:
        return f"the store {path} is locked by another process: wait for it, or choose another --store"
    if "full" in message:
        return f"the disk of the store {path} is full: free some space, or choose another --store"
    return f"the store {path} cannot be used ({message}): choose another --store"
