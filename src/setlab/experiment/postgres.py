"""A store in a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from setlab.experiment.database import VERSION, WAIT, StoreError, Upgrade, checked_version, statements


class PostgresDatabase:
    """A PostgreSQL database; the tables are in a schema of their own, `setlab`."""

    place = "ctid"

    def __init__(self, url: str, upgrade: Upgrade) -> None:
        try:
            import psycopg
        except ImportError:
            raise ImportError("PostgreSQL needs psycopg: pip install 'setlab[postgres]', or give a file") from None
        self._psycopg, self.upgrade = psycopg, upgrade
        with self._explained():
            self.connection = psycopg.connect(url, autocommit=True, connect_timeout=int(WAIT))
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        with self._explained():
            return self.connection.execute(_dollar(sql), values or None).fetchall()

    def change(self, sql: str, *rows: Sequence[object]) -> None:
        with self._explained(), self.connection.cursor() as cursor:
            cursor.executemany(_dollar(sql), rows)

    @contextmanager
    def writing(self) -> Iterator[None]:
        if self.connection.info.transaction_status != self._psycopg.pq.TransactionStatus.IDLE:
            yield
            return
        with self._explained(), self.connection.transaction():
            self.connection.execute("LOCK TABLE setlab.specs IN EXCLUSIVE MODE")
            yield

    def damage(self) -> str:
        return ""

    def close(self) -> None:
        self.connection.close()

    def _prepare(self) -> None:
        with self._explained(), self.connection.transaction():
            # One process makes the tables; others wait here until they are there.
            self.connection.execute("SELECT pg_advisory_xact_lock(20730703)")
            self.connection.execute("CREATE SCHEMA IF NOT EXISTS setlab")
            self.connection.execute("SET search_path TO setlab")
            self.connection.execute("CREATE TABLE IF NOT EXISTS store (version INTEGER NOT NULL)")
            found = self.connection.execute("SELECT version FROM store").fetchone()
            version = 0 if found is None else checked_version(int(found[0]), "in the database")
            if version != VERSION:
                self._make(version)

    def _make(self, version: int) -> None:
        """Make the tables, or bring them up from an older version."""
        for statement in statements(version):
            self.connection.execute(_dollar(statement))
        if version:
            self.upgrade(self)
        self.connection.execute("DELETE FROM store")
        self.connection.execute(f"INSERT INTO store VALUES ({VERSION})")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """What PostgreSQL says, as one sentence with a remedy."""
        try:
            yield
        except self._psycopg.Error as error:
            said = " ".join(str(error).split())
            raise StoreError(f"the PostgreSQL store cannot be used ({said}): choose another --store") from error


def _dollar(sql: str) -> Any:
    return sql.replace("?", "%s")
