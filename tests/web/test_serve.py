"""`setlab serve` as somebody types it: the address, clear refusals, a graceful stop, logs without secrets."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from setlab.cli.main import status_of
from setlab.cli.verbs.serve import _announce, opens_browser
from setlab.web.certificate import own_certificate
from setlab.web.settings import Settings
from tests.web.serving import Serving, serving

COMMAND = [sys.executable, "-m", "setlab.cli.main", "serve"]


def refusal(*options: str, **env: str) -> str:
    """The one line with which a wrong command ends."""
    done = subprocess.run([*COMMAND, *options], capture_output=True, text=True, env={**os.environ, **env}, timeout=60)
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr.count("\n") == 1
    return done.stderr


@contextmanager
def taken() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with taken() as port:
        said = refusal("--port", str(port), "--db", str(tmp_path / "rooms.sqlite"))
    assert f"port {port} is taken by another program: choose another --port" in said


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--workers", "2", "--db", "x.sqlite"], "2 processes cannot share the SQLite file 'x.sqlite'"),
        (["--workers", "0"], "0 is not a number of processes: choose 1 to 64"),
        (["--port", "70000"], "70000 is not a port"),
        (["--expire", "0"], "0 is not a number of hours for --expire"),
        (["--log", "xml"], "'xml' is not a form of logs: choose text or json"),
        (["--host", "256.1.1.1"], "the server cannot listen at 256.1.1.1"),
        (["--db", "postgresql://nobody@127.0.0.1:1/none"], "postgresql://nobody@127.0.0.1:1/none cannot be used"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrong_options_are_one_line(options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["serve", *options]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert sentence in said.err


def test_without_the_extra_the_remedy_is_named(tmp_path: Path) -> None:
    (tmp_path / "fastapi.py").write_text("raise ImportError('not installed')")
    said = refusal("--port", "0", PYTHONPATH=str(tmp_path))
    assert "pip install 'setlab[web]'" in said


def test_the_address_is_printed_and_ctrl_c_stops(tmp_path: Path) -> None:
    place = tmp_path / "data" / "rooms.sqlite"
    process = subprocess.Popen(
        [*COMMAND, "--lan", "--db", str(place)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"},
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    assert re.fullmatch(r"setlab is served at http://localhost:80\d\d\n", first), (
        "the default port, or the next free one"
    )
    lines = [first]
    while "Ctrl-C" not in lines[-1]:
        lines.append(process.stdout.readline())
    assert str(place) in lines[-1]
    if "In your network" in lines[1]:
        assert any("█" in line or "▀" in line for line in lines[2:]), "a QR code"
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert out == "Stopped. Rooms and games are kept.\n"
    assert "Traceback" not in errors
    assert place.exists()


@pytest.mark.parametrize(("number", "options"), [(signal.SIGINT, []), (signal.SIGTERM, ["--proxy"])])
def test_a_stop_closes_feeds_with_4000_and_keeps_everything(tmp_path: Path, number: int, options: list[str]) -> None:
    place = str(tmp_path / "rooms.sqlite")
    with serving("--db", place, *options) as web:
        room, host = web.open_room()
        _, token = web.seat(room, "Ada", host)
        with web.feed(room, token) as feed, web.feed(room) as watcher:
            feed.ask("start")
            before = web.events(room)
            status, errors = web.stop(number)
            assert feed.close_code() == watcher.close_code() == 4000
        assert status == 0
        assert "Traceback" not in errors
    with serving("--db", place) as web:
        assert web.events(room)[: len(before)] == before
        with web.feed(room, token, since=before[-1]["seq"]) as feed:
            assert feed.welcome["you"] == {"seat": 1, "host": True}


def test_logs_are_objects_without_tokens_and_names(tmp_path: Path) -> None:
    with serving("--db", str(tmp_path / "rooms.sqlite"), "--log", "json") as web:
        room, host = web.open_room()
        _, token = web.seat(room, "Wilhelmina", host)
        with web.feed(room, token) as feed:
            feed.ask("start")
            feed.ask("claim", cards=[0, 1, 2])
        _, errors = web.stop()
    lines = [json.loads(line) for line in errors.splitlines()]
    assert {"at", "level", "what"} <= lines[0].keys()
    assert [line["what"] for line in lines] == ["room-opened", "stopped"]
    assert not any(secret in errors for secret in (host, token, "Wilhelmina"))


def test_the_proxys_headers_are_believed_only_if_told(tmp_path: Path, web: Serving) -> None:
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9", "Host": "set.example"}
    room, _ = web.open_room()
    assert web.get(f"/api/rooms/{room}", headers).json["link"] == f"http://set.example/{room}"
    with serving("--db", str(tmp_path / "rooms.sqlite"), "--proxy") as behind:
        room, _ = behind.open_room()
        assert behind.get(f"/api/rooms/{room}", headers).json["link"] == f"https://set.example/{room}"


HERE = {"DISPLAY": ":0"}


@pytest.mark.parametrize(
    ("platform", "environment", "changes", "opens"),
    [
        ("linux", HERE, {}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, {}, True),
        ("darwin", {}, {}, True),
        ("win32", {}, {}, True),
        ("linux", {}, {}, False),
        ("linux", {**HERE, "CI": "true"}, {}, False),
        ("linux", {**HERE, "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, {}, False),
        ("linux", HERE, {"workers": 2}, False),
        ("linux", HERE, {"proxy": True}, False),
    ],
)
def test_the_browser_opens_at_home_alone(
    platform: str, environment: dict[str, str], changes: dict[str, Any], opens: bool
) -> None:
    assert opens_browser(Settings("rooms.sqlite", **changes), platform, environment) is opens


def test_a_system_without_limits_on_files_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    from setlab.web.server import _allow_many_files

    monkeypatch.setitem(sys.modules, "resource", None)  # as on Windows: importing it fails
    _allow_many_files()


def test_a_certificate_of_its_own(tmp_path: Path) -> None:
    """Encrypted for this machine; the file is of its user alone, stays until it ends, and gets names that it lacks."""
    place = tmp_path / "https.pem"
    command = [*COMMAND, "--https", "--json", "--port", "0", "--db", str(tmp_path / "rooms.sqlite")]
    environment = {**os.environ, "SETLAB_CERTIFICATE": str(place)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            assert server.stdout is not None
            address = json.loads(server.stdout.readline())["address"]
            assert address.startswith("https://localhost:")
            trusted = ssl.create_default_context(cafile=place)
            with urllib.request.urlopen(f"{address}/health", context=trusted) as answer:
                assert json.load(answer)["status"] == "ok"
        finally:
            server.terminate()
    assert place.stat().st_mode & 0o777 == 0o600
    first = own_certificate(["localhost"], str(place))
    assert re.fullmatch(r"([0-9A-F]{2}:){31}[0-9A-F]{2}", first.fingerprint)
    other = own_certificate(["192.0.2.7"], str(place))
    assert other != first
    assert own_certificate(["localhost", "192.0.2.7", "::1"], str(place)) == other
    place.write_text("broken")
    assert own_certificate(["localhost"], str(place)).fingerprint not in (first.fingerprint, other.fingerprint)


def test_what_the_browser_asks_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    made = own_certificate(["localhost"], str(tmp_path / "https.pem"))
    _announce(Settings("rooms.sqlite", certificate=made.path), json=False)
    said = capsys.readouterr().out
    assert "served at https://localhost:8000" in said
    assert "ask at the first visit" in said
    assert made.fingerprint in said
