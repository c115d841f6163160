"""`Hub`: the rooms in memory, and the database behind them. A room is read from its events when somebody needs it."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import inf
from typing import Any

from setlab.rooms import RoomState, Timed, opening
from setlab.web.errors import Full, Unknown
from setlab.web.jobs import Jobs, threads_for
from setlab.web.logs import note
from setlab.web.rooms.backend import REASON, Backend
from setlab.web.rooms.connection import Close
from setlab.web.rooms.doors import Doors
from setlab.web.rooms.messages import encoded, row_of, timed_of
from setlab.web.rooms.room import Room, review_presence, review_presence_later
from setlab.web.rooms.tokens import LONG, SHORT, new_code, new_seed, new_token, token_hash
from setlab.web.settings import Settings
from setlab.web.store import Conflict, Database, EventRow, Gone, RoomRow, queries

CODES_TRIED = 50
TURN = 100
"""Events of a room that are read before others have their turn."""


class Hub(Backend):
    """The rooms, doors and jobs of one process of the server."""

    def __init__(self, database: Database, settings: Settings) -> None:
        super().__init__(database, settings, self._lost, self._found)
        limits, threads = settings.limits, threads_for(settings.jobs, settings.workers)
        self.jobs = Jobs(threads, limits.jobs_waiting, limits.jobs_of_one, self.metrics)
        self.doors = Doors(self, self.find)
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}

    async def open_room(self, game: str, options: Mapping[str, Any]) -> tuple[str, str]:
        """Open a room; its code and the host's token. Raise `RuleError` for a wrong game or option."""
        events = opening(game, options, now=time.time())
        self.health.check()
        if await self.read(queries.count_rooms) >= self.settings.limits.rooms:
            raise Full
        now, token = round(time.time(), 3), new_token()
        rows = [row_of(Timed(seq, now, event)) for seq, event in enumerate(events, 1)]
        code = await self._store_room(rows, now, token_hash(token), LONG if options.get("class") else SHORT)
        self.metrics.count("rooms_opened", game)
        note("room-opened", room=code, game=game)
        return code, token

    async def _store_room(self, rows: Sequence[EventRow], now: float, host_hash: str, length: int) -> str:
        """The code under which a new room was stored: the first that is free."""
        for _ in range(CODES_TRIED):
            row = RoomRow(secrets.randbits(62), new_code(length), now, now, new_seed(), host_hash)
            try:
                await self.write(queries.add_room, row, rows)
            except Conflict:
                continue
            return row.code
        raise Full

    async def find(self, code: str) -> Room:
        """The room with a code, or that had it before, read from the store; raise `Unknown` if there is none."""
        room = self.rooms.get(code)
        if room is None:
            if code not in self._loading:
                self._loading[code] = asyncio.create_task(self._load(code))
            room = await asyncio.shield(self._loading[code])
        room.used = time.monotonic()
        return room

    async def _load(self, code: str) -> Room:
        try:
            self.health.check()
            row = await self.read(queries.find_room, code)
            if row is None:
                raise Unknown(code)
            if row.code != code:
                return await self.find(row.code)
            state = RoomState.empty(code)
            for event in await self.read(queries.events_after, row.id, 0):
                state = state.after(timed_of(event))
                if not event.seq % TURN:
                    await asyncio.sleep(0)
            hashes = await self.read(queries.seat_hashes, row.id)
            room = Room(self, row, state, hashes, self._move, self._forget_expired)
            self.rooms[code] = room
            self.spawn(review_presence_later(room), room=code)
            room.schedule()
            return room
        finally:
            del self._loading[code]

    def forget(self, room: Room, code: int, reason: str) -> None:
        """Drop a room from memory, and close its feeds."""
        room.cancel_timer()
        self.reviews.forget(room.row.id)
        if self.rooms.get(room.code) is room:
            del self.rooms[room.code]
        for connection in [*room.connections, *room.knocking]:
            connection.close(code, reason)

    def _forget_expired(self, room: Room) -> None:
        self.forget(room, Close.UNKNOWN, "the room has expired")

    def _move(self, room: Room, old: str) -> None:
        """Find a room under its new code from now on."""
        if self.rooms.get(old) is room:
            del self.rooms[old]
            self.rooms[room.code] = room

    async def delete(self, room: Room) -> None:
        """Delete a room with all that is stored of it, here and in all processes."""
        await self.erase([room.row], "the host has deleted the room")
        self.metrics.count("rooms_deleted")
        note("room-deleted", room=room.code)

    async def erase(self, rows: Sequence[RoomRow], why: str, before: float = inf) -> int:
        """Delete rooms from the database, its files and the memory of all processes; the number of those deleted.

        A room in which something has happened since `before` is left.
        """
        deleted = await self.write(queries.delete_rooms, self.worker, [row.id for row in rows], before)
        for room in list(self.rooms.values()):
            if room.row.id in deleted:
                self.forget(room, Close.UNKNOWN, why)
        await self.purge()
        return len(deleted)

    def _lost(self) -> None:
        self.metrics.count("outages")
        text = encoded({"type": "trouble", "reason": REASON})
        for room in list(self.rooms.values()):
            room.broadcast(text)

    def _found(self) -> None:
        self.database.refresh()
        for room in list(self.rooms.values()):
            room.broadcast(encoded({"type": "fine"}))
        self.resync()

    def resync(self) -> None:
        """Read again what all rooms may have missed."""
        for room in list(self.rooms.values()):
            self.spawn(self._refresh(room), room=room.code)

    async def _refresh(self, room: Room) -> None:
        await room.sync()
        await review_presence(room)

    def hear(self, worker: str, room_id: int, seq: int) -> None:
        """A process has appended to a room: another one, or this one when it did not wait for the commit any more."""
        for room in self.rooms.values():
            if room.row.id == room_id:
                is_expected = worker == self.worker and room.lock.locked()
                if room.state.seq < seq and not is_expected:
                    self.spawn(room.sync(), room=room.code)
                return

    def say_goodbye(self) -> None:
        """Close all feeds because the server stops."""
        self.is_stopping = True
        self.jobs.finish()
        for room in list(self.rooms.values()):
            self.forget(room, Close.STOPPING, "the server stops")

    async def close(self) -> None:
        """End all that runs beside, and say that this process lives no longer."""
        self.is_stopping = True
        self.jobs.close()
        await self.cancel_tasks()
        with suppress(Gone):
            await self.write(queries.remove_worker, self.worker)
