"""`Visit`: one client in one room, from its hello to its end."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from setlab.rooms import Decision, RoomState, decide
from setlab.web import presence
from setlab.web.connection import Connection
from setlab.web.encoding import missed_messages, welcome
from setlab.web.health import REASON
from setlab.web.hub import Hub
from setlab.web.limits import Bucket
from setlab.web.logs import note
from setlab.web.messages import BadMessage, Message, read_hello, read_message, read_ref
from setlab.web.room import Outcome, Room, Unknown
from setlab.web.store import Conflict, Gone
from setlab.web.tokens import is_token, seat_of_token

BYE, REPLACED, BAD_ORIGIN, UNKNOWN, TOO_MANY = 4000, 4001, 4003, 4004, 4008
TRY_LATER, POLICY = 1013, 1008
CODES = {BYE, REPLACED, BAD_ORIGIN, UNKNOWN, TOO_MANY, TRY_LATER, POLICY, 1000, 1001, 1005, 1006, 1009, 1011}
"""The codes of a close that are counted one by one; clients may name others."""

HELLO_WITHIN = 10.0
"""Seconds until a client must have said hello."""

MOST_MISSED = 5000
"""Events that are told to somebody who comes back; who missed more begins with the present state."""

FASTEST_REFUSED = 60
"""Refusals in a row after which a client that is too fast is closed."""


class Visit:
    """One client in one room."""

    def __init__(self, hub: Hub, room: Room, socket: WebSocket) -> None:
        self.hub, self.room, self.socket = hub, room, socket
        limits = hub.settings.limits
        self.connection = Connection(socket, limits.backlog, lambda: hub.metrics.count("slow_clients"))
        self._bucket = Bucket(*limits.messages, time.monotonic())
        self._too_fast = 0
        self._arrived = False

    async def run(self) -> None:
        """Listen until the client goes or is closed; what is sent runs beside."""
        sending = asyncio.create_task(self.connection.run())
        try:
            await self._listen()
        except WebSocketDisconnect as gone:
            self.connection.close(gone.code or 1005)
        finally:
            self._leave()
            self.connection.close(1000)
            code = await sending
            self.hub.metrics.count("feeds_closed", str(code) if code in CODES else "other")

    async def _listen(self) -> None:
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                while not await self._greeted():
                    pass
        except TimeoutError:
            self.connection.close(POLICY, "say hello first")
        while not self.connection.is_closing:
            text = await self._receive()
            if text is not None and self._may_speak(text):
                await self._answer(text)

    async def _receive(self) -> str | None:
        """The text of the next message; a message of bytes is refused."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1005)
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
            self.connection.close(TOO_MANY, "too many messages")
        else:
            ref = None
            with suppress(BadMessage):
                ref = read_ref(read_message(text))
            self._refuse(ref, "too-fast", "Too many messages: wait a moment")
        return False

    async def _greeted(self) -> bool:
        """True if the next message was a hello, and the client is welcome now."""
        text = await self._receive()
        if text is None or not self._may_speak(text):
            return self.connection.is_closing
        try:
            token, since = read_hello(read_message(text))
        except BadMessage as bad:
            self._refuse(None, "bad-message", str(bad))
            return False
        try:
            await self._welcome(token, since)
        except Gone:
            self.connection.tell(type="trouble", reason=REASON)
            self.connection.close(TRY_LATER, "the database is gone")
        except Unknown:
            self.connection.close(UNKNOWN, "there is no such room")
        return True

    async def _welcome(self, token: str | None, since: int | None) -> None:
        room, connection = self.room, self.connection
        if token is not None and not self._recognise(token) and self.hub.database.is_shared:
            await room.sync()  # another process may have given the seat a moment ago
            self._recognise(token)
        if not self._has_place():
            return
        await self._arrive()
        async with room.lock:
            first = _first_seq(since, room.state.seq)
            rows = await room.missed(first)
            connection.send(welcome(room.state, first, self._you(token), time.time()))
            connection.send_missed(missed_messages(rows, room.state, connection.seat))
            room.connections[connection] = None
        if self.hub.health.is_gone:
            connection.tell(type="trouble", reason=REASON)
        if connection.seat is not None and presence.is_away(room.state, connection.seat):
            # an older feed of the seat was given up in the meantime, or the database was gone
            self.hub.spawn(presence.arrive(room, connection.seat), room=room.code)

    async def _arrive(self) -> None:
        """Write that the seat is present, so that its own welcome says so; without a database that is done later."""
        if self.connection.seat is not None:
            self._arrived = True
            with suppress(Gone, Conflict):
                await presence.arrive(self.room, self.connection.seat)

    def _recognise(self, token: str) -> bool:
        """True if the token is the host's, or that of a seat that is not given up."""
        room = self.room
        self.connection.is_hosting = is_token(token, room.row.host_hash)
        seat = seat_of_token(token, room.hashes)
        player = None if seat is None else room.state.players.get(seat)
        self.connection.seat = seat if player is not None and not player.left else None
        return self.connection.is_hosting or player is not None

    def _you(self, token: str | None) -> dict[str, Any]:
        """What the client is told about itself: its seat and rights, and whether the host has taken its seat away."""
        room, seat = self.room, self.connection.seat
        is_removed = token is not None and seat_of_token(token, room.hashes) in room.state.removed
        return {"seat": seat, "host": self._is_host(room.state)} | ({"removed": True} if is_removed else {})

    def _has_place(self) -> bool:
        """False if too many watch already; of too many devices on one seat the oldest is replaced."""
        room, limits, seat = self.room, self.hub.settings.limits, self.connection.seat
        if seat is None:
            if sum(other.seat is None for other in room.connections) < limits.watchers:
                return True
            self.connection.close(TRY_LATER, "too many people watch this room")
            return False
        mine = room.of_seat(seat)
        for oldest in mine[: max(0, len(mine) - limits.devices + 1)]:
            oldest.close(REPLACED, "the seat is open on another device")
        return True

    def _is_host(self, state: RoomState) -> bool:
        seat = self.connection.seat
        return self.connection.is_hosting or (seat is not None and state.host == seat)

    async def _answer(self, text: str) -> None:
        ref: Any = None
        try:
            message = read_message(text)
            ref = read_ref(message)
            if message.get("type") == "ping":
                self.connection.tell(type="pong", now=round(time.time(), 3), **({} if ref is None else {"ref": ref}))
                return
            outcome = await self.room.act(lambda state, now: self._decide(state, message, now))
        except BadMessage as bad:
            self._refuse(ref, "bad-message", str(bad))
        except Gone:
            self._refuse(ref, "unavailable", REASON)
        except Unknown:
            self.connection.close(UNKNOWN, "there is no such room")
        except Exception as error:
            self._fail(ref, error)
        else:
            self._report(ref, outcome)

    def _decide(self, state: RoomState, message: Message, now: float) -> Decision:
        return decide(state, self.connection.seat, self._is_host(state), message, now, self.room.row.seed)

    def _report(self, ref: Any, outcome: Outcome) -> None:
        refusal = outcome.decision.refusal
        if refusal is None:
            self.connection.tell(type="accepted", ref=ref, seq=outcome.seq)
        else:
            self._refuse(ref, refusal.code, refusal.reason, refusal.detail)

    def _refuse(self, ref: Any, code: str, reason: str, detail: Mapping[str, Any] | None = None) -> None:
        self.hub.metrics.count("refusals", code)
        self.connection.tell(type="refused", ref=ref, code=code, reason=reason, detail=dict(detail or {}))

    def _fail(self, ref: Any, error: Exception) -> None:
        name = secrets.token_hex(4)
        self.hub.metrics.count("errors")
        note("error", level=logging.ERROR, error=error, id=name, room=self.room.code)
        self._refuse(ref, "error", f"Something went wrong on the server; its log has it as {name}")

    def _leave(self) -> None:
        room, connection = self.room, self.connection
        if connection not in room.connections and not self._arrived:
            return
        room.connections.pop(connection, None)
        room.used = time.monotonic()
        if connection.seat is not None and not self.hub.is_stopping and not room.of_seat(connection.seat):
            self.hub.spawn(presence.depart(room, connection.seat), room=room.code)


def _first_seq(since: int | None, last: int) -> int:
    """The event after which a feed begins: the last one that the client knows, unless it missed too much.

    >>> _first_seq(7, 20), _first_seq(None, 20), _first_seq(30, 20), _first_seq(7, 20_000)
    (7, 20, 20, 20000)
    """
    return last if since is None or since > last or last - since > MOST_MISSED else since
