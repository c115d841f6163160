"""`Backend`: the database, metrics and background tasks of one process; `Health`: whether the database answers."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection as DatabaseConnection

from setlab.web.errors import Unknown
from setlab.web.logs import note
from setlab.web.metrics import Metrics
from setlab.web.settings import Settings
from setlab.web.shared import Shared
from setlab.web.store import Conflict, Database, Gone

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Query = Callable[Concatenate[DatabaseConnection, Given], Answer]

BEAT, PROBE = 2.0, 0.5
"""Seconds between two signs of life, and between two attempts while the database is gone."""

REASON = "The server cannot reach its database: nothing is lost, please wait"


class Health:
    """The state of the database as this process knows it."""

    def __init__(self, on_lost: Callable[[], None], on_found: Callable[[], None]) -> None:
        self.is_gone = False
        self.since = time.time()
        self._on_lost, self._on_found = on_lost, on_found
        self._worry = asyncio.Event()

    def check(self) -> None:
        """Raise `Gone` at once while the database is known to be gone."""
        if self.is_gone:
            raise Gone(REASON)

    def lose(self, why: str) -> None:
        """Record that the database has failed."""
        if not self.is_gone:
            self.is_gone, self.since = True, time.time()
            note("database-gone", level=logging.ERROR, why=why)
            self._on_lost()
        self._worry.set()

    def find(self) -> None:
        """The database has answered."""
        if self.is_gone:
            note("database-back", seconds=round(time.time() - self.since, 1))
            self.is_gone, self.since = False, time.time()
            self._on_found()

    async def pause(self) -> None:
        """Wait until the next sign of life is due; less if the database was lost meanwhile."""
        if self.is_gone:
            await asyncio.sleep(PROBE)
            return
        self._worry.clear()
        try:
            async with asyncio.timeout(BEAT):
                await self._worry.wait()
        except TimeoutError:
            pass


class Backend:
    """One process as its rooms see it: settings, metrics, queries of the database, tasks in the background."""

    def __init__(
        self, database: Database, settings: Settings, on_lost: Callable[[], None], on_found: Callable[[], None]
    ) -> None:
        self.database, self.settings = database, settings
        self.worker = secrets.token_hex(8)
        self.metrics = Metrics()
        self.health = Health(on_lost, on_found)
        self.reviews: Shared[bytes] = Shared()
        self.is_stopping = False
        self.touch_every = min(60.0, settings.expire * 36)
        self._tasks: set[asyncio.Task[None]] = set()

    async def write(self, query: Query[Given, Answer], *args: Given.args, **kwargs: Given.kwargs) -> Answer:
        """The answer of a query that writes, after its commit."""
        return await self._ask(self.database.write(lambda connection: query(connection, *args, **kwargs)))

    async def read(self, query: Query[Given, Answer], *args: Given.args, **kwargs: Given.kwargs) -> Answer:
        """The answer of a query that reads."""
        return await self._ask(self.database.read(lambda connection: query(connection, *args, **kwargs)))

    async def _ask(self, answering: Coroutine[Any, Any, Answer]) -> Answer:
        try:
            return await answering
        except Gone as gone:
            self.health.lose(str(gone))
            raise

    async def purge(self) -> None:
        """Let the database remove from its files what was deleted or overwritten."""
        if not await self.database.purge():
            note("purge-waits", level=logging.WARNING, why="another program reads the database")

    def spawn(self, work: Coroutine[Any, Any, None], **fields: Any) -> None:
        """Run a task in the background; its errors are logged."""
        task = asyncio.create_task(self.attempt(work, **fields))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def attempt(self, work: Coroutine[Any, Any, None], **fields: Any) -> None:
        """Await a task; its errors are logged."""
        try:
            await work
        except (Gone, Unknown, Conflict):
            pass  # the database or the room is gone: what was not done is done when it is back
        except Exception as error:
            self.metrics.count("errors")
            note("error", level=logging.ERROR, error=error, **fields)

    async def cancel_tasks(self) -> None:
        """Cancel all tasks in the background, and wait for their end."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
