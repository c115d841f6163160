"""`Database`: the interface of a store to its database, its tables, and the upgrade of older tables.

A writer locks the store while it looks for overlaps and adds a row, so that two processes, or two machines with one
database, cannot both be first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from setlab.errors import SpecError

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


class Database(ABC):
    """A database with the tables of a store. A `?` in the SQL stands for a value.

    `row_id` is the column that tells rows apart.
    """

    row_id: str
    name: str

    @abstractmethod
    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        """The rows of a query."""

    @abstractmethod
    def change(self, sql: str, *rows: Sequence[object]) -> None:
        """Execute a statement, once for every row of values."""

    @abstractmethod
    def define(self, statement: str) -> None:
        """Execute a statement about tables."""

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
    def close(self) -> None:
        """Close the connection."""

    def known_version(self) -> int:
        """The version of the tables. Raise `StoreError` unless this setlab knows it."""
        version = self.version()
        if version not in (*STATEMENTS, VERSION):
            raise StoreError(
                f"the store {self.name} has version {version}, this setlab knows {VERSION}: "
                "update setlab or choose another --store"
            )
        return version

    def upgrade(self, upgrade_rows: UpgradeRows) -> None:
        """Create the tables, or upgrade those of an older version, unless another process was first."""
        version = self.known_version()
        if version == VERSION:
            return
        for statement in STATEMENTS[version]:
            self.define(statement)
        if version:
            upgrade_rows(self)
        self.set_version(VERSION)


UpgradeRows = Callable[[Database], None]
"""Upgrades the rows of a store of version 1, once its tables have the present columns."""


def connect(location: str, upgrade_rows: UpgradeRows) -> Database:
    """The database at a path, or at a URL that begins with postgresql://, created if it does not exist."""
    if location.startswith(("postgresql://", "postgres://")):
        from setlab.experiment.store.postgres import PostgresDatabase

        return PostgresDatabase(location, upgrade_rows)
    from setlab.experiment.store.sqlite import SqliteDatabase

    return SqliteDatabase(location, upgrade_rows)
