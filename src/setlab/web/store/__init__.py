"""The store of rooms: their events, seats and connections, in SQLite or PostgreSQL.

An event has the key (room, sequence number): of two processes that append at the same moment exactly one succeeds,
and the other gets a `Conflict`, reads what was appended, and decides again.
"""

from __future__ import annotations

import os
from pathlib import Path

from setlab.web.store.database import Conflict, Database, DatabaseError, Gone
from setlab.web.store.tables import ClassRow, EventRow, RoomRow

__all__ = [
    "ClassRow",
    "Conflict",
    "Database",
    "DatabaseError",
    "EventRow",
    "Gone",
    "RoomRow",
    "default_location",
    "open_database",
]

POSTGRES = ("postgresql://", "postgres://")


def default_location() -> str:
    """The database named by SETLAB_ROOMS, else a file in the user's data folder."""
    if location := os.environ.get("SETLAB_ROOMS"):
        return location
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(data) / "setlab" / "rooms.sqlite")


def is_postgres(location: str) -> bool:
    """True if the location is the URL of a PostgreSQL database.

    >>> is_postgres("postgresql://setlab@127.0.0.1/rooms"), is_postgres("rooms.sqlite")
    (True, False)
    """
    return location.startswith(POSTGRES)


def open_database(location: str, beside: bool = False) -> Database:
    """The database at a path or a postgresql:// URL, made if it is not there and brought up if it is older.

    `beside` a server that may run the database must be there, and is left as it is.
    """
    if is_postgres(location):
        from setlab.web.store.postgres import PostgresDatabase

        return PostgresDatabase(location.replace("postgres://", "postgresql://", 1), beside)
    from setlab.web.store.sqlite import SqliteDatabase

    return SqliteDatabase(location, beside)
