"""What is deleted is gone: from the database, from its files, and from the memory of every process."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from setlab.notation.languages import LANGUAGES
from setlab.rooms.names import LONGEST_NAME
from setlab.web.pages.assets import FOLDER, Assets
from setlab.web.pages.site import PAGES, Pages, privacy_facts
from setlab.web.rooms.hub import LESSON, Housekeeping
from setlab.web.settings import Settings
from setlab.web.store import open_database
from tests.web.serving import PATIENCE, Client, Inside, Serving, inside_serving, serving, sets_on

NAMES = ("Miraculix", "Ottokar", "Peregrina")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "rooms.sqlite"


@pytest.fixture
def inside(place: Path) -> Iterator[Inside]:
    with inside_serving(Settings(str(place))) as made:
        yield made


def bearing(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def play(web: Client, *names: str) -> tuple[str, str, list[str]]:
    """A room in which people with these names have been; its code, and the tokens of its host and its seats."""
    room, host = web.open_room()
    tokens = [web.seat(room, name, host if name == names[0] else None)[1] for name in names]
    with web.feed(room, tokens[0]) as feed:
        feed.ask("start")
    return room, host, tokens


def names_in(place: Path) -> set[str]:
    """The names that are in the files of a database."""
    found = {each.name: each.read_bytes() for each in place.parent.glob(f"{place.name}*")}
    return {name for name in NAMES if any(name.encode() in content for content in found.values())}


def until_forgotten(place: Path, *names: str) -> None:
    last = time.monotonic() + PATIENCE
    while names_in(place) & {*names}:
        assert time.monotonic() < last, names_in(place)
        time.sleep(0.02)


def test_the_host_deletes_the_room_and_no_file_has_its_names(place: Path) -> None:
    with serving("--db", str(place)) as web:
        other, _, _ = play(web, "Peregrina")
        room, host, (_, pupil) = play(web, "Miraculix", "Ottokar")
        address = f"/api/rooms/{room}"
        assert web.get(f"{address}/events").status == 200
        assert names_in(place) == {*NAMES}
        assert web.request("DELETE", address).status == 401
        assert web.request("DELETE", address, headers=bearing(pupil)).status == 403
        with web.feed(room, pupil) as feed:
            deleted = web.request("DELETE", address, headers=bearing(host))
            assert (deleted.status, deleted.body) == (204, b"")
            assert names_in(place) == {"Peregrina"}, "before the answer"
            assert feed.close_code() == 4004
        for path in (address, f"{address}/events", f"{address}/events.csv", f"{address}/players.csv"):
            assert web.get(path).status == 404
        assert web.request("DELETE", address, headers=bearing(host)).status == 404
        assert web.get(f"/api/rooms/{other}").status == 200
        assert web.metric("setlab_rooms_deleted_total") == 1
    with closing(sqlite3.connect(place)) as connection:
        counts = [connection.execute(f"SELECT COUNT(DISTINCT {key}) FROM {table}").fetchone()[0] for key, table in
                  (("id", "rooms"), ("room", "events"), ("room", "seats"))]  # fmt: skip
    assert counts == [1, 1, 1]


def test_a_player_with_the_rights_of_the_host_deletes_the_room(web: Serving) -> None:
    room, _, (token,) = play(web, "Ada")
    assert web.request("DELETE", f"/api/rooms/{room}", headers=bearing(token)).status == 204
    assert web.get(f"/api/rooms/{room}").status == 404


def test_nothing_is_left_in_memory(inside: Inside) -> None:
    room, host, (token,) = play(inside, "Miraculix")
    with inside.feed(room, token) as feed:
        feed.ask("stop")
    assert inside.get(f"/api/rooms/{room}/review").status == 200
    assert len(inside.hub.rooms) == len(inside.hub.reviews._kept) == 1
    assert inside.request("DELETE", f"/api/rooms/{room}", headers=bearing(host)).status == 204
    assert len(inside.hub.rooms) == len(inside.hub.reviews._kept) == 0


def test_an_expired_room_leaves_no_name_in_the_files(place: Path, inside: Inside) -> None:
    play(inside, "Peregrina")
    room, _, _ = play(inside, "Miraculix", "Ottokar")
    with closing(sqlite3.connect(place)) as connection, connection:
        connection.execute("UPDATE rooms SET touched = touched - 200000 WHERE code = ?", (room,))
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, Housekeeping(inside.hub).expire()).result()
    assert names_in(place) == {"Peregrina"}
    assert room not in inside.hub.rooms


def test_a_room_that_is_to_be_forgotten_soon_is_deleted_an_hour_after_its_last_event(
    place: Path, inside: Inside
) -> None:
    (brief, first), (late, second) = (inside.open_room("standard", **{"class": True, "forget": True}) for _ in range(2))
    usual, third = inside.open_room("standard", **{"class": True})
    for room, name in ((brief, "Miraculix"), (late, "Ottokar"), (usual, "Peregrina")):
        inside.seat(room, name)
    with closing(sqlite3.connect(place)) as connection, connection:
        idle = f"UPDATE rooms SET touched = touched - {LESSON + 1} WHERE code IN (?, ?)"
        connection.execute(idle, (brief, usual))
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, Housekeeping(inside.hub).expire()).result()
    assert names_in(place) == {"Ottokar", "Peregrina"}
    opened = ((brief, first), (late, second), (usual, third))
    statuses = [inside.get(f"/api/rooms/{room}", bearing(token)).status for room, token in opened]
    assert statuses == [401, 200, 200]


def test_another_program_that_reads_the_file_delays_the_purge_and_nothing_else(place: Path) -> None:
    with serving("--db", str(place)) as web, closing(sqlite3.connect(place, isolation_level=None)) as reader:
        room, host, _ = play(web, "Miraculix")
        reader.execute("BEGIN")
        assert reader.execute("SELECT COUNT(*) FROM rooms").fetchone() == (1,)
        assert web.request("DELETE", f"/api/rooms/{room}", headers=bearing(host)).status == 204
        assert web.open_room()
        assert names_in(place) == {"Miraculix"}, "the reader sees the database as it was"
        reader.execute("COMMIT")
        until_forgotten(place, "Miraculix")


def test_a_server_that_was_killed_after_a_deletion_purges_at_its_next_start(place: Path) -> None:
    database = open_database(str(place))
    database.close()
    with closing(sqlite3.connect(place, isolation_level=None)) as killed:
        killed.execute("PRAGMA wal_autocheckpoint = 0")
        killed.execute("INSERT INTO rooms VALUES (1, 'Miraculix', 0, 1e12, 0, '')")
        killed.execute("DELETE FROM rooms")
        assert names_in(place) == {"Miraculix"}
        with serving("--db", str(place)):
            until_forgotten(place, "Miraculix")


def test_the_files_are_the_owners_alone(place: Path) -> None:
    place.touch(0o666)
    place.chmod(0o666)
    with serving("--db", str(place)) as web:
        play(web, "Miraculix")
        modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in place.parent.iterdir()}
    assert modes == {f"rooms.sqlite{suffix}": 0o600 for suffix in ("", "-wal", "-shm", ".lock")}


def test_a_file_of_an_older_setlab_is_rewritten_once(place: Path) -> None:
    open_database(str(place)).close()
    with closing(sqlite3.connect(place, isolation_level=None)) as old:
        old.execute("PRAGMA secure_delete = OFF")
        old.execute("PRAGMA user_version = 0")
        old.execute("INSERT INTO rooms VALUES (1, 'Miraculix', 0, 1e12, 0, '')")
        old.execute("DELETE FROM rooms")
    assert names_in(place) == {"Miraculix"}
    open_database(str(place)).close()
    assert names_in(place) == set()


def test_all_processes_forget_a_room_that_one_deletes(new_database: str) -> None:
    with serving("--db", new_database) as one, serving("--db", new_database) as two:
        room, host, (token,) = play(one, "Miraculix")
        with two.feed(room, token) as feed:
            assert one.request("DELETE", f"/api/rooms/{room}", headers=bearing(host)).status == 204
            assert feed.close_code() == 4004
        for each in (one, two):
            assert each.get(f"/api/rooms/{room}").status == 404
            assert each.metric("setlab_rooms") == 0


@pytest.mark.parametrize(("expire", "said"), [(48.0, "48 h"), (1.0, "1 h")])
def test_the_page_about_privacy_has_the_values_of_the_server(expire: float, said: str) -> None:
    for language in LANGUAGES:
        page = Pages(Assets(), "", privacy_facts(Settings("rooms.sqlite", expire=expire))).render("privacy", language)
        assert page is not None
        text = page.content.decode()
        for fact in (said, f"{LESSON / 60:g} min", "SHA-256", f" {LONGEST_NAME} ", "SQLite"):
            assert fact in text, (language, fact)
        assert not re.search(r"\{\w+\}", text), language


def test_what_the_page_says_of_browsers_is_what_the_modules_do() -> None:
    page, seats = ((FOLDER / "js" / name).read_text() for name in ("shared/page.js", "shared/seats.js"))
    assert f"max-age={365 * 24 * 3600};" in page, "a year"
    assert f"const LESSON = {LESSON * 1000:_.0f};" in seats
    assert sum(path.read_text().count("document.cookie") for path in (FOLDER / "js").rglob("*.js")) == 1


def test_every_page_links_to_the_page_about_privacy_and_sets_no_cookie(web: Serving) -> None:
    for path in (*PAGES, "/learn/sort", "/nothing-here"):
        answer = web.get(path, {"Accept": "text/html"})
        assert b'href="/privacy"' in answer.body, path
        assert "set-cookie" not in {name.lower() for name in answer.headers}, path
    for address in ("/datenschutz", "/personvern"):
        assert web.get(address).headers["location"] == "/privacy"


def rooms(*arguments: str) -> tuple[int, str, str]:
    """What `setlab rooms` does, as whoever runs the server calls it: status, stdout, stderr."""
    command = [sys.executable, "-m", "setlab.cli.main", "rooms", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"COLUMNS": "100"})
    return done.returncode, done.stdout, done.stderr


def test_rooms_are_listed_exported_and_deleted_while_the_server_runs(place: Path, tmp_path: Path) -> None:
    db = ("--db", str(place))
    with serving(*db) as web:
        kept, _, _ = play(web, "Peregrina")
        room, _, (_, pupil) = play(web, "Miraculix", "Ottokar")
        status, out, _ = rooms("list", *db, "--json")
        listed = {each["room"]: each for each in json.loads(out)["rooms"]}
        assert (status, listed[room]["people"], listed[kept]["people"], listed[room]["game"]) == (0, 2, 1, "standard")
        assert not any(name in rooms("list", *db)[1] for name in NAMES)
        exported = json.loads(rooms("export", room.lower(), *db)[1])
        assert [each["event"]["name"] for each in exported["events"] if each["event"]["event"] == "join"] == [
            "Miraculix",
            "Ottokar",
        ]
        file = tmp_path / "krtm.json"
        assert rooms("export", room, *db, "-o", str(file))[0] == 0
        again = json.loads(file.read_text())["events"][: len(exported["events"])]
        assert (again, stat.S_IMODE(file.stat().st_mode)) == (exported["events"], 0o600)
        status, _, err = rooms("delete", room, *db)
        assert (status, err.count("\n")) == (2, 1)
        assert "add --yes" in err
        with web.feed(room, pupil) as feed:
            status, out, _ = rooms("delete", room, *db, "--yes", "--json")
            assert (status, json.loads(out)) == (0, {"deleted": [room], "purged": True})
            assert names_in(place) == {"Peregrina"}
            assert feed.close_code() == 4004, "the server forgets it, too"
        assert web.get(f"/api/rooms/{room}").status == 404
        assert web.get(f"/api/rooms/{kept}").status == 200


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["list", "--db", "/nowhere/rooms.sqlite"], "there is no database /nowhere/rooms.sqlite"),
        (["delete", "KRTM", "--yes", "--db", "EMPTY"], "there is no room 'KRTM'"),
        (["export", "KRTM", "--db", "OTHER"], "is no database of rooms"),
    ],
)
def test_what_rooms_cannot_do_is_said_in_one_line(place: Path, arguments: list[str], said: str) -> None:
    open_database(str(place)).close()
    other = place.with_name("other.sqlite")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    places = {"EMPTY": str(place), "OTHER": str(other)}
    status, out, err = rooms(*(places.get(each, each) for each in arguments))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_rooms_in_postgresql(new_database: str) -> None:
    with serving("--db", new_database) as web:
        room, _, (token,) = play(web, "Miraculix")
        with web.feed(room, token) as feed:
            assert rooms("delete", room, "--yes", "--db", new_database)[0] == 0
            assert feed.close_code() == 4004
        assert json.loads(rooms("list", "--json", "--db", new_database)[1])["rooms"] == []


def test_whoever_leaves_may_be_forgotten_everywhere(place: Path, inside: Inside) -> None:
    room, host, (_, ottokar) = play(inside, "Miraculix", "Ottokar")
    with inside.feed(room, host) as teacher, inside.feed(room, ottokar) as feed:
        while not (found := sets_on(feed.until_state(lambda state: bool(state["slots"])))):
            feed.ask("more")
        feed.ask("claim", cards=found[0])
        teacher.ask("stop")
        assert b"Ottokar" in inside.get(f"/api/rooms/{room}/review").body
        feed.ask("leave", forget=True)
        teacher.until_event("leave", seat=2, forget=True)
        assert [player["name"] for player in teacher.state["players"]] == ["Miraculix", "Player 2"]
    for path in ("", "/events", "/events.csv", "/players.csv", "/review"):
        assert b"Ottokar" not in inside.get(f"/api/rooms/{room}{path}").body, path
    for path in ("/events", "/events.csv", "/players.csv", "/review"):
        assert b"Player 2" in inside.get(f"/api/rooms/{room}{path}").body, path
    until_forgotten(place, "Ottokar")
    assert names_in(place) == {"Miraculix"}


def test_whoever_leaves_without_a_wish_keeps_the_name(web: Serving) -> None:
    room, _, (_, token) = play(web, "Miraculix", "Ottokar")
    with web.feed(room, token) as feed:
        feed.ask("leave")
    assert b"Ottokar" in web.get(f"/api/rooms/{room}/events").body
