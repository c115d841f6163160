"""The log of an SQLite file is brought into the file by a thread of its own, and nothing is lost on the way."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, text

from setlab.web.store.sqlite import Checkpoints, SqliteDatabase


def names(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM tried ORDER BY name")]


def test_a_commit_is_in_the_log_before_it_is_answered_and_in_the_file_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "rooms.sqlite"
    database = SqliteDatabase(str(path))
    database.submit_write(lambda c: c.execute(text("CREATE TABLE tried (name TEXT)"))).result()
    for name in "abc":
        insert = text(f"INSERT INTO tried VALUES ('{name}')")
        database.submit_write(partial(Connection.execute, statement=insert)).result()
    killed = tmp_path / "killed"  # what kill −9 would leave here
    killed.mkdir()
    for suffix in ("", "-wal"):
        shutil.copy(f"{path}{suffix}", killed / f"rooms.sqlite{suffix}")
    database.close()
    assert names(killed / "rooms.sqlite") == ["a", "b", "c"]
    alone = tmp_path / "alone.sqlite"  # without the log
    shutil.copy(path, alone)
    assert names(alone) == ["a", "b", "c"]


def test_a_file_that_another_program_holds_is_left_for_the_next_time(tmp_path: Path) -> None:
    path = tmp_path / "held.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("PRAGMA journal_mode = WAL")
        holder.execute("CREATE TABLE tried (name TEXT)")
        holder.execute("BEGIN EXCLUSIVE")
        checkpoints = Checkpoints(str(path))
        checkpoints.note_commit()
        checkpoints.close()
        holder.execute("COMMIT")
    assert names(path) == []
