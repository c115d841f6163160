"""`Room`: a room in memory. Its state is that of the committed events.

Every request in a room goes through `act`: first come the events that are due by the clock, then the request is decided
and its events are appended; after the commit the state, the feeds and the answer follow. If another process was
first, its events are read, and the request is decided again.

A seat is present while a feed of it is open, in any process. Each process records in the store which seats are
connected through it, and that it lives. The connections of a dead process are removed by another one, or by the next
start of the server, and `away` is written for their seats.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from setlab.rooms import Away, Back, Decision, Event, Refusal, Request, RoomState, Step, Timed, next_due, tick
from setlab.rooms.events import Code, Join, Leave, Projector, Rename, Set
from setlab.rooms.names import FORGOTTEN
from setlab.rooms.state import steps_of
from setlab.web.errors import Unknown
from setlab.web.rooms.connection import Access, Close, Connection, Role
from setlab.web.rooms.messages import Frame, row_of, timed_of, welcome
from setlab.web.store import Conflict, Gone, queries
from setlab.web.store.queries import EventRow, RoomRow

if TYPE_CHECKING:
    from setlab.web.rooms.hub import Hub

Deciding = Callable[[Request], Decision]
"""The decision on a request, which has the state, the time and the seed of the room."""

ATTEMPTS = 20
"""Attempts to decide a request while other processes append first."""

MOST_AT_ONCE = 1000
"""Events that may be due at once, after a room has slept for long."""

SLEEP = 3600.0
"""The longest time a timer waits; nothing is lost if it wakes for nothing."""


@dataclass(frozen=True)
class RoomOutcome:
    """A decision that is carried out, and the number of its first event."""

    decision: Decision
    seq: int


def _find_names(events: Sequence[Event]) -> dict[int, str]:
    """The names that seats have from now on, also in what is stored of them: none if the host has removed somebody."""
    leaving = [event for event in events if isinstance(event, Leave)]
    forgotten = {event.seat: FORGOTTEN.format(seat=event.seat) for event in leaving if event.forget}
    removed = {event.seat: "" for event in leaving if event.by == "host"}
    return forgotten | removed | {event.seat: event.name for event in events if isinstance(event, Rename)}


class Room:
    """A room in memory with its feeds."""

    def __init__(self, hub: Hub, row: RoomRow, state: RoomState, hashes: dict[int, str]) -> None:
        self.hub, self.row, self.state, self.hashes = hub, row, state, hashes
        self.connections: dict[Connection, None] = {}
        self.knocking: dict[Connection, None] = {}
        """The feeds of clients that wait to be let in; they get no messages."""
        self.lock = asyncio.Lock()
        self.is_stale = False
        self.used = time.monotonic()
        self._touched = row.touched
        self._timer: asyncio.TimerHandle | None = None

    @property
    def code(self) -> str:
        """The code by which people find the room."""
        return self.row.code

    async def act(self, deciding: Deciding, seat_hash: str | None = None) -> RoomOutcome:
        """Decide a request, and carry the decision out. A new seat is stored with the hash of its token."""
        async with self.lock:
            self.used = time.monotonic()
            for _ in range(ATTEMPTS):
                try:
                    return await self._attempt(deciding, seat_hash)
                except Conflict:
                    self.hub.metrics.count("conflicts")
                    self.is_stale = True
            raise Gone("other processes are always first")

    async def sync(self) -> None:
        """Read the events that other processes have appended, and let happen what is due."""
        self.is_stale = True
        await self.wake()

    async def wake(self) -> None:
        """Let happen what is due."""
        await self.act(lambda request: Decision())

    async def missing_events(self, since: int) -> list[EventRow]:
        """The events after a number up to the present state. Call it under the lock."""
        rows = [] if since >= self.state.seq else await self.hub.read(queries.events_after, self.row.id, since)
        return [row for row in rows if row.seq <= self.state.seq]

    def of_seat(self, seat: int) -> list[Connection]:
        """The feeds of a seat, the oldest first."""
        return [connection for connection in self.connections if connection.seat == seat]

    @property
    def seats_here(self) -> set[int]:
        """The seats that are connected through this process."""
        return {connection.seat for connection in self.connections if connection.seat is not None}

    def broadcast(self, text: str) -> None:
        """Send a message to everybody."""
        for connection in list(self.connections):
            connection.send(text)

    def schedule(self) -> None:
        """Set the timer to the time at which something happens by itself."""
        self.cancel_timer()
        due = next_due(self.state, self.row.seed)
        if due is not None and self.state.seq < self.hub.settings.limits.events:
            delay = min(max(due - time.time(), 0.0), SLEEP) + 0.001
            self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def cancel_timer(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self) -> None:
        self._timer = None
        self.hub.spawn(self.wake(), room=self.code)

    async def _attempt(self, deciding: Deciding, seat_hash: str | None) -> RoomOutcome:
        self.hub.health.check()
        if self.is_stale:
            await self._catch_up()
        seq = self.state.seq
        if seq >= self.hub.settings.limits.events:
            reason = f"Room {self.state.room} has had {seq} events, which is the most: open a new room"
            return RoomOutcome(Decision(refusal=Refusal("full", reason)), seq)
        await self._settle()
        decision = deciding(Request(self.state, round(time.time(), 3), self.row.seed))
        first = self.state.seq + 1
        if decision.steps:
            seat = (decision.seat, seat_hash) if decision.seat is not None and seat_hash is not None else None
            await self._append(decision.steps, seat)
        elif self._timer is None:
            self.schedule()
        return RoomOutcome(decision, first if decision.steps else self.state.seq)

    async def _settle(self) -> None:
        """Append what is due by the clock."""
        for _ in range(MOST_AT_ONCE):
            steps = tick(self.state, time.time(), self.row.seed)
            if not steps:
                return
            await self._append(steps, None)

    async def _append(self, steps: Sequence[Step], seat: tuple[int, str] | None) -> None:
        events, at = [step.event for step in steps], steps[-1].timed.at
        begun = time.monotonic()
        touched = at if at > self._touched + self.hub.touch_every else None
        self.is_stale = True  # until the commit is known: whatever happens in between, the log is read again
        names, rows = _find_names(events), [row_of(step.timed) for step in steps]
        code = next((event.code for event in events if isinstance(event, Code)), None)
        changes: dict[str, Any] = {"touched": touched, "seat": seat, "names": names, "code": code}
        await self.hub.write(queries.append_events, self.row.id, rows, worker=self.hub.worker, **changes)
        self.is_stale = False
        if names:
            self.hub.spawn(self.hub.purge(), room=self.code)
        self._touched = touched or self._touched
        self.hub.metrics.append_seconds.observe(time.monotonic() - begun)
        for step in steps:
            self.hub.metrics.count("events", step.kind)
        if seat is not None:
            self.hashes[seat[0]] = seat[1]
        self._advance(steps)

    def _advance(self, steps: Sequence[Step]) -> None:
        """Take over committed events: first the state, then all feeds in the same order."""
        begun = time.monotonic()
        for step in steps:
            self.state = step.after
            self._spread(step.timed, step.after)
        self.hub.metrics.spread_seconds.observe(time.monotonic() - begun)
        self.schedule()

    def _spread(self, timed: Timed, state: RoomState) -> None:
        event = timed.event
        if isinstance(event, Code):
            old, self.row = self.code, replace(self.row, code=event.code)
            self.hub.move(self, old)
        if isinstance(event, Code) or (isinstance(event, Set) and not state.is_open):
            self._close(Close.UNKNOWN, "there is no such room", lambda access: access.role <= Role.REMOVED)
        frame = Frame(timed, state)
        for connection in list(self.connections):
            connection.send(frame.text(connection.seat, connection.access.is_host(state)))
        if isinstance(event, Join):
            self._let_in(event.seat, state)
        elif isinstance(event, Leave):
            self._dismiss(event)
        elif isinstance(event, Projector):
            self._close(Close.REMOVED, "the projector's link was revoked", lambda access: access.role is Role.PROJECTOR)

    def _close(self, code: int, reason: str, whom: Callable[[Access], bool]) -> None:
        """Close the feeds of some."""
        for connection in list(self.connections):
            if whom(connection.access):
                self.connections.pop(connection)
                connection.close(code, reason)

    def _let_in(self, seat: int, state: RoomState) -> None:
        """Admit a waiting client."""
        for connection in [each for each in self.knocking if each.access.seat == seat]:
            del self.knocking[connection]
            connection.access = Access(Role.PLAYER, seat)
            connection.send(welcome(state, state.seq, {"seat": seat, "host": False}, time.time()))
            self.connections[connection] = None
            self.hub.spawn(arrive(self, seat), room=self.code)

    def _dismiss(self, event: Leave) -> None:
        """A player who leaves becomes a spectator; a removed player is disconnected, and so is a client that waits."""
        if _find_names([event]):
            self.hub.reviews.forget(self.row.id)
        for connection in [each for each in (*self.connections, *self.knocking) if each.access.seat == event.seat]:
            connection.access = Access(Role.MEMBER, event.seat)
            if event.by == "host":
                self.connections.pop(connection, None)
                connection.access = Access(Role.REMOVED)
                connection.close(Close.REMOVED, "the host took the seat away")
            elif connection in self.knocking:
                connection.close(Close.NORMAL)

    async def _catch_up(self) -> None:
        """Read the events that are committed and not here yet."""
        rows = await self.hub.read(queries.events_after, self.row.id, self.state.seq)
        if rows:
            self.hashes = await self.hub.read(queries.seat_hashes, self.row.id)
        else:
            await self._check_alive()
        self.is_stale = False
        if rows:
            self._advance(list(steps_of(map(timed_of, rows), self.state)))

    async def _check_alive(self) -> None:
        row = await self.hub.read(queries.find_room, self.code)
        if row is None or row.id != self.row.id:
            self.hub.forget(self, Close.UNKNOWN, "the room has expired")
            raise Unknown(self.code)


GRACE_PERIOD = 3.0
"""Seconds in which a lost connection may return before `away` is written."""


async def arrive(room: Room, seat: int) -> None:
    """Note that a seat is connected through this process, and write `back` if it was away."""
    await room.hub.write(queries.note_connection, room.hub.worker, room.row.id, seat)
    if is_away(room.state, seat):
        await room.act(lambda request: request.accept(*([Back(seat)] if is_away(request.state, seat) else [])))


async def depart(room: Room, seat: int) -> None:
    """After a moment, unless the seat is connected again: write `away`."""
    await asyncio.sleep(GRACE_PERIOD)
    if room.of_seat(seat):
        return
    if not await room.hub.write(queries.forget_connection, room.hub.worker, room.row.id, seat):
        await room.act(lambda request: request.accept(*([Away(seat)] if is_here(request.state, seat) else [])))
    if room.of_seat(seat):  # connected again while this was written
        await arrive(room, seat)


async def review_presence(room: Room) -> None:
    """Compare the state with the connections: nobody is present without one, nobody away with one here."""
    known = await room.hub.read(queries.connected_seats, room.row.id)
    mine = room.seats_here
    lost = [seat for seat in room.state.players if is_here(room.state, seat) and seat not in known | mine]
    if lost:
        await room.act(lambda request: request.accept(*(Away(seat) for seat in lost if is_here(request.state, seat))))
    for seat in mine:
        if seat not in known or is_away(room.state, seat):
            await arrive(room, seat)


async def review_presence_later(room: Room) -> None:
    """Review after a moment in which connections may come back."""
    await asyncio.sleep(GRACE_PERIOD)
    room.used = time.monotonic()
    await review_presence(room)


def is_here(state: RoomState, seat: int) -> bool:
    """True if the state has a person on the seat who is connected."""
    player = state.players.get(seat)
    return player is not None and player.is_here


def is_away(state: RoomState, seat: int) -> bool:
    """True if the state has a person on the seat who is not connected."""
    player = state.players.get(seat)
    return player is not None and not player.left and not player.present
