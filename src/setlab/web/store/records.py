"""The rows of the store as frozen values, and the tables that hold them.

A room has a random number besides its code: a code is free again when its room has expired, a number never is.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import BigInteger, Column, Double, Integer, MetaData, String, Table, Text

METADATA = MetaData()

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
    Column("code", String, nullable=False, unique=True),
    Column("created", Double, nullable=False),
    Column("touched", Double, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("host_hash", String, nullable=False),
)
SEATS = Table(
    "seats",
    METADATA,
    Column("room", BigInteger, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("token_hash", String, nullable=False),
)
EVENTS = Table(
    "events",
    METADATA,
    Column("room", BigInteger, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("body", Text, nullable=False),
)
WORKERS = Table(
    "workers",
    METADATA,
    Column("worker", String, primary_key=True),
    Column("beat", Double, nullable=False),
)
CONNECTIONS = Table(
    "connections",
    METADATA,
    Column("worker", String, primary_key=True),
    Column("room", BigInteger, primary_key=True),
    Column("seat", Integer, primary_key=True),
)
CLASSES = Table(
    "classes",
    METADATA,
    Column("code", String, primary_key=True),
    Column("lesson", String, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("touched", Double, nullable=False),
)
PUPILS = Table(
    "pupils",
    METADATA,
    Column("code", String, primary_key=True),
    Column("pupil", String, primary_key=True),
    Column("done", Integer, nullable=False),
    Column("touched", Double, nullable=False),
)
FORMER_CODES = Table(
    "former_codes",
    METADATA,
    Column("code", String, primary_key=True),
    Column("room", BigInteger, nullable=False),
)
WRONG_CODES = Table(
    "wrong_codes",
    METADATA,
    Column("address", String, primary_key=True),
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
