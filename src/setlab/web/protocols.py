"""The protocols of connections: requests that must come whole and in time, and feeds that can be cut off."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LARGEST_HEAD = 16_384
"""Bytes of the first line and the headers of a request."""

PIECE = 4096
"""Bytes that are parsed at a time, so that no head becomes much larger than allowed."""

REQUEST_WITHIN = 10.0
"""Seconds for a request to arrive, with its body: the largest has 32 kB."""

READ_WITHIN = 30.0
"""Seconds in which a client must read something of an answer that waits for it."""


class RequestProtocol(HttpToolsProtocol):
    """A connection for requests, which is closed if a head is too large or a client too slow."""

    _deadline: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _head = 0
    _is_in_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._arm()

    def connection_lost(self, exc: Exception | None) -> None:
        self._disarm()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._arm()
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            piece = data[start : start + PIECE]
            self._head += len(piece) if self._is_in_head else 0
            super().data_received(piece)
            if self._is_in_head and self._head > LARGEST_HEAD:
                self._refuse(431, "The headers of the request are too large.")

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_in_head, self._head = True, 0
        self._disarm()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._disarm()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(READ_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        super().resume_writing()

    def _arm(self) -> None:
        self._deadline = self.loop.call_later(REQUEST_WITHIN, self._give_up)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        """The request did not arrive in time."""
        if self.cycle is None or self.cycle.response_complete:
            self._refuse(408, "The request did not arrive in time.")
        else:
            self.transport.abort()

    def _refuse(self, status: int, reason: str) -> None:
        self._disarm()
        head = b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(
            reason
        )
        self.transport.write(STATUS_LINE[status] + head + reason.encode())
        self.transport.close()


class FeedProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that the application can abort: a client that does not read cannot be closed politely."""

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["abort"] = self.transport.abort

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()
