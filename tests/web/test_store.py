"""The store: databases of older versions, conflicts, one commit for many, expiry."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from setlab.web.store import Conflict, Database, DatabaseError, Gone, open_database, queries
from setlab.web.store.postgres import SCHEMA
from setlab.web.store.queries import METADATA, MIGRATIONS, VERSION, EventRow, RoomRow
from tests.web.serving import run_async, serving

Places = Callable[[], str]

ADDED = (
    ("migrations", "rooms", "seats", "events"),
    ("workers", "connections"),
    ("classes", "pupils"),
    ("former_codes", "wrong_codes"),
    ("tickets", "answers"),
)
"""The tables that each version of the store has added."""


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty database may be."""
    if request.param == "sqlite":
        return str(tmp_path / "rooms.sqlite")
    found: str = request.getfixturevalue("new_database")
    return found


@contextmanager
def opened(place: str) -> Iterator[Database]:
    database = open_database(place)
    try:
        yield database
    finally:
        database.close()


def make_old(place: str, version: int) -> None:
    """A database as an older setlab left it, with a room."""
    is_file = not place.startswith("postgresql")
    url = make_url(f"sqlite:///{place}" if is_file else place.replace("postgresql://", "postgresql+psycopg://"))
    engine = create_engine(url)
    with engine.begin() as connection:
        if not is_file:
            connection.execute(text(f"CREATE SCHEMA {SCHEMA}"))
            connection.execute(text(f"SET search_path TO {SCHEMA}"))
        METADATA.create_all(connection, [METADATA.tables[name] for added in ADDED[:version] for name in added])
        connection.execute(MIGRATIONS.insert().values([{"number": 1 + i, "at": 1.0} for i in range(version)]))
        connection.execute(text("INSERT INTO rooms VALUES (7, 'KRTM', 1.5, 2.5, 9, 'hash')"))
        connection.execute(text("""INSERT INTO events VALUES (7, 1, 1.5, '{"event":"lock"}')"""))
    engine.dispose()


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_a_database_of_any_version_is_brought_up(place: str, version: int) -> None:
    make_old(place, version)

    async def use(database: Database) -> None:
        assert await database.read(lambda c: queries.find_room(c, "KRTM")) == RoomRow(7, "KRTM", 1.5, 2.5, 9, "hash")
        await database.write(lambda c: queries.note_connection(c, "w", 7, 1))
        await database.write(lambda c: queries.note_connection(c, "w", 7, 1))
        assert await database.read(lambda c: queries.connected_seats(c, 7)) == {1}
        assert [row.seq for row in await database.read(lambda c: queries.events_after(c, 7, 0))] == [1]

    for _ in range(2):
        with opened(place) as database:
            run_async(use(database))


def test_a_database_of_a_newer_version_is_refused(place: str) -> None:
    with opened(place) as database:
        future = database.submit_write(lambda c: c.execute(text(f"INSERT INTO migrations VALUES ({VERSION + 1}, 0)")))
        future.result()
    with pytest.raises(DatabaseError, match=f"has version {VERSION + 1}, this setlab knows {VERSION}: update setlab"):
        open_database(place)


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    with pytest.raises(DatabaseError, match="another program's database"):
        open_database(str(other))
    (tmp_path / "text.sqlite").write_text("no database at all, only some text that is long enough to be read")
    with pytest.raises(DatabaseError, match="choose another --db"):
        open_database(str(tmp_path / "text.sqlite"))
    with pytest.raises(DatabaseError, match="cannot be used"):
        open_database("/proc/none/rooms.sqlite")


def test_one_server_uses_an_sqlite_file_at_a_time(tmp_path: Path) -> None:
    place = str(tmp_path / "rooms.sqlite")
    with opened(place), pytest.raises(DatabaseError, match="another `setlab serve` uses the database"):
        open_database(place)
    with opened(place):
        pass


def test_the_key_decides_and_other_writes_of_the_same_commit_stay(place: str) -> None:
    async def use(database: Database) -> None:
        room = RoomRow(7, "KRTM", 1.0, 1.0, 9, "hash")
        await database.write(lambda c: queries.add_room(c, room, [EventRow(1, 1.0, "{}")]))

        async def append(seq: int, body: str) -> bool:
            try:
                await database.write(
                    lambda c: queries.append_events(c, 7, [EventRow(seq, 2.0, body)], worker="w", seat=(seq, body))
                )
            except Conflict:
                return False
            return True

        attempts = await asyncio.gather(*(append(2 + i // 4, f"{i}") for i in range(40)))
        assert [sum(attempts[i : i + 4]) for i in range(0, 40, 4)] == [1] * 10
        rows = await database.read(lambda c: queries.events_after(c, 7, 1))
        assert [row.seq for row in rows] == list(range(2, 12))
        assert [row.body for row in rows] == [f"{i}" for i, is_first in enumerate(attempts) if is_first]
        hashes = await database.read(lambda c: queries.seat_hashes(c, 7))
        assert hashes == {row.seq: row.body for row in rows}, "what belongs to an event is committed with it"
        with pytest.raises(Conflict):
            await database.write(lambda c: queries.add_room(c, RoomRow(8, "KRTM", 1.0, 1.0, 9, ""), []))
        await database.write(lambda c: queries.delete_rooms(c, "w", [7]))
        assert not await append(12, "late"), "a room that is deleted takes no events"
        assert await database.read(lambda c: queries.events_after(c, 7, 0)) == []

    with opened(place) as database:
        run_async(use(database))


def test_a_database_that_does_not_answer_in_time_is_gone(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("setlab.web.store.ANSWER_WITHIN", 0.2)

    async def use(database: Database) -> None:
        with pytest.raises(Gone):
            await database.write(lambda c: time.sleep(1))

    with opened(place) as database:
        run_async(use(database))


def test_old_rooms_expire_and_their_codes_are_free(tmp_path: Path) -> None:
    place = str(tmp_path / "rooms.sqlite")
    with serving("--db", place) as web:
        old, _ = web.open_room()
        web.seat(old, "Ada")
        new, _ = web.open_room()
    with closing(sqlite3.connect(place)) as connection, connection:
        connection.execute("UPDATE rooms SET touched = touched - 200000 WHERE code = ?", (old,))
    with serving("--db", place, "--expire", "48") as web:
        assert web.get(f"/api/rooms/{new}").status == 200
        assert web.get(f"/api/rooms/{old}").status == 404
        assert web.metric("setlab_rooms_expired_total") == 1
    with closing(sqlite3.connect(place)) as connection:
        (left,) = connection.execute("SELECT COUNT(DISTINCT room) FROM events").fetchone()
        (seats,) = connection.execute("SELECT COUNT(*) FROM seats").fetchone()
    assert (left, seats) == (1, 0)
