"""What a store asks of a database, the tables that it keeps there, and which versions of them this setlab knows.

A writer holds the store for itself while it looks for overlaps and adds a row, so that two processes, or two
machines with one database, cannot both be first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from setlab.errors import SpecError

VERSION = 2
WAIT = 10.0
"""Seconds to wait for another process that is writing, or for a server that does not answer."""

SET_ASIDE = """CREATE TABLE set_aside (
    spec_id TEXT, first BIGINT, trials BIGINT, tally TEXT, seconds DOUBLE PRECISION, checksum TEXT,
    why TEXT NOT NULL)"""

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
)

UPGRADES = {1: ("ALTER TABLE blocks ADD COLUMN checksum TEXT NOT NULL DEFAULT ''", SET_ASIDE)}
"""For each older version the statements that give its tables the present columns."""

PROBE = "SELECT s.id, s.number, s.spec, b.spec_id, b.first, b.trials, b.tally, b.seconds FROM specs s, blocks b LIMIT 0"
"""A query that a store of any version answers, and other databases do not."""


class StoreError(SpecError):
    """The store cannot be used, or will not take what it is given."""


class Database(Protocol):
    """What a store asks of a database. A `?` in the SQL stands for a value, the column `place` tells rows apart."""

    place: str

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        """The rows of a query."""

    def change(self, sql: str, *rows: Sequence[object]) -> None:
        """Carry out a statement, once for every row of values."""

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All or nothing, and nobody else writes meanwhile; inside another `writing`, part of it."""

    def damage(self) -> str:
        """What the database finds wrong with its own files; an empty text if nothing."""

    def close(self) -> None:
        """Let go of it."""


Upgrade = Callable[[Database], None]
"""What is done to the rows of an older store once its tables have the present columns."""


def connect(place: str, upgrade: Upgrade) -> Database:
    """The database at a path, or at a URL that begins with postgresql://, made if it is not there."""
    if place.startswith(("postgresql://", "postgres://")):
        from setlab.experiment.postgres import PostgresDatabase

        return PostgresDatabase(place, upgrade)
    from setlab.experiment.sqlite import SqliteDatabase

    return SqliteDatabase(place, upgrade)


def statements(version: int) -> Sequence[str]:
    """What makes the tables, or brings those of an older version up to date."""
    return UPGRADES[version] if version else TABLES


def checked_version(version: int, place: str) -> int:
    """The version, if this setlab knows it; 0 where there is no store yet."""
    if not 0 <= version <= VERSION:
        raise StoreError(
            f"the store {place} has version {version}, this setlab knows {VERSION}: "
            "update setlab or choose another --store"
        )
    return version
