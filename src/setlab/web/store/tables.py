"""The tables of the store, their rows as frozen values, and the version of a database.

A room has a random number besides its code: a code is free again when its room has expired, a number never is.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Double,
    ForeignKey,
    Integer,
    MetaData,
    Table,
    Text,
    func,
    insert,
    inspect,
    select,
)

from setlab.web.store.database import DatabaseError

METADATA = MetaData()

VERSION = 4
"""The version of the tables. Versions 1 to 3 lack some of them; a change of a table needs the next number."""

MIGRATIONS = Table(
    "migrations",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
)
ROOMS = Table(
    "rooms",
    METADATA,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("code", Text, nullable=False, unique=True),
    Column("created", Double, nullable=False),
    Column("touched", Double, nullable=False, index=True),
    Column("seed", BigInteger, nullable=False),
    Column("host_hash", Text, nullable=False),
)
SEATS = Table(
    "seats",
    METADATA,
    Column("room", BigInteger, ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("token_hash", Text, nullable=False),
)
EVENTS = Table(
    "events",
    METADATA,
    Column("room", BigInteger, ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("body", Text, nullable=False),
)
WORKERS = Table(
    "workers",
    METADATA,
    Column("worker", Text, primary_key=True),
    Column("beat", Double, nullable=False),
)
CONNECTIONS = Table(
    "connections",
    METADATA,
    Column("worker", Text, primary_key=True),
    Column("room", BigInteger, ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("seat", Integer, primary_key=True),
)
CLASSES = Table(
    "classes",
    METADATA,
    Column("code", Text, primary_key=True),
    Column("lesson", Text, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("touched", Double, nullable=False),
)
PUPILS = Table(
    "pupils",
    METADATA,
    Column("code", Text, ForeignKey("classes.code", ondelete="CASCADE"), primary_key=True),
    Column("pupil", Text, primary_key=True),
    Column("done", Integer, nullable=False),
    Column("touched", Double, nullable=False),
)
FORMER_CODES = Table(
    "former_codes",
    METADATA,
    Column("code", Text, primary_key=True),
    Column("room", BigInteger, ForeignKey("rooms.id", ondelete="CASCADE"), nullable=False),
)
WRONG_CODES = Table(
    "wrong_codes",
    METADATA,
    Column("address", Text, primary_key=True),
    Column("tries", Double, nullable=False),
    Column("at", Double, nullable=False),
    Column("level", Integer, nullable=False),
    Column("until", Double, nullable=False),
)


@dataclass(frozen=True)
class RoomRow:
    """A room: its number, its code, its secret seed, and the hash of the host's token."""

    id: int
    code: str
    created: float
    touched: float
    seed: int
    host_hash: str


@dataclass(frozen=True)
class ClassRow:
    """A class in a lesson: its code, the lesson and its seed, and the time of its last report."""

    code: str
    lesson: str
    seed: int
    touched: float


@dataclass(frozen=True)
class EventRow:
    """An event as it is stored: its number in the room, its time, and its JSON text."""

    seq: int
    at: float
    body: str


def bring_up(connection: Connection, name: str) -> None:
    """Create the tables that the database lacks; the caller holds the lock for it. Refuse a newer version."""
    version = _version(connection, name)
    if version > VERSION:
        raise DatabaseError(
            f"the database {name} has version {version}, this setlab knows {VERSION}: update setlab or choose "
            "another --db"
        )
    METADATA.create_all(connection)
    if version < VERSION:
        connection.execute(insert(MIGRATIONS).values(number=VERSION, at=time.time()))


def check_version(connection: Connection, name: str) -> None:
    """Raise `DatabaseError` unless this is a database of rooms in the present version."""
    if not inspect(connection).has_table("migrations"):
        raise DatabaseError(f"{name} is no database of rooms: choose another --db")
    if (version := _version(connection, name)) != VERSION:
        raise DatabaseError(f"the database {name} has version {version}, not {VERSION}: start its server first")


def _version(connection: Connection, name: str) -> int:
    """The version of the tables; 0 for an empty database."""
    tables = set(inspect(connection).get_table_names())
    if "migrations" in tables:
        return connection.execute(select(func.max(MIGRATIONS.c.number))).scalar() or 0
    if tables:
        raise DatabaseError(f"{name} is another program's database: choose another --db")
    return 0
