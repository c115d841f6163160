"""The feed of a room over a WebSocket: who may open one, and to which room it leads."""

from __future__ import annotations

import time
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from setlab.web.guard import address_of, is_own_origin
from setlab.web.health import REASON
from setlab.web.hub import Hub
from setlab.web.limits import Buckets
from setlab.web.room import Unknown
from setlab.web.store import Gone
from setlab.web.tokens import read_code
from setlab.web.visit import BAD_ORIGIN, BYE, TRY_LATER, UNKNOWN, Visit


class Feeds:
    """The endpoint of all feeds of a process."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.open = 0
        self._arrivals = Buckets(hub.settings.limits.new_feeds)

    async def serve(self, socket: WebSocket, code: str) -> None:
        """Serve one client until it goes."""
        await socket.accept()
        if fault := self._fault(socket):
            await _close(socket, *fault)
            return
        self.open += 1
        self.hub.metrics.count("feeds_opened")
        try:
            await self._served(socket, code)
        finally:
            self.open -= 1

    def _fault(self, socket: WebSocket) -> tuple[int, str] | None:
        """Why a client is turned away."""
        if not is_own_origin(socket.headers, self.hub.settings.origins):
            return BAD_ORIGIN, "this page may not open feeds"
        if self.hub.is_stopping:
            return BYE, "the server stops"
        limits = self.hub.settings.limits
        is_new = self._arrivals.take(address_of(socket.scope), time.monotonic())
        return None if is_new and self.open < limits.connections else (TRY_LATER, "too many connections")

    async def _served(self, socket: WebSocket, code: str) -> None:
        try:
            room = await self.hub.find(read_code(code) or code)
        except Unknown:
            await _close(socket, UNKNOWN, "there is no such room")
            return
        except Gone:
            await socket.send_json({"type": "trouble", "reason": REASON})
            await _close(socket, TRY_LATER, "the database is gone")
            return
        await Visit(self.hub, room, socket).run()


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.close(code, reason)
