"""`Connection`: one open feed; `Access`: the rights that its token gives; `Close`: the codes of closed feeds.

Sending never waits: messages queue up, and a client that does not read is disconnected.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from starlette.websockets import WebSocket, WebSocketDisconnect

from setlab.rooms import RoomState
from setlab.web.rooms.messages import encode
from setlab.web.rooms.tokens import is_token, seat_of_token


class Close(IntEnum):
    """The codes of closed feeds: those below 4000 are of WebSockets, the others of rooms."""

    NORMAL = 1000
    GOING_AWAY = 1001
    NO_CODE = 1005
    ABNORMAL = 1006
    POLICY = 1008
    TOO_BIG = 1009
    ERROR = 1011
    TRY_LATER = 1013
    STOPPING = 4000
    REMOVED = 4001
    """The host took the seat away, or it is open on too many devices."""
    BAD_ORIGIN = 4003
    UNKNOWN = 4004
    """There is no room, or none for the client."""
    TOO_MANY = 4008


class Role(IntEnum):
    """A person's role in a room; from `MEMBER` upwards it allows reading all that players may know."""

    NOBODY = 0
    REMOVED = 1
    WAITING = 2
    MEMBER = 3
    """Had a seat, and gave it up."""
    PROJECTOR = 4
    PLAYER = 5
    HOST = 6
    """Has the host's own token."""


@dataclass(frozen=True)
class Access:
    """The role of somebody, and the seat that they have, had or wait for."""

    role: Role = Role.NOBODY
    seat: int | None = None

    @property
    def may_read(self) -> bool:
        """True for those who belong to the room."""
        return self.role >= Role.MEMBER

    def is_host(self, state: RoomState) -> bool:
        """True for the host's own token, and for the seat that has the host's rights now."""
        return self.role is Role.HOST or (self.role is Role.PLAYER and self.seat == state.host)


def access_of(token: str | None, host_hash: str, hashes: Mapping[int, str], state: RoomState) -> Access:
    """The access that a token gives, by the hashes of the host's token and of those of the seats."""
    if token is None:
        return Access()
    seat = seat_of_token(token, hashes)
    if is_token(token, host_hash):
        return Access(Role.HOST)
    if is_token(token, state.projector):
        return Access(Role.PROJECTOR)
    if seat is None:
        return Access()
    if seat in state.removed:
        return Access(Role.REMOVED)
    if seat in state.waiting:
        return Access(Role.WAITING, seat)
    player = state.players.get(seat)
    return Access(Role.MEMBER if player is None or player.left else Role.PLAYER, seat)


MOST_BYTES = 2_000_000
"""Bytes that may wait for a slow client."""

PARTING = 2.0
"""Seconds for the last messages and the close."""


class Connection:
    """A feed with the seat and the rights that its token gives."""

    def __init__(self, socket: WebSocket, backlog: int, on_slow: Callable[[], None]) -> None:
        self._socket = socket
        self._backlog = self._most = backlog
        self._most_bytes = MOST_BYTES
        self._on_slow = on_slow
        self._texts: deque[str] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self.access = Access()

    @property
    def seat(self) -> int | None:
        """The seat in the game."""
        return self.access.seat if self.access.role is Role.PLAYER else None

    @property
    def is_closing(self) -> bool:
        """True if nothing more will be sent."""
        return self._closing is not None

    def send(self, text: str) -> None:
        """Queue a message; cut the client off if too many wait."""
        if self._closing is not None:
            return
        self._texts.append(text)
        self._bytes += len(text)
        self._wake.set()
        if len(self._texts) > self._most or self._bytes > self._most_bytes:
            self._on_slow()
            self.abort()

    def send_missed(self, texts: Sequence[str]) -> None:
        """Queue all that a client has missed: however much it is, the client is not slow because of it."""
        self._texts.extend(texts)
        self._bytes += sum(map(len, texts))
        self._most, self._most_bytes = len(self._texts) + self._backlog, self._bytes + MOST_BYTES
        self._wake.set()

    def tell(self, **message: object) -> None:
        """Queue a message that is not for others."""
        self.send(encode(message))

    def close(self, code: int, reason: str = "") -> None:
        """Send what is queued, then close."""
        if self._closing is None:
            self._closing = code, reason
            self._wake.set()

    def abort(self) -> None:
        """Drop the connection at once, whatever the client has not read."""
        self._texts.clear()
        self._closing = Close.TRY_LATER, "too slow"
        self._wake.set()
        cut = self._socket.scope.get("state", {}).get("abort")
        if cut is not None:
            cut()

    async def run(self) -> int:
        """Send what is queued until the feed is closed; the code of the close."""
        try:
            while self._closing is None:
                await self._wake.wait()
                self._wake.clear()
                await self._flush()
            code, reason = self._closing
            async with asyncio.timeout(PARTING):
                await self._flush()
                await self._socket.close(code, reason)
        except (WebSocketDisconnect, RuntimeError, OSError):  # the client is gone already
            pass
        except TimeoutError:
            self.abort()
        return self._closing[0] if self._closing else Close.ABNORMAL

    async def _flush(self) -> None:
        while self._texts:
            text = self._texts.popleft()
            self._bytes -= len(text)
            await self._socket.send_text(text)
