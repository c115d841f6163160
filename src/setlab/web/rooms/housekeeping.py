"""Background work of a process: heartbeats, rooms of dead processes, rooms to drop from memory or to delete."""

from __future__ import annotations

import time

from setlab.web.logs import note
from setlab.web.rooms.connection import Close
from setlab.web.rooms.hub import Hub
from setlab.web.rooms.room import review_presence_later
from setlab.web.store import queries

IDLE = 60.0
"""Seconds without a feed after which a room is dropped from memory."""

DEAD = 6.0
"""Seconds without a sign of life after which a process counts as dead."""

FORGOTTEN = 3600.0
"""Seconds without a wrong code after which an address is forgotten."""

EXPIRING = 300.0
"""Seconds between two deletions of expired rooms."""

LESSON = 3600.0
"""Seconds without an event after which a room with the option `forget` is deleted."""

CLASS_LIFE = 3600.0 - EXPIRING
"""Seconds without a report after which a class in a lesson is deleted: an hour later at most nothing of it is left."""


class Housekeeping:
    """The background work of one process."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def begin(self) -> None:
        """What must be done before the first request."""
        await self._hub.attempt(self.beat())
        await self._hub.attempt(self.expire())

    async def run(self) -> None:
        """Work until the server stops."""
        pause = min(EXPIRING, self._hub.settings.expire * 360)
        expiry = time.monotonic() + pause
        while not self._hub.is_stopping:
            await self._hub.health.pause()
            await self._hub.attempt(self.beat())
            if time.monotonic() > expiry:
                expiry = time.monotonic() + pause
                await self._hub.attempt(self.expire())
            self.drop_idle()

    async def beat(self) -> None:
        """Give a sign of life, and care for the rooms of processes that give none."""
        hub, now = self._hub, time.time()
        is_news = await hub.write(queries.beat, hub.worker, now)
        hub.health.find()
        if is_news:
            await self._note_connections()
        for code in await hub.write(queries.remove_dead_workers, now - DEAD):
            hub.spawn(self._review(code), room=code)
        await self.drop_deleted()

    async def _note_connections(self) -> None:
        """Others took this process for dead, and removed its connections: note them again."""
        for room in list(self._hub.rooms.values()):
            for seat in room.connected:
                await self._hub.write(queries.note_connection, self._hub.worker, room.row.id, seat)

    async def _review(self, code: str) -> None:
        await review_presence_later(await self._hub.find(code))

    async def expire(self) -> None:
        """Delete the rooms in which nothing has happened for long, and the classes of more than an hour ago."""
        hub, now = self._hub, time.time()
        await hub.write(queries.delete_classes, now - CLASS_LIFE)
        await hub.write(queries.forget_wrong_codes, now - FORGOTTEN)
        for find, life in ((queries.expired_rooms, hub.settings.expire * 3600), (queries.ended_lessons, LESSON)):
            if expired := await hub.read(find, now - life):
                number = await hub.erase(expired, "the room has expired", now - life)
                hub.metrics.count("rooms_expired", number=number)
                note("rooms-expired", rooms=number)

    async def drop_deleted(self) -> None:
        """Drop the rooms that another program has deleted from a file; PostgreSQL tells all processes by itself."""
        hub = self._hub
        known = {room.row.id: room for room in hub.rooms.values()}
        if known and not hub.database.is_shared:
            for number in await hub.read(queries.missing_rooms, list(known)):
                hub.forget(known[number], Close.UNKNOWN, "the room was deleted")

    def drop_idle(self) -> None:
        """Drop unused rooms from memory."""
        now = time.monotonic()
        for room in list(self._hub.rooms.values()):
            if not room.connections and not room.knocking and not room.lock.locked() and now - room.used > IDLE:
                self._hub.forget(room, Close.NORMAL, "")
