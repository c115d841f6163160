"""`Hub`: the rooms in memory, and the database behind them; `Housekeeping`: what a process does in the background.

A room is read from its events when somebody needs it. `Doors` say who finds a room by its code, and who may read it.

Codes can be guessed, so that wrong ones are counted for each address, over all processes, and too many cost a wait
that grows. A code that was right from an address is never held up there, whatever others behind the address try.
Where a code leads nowhere, and where it leads to a room that is not open to its bearer, the answer is the same, and
comes after the same time.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from math import inf
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection as DatabaseConnection

from setlab.rooms import RoomState, Timed, opening
from setlab.web.errors import Full, Refused, TooManyCodes, Unknown
from setlab.web.jobs import Jobs, Shared, threads_for
from setlab.web.limits import keep
from setlab.web.metrics import Metrics, note
from setlab.web.rooms.connection import Access, Close, Role, access_of
from setlab.web.rooms.messages import encode, row_of, timed_of
from setlab.web.rooms.room import Room, review_presence, review_presence_later
from setlab.web.rooms.tokens import LONG, SHORT, new_code, new_seed, new_token, read_code, token_hash
from setlab.web.settings import Settings
from setlab.web.store import Conflict, Database, Gone, queries
from setlab.web.store.queries import EventRow, RoomRow

EVEN = 0.1
"""Seconds after which a wrong code is answered, whatever was looked up."""


class Doors:
    """The doors of all rooms of a process."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._waits: OrderedDict[str, float] = OrderedDict()
        self._right: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._tokens: OrderedDict[str, None] = OrderedDict()

    async def reach(self, code: str, address: str, token: str | None) -> tuple[Room, Access]:
        """The room with a code for somebody who wants to join it, with what a token gives there already.

        Raise `Unknown` where there is none, `TooManyCodes` if the address has tried too many.
        """
        return await self._open(code, address, token, lambda room, access: True, Unknown(code))

    async def enter(self, code: str, address: str, token: str | None) -> tuple[Room, Access]:
        """The room with a code for somebody who belongs to it, waits to be let in, or may watch; raise as `reach`."""
        room, access = await self._open(code, address, token, may_enter, closed_to_strangers(code))
        if access.role is Role.REMOVED and not room.state.is_open:
            raise Refused(403, "removed", "The host has removed you from this room")
        return room, access

    async def read(self, code: str, address: str, token: str | None) -> tuple[Room, Access]:
        """The room with a code for somebody who reads it: as for `enter`, but nobody who waits."""
        room, access = await self.enter(code, address, token)
        if access.role is Role.WAITING and not room.state.is_open:
            raise Refused(403, "waiting", "Wait until the host lets you in")
        return room, access

    async def host(self, code: str, address: str, token: str | None) -> Room:
        """The room with a code for its host."""
        room, access = await self.read(code, address, token)
        if token is None:
            raise Refused(401, "no-token", "This needs the token of the host")
        if not access.is_host(room.state):
            raise Refused(403, "not-host", f"This is not the token of the host of room {room.code}")
        return room

    def is_known(self, token: str) -> bool:
        """True if a token has opened a room of this process a while ago."""
        return token_hash(token) in self._tokens

    async def _open(
        self, code: str, address: str, token: str | None, may: Callable[[Room, Access], bool], otherwise: Exception
    ) -> tuple[Room, Access]:
        asked, known = asyncio.get_running_loop().time(), read_code(code)
        if known is None:
            raise Unknown(code)
        left = self._waits.get(address, 0.0) - time.time()
        if left > 0 and (address, known) not in self._right:
            raise TooManyCodes(left)
        found = await self._look_up(known, token)
        if found is not None and may(*found):
            self.note_right(address, found[0].code, token if found[1].may_read else None)
            return found
        await self._charge(address)
        await asyncio.sleep(asked + EVEN - asyncio.get_running_loop().time())
        raise otherwise

    async def _look_up(self, code: str, token: str | None) -> tuple[Room, Access] | None:
        """The room with a code; a former code finds it only with a token."""
        try:
            room = await self._hub.find(code)
            if self._hub.database.is_shared:
                await room.sync()
        except Unknown:
            return None
        access = access_of(token, room.row.host_hash, room.hashes, room.state)
        return None if room.code != code and access.role is Role.NOBODY else (room, access)

    def note_right(self, address: str, code: str, token: str | None) -> None:
        """Remember that a code is right at an address, and that a token opens a room."""
        keep(self._right, (address, code), None)
        if token is not None:
            keep(self._tokens, token_hash(token), None)

    async def _charge(self, address: str) -> None:
        """Count a wrong code; the first wait of an address is in the log."""
        self._hub.metrics.count("wrong_codes")
        before, after = await self._hub.write(queries.note_wrong_code, address, time.time())
        if after.until <= before.until:
            return
        keep(self._waits, address, after.until)
        self._hub.metrics.count("codes_held_up")
        if after.level == 1:
            note("codes-guessed", level=logging.WARNING, address=address, seconds=round(after.until - after.at))


