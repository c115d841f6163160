"""The database is gone for some seconds: everybody is told, nothing is lost, then it goes on."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.postgres import PostgresServer
from tests.web.serving import Feed, Serving, serving, sets_on

Outage = Callable[[], AbstractContextManager[None]]


def test_a_postgresql_server_that_is_restarted(postgres: PostgresServer, new_database: str) -> None:
    @contextmanager
    def stopped() -> Any:
        postgres.stop()
        try:
            yield
        finally:
            postgres.start()

    with serving("--db", new_database) as web:
        go_through(web, stopped)
        go_through(web, stopped)


def test_a_postgresql_server_that_hangs(postgres: PostgresServer, new_database: str) -> None:
    with serving("--db", new_database) as web:
        go_through(web, postgres.hanging)


def test_an_sqlite_file_that_another_program_holds(tmp_path: Path) -> None:
    database = tmp_path / "rooms.sqlite"

    @contextmanager
    def locked() -> Any:
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")

    with serving("--db", str(database)) as web:
        go_through(web, locked)


def go_through(web: Serving, outage: Outage) -> None:
    """Play, lose the database, and play on."""
    room, host = web.open_room(penalty=0)
    _, token = web.seat(room, "Ada", host)
    with web.feed(room, token) as ada, web.feed(room) as watcher:
        ada.ask("start")
        ada.until_state(lambda state: bool(state["slots"]))
        claim(ada)
        known = web.events(room)
        with outage():
            before = len(ada.events)
            answer = ada.ask("claim", cards=sets_on(ada.state)[0]) if sets_on(ada.state) else ada.ask("more")
            assert (answer["type"], answer["code"]) == ("refused", "unavailable")
            assert len(ada.events) == before, "memory is not ahead of the database"
            for feed in (ada, watcher):
                while not feed.others:
                    feed.receive()
                assert feed.others[-1]["type"] == "trouble"
            health = web.get("/health")
            assert (health.status, health.json["status"]) == (503, "unavailable")
            refused = web.post("/api/rooms", {"game": "standard"})
            assert (refused.status, refused.json["code"]) == (503, "unavailable")
        for feed in (ada, watcher):
            while feed.others[-1]["type"] != "fine":
                feed.receive()
        wait_for(lambda: web.get("/health").status == 200)
        ada.ask("pause")
        ada.ask("resume")
        claim(ada)
        watcher.until_seq(ada.seq)
        log = web.events(room)
        assert log[: len(known)] == known
        assert [each["seq"] for each in log] == list(range(1, len(log) + 1))
        for feed in (ada, watcher):
            numbers = [each["seq"] for each in feed.events]
            assert numbers == list(range(numbers[0], log[-1]["seq"] + 1))


def claim(feed: Feed) -> None:
    while not sets_on(feed.state):
        assert feed.ask("more")["type"] == "accepted"
    answer = feed.ask("claim", cards=sets_on(feed.state)[0])
    assert answer["type"] == "accepted", answer


def wait_for(is_so: Callable[[], bool]) -> None:
    last = time.monotonic() + 30
    while not is_so():
        if time.monotonic() > last:
            pytest.fail("it did not come")
        time.sleep(0.05)
