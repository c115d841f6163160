"""Anything sent to a feed gets an answer of the protocol or a close, and afterwards the room can be played in."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from setlab.rooms.referee import HOST_RULES, PLAYER_RULES
from tests.web.serving import Feed, Serving, sets_on

ANSWERS = {"welcome", "event", "accepted", "refused", "pong", "trouble", "fine"}
LARGEST = 4096
"""Bytes of a message."""

KINDS = sorted({*PLAYER_RULES, *HOST_RULES, "hello", "ping", "more"} - {"forced-more"})
FIELDS = ("cards", "card", "seat", "team", "options", "game", "locked", "force", "token", "since", "ref", "type")

numbers = st.one_of(
    st.integers(-3, 85),
    st.sampled_from([2**31, 2**63, -(2**64), 10**400, 1e308, -0.0, 0.5]),
    st.floats(allow_nan=False, allow_infinity=False),
)
words = st.text(max_size=20) | st.sampled_from(["standard", "ultra", "team", "chain", "\x00", "\ud800"])
scalars = st.none() | st.booleans() | numbers | words


def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4)


values = st.recursive(scalars, nested, max_leaves=10)
names = st.sampled_from(["seconds", "call", "penalty", "more", "opponents", "cards", "sets", "teams", "quiet", "x"])
fields = values | st.lists(st.integers(0, 80), min_size=3, max_size=4) | st.dictionaries(names, scalars, max_size=3)
requests = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS)}, optional={name: fields for name in FIELDS if name != "type"}
)
NO_JSON = ["[" * 2000, '{"a":' * 600, '{"type": NaN}', '{"type": Infinity, "ref": -Infinity}', "", "null", '"']
texts = st.one_of(
    requests.map(json.dumps),
    values.map(json.dumps),
    st.text(st.characters(codec="utf-8"), max_size=60),
    st.binary(max_size=60),
    st.sampled_from(NO_JSON),
)


@pytest.fixture(scope="module")
def room(web: Serving) -> Iterator[tuple[str, str]]:
    """A room in which a round is played, and its host's token; nothing unforeseen may have happened in the end."""
    before = web.metric("setlab_errors_total")
    code, host = web.open_room()
    yield code, host
    assert web.metric("setlab_errors_total") == before, "the server's log has the errors"


def play_fairly(web: Serving, code: str, host: str) -> None:
    """A new player comes, the host starts a round, the player finds a SET or rightly says that there is none."""
    with web.feed(code, host) as hosting:
        assert hosting.ask("lock", locked=False)["type"] == "accepted"
        assert hosting.ask("next", game="standard", options={"call": False, "opponents": 0})["type"] == "accepted"
        _, token = web.seat(code, "Fair")
        with web.feed(code, token) as fair:
            fair.until_state(lambda state: state["phase"] == "playing" and bool(state["slots"]))
            found = sets_on(fair.state)
            answer = fair.ask("claim", cards=found[0]) if found else fair.ask("more")
            assert answer["type"] == "accepted", answer
            assert fair.ask("leave")["type"] == "accepted"


def heard(feed: Feed) -> list[dict[str, Any]]:
    """What the server says until it answers a ping or closes."""
    said = []
    with suppress(ConnectionClosed):
        feed.send({"type": "ping", "ref": "the last"})
        while True:
            said.append(feed.receive())
            if said[-1].get("ref") == "the last":
                break
    return said


def check(said: list[dict[str, Any]]) -> None:
    for message in said:
        assert message["type"] in ANSWERS
        assert message.get("code") != "error", message
        assert "Traceback" not in json.dumps(message)
        if message["type"] == "refused":
            assert message["reason"]
            assert "\n" not in message["reason"]


relaxed = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@relaxed
@given(messages=st.lists(texts, min_size=5, max_size=20), role=st.sampled_from(["player", "host", "watcher"]))
def test_anything_after_hello(web: Serving, room: tuple[str, str], messages: list[str | bytes], role: str) -> None:
    code, host = room
    token = web.seat(code, "Chaos")[1] if role == "player" else host if role == "host" else None
    with web.feed(code, token) as feed:
        send(feed, messages)
        check(heard(feed))
        if role == "player":
            send(feed, ['{"type": "leave"}'])
            heard(feed)
    play_fairly(web, code, host)


@relaxed
@given(messages=st.lists(texts, min_size=1, max_size=8))
def test_anything_before_hello(web: Serving, room: tuple[str, str], messages: list[str | bytes]) -> None:
    code, host = room
    with web.feed(code, greet=False) as feed:
        send(feed, [*messages, '{"type": "hello", "token": null, "since": null}'])
        check(heard(feed))
    play_fairly(web, code, host)


def send(feed: Feed, messages: Iterable[str | bytes]) -> None:
    """Send messages as long as the server listens."""
    with suppress(ConnectionClosed):
        for message in messages:
            feed.send(message)


@pytest.mark.parametrize("size", [LARGEST, LARGEST + 1, 10 * LARGEST, 1_000_000])
def test_large_messages(web: Serving, room: tuple[str, str], size: int) -> None:
    code, host = room
    with web.feed(code) as feed:
        frame = '{"type": "ping", "x": "%s"}'
        send(feed, [frame % ("x" * (size - len(frame) + 2))])
        answers = heard(feed)
        if size > LARGEST:
            assert feed.close_code() in (1009, 1006)
        else:
            check(answers)
    play_fairly(web, code, host)


def test_a_flood_is_refused_and_then_closed(web: Serving, room: tuple[str, str]) -> None:
    code, host = room
    with web.feed(code, web.seat(code, "Flood")[1]) as feed:
        send(feed, ['{"type": "claim", "cards": [0, 1, 2], "ref": 1}'] * 400)
        assert feed.close_code() == 4008
    play_fairly(web, code, host)


def handshake(code: str, address: str) -> bytes:
    key = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    return f"GET /api/rooms/{code}/feed HTTP/1.1\r\nHost: {address}\r\n{key}Sec-WebSocket-Version: 13\r\n\r\n".encode()


FRAMES = {
    "half a handshake": (False, b"GET /api/rooms"),
    "half a frame": (True, b"\x81\xfe\x0f"),
    "a frame without a mask": (True, b"\x81\x02{}"),
    "a reserved kind of frame": (True, b"\x83\x80\x00\x00\x00\x00"),
    "a length of 2^63": (True, b"\x81\xff\x80\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"),
    "text that is no UTF-8": (True, b"\x81\x82\x00\x00\x00\x00\xff\xfe"),
    "a continuation of nothing": (True, b"\x80\x80\x00\x00\x00\x00"),
    "a large ping": (True, b"\x89\xfe\x10\x00" + bytes(4100)),
    "noise": (True, bytes(range(256)) * 4),
}


@pytest.mark.parametrize("name", FRAMES)
@pytest.mark.parametrize("reset", [False, True], ids=["left open", "reset"])
def test_broken_frames_and_half_open_connections(web: Serving, room: tuple[str, str], name: str, reset: bool) -> None:
    code, host = room
    upgraded, frame = FRAMES[name]
    with socket.create_connection(("127.0.0.1", web.port), timeout=5) as raw:
        if upgraded:
            raw.sendall(handshake(code, web.address))
            assert b"101" in raw.recv(4096)
        raw.sendall(frame)
        if reset:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            raw.close()
        play_fairly(web, code, host)
