"""A store in a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from setlab.experiment.store.database import WAIT, Database, StoreError, UpgradeRows


class PostgresDatabase(Database):
    """A PostgreSQL database; the tables are in a schema of their own, `setlab`."""

    row_id = "ctid"
    name = "in the database"

    def __init__(self, url: str, upgrade_rows: UpgradeRows) -> None:
        try:
            import psycopg
        except ImportError:
            raise ImportError("PostgreSQL needs psycopg: pip install 'setlab[postgres]', or give a file") from None
        self._psycopg = psycopg
        with self._explain_errors():
            self.connection = psycopg.connect(url, autocommit=True, connect_timeout=int(WAIT))
        try:
            self._prepare(upgrade_rows)
        except BaseException:
            self.close()
            raise

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        with self._explain_errors():
            return self.connection.execute(_dollar(sql), values or None).fetchall()

    def change(self, sql: str, *rows: Sequence[object]) -> None:
        with self._explain_errors(), self.connection.cursor() as cursor:
            cursor.executemany(_dollar(sql), rows)

    def define(self, statement: str) -> None:
        with self._explain_errors():
            self.connection.execute(_dollar(statement))

    @contextmanager
    def writing(self) -> Iterator[None]:
        if self.connection.info.transaction_status != self._psycopg.pq.TransactionStatus.IDLE:
            yield
            return
        with self._explain_errors(), self.connection.transaction():
            self.connection.execute("LOCK TABLE setlab.specs IN EXCLUSIVE MODE")
            yield

    def version(self) -> int:
        found = self.rows("SELECT version FROM store")
        return int(found[0][0]) if found else 0

    def set_version(self, version: int) -> None:
        self.change("DELETE FROM store", ())
        self.change("INSERT INTO store VALUES (?)", (version,))

    def damage(self) -> str:
        return ""

    def close(self) -> None:
        self.connection.close()

    def _prepare(self, upgrade_rows: UpgradeRows) -> None:
        with self._explain_errors(), self.connection.transaction():
            # One process creates the tables; the others wait here.
            self.connection.execute("SELECT pg_advisory_xact_lock(20730703)")
            self.connection.execute("CREATE SCHEMA IF NOT EXISTS setlab")
            self.connection.execute("SET search_path TO setlab")
            self.connection.execute("CREATE TABLE IF NOT EXISTS store (version INTEGER NOT NULL)")
            self.upgrade(upgrade_rows)

    @contextmanager
    def _explain_errors(self) -> Iterator[None]:
        """Raise the errors of PostgreSQL as one sentence with a remedy."""
        try:
            yield
        except self._psycopg.Error as error:
            said = " ".join(str(error).split())
            raise StoreError(f"the PostgreSQL store cannot be used ({said}): choose another --store") from error


def _dollar(sql: str) -> Any:
    return sql.replace("?", "%s")
