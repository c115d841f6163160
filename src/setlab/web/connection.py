"""`Connection`: one open feed. Sending never waits: messages queue up, and a client that does not read is cut off."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

from starlette.websockets import WebSocket, WebSocketDisconnect

from setlab.web.access import Access, Role
from setlab.web.encoding import encoded

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
        self.send(encoded(message))

    def close(self, code: int, reason: str = "") -> None:
        """Send what is queued, then close."""
        if self._closing is None:
            self._closing = code, reason
            self._wake.set()

    def abort(self) -> None:
        """Drop the connection at once, whatever the client has not read."""
        self._texts.clear()
        self._closing = 1013, "too slow"
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
        return self._closing[0] if self._closing else 1006

    async def _flush(self) -> None:
        while self._texts:
            text = self._texts.popleft()
            self._bytes -= len(text)
            await self._socket.send_text(text)
