"""Runs: the first N trials of an experiment, computed in short pieces, so that visitors take turns.

Trial i depends on the experiment and on i alone. So the server keeps the tallies of the latest runs, and requests for
more trials, or for the figure of a run, get the same numbers as the command line.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from setlab.experiment.result import Result
from setlab.experiment.run import run
from setlab.experiment.spec import Spec
from setlab.experiment.tally import Tally
from setlab.web.errors import Refused
from setlab.web.jobs import Jobs, Stopped
from setlab.web.laboratory.asking import Asked, read_asked, run_json
from setlab.web.laboratory.views import bars_json
from setlab.web.limits import Buckets, address_of, is_own_origin
from setlab.web.rooms.connection import Close
from setlab.web.rooms.hub import Hub
from setlab.web.rooms.messages import encoded

View = TypeVar("View")
Answer = TypeVar("Answer")

PIECE = 0.25
"""Seconds that a piece takes, about: progress is reported as often."""

GROWTH = 3
"""The most trials of a piece, as a multiple of those done: at first single trials can be watched."""

LIMIT = 10.0
"""Seconds that one piece may take: some games of Solitaire SET take a second."""

STEPS = 2
"""Steps of one run that are kept: the last one, and the one that the visitor sees while it is computed."""

MOST_KEPT = 200
"""Runs whose tallies are kept."""


@dataclass
class Spent:
    """How fast a run is."""

    trials: int = 0
    seconds: float = 0.0

    def next(self, done: int, wanted: int) -> int:
        """The number of trials of the next piece.

        >>> Spent().next(0, 100), Spent(1000, 0.1).next(1000, 10**6), Spent(1000, 10.0).next(1000, 10**6)
        (1, 2500, 25)
        """
        fitting = int(self.trials / self.seconds * PIECE) if self.seconds > 0 else 1
        return max(1, min(fitting, max(1, GROWTH * done), wanted - done))

    def add(self, result: Result) -> None:
        """Take a piece into account."""
        self.trials, self.seconds = self.trials + result.trials, self.seconds + max(result.seconds, 1e-6)

    @property
    def rate(self) -> float:
        """Trials per second."""
        return self.trials / self.seconds if self.seconds else 0.0


class Runs:
    """The runs of all visitors, each with a budget of seconds."""

    def __init__(self, jobs: Jobs, seconds: float) -> None:
        self._jobs, self._seconds = jobs, seconds
        self._kept: OrderedDict[tuple[str, int], Tally] = OrderedDict()

    async def grow(
        self,
        visitor: HTTPConnection,
        spec: Spec,
        wanted: int,
        view: Callable[[Result], View],
        on_wait: Callable[[int], None] | None = None,
    ) -> AsyncIterator[tuple[Result, Spent, View]]:
        """The result after each piece, until there are as many trials as wanted or the budget is spent.

        `view(result)` is computed with the piece, away from the event loop.
        """
        result, spent, made = self.known(spec, wanted), Spent(), deque[int]()
        if result.trials:
            yield result, spent, await self._run(visitor, partial(_view, view, result), on_wait)
        while result.trials < wanted and spent.seconds < self._seconds:
            work = partial(_piece, result, spent.next(result.trials, wanted), view)
            piece, seen = await self._run(visitor, work, on_wait)
            if not piece.trials:
                return
            spent.add(piece)
            result += piece
            self._keep(result, made)
            yield result, spent, seen

    async def _run(
        self, visitor: HTTPConnection, work: Callable[[Stopped], Answer], on_wait: Callable[[int], None] | None
    ) -> Answer:
        return await self._jobs.run(visitor, work, LIMIT, on_wait=on_wait, in_process=True)

    async def finish(self, visitor: HTTPConnection, spec: Spec, wanted: int) -> Result:
        """The result of the first `wanted` trials, or of fewer if the budget is spent."""
        latest = self.known(spec, wanted)
        async for result, _, _ in self.grow(visitor, spec, wanted, _no_view):
            latest = result
        return latest

    def known(self, spec: Spec, wanted: int) -> Result:
        """The largest run of at most `wanted` trials that is kept; no trials if there is none."""
        sizes = [trials for spec_id, trials in self._kept if spec_id == spec.id and trials <= wanted]
        tally = self._kept[spec.id, max(sizes)] if sizes else Tally.zero(spec.id)
        return Result(spec, 0, tally, 0, 0.0, True)

    def _keep(self, result: Result, made: deque[int]) -> None:
        """Keep a run, and of what it made on the way the step before: its visitor may have stopped there."""
        made.append(result.trials)
        if len(made) > STEPS:
            self._kept.pop((result.spec.id, made.popleft()), None)
        self._kept[result.spec.id, result.trials] = result.tally
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


def _piece(before: Result, trials: int, view: Callable[[Result], View], stopped: Stopped) -> tuple[Result, View]:
    """The next trials after a result, or the first of them if stopped, and the view of all."""
    began = time.monotonic()
    found = run(before.spec, trials, first=before.trials, threads=1, block=trials, stopped=stopped)
    piece = replace(found, complete=True, seconds=time.monotonic() - began)
    return piece, view(before + piece)


def _view(view: Callable[[Result], View], result: Result, stopped: Stopped) -> View:
    return view(result)


def _no_view(result: Result) -> None:
    """The view of a run of which only the result is needed."""


ASK_WITHIN = 10.0
"""Seconds until a visitor must have asked."""


class Watching:
    """The endpoint of all runs of a process."""

    def __init__(self, hub: Hub, runs: Runs) -> None:
        self._hub, self._runs = hub, runs
        self._arrivals = Buckets(hub.settings.limits.new_feeds)

    async def serve(self, socket: WebSocket) -> None:
        """Serve one visitor: one run, from the question to the end."""
        await socket.accept()
        code, reason = Close.NORMAL, ""
        try:
            self._check(socket)
            await self._watch(socket)
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

    async def _watch(self, socket: WebSocket) -> None:
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
        raise WebSocketDisconnect(message.get("code") or Close.NO_CODE)
    return read_asked(message.get("text") or "")


async def _listen(socket: WebSocket) -> None:
    """Wait until the visitor has gone; whatever is said meanwhile is ignored."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


async def _tell(socket: WebSocket, kind: str, **message: Any) -> None:
    await socket.send_text(encoded({"type": kind, **message}))


def _close_code(refused: Refused) -> Close:
    if refused.code == "bad-origin":
        return Close.BAD_ORIGIN
    if refused.code == "stopping":
        return Close.STOPPING
    return Close.TRY_LATER if refused.status in (429, 503) else Close.POLICY
