"""Connections without a proxy: heads are small, requests come in time, and garbage leaves no trace in the log."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from pathlib import Path

import pytest

from setlab.web import server as protocols
from setlab.web.settings import Settings
from tests.web.serving import PATIENCE, Client, Serving, inside_serving, serving
from tests.web.test_fuzz_feed import FRAMES, handshake


def line(web: Client) -> socket.socket:
    """A plain connection."""
    return socket.create_connection(("127.0.0.1", web.port), timeout=PATIENCE)


def rest(made: socket.socket) -> bytes:
    """What the server says until it closes the connection."""
    said = b""
    try:
        while part := made.recv(65536):
            said += part
    except ConnectionError:
        pass
    return said


def test_heads_are_limited(web: Serving) -> None:
    with line(web) as endless:
        endless.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        sent = 0
        try:
            while sent < 60_000_000:
                sent += endless.send(b"X-Filler: " + b"x" * 8000 + b"\r\n")
        except ConnectionError:
            pass
        assert sent < 20_000_000, "the server did not read on"
    with line(web) as large:
        large.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Filler: " + b"x" * 24_000 + b"\r\n\r\n")
        assert rest(large).startswith(b"HTTP/1.1 431 ")
    with line(web) as fine:
        body = b'{"game": "standard"' + b" " * 30_000 + b"}"
        head = b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n"
        fine.sendall(head + b"X-Filler: " + b"x" * 10_000 + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        assert rest(fine).startswith(b"HTTP/1.1 201 "), "a large body is no large head"
    with line(web) as two:
        two.sendall(
            b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" + b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        )
        assert rest(two).count(b"HTTP/1.1 200 ") == 2


def test_slow_requests_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "REQUEST_WITHIN", 0.3)
    with inside_serving(Settings(str(tmp_path / "rooms.sqlite"))) as web, ExitStack() as stack:
        silent, half, half_a_body, blank = (stack.enter_context(line(web)) for _ in range(4))
        half.sendall(b"GET / HTTP/1.1\r\nHo")
        half_a_body.sendall(b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{")
        blank.sendall(b"\r\n")
        assert [rest(made)[:12] for made in (silent, half, half_a_body, blank)] == [
            b"HTTP/1.1 408",
            b"HTTP/1.1 408",
            b"",
            b"HTTP/1.1 408",
        ]
        room, host = web.open_room()
        with web.feed(room, host) as feed:  # a feed is no slow request, however long it lives
            assert feed.ask("lock", locked=True)["type"] == "accepted"
            with pytest.raises(TimeoutError):
                feed.socket.recv(1.0)
            assert feed.ask("lock", locked=False)["type"] == "accepted"


def test_garbage_leaves_no_trace_in_the_log(tmp_path: Path) -> None:
    with serving("--db", str(tmp_path / "rooms.sqlite")) as web:
        room, host = web.open_room()
        for upgraded, frame in FRAMES.values():
            with line(web) as raw:
                if upgraded:
                    raw.sendall(handshake(room, web.address))
                    assert b"101" in raw.recv(4096)
                raw.sendall(frame)
        for garbage in (
            b"\x16\x03\x01\x02\x00\x01",
            b"GET\r\n\r\n",
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            b"\x00" * 2000,
        ):
            with line(web) as raw:
                raw.sendall(garbage)
                raw.shutdown(socket.SHUT_WR)
                rest(raw)
        with web.feed(room, host) as feed:
            assert feed.ask("lock")["type"] == "accepted"
        assert web.metric("setlab_errors_total") == 0
        _, log = web.stop()
    assert [line for line in log.splitlines() if "room-opened" not in line and "stopped" not in line] == []
