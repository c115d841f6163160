"""`Session`: one client in one room, from its hello to its end; `Feeds`: the WebSocket endpoint of all sessions."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from setlab.rooms import Decision, Request, decide, refuse
from setlab.rooms.events import Leave
from setlab.web.errors import Refused, TooManyCodes, Unknown
from setlab.web.limits import Bucket, Buckets, address_of, is_own_origin
from setlab.web.rooms.connection import Close, Connection, Role, access_of
from setlab.web.rooms.hub import REASON, Hub, may_enter
from setlab.web.rooms.messages import BadMessage, Message, missed_messages, read_hello, read_message, read_ref, welcome
from setlab.web.rooms.room import Room, RoomOutcome, arrive, depart, is_away
from setlab.web.store import Conflict, Gone

HELLO_WITHIN = 5.0
"""Seconds until a client must have said hello."""

MOST_MISSED = 5000
"""The most events that a returning client is sent; after more, it begins with the present state."""

FASTEST_REFUSED = 60
"""Refusals in a row after which a client that is too fast is closed."""


class Session:
    """One client in one room. Until it has said hello nothing is looked up: who stays silent learns nothing."""

    def __init__(self, feeds: Feeds, code: str, socket: WebSocket) -> None:
        self.hub, self.code, self.socket = feeds.hub, code, socket
        self.address = address_of(socket.scope)
        self.room: Room | None = None
        self._feeds = feeds
        limits = self.hub.settings.limits
        self.connection = Connection(socket, limits.backlog, lambda: self.hub.metrics.count("slow_clients"))
        self._bucket = Bucket(*limits.messages, time.monotonic())
        self._too_fast = 0
        self._arrived = False

    async def run(self) -> None:
        """Listen until the client goes or is closed; what is sent runs beside."""
        sending = asyncio.create_task(self.connection.run())
        try:
            await self._listen()
        except WebSocketDisconnect as gone:
            self.connection.close(gone.code or Close.NO_CODE)
        finally:
            self._leave()
            self.connection.close(Close.NORMAL)
            code = await sending
            self.hub.metrics.count("feeds_closed", str(int(code)) if code in list(Close) else "other")

    async def _listen(self) -> None:
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                while not await self._greet():
                    pass
        except TimeoutError:
            await self._dismiss_silent()
        while not self.connection.is_closing:
            text = await self._receive()
            if text is not None and self._may_speak(text):
                await self._answer(text)

    async def _dismiss_silent(self) -> None:
        """Close a client that says nothing; where there is nothing to watch, as if it had asked to."""
        try:
            await self.hub.doors.read(self.code, self.address, None)
            self.connection.close(Close.POLICY, "say hello first")
        except Exception as error:
            self._close_for(error)

    async def _receive(self) -> str | None:
        """The text of the next message; a message of bytes is refused."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or Close.NO_CODE)
        text: str | None = message.get("text")
        if text is None:
            self._refuse(None, "bad-message", "A message is JSON text")
        return text

    def _may_speak(self, text: str) -> bool:
        """False for a client that is too fast: refused first, closed if it goes on."""
        if self._bucket.take(time.monotonic()):
            self._too_fast = 0
            return True
        self._too_fast += 1
        if self._too_fast > FASTEST_REFUSED:
            self.connection.close(Close.TOO_MANY, "too many messages")
        else:
            ref = None
            with suppress(BadMessage):
                ref = read_ref(read_message(text))
            self._refuse(ref, "too-fast", "Too many messages: wait a moment")
        return False

    async def _greet(self) -> bool:
        """True if the next message was a hello, and the client is welcome now."""
        text = await self._receive()
        if text is None or not self._may_speak(text):
            return self.connection.is_closing
        try:
            token, since = read_hello(read_message(text))
        except BadMessage as bad:
            self._refuse(None, "bad-message", str(bad))
            return False
        self._feeds.hear(self)
        try:
            await self._enter(token, since)
        except Exception as error:
            self._close_for(error)
        return True

    def _close_for(self, error: Exception) -> None:
        """Close the feed of a client that does not get in."""
        if isinstance(error, Gone):
            self.connection.tell(type="trouble", reason=REASON)
            self.connection.close(Close.TRY_LATER, "the database is gone")
        elif isinstance(error, TooManyCodes):
            self.connection.close(Close.TRY_LATER, "too many wrong codes")
        elif isinstance(error, Refused) and error.code == "removed":
            self.connection.close(Close.REMOVED, "the host took the seat away")
        elif isinstance(error, Refused | Unknown):
            self.connection.close(Close.UNKNOWN, "there is no such room")
        else:
            raise error

    async def _enter(self, token: str | None, since: int | None) -> None:
        room, access = await self.hub.doors.enter(self.code, self.address, token)
        self.room, self.connection.access = room, access
        if not self._has_place(room):
            return
        if access.role is Role.WAITING:
            room.knocking[self.connection] = None
            self.connection.tell(type="waiting", room=room.code)
            return
        await self._arrive(room)
        await self._welcome(room, token, since)

    async def _welcome(self, room: Room, token: str | None, since: int | None) -> None:
        connection = self.connection
        async with room.lock:
            connection.access = access_of(token, room.row.host_hash, room.hashes, room.state)
            if not may_enter(room, connection.access):
                raise Unknown(room.code)
            is_host, first = connection.access.is_host(room.state), _first_seq(since, room.state.seq)
            rows = await room.missing_events(first)
            connection.send(welcome(room.state, first, self._you(is_host), time.time()))
            connection.send_missed(missed_messages(rows, room.state, connection.seat, is_host))
            room.connections[connection] = None
        if self.hub.health.is_gone:
            connection.tell(type="trouble", reason=REASON)
        if connection.seat is not None and is_away(room.state, connection.seat):
            # an older feed of the seat was given up in the meantime, or the database was gone
            self.hub.spawn(arrive(room, connection.seat), room=room.code)

    async def _arrive(self, room: Room) -> None:
        """Write that the seat is present, so that its own welcome says so; without a database that is done later."""
        if self.connection.seat is not None:
            self._arrived = True
            with suppress(Gone, Conflict):
                await arrive(room, self.connection.seat)

    def _you(self, is_host: bool) -> dict[str, Any]:
        """The client's own seat and rights, and whether the host has removed it."""
        removed = {"removed": True} if self.connection.access.role is Role.REMOVED else {}
        return {"seat": self.connection.seat, "host": is_host} | removed

    def _has_place(self, room: Room) -> bool:
        """False if too many strangers are here. Of too many devices with one token the oldest is replaced."""
        limits, access = self.hub.settings.limits, self.connection.access
        if access.role < Role.WAITING:
            return self._has_place_to_watch(room)
        mine = [each for each in (*room.connections, *room.knocking) if each.access == access]
        most = limits.walls if access.role in (Role.HOST, Role.PROJECTOR) else limits.devices
        for oldest in mine[: max(0, len(mine) - most + 1)]:
            oldest.close(Close.REMOVED, "the seat is open on another device")
        return True

    def _has_place_to_watch(self, room: Room) -> bool:
        """False if there are too many spectators, or too many at once from one address, tokens apart."""
        limits, strangers = self.hub.settings.limits, sum(o.access.role < Role.WAITING for o in room.connections)
        if strangers >= limits.watchers:
            self.connection.close(Close.TRY_LATER, "too many people watch this room")
            return False
        most = limits.connections * (1 - RESERVED)  # the other places are for those who have a token
        if self._feeds.open > most or not self._feeds.arrivals.take(self.address, time.monotonic()):
            self.connection.close(Close.TRY_LATER, "too many connections")
            return False
        return True

    async def _answer(self, text: str) -> None:
        ref: Any = None
        try:
            message = read_message(text)
            ref = read_ref(message)
            if message.get("type") == "ping":
                self.connection.tell(type="pong", now=round(time.time(), 3), **({} if ref is None else {"ref": ref}))
                return
            outcome = await self._act(message)
        except BadMessage as bad:
            self._refuse(ref, "bad-message", str(bad))
        except Gone:
            self._refuse(ref, "unavailable", REASON)
        except Unknown:
            self.connection.close(Close.UNKNOWN, "there is no such room")
        except Exception as error:
            self._refuse(ref, "error", self.hub.report(error))
        else:
            if refusal := outcome.decision.refusal:
                self._refuse(ref, refusal.code, refusal.reason, refusal.detail)
            else:
                self.connection.tell(type="accepted", ref=ref, seq=outcome.seq)

    async def _act(self, message: Message) -> RoomOutcome:
        room = self.room
        assert room is not None

        def decision(request: Request) -> Decision:
            access = self.connection.access
            if access.role is Role.WAITING:
                return _decide_waiting(request, access.seat, message)
            is_host = access.is_host(request.state)
            return decide(replace(request, seat=self.connection.seat, is_host=is_host, message=message))

        return await room.act(decision)

    def _refuse(self, ref: Any, code: str, reason: str, detail: Mapping[str, Any] | None = None) -> None:
        self.hub.metrics.count("refusals", code)
        self.connection.tell(type="refused", ref=ref, code=code, reason=reason, detail=dict(detail or {}))

    def _leave(self) -> None:
        room, connection = self.room, self.connection
        if room is None:
            return
        room.knocking.pop(connection, None)
        if connection not in room.connections and not self._arrived:
            return
        room.connections.pop(connection, None)
        room.used = time.monotonic()
        if connection.seat is not None and not self.hub.is_stopping and not room.of_seat(connection.seat):
            self.hub.spawn(depart(room, connection.seat), room=room.code)


