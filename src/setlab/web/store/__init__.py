"""The store of rooms: their events, seats and connections, in SQLite or PostgreSQL.

An event has the key (room, sequence number): of two processes that append at the same moment exactly one succeeds,
and the other gets a `Conflict`, reads what was appended, and decides again.

A job is a function of a connection, run in a thread so that the event loop never waits. A write is committed before its
answer is given. Errors of a database are translated: `Conflict` if a key is taken, `Gone` if it cannot be reached or
does not answer in time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from setlab.errors import SpecError
from setlab.files import is_postgres, user_data

Answer = TypeVar("Answer")
Job = Callable[[Connection], Answer]

ANSWER_WITHIN = 3.0
"""Seconds until a database that does not answer counts as gone."""


class DatabaseError(SpecError):
    """The database cannot be used at all: it is another program's, or of a newer version."""


class Gone(Exception):
    """The database cannot be reached now. Whether a write in flight was committed is unknown."""


class Conflict(Exception):
    """Another process was first: the key is taken, or the room was deleted."""


class Database:
    """A database in which jobs run."""

    name: str
    """The database as messages name it: without a password."""

    is_shared: bool
    """True if several processes may use it at once."""

    def submit_write(self, job: Job[Answer]) -> Future[Answer]:
        """Run a job in a transaction of its own, or as a part of one with others; the answer comes when committed."""
        raise NotImplementedError

    def submit_read(self, job: Job[Answer]) -> Future[Answer]:
        """Run a job that only reads."""
        raise NotImplementedError

    def submit_purge(self) -> Future[None] | None:
        """Remove what was deleted from the files; None where the database does that by itself, as PostgreSQL does."""
        return None

    def listen(self, on_news: Callable[[str, int, int], None], on_joined: Callable[[], None]) -> None:
        """Tell of events that other processes append, by worker, room and number, and of each time this begins."""

    def refresh(self) -> None:
        """Forget the connections of before the database was gone; those to a file stay good."""

    def close(self) -> None:
        """Finish what has been submitted, and close all connections."""

    @property
    def waiting(self) -> int:
        """The number of writes that wait for their turn."""
        return 0

    async def write(self, job: Job[Answer]) -> Answer:
        """The answer of a job, after its commit."""
        return await _in_time(self.submit_write(job))

    async def read(self, job: Job[Answer]) -> Answer:
        """The answer of a job that only reads."""
        return await _in_time(self.submit_read(job))

    async def purge(self) -> bool:
        """Remove what was deleted from the database's own files, too; False if that must wait for other programs."""
        purge = self.submit_purge()
        try:
            if purge is not None:
                await _in_time(purge)
        except Gone:
            return False
        return True


async def _in_time(future: Future[Answer]) -> Answer:
    wrapped = asyncio.wrap_future(future)
    wrapped.add_done_callback(_ignore)
    try:
        return await asyncio.wait_for(asyncio.shield(wrapped), ANSWER_WITHIN)
    except TimeoutError:
        future.cancel()  # if it has not been begun
        raise Gone("the database does not answer") from None


def _ignore(future: asyncio.Future[Answer]) -> None:
    """An abandoned query may end with an error that nobody retrieves."""
    if not future.cancelled():
        future.exception()


def translate_error(error: BaseException) -> BaseException:
    """The error of a database as `Conflict` or `Gone`; other errors unchanged."""
    if isinstance(error, IntegrityError):
        return Conflict(_line(error))
    if isinstance(error, SQLAlchemyError):
        return Gone(_line(error))
    return error


def _line(error: SQLAlchemyError) -> str:
    said = getattr(error, "orig", None) or error
    return " ".join(str(said).split())[:200]


def default_location() -> str:
    """The database named by SETLAB_ROOMS, else a file in the user's data folder."""
    return user_data("SETLAB_ROOMS", "rooms.sqlite")


def open_database(location: str, beside: bool = False) -> Database:
    """The database at a path or a postgresql:// URL, made if it is not there and brought up if it is older.

    `beside` a server that may run the database must be there, and is left as it is.
    """
    if is_postgres(location):
        from setlab.web.store.postgres import PostgresDatabase

        return PostgresDatabase(location.replace("postgres://", "postgresql://", 1), beside)
    from setlab.web.store.sqlite import SqliteDatabase

    return SqliteDatabase(location, beside)
