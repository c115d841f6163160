"""Nothing that a browser or a program sends is trusted: origins, sizes, rates, names, nonsense."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from setlab.web.jobs import Shared
from setlab.web.settings import Limits, Settings
from tests.web.serving import Client, Inside, Serving, inside_serving, run_async


def test_a_page_of_another_site_cannot_open_a_feed(web: Serving) -> None:
    room, _ = web.open_room()
    with web.feed(room, greet=False, origin="https://elsewhere.example") as feed:
        assert feed.close_code() == 4003
    with web.feed(room, greet=False, origin="null") as feed:
        assert feed.close_code() == 4003
    with web.feed(room, origin=f"http://{web.address}") as feed:
        assert feed.welcome["state"]["room"] == room


def test_an_unknown_room_is_closed(web: Serving) -> None:
    for code in ("AEIO", "BBBB", "x"):
        with web.feed(code, greet=False) as feed:
            feed.send({"type": "hello"})
            assert feed.close_code() == 4004


def test_a_message_that_is_too_big_closes_the_feed(web: Serving) -> None:
    room, _ = web.open_room()
    with web.feed(room) as feed:
        feed.send({"type": "claim", "cards": [0] * 3000})
        assert feed.close_code() == 1009


NONSENSE = [
    "",
    "{",
    "7",
    "null",
    '"claim"',
    "[]",
    "[" * 4000,
    '{"a":' * 800,
    '{"type": NaN}',
    '{"type": ' + "9" * 4000 + "}",
    b"\x00\xff",
    '{"type": "claim", "cards": "abc", "ref": 1}',
    '{"type": "claim", "cards": [1, 2, {}], "ref": 1}',
    '{"type": "claim", "cards": [1e400, 2, 3], "ref": 1}',
    '{"type": "claim", "cards": [-1, 10000000000000000000000, true]}',
    '{"type": "claim", "cards": null, "ref": {"a": 1}}',
    '{"type": "claim", "ref": "\\ud800"}',
    '{"type": ["claim"], "ref": 1}',
    '{"type": {}, "ref": 1}',
    '{"type": "kick", "seat": "all", "ref": 1}',
    '{"type": "next", "game": 5, "options": 7, "ref": 1}',
    '{"type": "next", "game": "standard", "options": {"seconds": "long"}, "ref": 1}',
    '{"type": "set", "options": [1], "ref": 1}',
    '{"type": "lock", "locked": "yes", "ref": 1}',
    '{"type": "team", "team": 1e9, "ref": 1}',
    '{"type": "point", "card": [], "ref": 1}',
    '{"type": "more", "force": {}, "ref": 1}',
    '{"type": "hello", "token": 7, "since": -3}',
    '{"type": "__class__", "ref": 1}',
]


@pytest.mark.parametrize("is_greeted", [True, False])
def test_nonsense_is_refused_and_the_feed_lives(web: Serving, is_greeted: bool) -> None:
    room, host = web.open_room("team")
    _, token = web.seat(room, "Ada", host)
    before = web.metric("setlab_errors_total")
    with web.feed(room, token) as other:
        for nonsense in NONSENSE:
            with web.feed(room, token, greet=is_greeted) as feed:
                feed.send(nonsense)
                answer = feed.until("refused")
                assert set(answer) == {"type", "ref", "code", "reason", "detail"}
                assert answer["code"] != "error", nonsense
                if is_greeted:
                    feed.send({"type": "ping"})
                    feed.until("pong")
        assert other.ask("lock", locked=True)["type"] == "accepted"
    assert web.metric("setlab_errors_total") == before


def test_who_is_too_fast_is_refused_and_then_closed(web: Serving) -> None:
    room, _ = web.open_room()
    with web.feed(room) as feed:
        with suppress(ConnectionClosed):
            for _ in range(400):
                feed.send({"type": "ping"})
        assert feed.until("refused")["code"] == "too-fast"
        assert feed.close_code() == 4008


def test_of_many_devices_on_a_seat_the_oldest_is_replaced(web: Serving) -> None:
    room, _ = web.open_room()
    _, token = web.seat(room, "Ada")
    with ExitStack() as stack:
        feeds = [stack.enter_context(web.feed(room, token)) for _ in range(5)]
        assert feeds[0].close_code() == 4001
        feeds[-1].send({"type": "ping"})
        feeds[-1].until("pong")


def test_a_client_that_does_not_read_is_cut_off_and_slows_nobody(tmp_path: Path) -> None:
    settings = Settings(str(tmp_path / "rooms.sqlite"), limits=Limits(messages=(10**6, 10**6)))
    with inside_serving(settings) as made:
        be_slow(made)


def be_slow(web: Client) -> None:
    room, host = web.open_room()
    with web.feed(room, host) as feed, socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", web.port))
        slow.sendall(_handshake(web, room))
        assert b" 101 " in slow.recv(100)
        slow.sendall(_frame({"type": "hello", "token": None, "since": None}))
        seats = [web.seat(room, f"Player number {i}") for i in range(50)]  # long states
        assert len(seats) == 50
        for _ in range(500):
            for locked in (True, False) * 5:
                assert feed.ask("lock", locked=locked)["type"] == "accepted"
            if web.metric("setlab_slow_clients_total"):
                break
        assert web.metric("setlab_slow_clients_total") == 1
    assert web.get("/health").status == 200


def _handshake(web: Client, room: str) -> bytes:
    lines = (
        f"GET /api/rooms/{room}/feed HTTP/1.1",
        f"Host: {web.address}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    )
    return "\r\n".join((*lines, "", "")).encode()


def _frame(message: object) -> bytes:
    data = json.dumps(message).encode()
    return bytes((0x81, 0x80 | len(data), 0, 0, 0, 0)) + data


def test_bodies_that_are_wrong_or_too_big(web: Serving) -> None:
    big = web.post("/api/rooms", b'{"game": "' + b"x" * 40_000 + b'"}')
    assert (big.status, big.json["code"]) == (413, "too-big")
    for body in (b"", b"{", b"[]", b"null", b'{"game": 7}', b'{"game": "standard", "more": 1}', b"\xff\xfe"):
        answer = web.post("/api/rooms", body)
        assert answer.status == 422, body
        assert set(answer.json) == {"reason", "code"}
        assert "\n" not in answer.json["reason"]
    for path in ("/api/rooms/%00/events", "/api/rooms/KR%2FTM", "/api/rooms/" + "K" * 300, "/api/none", "/x/y"):
        assert web.get(path).status in (404, 422)
    assert web.get("/api/rooms/BCDF/events?since=-1").status == 422
    assert web.request("DELETE", "/api/rooms").status == 405


@pytest.mark.parametrize("given", ["  Zoë \u202e Noether ", "Zoe\u0308  Noether", "Z\u200boë Noether"])
def test_names_are_cleaned(web: Serving, given: str) -> None:
    room, _ = web.open_room()
    web.seat(room, given)
    (player,) = web.get(f"/api/rooms/{room}").json["players"]
    assert not set(player["name"]) & set("\u202e\u200b\u0308\n")
    assert 1 <= len(player["name"]) <= 20


def test_every_answer_has_the_headers(web: Serving) -> None:
    for path in ("/", "/health", "/api/games", "/api/none", "/static/setlab.css"):
        headers = {name.lower(): value for name, value in web.get(path).headers.items()}
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy, "WebAssembly, and no other code that is made here"
        assert policy.count("unsafe") == 1
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Inside]:
    """A server in this process with small limits."""
    limits = Limits(rooms=3, requests=(40, 0.0), new_rooms=(5, 0.0), watchers=1)
    with inside_serving(Settings(str(tmp_path / "rooms.sqlite"), limits=limits)) as made:
        yield made


def test_an_error_is_one_sentence_with_a_number_that_is_in_the_log(
    inside: Inside, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: Any) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(inside.hub, "open_room", broken)
    caplog.set_level("ERROR", "setlab.web")
    answer = inside.post("/api/rooms", {"game": "standard"})
    assert answer.status == 500
    assert set(answer.json) == {"reason", "code"}
    assert b"secret" not in answer.body
    assert b"Traceback" not in answer.body
    (record,) = [record for record in caplog.records if record.name == "setlab.web"]
    assert record.__dict__["fields"]["id"] in answer.json["reason"]


def test_the_numbers_of_rooms_requests_and_watchers_are_limited(inside: Inside) -> None:
    opened = [inside.post("/api/rooms", {}) for _ in range(7)]
    assert [answer.status for answer in opened] == [201, 201, 201, 503, 503, 429, 429]
    room = opened[0].json["room"]
    with inside.feed(room), inside.feed(room, greet=False) as second:
        second.send({"type": "hello", "token": None, "since": None})
        assert second.close_code() == 1013
    answers = [inside.get("/health").status for _ in range(60)]
    assert answers.count(429) == 60 - (40 - 7)


def test_a_room_takes_a_limited_number_of_events(tmp_path: Path) -> None:
    limits = Limits(events=400, backlog=16, messages=(10**6, 10**6))
    with inside_serving(Settings(str(tmp_path / "rooms.sqlite"), limits=limits)) as made:
        room, host = made.open_room()
        with made.feed(room, host) as feed:
            answers = [feed.ask("lock", locked=not i % 2)["type"] for i in range(420)]
            assert answers == ["accepted"] * 399 + ["refused"] * 21
            assert feed.ask("lock")["code"] == "full"
        with made.feed(room, host, since=0) as again:
            again.until_seq(400)  # more than a slow client may leave unread
            assert [told["seq"] for told in again.events] == list(range(1, 401))


def test_what_many_ask_for_is_computed_once() -> None:
    computed: list[int] = []

    async def compute() -> bytes:
        computed.append(1)
        await asyncio.sleep(0)
        if len(computed) == 1:
            raise ValueError
        return b"answer"

    async def ask() -> None:
        shared = Shared[bytes](most=2)
        first = await asyncio.gather(*(shared.get("key", compute) for _ in range(5)), return_exceptions=True)
        assert [type(each) for each in first] == [ValueError] * 5
        assert await asyncio.gather(*(shared.get("key", compute) for _ in range(5))) == [b"answer"] * 5
        assert len(computed) == 2
        await shared.get("other", compute)
        await shared.get("third", compute)
        await shared.get("key", compute)
        assert len(computed) == 5

    run_async(ask())