def _decide_waiting(request: Request, seat: int | None, message: Message) -> Decision:
    """The decision on a message of somebody who waits to be let in: they can only go."""
    if message.get("type") == "leave" and seat is not None and seat in request.state.waiting:
        return request.accept(Leave(seat))
    return refuse("waiting", "Wait until the host lets you in")


def _first_seq(since: int | None, last: int) -> int:
    """The event after which a feed begins: the last one that the client knows, unless it missed too much.

    >>> _first_seq(7, 20), _first_seq(None, 20), _first_seq(30, 20), _first_seq(7, 20_000)
    (7, 20, 20, 20000)
    """
    return last if since is None or since > last or last - since > MOST_MISSED else since


MOST_SILENT = 100
"""Feeds of one address that have not said hello; of more the oldest is closed, which a client of ours never is."""

RESERVED = 0.01
"""The proportion of the feeds of a process that is reserved for holders of a token."""


class Feeds:
    """The endpoint of all feeds of a process."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.open = 0
        self.arrivals = Buckets(hub.settings.limits.new_feeds)
        self._silent: defaultdict[str, dict[Session, None]] = defaultdict(dict)

    async def serve(self, socket: WebSocket, code: str) -> None:
        """Serve one client until it goes."""
        await socket.accept()
        if fault := self._fault(socket):
            with suppress(WebSocketDisconnect, RuntimeError, OSError):
                await socket.close(*fault)
            return
        self.open += 1
        self.hub.metrics.count("feeds_opened")
        session = Session(self, code, socket)
        self._wait_for(session)
        try:
            await session.run()
        finally:
            self.hear(session)
            self.open -= 1

    def _fault(self, socket: WebSocket) -> tuple[int, str] | None:
        """Why a client is turned away."""
        if not is_own_origin(socket.headers, self.hub.settings.origins):
            return Close.BAD_ORIGIN, "this page may not open feeds"
        if self.hub.is_stopping:
            return Close.STOPPING, "the server stops"
        return None if self.open < self.hub.settings.limits.connections else (Close.TRY_LATER, "too many connections")

    def _wait_for(self, session: Session) -> None:
        """Wait for a hello; of too many silent feeds of an address the oldest is closed."""
        silent = self._silent[session.address]
        silent[session] = None
        if len(silent) > MOST_SILENT:
            next(iter(silent)).connection.abort()

    def hear(self, session: Session) -> None:
        """A client is not silent any more, or gone."""
        silent = self._silent[session.address]
        silent.pop(session, None)
        if not silent:
            del self._silent[session.address]
