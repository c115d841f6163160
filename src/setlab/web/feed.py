"""The feed of a room over a WebSocket: who may open one, and to which room it leads."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from setlab.web.guard import is_own_origin
from setlab.web.hub import Hub
from setlab.web.limits import Buckets, address_of
from setlab.web.visit import BAD_ORIGIN, BYE, TRY_LATER, Visit

MOST_SILENT = 100
"""Feeds of one address that have not said hello; of more the oldest is closed, which a client of ours never is."""

RESERVED = 0.01
"""The proportion of all feeds of a process that is kept for those who have a token."""


class Feeds:
    """The endpoint of all feeds of a process."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.open = 0
        self._arrivals = Buckets(hub.settings.limits.new_feeds)
        self._silent: defaultdict[str, dict[Visit, None]] = defaultdict(dict)

    async def serve(self, socket: WebSocket, code: str) -> None:
        """Serve one client until it goes."""
        await socket.accept()
        if fault := self._fault(socket):
            await _close(socket, *fault)
            return
        self.open += 1
        self.hub.metrics.count("feeds_opened")
        address = address_of(socket.scope)
        visit = Visit(self.hub, code, socket, self._arrivals, self.is_full, lambda: self._hear(address, visit))
        self._wait_for(address, visit)
        try:
            await visit.run()
        finally:
            self._hear(address, visit)
            self.open -= 1

    def is_full(self) -> bool:
        """True if there is no place left for those who have no token."""
        return self.open > self.hub.settings.limits.connections * (1 - RESERVED)

    def _fault(self, socket: WebSocket) -> tuple[int, str] | None:
        """Why a client is turned away."""
        if not is_own_origin(socket.headers, self.hub.settings.origins):
            return BAD_ORIGIN, "this page may not open feeds"
        if self.hub.is_stopping:
            return BYE, "the server stops"
        return None if self.open < self.hub.settings.limits.connections else (TRY_LATER, "too many connections")

    def _wait_for(self, address: str, visit: Visit) -> None:
        """Wait for a hello; of too many silent feeds of an address the oldest is closed."""
        silent = self._silent[address]
        silent[visit] = None
        if len(silent) > MOST_SILENT:
            next(iter(silent)).connection.abort()

    def _hear(self, address: str, visit: Visit) -> None:
        """A client is not silent any more, or gone."""
        silent = self._silent[address]
        silent.pop(visit, None)
        if not silent:
            del self._silent[address]


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.close(code, reason)
