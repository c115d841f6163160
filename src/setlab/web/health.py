"""`Health`: whether the database answers. Feeds are told when it is gone, and when it is back."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from setlab.web.logs import note
from setlab.web.store import Gone

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
        """The database did not do what it was asked."""
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
