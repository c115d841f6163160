"""`Room`: a room in memory. Its state is that of the events that are committed, never more.

Whoever wants something in a room goes through `act`: what is due by the clock happens first, then the request is
decided, the events are appended, and only when they are committed are the state, the feeds and the answer renewed. If
another process was first, its events are read, and everything is decided again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from setlab.rooms import Decision, Event, Refusal, Request, RoomState, Step, Timed, next_due, tick
from setlab.rooms.events import Code, Join, Leave, Projector, Rename, Set
from setlab.rooms.names import FORGOTTEN
from setlab.rooms.state import steps_of
from setlab.web.access import Access, Role
from setlab.web.connection import Connection
from setlab.web.encoding import Frame, row_of, timed_of, welcome
from setlab.web.presence import arrive
from setlab.web.store import Conflict, EventRow, Gone, RoomRow, queries

if TYPE_CHECKING:
    from setlab.web.hub import Hub

Deciding = Callable[[Request], Decision]
"""The decision on a request, which has the state, the time and the seed of the room."""

ATTEMPTS = 20
"""Times that a request is decided anew because other processes were first."""

MOST_AT_ONCE = 1000
"""Events that may be due at once, after a room has slept for long."""

SLEEP = 3600.0
"""The longest time a timer waits; nothing is lost if it wakes for nothing."""


@dataclass(frozen=True)
class Outcome:
    """A decision that is carried out, and the number of its first event."""

    decision: Decision
    seq: int


UNKNOWN = 4004
"""The code of a close where there is no room, or none for the client."""


def _changed_names(events: Sequence[Event]) -> dict[int, str]:
    """The names that seats have from now on, also in what is stored of them: none if the host has removed somebody."""
    leaving = [event for event in events if isinstance(event, Leave)]
    forgotten = {event.seat: FORGOTTEN.format(seat=event.seat) for event in leaving if event.forget}
    removed = {event.seat: "" for event in leaving if event.by == "host"}
    return forgotten | removed | {event.seat: event.name for event in events if isinstance(event, Rename)}


def _worn_out(state: RoomState) -> Refusal:
    return Refusal("full", f"Room {state.room} has had {state.seq} events, which is the most: open a new room")


class Unknown(Exception):
    """There is no such room, or not any more."""


class Room:
    """A room in memory with its feeds."""

    def __init__(self, hub: Hub, row: RoomRow, state: RoomState, hashes: dict[int, str]) -> None:
        self.hub, self.row, self.state, self.hashes = hub, row, state, hashes
        self.connections: dict[Connection, None] = {}
        self.knocking: dict[Connection, None] = {}
        """The feeds of those who wait until the host lets them in: they are told nothing."""
        self.lock = asyncio.Lock()
        self.is_stale = False
        self.used = time.monotonic()
        self._touched = row.touched
        self._timer: asyncio.TimerHandle | None = None

    @property
    def code(self) -> str:
        """The code by which people find the room."""
        return self.row.code

    async def act(self, deciding: Deciding, seat_hash: str | None = None) -> Outcome:
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

    async def missed(self, since: int) -> list[EventRow]:
        """The events after a number up to the present state. Call it under the lock."""
        rows = [] if since >= self.state.seq else await self.hub.read(queries.events_after, self.row.id, since)
        return [row for row in rows if row.seq <= self.state.seq]

    def of_seat(self, seat: int) -> list[Connection]:
        """The feeds of a seat, the oldest first."""
        return [connection for connection in self.connections if connection.seat == seat]

    @property
    def connected(self) -> set[int]:
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

    async def _attempt(self, deciding: Deciding, seat_hash: str | None) -> Outcome:
        self.hub.health.check()
        if self.is_stale:
            await self._catch_up()
        if self.state.seq >= self.hub.settings.limits.events:
            return Outcome(Decision(refusal=_worn_out(self.state)), self.state.seq)
        await self._settle()
        decision = deciding(Request(self.state, round(time.time(), 3), self.row.seed))
        first = self.state.seq + 1
        if decision.steps:
            seat = (decision.seat, seat_hash) if decision.seat is not None and seat_hash is not None else None
            await self._append(decision.steps, seat)
        elif self._timer is None:
            self.schedule()
        return Outcome(decision, first if decision.steps else self.state.seq)

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
        names = _changed_names(events)
        await self.hub.write(
            queries.append_events,
            self.row.id,
            [row_of(step.timed) for step in steps],
            worker=self.hub.worker,
            touched=touched,
            seat=seat,
            names=names,
            code=next((event.code for event in events if isinstance(event, Code)), None),
        )
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
            self._move(event.code)
        if isinstance(event, Code) or (isinstance(event, Set) and not state.is_open):
            self._close(UNKNOWN, "there is no such room", lambda access: access.role <= Role.REMOVED)
        frame = Frame(timed, state)
        for connection in list(self.connections):
            connection.send(frame.text(connection.seat, connection.access.is_host(state)))
        if isinstance(event, Join):
            self._let_in(event.seat, state)
        elif isinstance(event, Leave):
            self._dismiss(event)
        elif isinstance(event, Projector):
            self._close(4001, "the projector's link is not good any more", lambda access: access.role is Role.PROJECTOR)

    def _move(self, code: str) -> None:
        """Take over a new code."""
        old, self.row = self.code, replace(self.row, code=code)
        self.hub.move(self, old)

    def _close(self, code: int, reason: str, whom: Callable[[Access], bool]) -> None:
        """Close the feeds of some."""
        for connection in list(self.connections):
            if whom(connection.access):
                self.connections.pop(connection)
                connection.close(code, reason)

    def _let_in(self, seat: int, state: RoomState) -> None:
        """Welcome somebody who has waited."""
        for connection in [each for each in self.knocking if each.access.seat == seat]:
            del self.knocking[connection]
            connection.access = Access(Role.PLAYER, seat)
            connection.send(welcome(state, state.seq, {"seat": seat, "host": False}, time.time()))
            self.connections[connection] = None
            self.hub.spawn(arrive(self, seat), room=self.code)

    def _dismiss(self, event: Leave) -> None:
        """A player who leaves becomes a spectator; a removed player is disconnected, and so is whoever waited."""
        if _changed_names([event]):
            self.hub.reviews.forget(self.row.id)
        for connection in [each for each in (*self.connections, *self.knocking) if each.access.seat == event.seat]:
            connection.access = Access(Role.MEMBER, event.seat)
            if event.by == "host":
                self.connections.pop(connection, None)
                connection.access = Access(Role.REMOVED)
                connection.close(4001, "the host took the seat away")
            elif connection in self.knocking:
                connection.close(1000)

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
            self.hub.forget(self, UNKNOWN, "the room has expired")
            raise Unknown(self.code)
