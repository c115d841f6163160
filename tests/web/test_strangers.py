"""An attack on class rooms from outside, by a client that knows nothing but the published interface.

The server believes `X-Forwarded-For`, as behind a proxy, so that a stranger has as many addresses as they like.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from setlab.web.settings import Limits, Settings
from tests.web.serving import Answer, Client, Feed, Serving, bearing, inside_serving, serving, sets_on

_hosts = count(1)

READING = ("", "/events", "/events.csv", "/players.csv", "/review", "/seen")
"""What can be read of a room, below its address."""

EVEN = 0.1
"""Seconds that a wrong code takes at least, whether there is such a room or not."""


class Stranger(Client):
    """Somebody at an address of their own."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.headers = {"X-Forwarded-For": f"203.0.{next(_hosts)}.7"}

    def request(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        return super().request(method, path, body, {**self.headers, **(headers or {})})

    def feed(self, room: str, token: str | None = None, since: int | None = None, **options: Any) -> Feed:
        return super().feed(room, token, since, headers=self.headers, **options)

    def read(self, room: str, rest: str = "", token: str | None = None) -> Answer:
        return self.get(f"/api/rooms/{room}{rest}", bearing(token))

    def closed(self, room: str, token: str | None) -> int:
        """The code with which the server closes a feed."""
        with self.feed(room, greet=False) as feed:
            feed.send({"type": "hello", "token": token, "since": 0})
            return feed.close_code()

    def join(self, room: str, name: str, token: str | None = None) -> Answer:
        return self.post(f"/api/rooms/{room}/seats", {"name": name}, bearing(token))

    def host(self, method: str, room: str, rest: str, token: str | None) -> Answer:
        return self.request(method, f"/api/rooms/{room}{rest}", None, bearing(token))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving("--proxy", "--db", str(tmp_path_factory.mktemp("strangers") / "rooms.sqlite")) as made:
        yield made


@pytest.fixture
def teacher(server: Serving) -> Stranger:
    return Stranger(server.port)


@pytest.fixture
def eve(server: Serving) -> Stranger:
    """The stranger."""
    return Stranger(server.port)


def class_room(teacher: Client, **options: Any) -> tuple[str, str]:
    return teacher.open_room(**{"class": True, **options})


def played(teacher: Stranger, room: str, host: str, token: str) -> None:
    """A pupil finds a SET, and the round ends."""
    with teacher.feed(room, host) as feed, teacher.feed(room, token) as pupil:
        feed.ask("start")
        while not sets_on(state := pupil.until_state(lambda state: bool(state["slots"]))):
            feed.ask("more", force=True)
            pupil.until_state(lambda now, before=state: now["undealt"] < before["undealt"])  # type: ignore[misc]
        assert pupil.ask("claim", cards=sets_on(pupil.state)[0])["type"] == "accepted"
        assert feed.ask("stop")["type"] == "accepted"


def test_codes_of_class_rooms_are_long(teacher: Stranger) -> None:
    assert len(class_room(teacher)[0]) == 6
    assert len(teacher.open_room()[0]) == 4


def test_nothing_is_read_without_a_token(teacher: Stranger, eve: Stranger) -> None:
    room, host = class_room(teacher)
    seat, token = teacher.seat(room, "Noor al Ahmadi")
    played(teacher, room, host, token)
    for rest in READING:
        for wrong in (None, "guess", token[:-1]):
            refused = eve.read(room, rest, wrong)
            assert refused.status == 401, rest
            assert b"Noor" not in refused.body
        for right in (host, token):
            assert teacher.read(room, rest, right).status == 200, rest
    assert teacher.read(room, "", token).json["players"][0]["name"] == "Noor al Ahmadi"
    eve = Stranger(eve.port)
    assert [eve.closed(room, wrong) for wrong in (None, "guess")] == [4004, 4004]
    assert seat == 1


def test_a_code_that_leads_nowhere_and_a_closed_room_look_alike(teacher: Stranger, eve: Stranger) -> None:
    class_code, _ = class_room(teacher)
    locked, host = teacher.open_room()
    with teacher.feed(locked, host) as feed:
        feed.ask("lock", locked=True)
    for code, unused in ((class_code, "ZZZZZZ"), (locked, "ZZZZ")):
        for rest in READING:
            (real, spent), (none, spent_on_none) = (_timed(eve, each, rest) for each in (code, unused))
            assert (real.status, set(real.headers)) == (none.status, set(none.headers)), rest
            assert real.body.replace(code.encode(), unused.encode()) == none.body
            assert min(spent, spent_on_none) >= EVEN
        assert eve.closed(code, None) == eve.closed(unused, None) == 4004
    with eve.feed(class_code, greet=False) as silent, eve.feed("ZZZZZZ", greet=False) as nowhere:
        assert silent.close_code() == nowhere.close_code() == 4004


def _timed(eve: Stranger, code: str, rest: str) -> tuple[Answer, float]:
    begun = time.monotonic()
    answer = eve.read(code, rest)
    return answer, time.monotonic() - begun


def test_guessing_is_held_up_and_right_codes_are_not(tmp_path: Path) -> None:
    with serving("--proxy", "--db", str(tmp_path / "rooms.sqlite")) as server:
        school, teacher, other = Stranger(server.port), Stranger(server.port), Stranger(server.port)
        room, _ = class_room(teacher)
        for i in range(30):  # a class behind one address, everybody of which mistypes once
            assert school.join("ZZZZZ" + "BCDFGHJKLM"[i % 10], "Mistyped").status == 404
            if not i % 10:
                assert school.join(room, f"Pupil {i}").status == 201
        tried = 0
        while (held_up := school.join("ZZZZBB", "Eve")).status == 404:
            tried += 1
        assert 10 <= tried < 60
        assert held_up.status == 429
        assert held_up.json["code"] == "too-many-codes"
        assert 1 <= int(held_up.headers["retry-after"]) <= 5
        assert school.join(room, "Late Pupil").status == 201, "a right code is never held up"
        assert school.closed("ZZZZBB", None) == 1013
        assert other.join("ZZZZBB", "Eve").status == 404, "other addresses are not held up"
        assert server.metric("setlab_wrong_codes_total") >= 41
        assert server.metric("setlab_codes_held_up_total") == 1
        _, log = server.stop()
    (line,) = [line for line in log.splitlines() if "codes-guessed" in line]
    assert re.search(r"address=203\.0\.\d+\.7", line)
    assert "Pupil" not in log


def test_lock_means_locked(teacher: Stranger, eve: Stranger) -> None:
    room, host = teacher.open_room()
    _, token = teacher.seat(room, "Ada")
    with eve.feed(room) as before:
        assert before.welcome["you"]["seat"] is None, "outside class rooms everybody may watch at first"
    with teacher.feed(room, host) as feed:
        feed.ask("lock", locked=True)
    assert eve.join(room, "Eve").status == 409
    assert [eve.read(room, rest).status for rest in READING] == [404] * len(READING)
    assert eve.closed(room, None) == 4004
    assert teacher.read(room, "", token).status == 200
    with teacher.feed(room, token) as back:
        assert back.welcome["you"]["seat"] == 1


def test_watching_is_the_hosts_choice(teacher: Stranger, eve: Stranger) -> None:
    room, host = class_room(teacher)
    with teacher.feed(room, host) as feed:
        assert feed.ask("set", options={"watch": True})["type"] == "accepted"
        with eve.feed(room) as watching:
            assert watching.welcome["state"]["room"] == room
            assert feed.ask("set", options={"watch": False})["type"] == "accepted"
            assert watching.close_code() == 4004
    assert eve.closed(room, None) == 4004


def test_whoever_knows_the_code_waits_for_the_host(teacher: Stranger, eve: Stranger) -> None:
    room, host = class_room(teacher, admit=True)
    ada = eve.join(room, "Ada").json
    assert ada["waiting"] is True
    for rest in READING:
        assert (eve.read(room, rest, ada["token"]).status, eve.read(room, rest, ada["token"]).json["code"]) == (
            403,
            "waiting",
        )
    with teacher.feed(room, host) as feed, eve.feed(room, ada["token"], greet=False) as waiting:
        assert feed.welcome["state"]["waiting"] == [{"seat": ada["seat"], "name": "Ada"}]
        waiting.send({"type": "hello", "token": ada["token"], "since": None})
        assert waiting.receive() == {"type": "waiting", "room": room}
        assert waiting.ask("claim", cards=[0, 1, 2])["code"] == "waiting"
        _, bob = teacher.seat(room, "Bob", host)
        with teacher.feed(room, bob) as other:  # the host's seat may see who waits, pupils may not
            assert other.welcome["state"]["waiting"]
        assert feed.ask("admit", seat=ada["seat"])["type"] == "accepted"
        assert waiting.until("welcome")["you"] == {"seat": ada["seat"], "host": False}
        assert eve.read(room, "", ada["token"]).status == 200
        late = eve.join(room, "Late").json
        assert waiting.until_event("knock")["event"]["name"] == ""
        assert waiting.state["waiting"] == []
        assert feed.ask("kick", seat=late["seat"])["type"] == "accepted"
    assert eve.read(room, "", late["token"]).json["code"] == "removed"


def test_removed_means_removed(teacher: Stranger, eve: Stranger) -> None:
    room, host = class_room(teacher)
    seat, token = eve.seat(room, "Eve Stranger")
    _, ada = teacher.seat(room, "Ada")
    with teacher.feed(room, host) as feed, teacher.feed(room, ada) as pupil, eve.feed(room, token) as gone:
        assert feed.ask("kick", seat=seat)["type"] == "accepted"
        assert gone.close_code() == 4001
        pupil.until_event("leave", seat=seat)
        assert "Eve" not in str(pupil.state)
    for rest in READING:
        assert eve.read(room, rest, token).status == 403
    assert eve.closed(room, token) == 4001
    assert eve.join(room, "Eve again", token).status == 403
    again = Stranger(eve.port).join(room, "Somebody else").json
    assert again["waiting"] is True, "whoever comes back under another name, from anywhere, waits for the host"
    assert b"Eve" not in teacher.read(room, "/events", host).body
    assert b"Eve" not in teacher.read(room, "/events.csv", host).body


def test_all_who_are_new_are_removed_at_once(teacher: Stranger, eve: Stranger) -> None:
    room, host = class_room(teacher)
    _, ada = teacher.seat(room, "Ada")
    with teacher.feed(room, host) as feed:
        feed.ask("start")
        feed.until_event("deal")
        flood = [eve.join(room, f"Flood {i}").json for i in range(12)]
        assert feed.ask("kick", new=True)["type"] == "accepted"
        state = feed.until_state(lambda state: len(state["players"]) == 1)
        assert [player["name"] for player in state["players"]] == ["Ada"]
    assert {eve.read(room, "", each["token"]).status for each in flood} == {403}
    assert teacher.read(room, "", ada).status == 200


def test_a_new_code_shuts_the_old_one(teacher: Stranger, eve: Stranger) -> None:
    room, host = class_room(teacher)
    _, token = teacher.seat(room, "Ada")
    assert eve.host("POST", room, "/code", None).status == 401
    assert eve.host("POST", room, "/code", token).status == 403
    with teacher.feed(room, token) as pupil:
        code = teacher.host("POST", room, "/code", host).json["room"]
        assert pupil.until_event("code")["event"]["code"] == code != room
    assert eve.join(room, "Eve").status == 404
    assert eve.read(room).status == 401
    assert teacher.read(room, "", token).json["room"] == code, "a pupil whose phone slept finds the way"
    with teacher.feed(room, token) as back:
        assert back.welcome["state"]["room"] == code
    assert eve.join(code, "Newcomer").status == 201


def test_the_projector_has_a_token_of_its_own(teacher: Stranger, eve: Stranger) -> None:
    room, host = class_room(teacher)
    _, token = teacher.seat(room, "Ada")
    assert eve.host("POST", room, "/projector", token).status == 403
    first = teacher.host("POST", room, "/projector", host).json["token"]
    with eve.feed(room, first) as wall:
        assert wall.welcome["you"] == {"seat": None, "host": False}
        assert wall.ask("start")["code"] == "not-host"
        assert eve.read(room, "/events", first).status == 200
        assert eve.host("DELETE", room, "/projector", first).status == 403
        second = teacher.host("POST", room, "/projector", host).json["token"]
        assert wall.close_code() == 4001
    assert eve.read(room, "", first).status == 401
    assert eve.read(room, "", second).status == 200
    assert teacher.host("DELETE", room, "/projector", host).status == 204
    assert eve.read(room, "", second).status == 401
    assert second not in str(teacher.events(room, token=host))


def test_the_host_and_the_projector_always_get_in(teacher: Stranger, eve: Stranger) -> None:
    room, host = teacher.open_room()
    wall = teacher.host("POST", room, "/projector", host).json["token"]
    with ExitStack() as stack:
        for _ in range(200):
            stack.enter_context(eve.feed(room))
        assert eve.closed(room, None) == 1013
        for token in (host, wall, teacher.seat(room, "Ada")[1]):
            with teacher.feed(room, token) as feed:
                assert feed.welcome["state"]["room"] == room


def test_seats_are_taken_one_after_the_other(teacher: Stranger, eve: Stranger) -> None:
    room, _ = class_room(teacher)
    begun = time.monotonic()
    assert {eve.join(room, f"Flood {i}").status for i in range(36)} == {201}
    assert time.monotonic() - begun >= 1.0, "thirty at once, then five a second"


def test_a_flood_of_one_pupil_locks_nobody_out(tmp_path: Path) -> None:
    limits = Limits(requests=(60, 0.0), token_requests=(5, 0.0))
    with inside_serving(Settings(str(tmp_path / "rooms.sqlite"), limits=limits)) as school:
        room, host = school.open_room("standard", **{"class": True})
        tokens = [school.seat(room, f"Pupil {i}")[1] for i in range(5)]
        for token in tokens:
            assert school.get(f"/api/rooms/{room}", bearing(token)).status == 200
        flood = [school.get(f"/api/rooms/{room}", bearing(tokens[0])).status for _ in range(20)]
        assert flood == [200] * 5 + [429] * 15
        while school.get("/api/games").status == 200:
            pass  # the address has no requests left, but whoever has a token does not need them
        assert [school.get(f"/api/rooms/{room}", bearing(token)).status for token in tokens[1:]] == [200] * 4
        assert school.get("/static/setlab.css").status == 200, "nor do pages"
        with school.feed(room, host) as feed, school.feed(room, tokens[1]) as pupil:
            assert feed.ask("start")["type"] == "accepted"
            pupil.until_event("deal")


def test_a_deleted_room_is_gone(tmp_path: Path) -> None:
    place = tmp_path / "rooms.sqlite"
    with serving("--proxy", "--db", str(place)) as server:
        teacher, eve = Stranger(server.port), Stranger(server.port)
        room, host = class_room(teacher)
        _, token = teacher.seat(room, "Ada")
        assert eve.host("DELETE", room, "", None).status == 401
        assert eve.host("DELETE", room, "", token).status == 403
        with teacher.feed(room, token) as feed:
            deleted = teacher.host("DELETE", room, "", host)
            assert (deleted.status, deleted.body) == (204, b"")
            assert feed.close_code() == 4004
        for each in (host, token):
            assert teacher.read(room, "", each).status == 401
        assert teacher.join(room, "Ada").status == 404
        assert server.metric("setlab_rooms_deleted_total") == 1
    with closing(sqlite3.connect(place)) as connection:
        for table in ("rooms", "events", "seats", "connections"):
            assert connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone() == (0,), table


def test_the_host_gives_other_names(teacher: Stranger) -> None:
    room, host = class_room(teacher)
    seat, token = teacher.seat(room, "Rude Word")
    _, other = teacher.seat(room, "Ada")
    with teacher.feed(room, host) as feed, teacher.feed(room, other) as pupil:
        assert feed.ask("rename", seat=seat, name="\u3164")["code"] == "name"
        assert feed.ask("rename", seat=seat, name="\u0410d\u0430")["code"] == "look-alike"
        assert pupil.ask("rename", seat=seat, name="Calm Lynx")["code"] == "not-host"
        assert feed.ask("rename", seat=seat, name="  Calm   Lynx ")["type"] == "accepted"
        pupil.until_event("rename", name="Calm Lynx")
        assert "Rude" not in str(pupil.state)
    assert b"Rude" not in teacher.read(room, "/events", token).body
