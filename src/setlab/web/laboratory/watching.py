"""The WebSocket of a run: the visitor asks, the server tells how the histogram settles. Closing it ends the run."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from functools import partial
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from setlab.experiment.spec import Spec
from setlab.web.encoding import encoded
from setlab.web.guard import is_own_origin
from setlab.web.hub import Hub
from setlab.web.laboratory.asking import Asked, read_asked, run_json
from setlab.web.laboratory.bars import bars_json
from setlab.web.laboratory.runs import PIECE, Runs
from setlab.web.limits import Buckets, address_of
from setlab.web.refused import Refused

ASK_WITHIN = 10.0
"""Seconds until a visitor must have asked."""

DONE, BYE, BAD_ORIGIN, TRY_LATER, POLICY = 1000, 4000, 4003, 1013, 1008


class Watching:
    """The endpoint of all runs of a process."""

    def __init__(self, hub: Hub, runs: Runs) -> None:
        self._hub, self._runs = hub, runs
        self._arrivals = Buckets(hub.settings.limits.new_feeds)

    async def serve(self, socket: WebSocket) -> None:
        """Serve one visitor: one run, from the question to the end."""
        await socket.accept()
        code, reason = DONE, ""
        try:
            self._check(socket)
            await self._watched(socket)
        except Refused as refused:
            code, reason = _close_code(refused), refused.code
            with suppress(WebSocketDisconnect, RuntimeError, OSError):
                await _tell(socket, "refused", code=refused.code, reason=refused.reason)
        except (WebSocketDisconnect, RuntimeError, OSError):
            return
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await socket.close(code, reason)

    def _check(self, socket: WebSocket) -> None:
        """Raise a refusal for somebody who may not ask now."""
        if not is_own_origin(socket.headers, self._hub.settings.origins):
            raise Refused(403, "bad-origin", "This page may not ask for runs")
        if self._hub.is_stopping:
            raise Refused(503, "stopping", "The server stops: try again in a moment")
        if not self._arrivals.take(address_of(socket.scope), time.monotonic()):
            raise Refused(429, "too-fast", "Too many runs from your address: wait a moment")

    async def _watched(self, socket: WebSocket) -> None:
        asked = await _question(socket)
        spec = asked.spec()
        listening = asyncio.create_task(_listen(socket))
        running = asyncio.create_task(self._tell_all(socket, asked, spec))
        try:
            await asyncio.wait([listening, running], return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
        finally:
            for task in (listening, running):
                task.cancel()
            await asyncio.gather(listening, running, return_exceptions=True)

    async def _tell_all(self, socket: WebSocket, asked: Asked, spec: Spec) -> None:
        """Tell the bars after each piece, at most four times a second; the last message says how the run ended."""
        told, content = 0.0, dict[str, Any]()
        view = partial(bars_json, show=asked.quantity(spec))
        async for result, spent, bars in self._runs.grow(socket, spec, asked.trials, view, _Places(socket).note):
            content = run_json(result, asked.trials, spent.rate) | bars
            if result.trials < asked.trials:
                await asyncio.sleep(told + PIECE - time.monotonic())
                told = time.monotonic()
                await _tell(socket, "progress", **content)
        if not content:
            raise Refused(503, "too-long", "The server has no time for a single one of these trials: choose others")
        await _tell(socket, "done", **content, complete=content["trials"] == asked.trials)


class _Places:
    """Tells a visitor who waits how many jobs come first; each number once."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket, self._last = socket, 0
        self._tasks: set[asyncio.Task[None]] = set()

    def note(self, place: int) -> None:
        if place != self._last:
            self._last = place
            task = asyncio.create_task(_tell_if_there(self._socket, place))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)


async def _tell_if_there(socket: WebSocket, place: int) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await _tell(socket, "queued", place=place)


async def _question(socket: WebSocket) -> Asked:
    try:
        async with asyncio.timeout(ASK_WITHIN):
            message = await socket.receive()
    except TimeoutError:
        raise Refused(408, "too-late", "Ask for a run first") from None
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1005)
    return read_asked(message.get("text") or "")


async def _listen(socket: WebSocket) -> None:
    """Wait until the visitor has gone; whatever is said meanwhile is ignored."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


async def _tell(socket: WebSocket, kind: str, **message: Any) -> None:
    await socket.send_text(encoded({"type": kind, **message}))


def _close_code(refused: Refused) -> int:
    if refused.code == "bad-origin":
        return BAD_ORIGIN
    if refused.code == "stopping":
        return BYE
    return TRY_LATER if refused.status in (429, 503) else POLICY
