"""`Room`: a room in memory. Its state is that of the events that are committed, never more.

Whoever wants something in a room goes through `act`: what is due by the clock happens first, then the request is
decided, the events are appended, and only when they are committed are the state, the feeds and the answer renewed. If
another process was first, its events are read, and everything is decided again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from setlab.rooms import Decision, Event, Refusal, RoomState, Timed, next_due, tick
from setlab.rooms.events import Leave
from setlab.rooms.names import FORGOTTEN
from setlab.web.connection import Connection
from setlab.web.encoding import Frame, row_of, timed_of
from setlab.web.store import Conflict, EventRow, Gone, RoomRow, queries

if TYPE_CHECKING:
    from setlab.web.hub import Hub

Deciding = Callable[[RoomState, float], Decision]
"""What follows a request, from the state and the time."""

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


def _worn_out(state: RoomState) -> Refusal:
    return Refusal("full", f"Room {state.room} has had {state.seq} events, which is the most: open a new room")


def _forgotten_names(events: Sequence[Event]) -> dict[int, str]:
    """What is stored in place of the names that these events let be forgotten, by seats."""
    leaving = [event for event in events if isinstance(event, Leave)]
    kept = {event.seat: FORGOTTEN.format(seat=event.seat) for event in leaving if event.forget}
    return kept | {event.seat: "" for event in leaving if event.by == "host"}


class Unknown(Exception):
    """There is no such room, or not any more."""


class Room:
    """A room in memory with its feeds."""

    def __init__(self, hub: Hub, row: RoomRow, state: RoomState, hashes: dict[int, str]) -> None:
        self.hub, self.row, self.state, self.hashes = hub, row, state, hashes
        self.connections: dict[Connection, None] = {}
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
        await self.act(lambda state, now: Decision())

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
        now = round(time.time(), 3)
        decision = deciding(self.state, now)
        first = self.state.seq + 1
        if decision.events:
            seat = (decision.seat, seat_hash) if decision.seat is not None and seat_hash is not None else None
            await self._append(decision.events, max(now, self.state.at), seat)
        elif self._timer is None:
            self.schedule()
        return Outcome(decision, first if decision.events else self.state.seq)

    async def _settle(self) -> None:
        """Append what is due by the clock."""
        for _ in range(MOST_AT_ONCE):
            due = tick(self.state, time.time(), self.row.seed)
            if due is None:
                return
            await self._append(due[1], max(round(due[0], 3), self.state.at), None)

    async def _append(self, events: Sequence[Event], at: float, seat: tuple[int, str] | None) -> None:
        steps = self._steps([Timed(self.state.seq + i, at, event) for i, event in enumerate(events, 1)])
        begun = time.monotonic()
        touched = at if at > self._touched + self.hub.touch_every else None
        self.is_stale = True  # until the commit is known: whatever happens in between, the log is read again
        rows = [row_of(timed) for timed, _ in steps]
        names = _forgotten_names(events)
        await self.hub.write(
            queries.append_events, self.row.id, rows, worker=self.hub.worker, touched=touched, seat=seat, names=names
        )
        self.is_stale = False
        if names:
            self.hub.spawn(self.hub.purge(), room=self.code)
        self._touched = touched or self._touched
        self.hub.metrics.append_seconds.observe(time.monotonic() - begun)
        for timed, _ in steps:
            self.hub.metrics.count("events", type(timed.event).__name__.lower())
        if seat is not None:
            self.hashes[seat[0]] = seat[1]
        self._advance(steps)

    def _steps(self, events: Sequence[Timed]) -> list[tuple[Timed, RoomState]]:
        """Each event with the state after it."""
        steps, state = [], self.state
        for timed in events:
            state = state.after(timed)
            steps.append((timed, state))
        return steps

    def _advance(self, steps: Sequence[tuple[Timed, RoomState]]) -> None:
        """Take over committed events: first the state, then all feeds in the same order."""
        begun = time.monotonic()
        for timed, state in steps:
            self.state = state
            self._spread(timed, state)
        self.hub.metrics.spread_seconds.observe(time.monotonic() - begun)
        self.schedule()

    def _spread(self, timed: Timed, state: RoomState) -> None:
        frame = Frame(timed, state)
        for connection in list(self.connections):
            connection.send(frame.text(connection.seat))
        if isinstance(timed.event, Leave):
            self._dismiss(timed.event)

    def _dismiss(self, event: Leave) -> None:
        """Who gives the seat up goes on watching; who was sent away by the host does not."""
        if _forgotten_names([event]):
            self.hub.reviews.forget(self.row.id)
        for connection in self.of_seat(event.seat):
            connection.seat = None
            if event.by == "host":
                connection.close(4001, "the host took the seat away")

    async def _catch_up(self) -> None:
        """Read the events that are committed and not here yet."""
        rows = await self.hub.read(queries.events_after, self.row.id, self.state.seq)
        if rows:
            self.hashes = await self.hub.read(queries.seat_hashes, self.row.id)
        else:
            await self._check_alive()
        self.is_stale = False
        if rows:
            self._advance(self._steps([timed_of(row) for row in rows]))

    async def _check_alive(self) -> None:
        row = await self.hub.read(queries.find_room, self.code)
        if row is None or row.id != self.row.id:
            self.hub.forget(self, 4004, "the room has expired")
            raise Unknown(self.code)
