"""`Bus`: PostgreSQL's notifications carry the news of appended events from one process to the others."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from threading import Event, Thread
from typing import Any

from setlab.web.logs import note
from setlab.web.store.postgres import CONNECT
from setlab.web.store.queries import CHANNEL

TURN = 0.5
"""Seconds after which the thread looks whether it should stop."""


class Bus:
    """A thread that listens; what it hears is told to the event loop. It connects again when the connection is lost."""

    def __init__(self, url: str, on_news: Callable[[str, int, int], None], on_joined: Callable[[], None]) -> None:
        self._url, self._on_news, self._on_joined = url, on_news, on_joined
        self._loop = asyncio.get_running_loop()
        self._stop = Event()
        self._thread = Thread(target=self._run, name="bus", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        self._thread.join(2 * TURN)

    def _run(self) -> None:
        import psycopg

        while not self._stop.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True, **CONNECT) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._tell(self._on_joined)  # what was said before is in the database
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=TURN):
                            self._hear(notice.payload)
            except psycopg.Error as error:
                note("bus-lost", level=logging.WARNING, why=" ".join(str(error).split())[:200])
                self._stop.wait(TURN)

    def _hear(self, payload: str) -> None:
        worker, room, seq = payload.split(":")
        self._tell(self._on_news, worker, int(room), int(seq))

    def _tell(self, what: Callable[..., None], *values: Any) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what, *values)
