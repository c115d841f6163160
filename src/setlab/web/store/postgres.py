"""A store in a PostgreSQL database, in a schema of its own: a small pool of connections, one transaction a job.

`Bus` carries the news of appended events from one process to the others by PostgreSQL's notifications.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Event, Thread
from typing import Any

from sqlalchemy import Engine, create_engine, event, make_url, text
from sqlalchemy.exc import SQLAlchemyError

from setlab.web.metrics import note
from setlab.web.store import ANSWER_WITHIN, Answer, Database, DatabaseError, Job, translate_error
from setlab.web.store.queries import CHANNEL, bring_up, check_version

SCHEMA = "setlab_rooms"
POOL = 6
"""Connections of one process."""

MIGRATING = 20260515
"""The number of the lock under which the tables are brought up."""

CONNECT: dict[str, Any] = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "setlab serve",
}
"""A server that vanished without a word is noticed within seconds."""


class PostgresDatabase(Database):
    """A database that any number of processes use at once."""

    is_shared = True

    def __init__(self, url: str, beside: bool = False) -> None:
        self._engine = _engine(url)
        self.name = self._engine.url.set(drivername="postgresql").render_as_string(hide_password=True)
        self.url = url
        try:
            self._prepare(beside)
        except BaseException:
            self._engine.dispose()
            raise
        self._threads = ThreadPoolExecutor(POOL, thread_name_prefix="postgres")
        self._unfinished: set[Future[Any]] = set()
        self._bus: Bus | None = None

    @property
    def waiting(self) -> int:
        return max(0, len(self._unfinished) - POOL)

    def submit_write(self, job: Job[Answer]) -> Future[Answer]:
        future = self._threads.submit(self._run, job)
        self._unfinished.add(future)
        future.add_done_callback(self._unfinished.discard)
        return future

    submit_read = submit_write

    def listen(self, on_news: Callable[[str, int, int], None], on_joined: Callable[[], None]) -> None:
        self._bus = Bus(self.url, on_news, on_joined)

    def refresh(self) -> None:
        self._engine.dispose()

    def close(self) -> None:
        if self._bus is not None:
            self._bus.close()
        wait(list(self._unfinished), ANSWER_WITHIN)
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._engine.dispose()

    def _run(self, job: Job[Answer]) -> Answer:
        try:
            with self._engine.begin() as connection:
                return job(connection)
        except SQLAlchemyError as error:
            raise translate_error(error) from error

    def _prepare(self, beside: bool) -> None:
        try:
            with self._engine.begin() as connection:
                if beside:
                    check_version(connection, self.name)
                    return
                connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATING})
                connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}"))
                bring_up(connection, self.name)
        except SQLAlchemyError as error:
            said = str(translate_error(error))
            raise DatabaseError(f"the database {self.name} cannot be used ({said}): choose another --db") from error


def _engine(url: str) -> Engine:
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise ImportError("PostgreSQL needs psycopg: pip install 'setlab[web,postgres]', or give a file") from None
    address = make_url(url).set(drivername="postgresql+psycopg")
    engine = create_engine(
        address, pool_size=POOL, max_overflow=0, pool_timeout=ANSWER_WITHIN, connect_args=CONNECT, pool_use_lifo=True
    )
    event.listen(engine, "connect", _use_schema)
    return engine


def _use_schema(connection: Any, _record: object) -> None:
    was = connection.autocommit
    connection.autocommit = True
    connection.execute(f"SET search_path TO {SCHEMA}")
    connection.autocommit = was


TURN = 0.5
"""Seconds after which the thread looks whether it should stop."""


class Bus:
    """A thread that passes notifications on to the event loop, and reconnects after a lost connection."""

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
                            worker, room, seq = notice.payload.split(":")
                            self._tell(self._on_news, worker, int(room), int(seq))
            except psycopg.Error as error:
                note("bus-lost", level=logging.WARNING, why=" ".join(str(error).split())[:200])
                self._stop.wait(TURN)

    def _tell(self, what: Callable[..., None], *values: Any) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what, *values)
