"""The store of rooms: their events, seats and connections, in SQLite or PostgreSQL.

An event has the key (room, sequence number): of two processes that append at the same moment exactly one succeeds,
and the other gets a `Conflict`, reads what was appended, and decides again.
"""

from setlab.web.store.database import Conflict, Database, DatabaseError, Gone
from setlab.web.store.opening import default_location, open_database
from setlab.web.store.records import ClassRow, EventRow, RoomRow

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
