"""The numbered migrations of the store: a database of any older version is brought up, a newer one is refused.

A migration is never changed once it is published: the next change of the tables is the next number. All run in one
transaction that only one process can be in, so that several may start at once.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from sqlalchemy import Connection, func, insert, inspect, select, text

from setlab.web.store.database import DatabaseError
from setlab.web.store.records import MIGRATIONS

STEPS: Sequence[Sequence[str]] = (
    (
        """CREATE TABLE rooms (
            id BIGINT PRIMARY KEY, code TEXT NOT NULL UNIQUE, created DOUBLE PRECISION NOT NULL,
            touched DOUBLE PRECISION NOT NULL, seed BIGINT NOT NULL, host_hash TEXT NOT NULL)""",
        "CREATE INDEX rooms_touched ON rooms (touched)",
        """CREATE TABLE seats (
            room BIGINT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE, seat INTEGER NOT NULL,
            token_hash TEXT NOT NULL, PRIMARY KEY (room, seat))""",
        """CREATE TABLE events (
            room BIGINT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE, seq INTEGER NOT NULL,
            at DOUBLE PRECISION NOT NULL, body TEXT NOT NULL, PRIMARY KEY (room, seq))""",
    ),
    (
        "CREATE TABLE workers (worker TEXT PRIMARY KEY, beat DOUBLE PRECISION NOT NULL)",
        """CREATE TABLE connections (
            worker TEXT NOT NULL, room BIGINT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
            seat INTEGER NOT NULL, PRIMARY KEY (worker, room, seat))""",
        "CREATE INDEX connections_room ON connections (room)",
    ),
    (
        """CREATE TABLE classes (
            code TEXT PRIMARY KEY, lesson TEXT NOT NULL, seed BIGINT NOT NULL, touched DOUBLE PRECISION NOT NULL)""",
        """CREATE TABLE pupils (
            code TEXT NOT NULL REFERENCES classes (code) ON DELETE CASCADE, pupil TEXT NOT NULL,
            done INTEGER NOT NULL, touched DOUBLE PRECISION NOT NULL, PRIMARY KEY (code, pupil))""",
    ),
    (
        """CREATE TABLE former_codes (
            code TEXT PRIMARY KEY, room BIGINT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE)""",
        """CREATE TABLE wrong_codes (
            address TEXT PRIMARY KEY, tries DOUBLE PRECISION NOT NULL, at DOUBLE PRECISION NOT NULL,
            level INTEGER NOT NULL, until DOUBLE PRECISION NOT NULL)""",
    ),
)
"""The statements of each migration: 1, rooms with their seats and events; 2, who is connected through which process;
3, classes in lessons, and the steps of their pupils, who are random numbers; 4, codes that rooms had before, and the
wrong codes that addresses have tried."""

VERSION = len(STEPS)


def bring_up(connection: Connection, name: str, steps: Sequence[Sequence[str]] = STEPS) -> None:
    """Apply the migrations that the database lacks; the caller holds the lock for it."""
    version = _version(connection, name)
    if version > len(steps):
        raise DatabaseError(
            f"the database {name} has version {version}, this setlab knows {len(steps)}: update setlab or choose "
            "another --db"
        )
    for number, statements in enumerate(steps[version:], version + 1):
        for statement in statements:
            connection.execute(text(statement))
        connection.execute(insert(MIGRATIONS).values(number=number, at=time.time()))


def check_version(connection: Connection, name: str) -> None:
    """Raise `DatabaseError` unless this is a database of rooms in the present version."""
    if "migrations" not in inspect(connection).get_table_names():
        raise DatabaseError(f"{name} is no database of rooms: choose another --db")
    if (version := _version(connection, name)) != VERSION:
        raise DatabaseError(f"the database {name} has version {version}, not {VERSION}: start its server first")


def _version(connection: Connection, name: str) -> int:
    """The number of the last migration; 0 for an empty database."""
    tables = set(inspect(connection).get_table_names())
    if "migrations" not in tables:
        if tables:
            raise DatabaseError(f"{name} is another program's database: choose another --db")
        MIGRATIONS.create(connection)
    return connection.execute(select(func.max(MIGRATIONS.c.number))).scalar() or 0