def may_enter(room: Room, access: Access) -> bool:
    """True for present and former holders of a token, and for everybody where the room is open to spectators."""
    return access.role is not Role.NOBODY or room.state.is_open


def closed_to_strangers(code: str) -> Exception:
    """The answer to strangers, whether the room exists or not: codes of six letters need a token."""
    if len(code) == LONG:
        return Refused(401, "no-token", "Codes of six letters need a token: that of a seat, of the host or a projector")
    return Unknown(code)


Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Query = Callable[Concatenate[DatabaseConnection, Given], Answer]

BEAT, PROBE = 2.0, 0.5
"""Seconds between two signs of life, and between two attempts while the database is gone."""

REASON = "The server cannot reach its database: nothing is lost, please wait"


class Health:
    """The state of the database as this process knows it."""

    def __init__(self, on_lost: Callable[[], None], on_found: Callable[[], None]) -> None:
        self.is_gone = False
        self.since = time.time()
        self._on_lost, self._on_found = on_lost, on_found
        self._worry = asyncio.Event()

    def check(self) -> None:
        """Raise `Gone` at once while the database is known to be gone."""
        if self.is_gone:
            raise Gone(REASON)

    def lose(self, why: str) -> None:
        """Record that the database has failed."""
        if not self.is_gone:
            self.is_gone, self.since = True, time.time()
            note("database-gone", level=logging.ERROR, why=why)
            self._on_lost()
        self._worry.set()

    def find(self) -> None:
        """The database has answered."""
        if self.is_gone:
            note("database-back", seconds=round(time.time() - self.since, 1))
            self.is_gone, self.since = False, time.time()
            self._on_found()

    async def pause(self) -> None:
        """Wait until the next sign of life is due; less if the database was lost meanwhile."""
        if self.is_gone:
            await asyncio.sleep(PROBE)
            return
        self._worry.clear()
        try:
            async with asyncio.timeout(BEAT):
                await self._worry.wait()
        except TimeoutError:
            pass


CODES_TRIED = 50
TURN = 100
"""Events of a room that are read before others have their turn."""


class Hub:
    """The rooms, doors and jobs of one process of the server."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database, self.settings = database, settings
        self.worker = secrets.token_hex(8)
        self.metrics = Metrics()
        self.health = Health(self._announce_loss, self._announce_return)
        self.reviews: Shared[bytes] = Shared()
        self.is_stopping = False
        self.touch_every = min(60.0, settings.expire * 36)
        limits, threads = settings.limits, threads_for(settings.jobs, settings.workers)
        self.jobs = Jobs(threads, limits.jobs_waiting, limits.jobs_of_one, self.metrics)
        self.doors = Doors(self)
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def write(self, query: Query[Given, Answer], *args: Given.args, **kwargs: Given.kwargs) -> Answer:
        """The answer of a query that writes, after its commit."""
        return await self._ask(self.database.write(lambda connection: query(connection, *args, **kwargs)))

    async def read(self, query: Query[Given, Answer], *args: Given.args, **kwargs: Given.kwargs) -> Answer:
        """The answer of a query that reads."""
        return await self._ask(self.database.read(lambda connection: query(connection, *args, **kwargs)))

    async def _ask(self, answering: Coroutine[Any, Any, Answer]) -> Answer:
        try:
            return await answering
        except Gone as gone:
            self.health.lose(str(gone))
            raise

    async def purge(self) -> None:
        """Let the database remove from its files what was deleted or overwritten."""
        if not await self.database.purge():
            note("purge-waits", level=logging.WARNING, why="another program reads the database")

    def spawn(self, work: Coroutine[Any, Any, None], **fields: Any) -> None:
        """Run a task in the background; its errors are logged."""
        task = asyncio.create_task(self.attempt(work, **fields))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def report(self, error: Exception, **fields: Any) -> str:
        """Log an unexpected error; the sentence by which a client may ask about it."""
        name = secrets.token_hex(4)
        self.metrics.count("errors")
        note("error", level=logging.ERROR, error=error, id=name, **fields)
        return f"Something went wrong on the server; its log has it as {name}"

    async def attempt(self, work: Coroutine[Any, Any, None], **fields: Any) -> None:
        """Await a task; its errors are logged."""
        try:
            await work
        except (Gone, Unknown, Conflict):
            pass  # the database or the room is gone: what was not done is done when it is back
        except Exception as error:
            self.metrics.count("errors")
            note("error", level=logging.ERROR, error=error, **fields)

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
            room = Room(self, row, state, hashes)
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

    def move(self, room: Room, old: str) -> None:
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

    def _announce_loss(self) -> None:
        self.metrics.count("outages")
        text = encode({"type": "trouble", "reason": REASON})
        for room in list(self.rooms.values()):
            room.broadcast(text)

    def _announce_return(self) -> None:
        self.database.refresh()
        for room in list(self.rooms.values()):
            room.broadcast(encode({"type": "fine"}))
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
        """End the background work, and remove this process from the list of live ones."""
        self.is_stopping = True
        self.jobs.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(Gone):
            await self.write(queries.remove_worker, self.worker)


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
        """The work before the first request."""
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
            for seat in room.seats_here:
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
