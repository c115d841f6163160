"""The tables of the store, their rows as frozen values, and the version of a database.

A room has a random number besides its code: a code is free again when its room has expired, a number never is.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

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


def _key(name: str, kind: Any, within: str = "", **options: Any) -> Column[Any]:
    """A column of the primary key; a row `within` another table's is deleted with it."""
    parents = [ForeignKey(within, ondelete="CASCADE")] if within else []
    return Column(name, kind, *parents, primary_key=True, autoincrement=False, **options)


def _columns(kind: Any, *names: str) -> list[Column[Any]]:
    """Columns of one type, which have a value in every row."""
    return [Column(name, kind, nullable=False) for name in names]


ROOM = "rooms.id"
MIGRATIONS = Table("migrations", METADATA, _key("number", Integer), *_columns(Double, "at"))
ROOMS = Table(
    "rooms",
    METADATA,
    _key("id", BigInteger),
    Column("code", Text, nullable=False, unique=True),
    Column("created", Double, nullable=False),
    Column("touched", Double, nullable=False, index=True),
    *_columns(BigInteger, "seed"),
    *_columns(Text, "host_hash"),
)
SEATS = Table("seats", METADATA, _key("room", BigInteger, ROOM), _key("seat", Integer), *_columns(Text, "token_hash"))
AT_AND_BODY = (*_columns(Double, "at"), *_columns(Text, "body"))
EVENTS = Table("events", METADATA, _key("room", BigInteger, ROOM), _key("seq", Integer), *AT_AND_BODY)
WORKERS = Table("workers", METADATA, _key("worker", Text), *_columns(Double, "beat"))
CONNECTED = (_key("worker", Text), _key("room", BigInteger, ROOM, index=True), _key("seat", Integer))
CONNECTIONS = Table("connections", METADATA, *CONNECTED)
LESSON = (*_columns(Text, "lesson"), *_columns(BigInteger, "seed"), *_columns(Double, "touched"))
CLASSES = Table("classes", METADATA, _key("code", Text), *LESSON)
PROGRESS = (*_columns(Integer, "done"), *_columns(Double, "touched"))
PUPILS = Table("pupils", METADATA, _key("code", Text, "classes.code"), _key("pupil", Text), *PROGRESS)
FORMER = Column("room", BigInteger, ForeignKey(ROOM, ondelete="CASCADE"), nullable=False)
FORMER_CODES = Table("former_codes", METADATA, _key("code", Text), FORMER)
TRIES = (*_columns(Double, "tries", "at"), *_columns(Integer, "level"), *_columns(Double, "until"))
WRONG_CODES = Table("wrong_codes", METADATA, _key("address", Text), *TRIES)


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
        known = f"this setlab knows {VERSION}: update setlab or choose another --db"
        raise DatabaseError(f"the database {name} has version {version}, {known}")
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
