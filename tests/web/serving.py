"""Servers as processes of their own, and clients that know nothing but the published interface."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from types import TracebackType
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from setlab.cli.main import run
from setlab.geometry import Space
from setlab.web import jobs
from setlab.web.rooms import hub
from setlab.web.rooms.hub import Hub
from setlab.web.server import Server, bind, configuration, create_app
from setlab.web.settings import Settings
from tests.web import chance

PATIENCE = 30.0
"""Seconds after which an answer that should come at once counts as lost."""


@dataclass(frozen=True)
class Answer:
    """The answer to a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def bearing(token: str | None) -> dict[str, str]:
    """The header of a request with a token."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}


class Client:
    """Somebody who uses the server at a port of this machine."""

    def __init__(self, port: int) -> None:
        self.port, self.address = port, f"127.0.0.1:{port}"

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        return self.request("GET", path, headers=headers)

    def post(self, path: str, body: object, headers: Mapping[str, str] | None = None) -> Answer:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.request("POST", path, data, {"Content-Type": "application/json", **(headers or {})})

    def request(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        asked = urllib.request.Request(f"http://{self.address}{path}", body, dict(headers or {}), method=method)
        try:
            with _opener.open(asked, timeout=PATIENCE) as answer:
                return Answer(answer.status, dict(answer.headers), answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, dict(error.headers), error.read())

    def open_room(self, game: str = "standard", **options: Any) -> tuple[str, str]:
        answer = self.post("/api/rooms", {"game": game, "options": options})
        assert answer.status == 201, answer
        return answer.json["room"], answer.json["token"]

    def seat(self, room: str, name: str, host: str | None = None) -> tuple[int, str]:
        answer = self.post(f"/api/rooms/{room}/seats", {"name": name} | ({"host": host} if host else {}))
        assert answer.status == 201, answer
        return answer.json["seat"], answer.json["token"]

    def events(self, room: str, since: int = 0, token: str | None = None) -> list[dict[str, Any]]:
        answer = self.get(f"/api/rooms/{room}/events?since={since}", bearing(token))
        found: list[dict[str, Any]] = answer.json["events"]
        return found

    def feed(self, room: str, token: str | None = None, since: int | None = None, **options: Any) -> Feed:
        return Feed(f"ws://{self.address}/api/rooms/{room}/feed", token, since, **options)

    def metric(self, name: str) -> float:
        lines = self.get("/metrics").body.decode().splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith((f"{name} ", f"{name}{{")))


class Serving(Client):
    """A running `setlab serve`: a process of its own, forked from one that has imported everything already."""

    def __init__(self, *options: str, port: int = 0) -> None:
        self._folder = tempfile.TemporaryDirectory()
        arguments = ["serve", "--json", "--port", str(port), *options]
        self.process = _FORKS.Process(target=_run, args=(arguments, self._folder.name, chance.NAME))
        self.process.start()
        self.started = self._first_line()
        super().__init__(self.started["port"])

    def _first_line(self) -> dict[str, Any]:
        while not (text := self._written("out")).endswith("\n"):
            if not self.process.is_alive():
                raise AssertionError(f"the server did not start: {self._written('err')}")
            self.process.join(0.01)
        line: dict[str, Any] = json.loads(text)
        return line

    def _written(self, name: str) -> str:
        place = Path(self._folder.name) / name
        return place.read_text() if place.exists() else ""

    def kill(self) -> None:
        """kill −9."""
        self.process.kill()
        self._gone()

    def stop(self, number: int = signal.SIGTERM) -> tuple[int | None, str]:
        """Stop it by a signal; the exit status, and what it wrote on stderr."""
        assert self.process.pid is not None
        os.kill(self.process.pid, number)
        return self._gone()

    def _gone(self) -> tuple[int | None, str]:
        self.process.join(PATIENCE)
        status, errors = self.process.exitcode, self._written("err")
        self.process.close()
        self._folder.cleanup()
        self.is_gone = True
        return status, errors

    is_gone = False


class _Unredirected(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_Unredirected, urllib.request.ProxyHandler({}))


@contextmanager
def serving(*options: str, port: int = 0) -> Iterator[Serving]:
    """A server that is stopped afterwards."""
    made = Serving(*options, port=port)
    try:
        yield made
    finally:
        if not made.is_gone:
            made.kill()


class Inside(Client):
    """A server in this process: what it is made of can be changed."""

    def __init__(self, settings: Settings) -> None:
        self._socket = bind("127.0.0.1", 0, 0)
        self.app = create_app(settings)
        self.hub: Hub = self.app.state.hub
        self._server = Server(configuration(settings, self.app))
        has_started = threading.Event()
        self._server.on_start = has_started.set
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],))
        self._thread.start()
        assert has_started.wait(PATIENCE)
        super().__init__(self._socket.getsockname()[1])

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._socket.close()


@contextmanager
def inside_serving(settings: Settings) -> Iterator[Inside]:
    """A server in this process that is stopped afterwards."""
    made = Inside(settings)
    try:
        yield made
    finally:
        made.close()


jobs.NICENESS = 0  # the tests keep every core busy, and budgets are seconds
vars(hub)["new_seed"] = chance.room_seeds(chance.NAME)

_FORKS = get_context("forkserver")
_FORKS.set_forkserver_preload(["setlab.cli.main", "setlab.cli.verbs.serve", "setlab.web.server", "setlab.rooms.review"])


def _run(arguments: list[str], folder: str, test: Path) -> None:
    """Run the command line with its output in files; the decks of rooms follow from the test."""
    vars(hub)["new_seed"] = chance.room_seeds(test)
    for number, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(f"{folder}/{name}", os.O_WRONLY | os.O_CREAT), number)
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
    run(arguments)


class Feed(AbstractContextManager["Feed"]):
    """A client in a room: it keeps the events that it is told, and the last state."""

    def __init__(
        self,
        url: str,
        token: str | None,
        since: int | None,
        greet: bool = True,
        origin: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self._connecting = connect(
            url,
            origin=None if origin is None else Origin(origin),
            additional_headers=headers,
            open_timeout=PATIENCE,
            close_timeout=1,
            max_size=None,
            compression=None,
            proxy=None,
        )
        self._token, self._since, self._greets = token, since, greet
        self._ref = 0
        self.socket: ClientConnection
        self.events: list[dict[str, Any]] = []
        self.others: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self.welcome: dict[str, Any] = {}

    def __enter__(self) -> Feed:
        self.socket = self._connecting.__enter__()
        if self._greets:
            self.send({"type": "hello", "token": self._token, "since": self._since})
            self.welcome = self.until("welcome")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connecting.__exit__(kind, error, trace)

    @property
    def seq(self) -> int:
        """The last event that it was told."""
        last: int = self.events[-1]["seq"] if self.events else self.welcome["seq"]
        return last

    def send(self, message: object) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
        if message["type"] == "event":
            self.events.append(message)
        elif message["type"] in ("trouble", "fine"):
            self.others.append(message)
        self.state = message.get("state", self.state)
        return message

    def until(self, kind: str, **fields: object) -> dict[str, Any]:
        """The next message of a kind with these fields."""
        while True:
            message = self.receive()
            if message["type"] == kind and fields.items() <= message.items():
                return message

    def until_event(self, kind: str, **fields: object) -> dict[str, Any]:
        """The next event of a kind; one that was told already counts."""
        wanted = {"event": kind, **fields}.items()

        def fits(told: dict[str, Any]) -> bool:
            return bool(wanted <= told["event"].items())

        while not any(map(fits, self.events)):
            self.receive()
        return next(told for told in self.events if fits(told))

    def until_seq(self, seq: int) -> None:
        """Wait for the event with a number."""
        while self.seq < seq:
            self.receive()

    def until_state(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first state that fits; the present one may."""
        while not fits(self.state):
            self.receive()
        return self.state

    def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        """Send a request, and wait for its answer."""
        self._ref += 1
        self.send({"type": kind, "ref": self._ref, **fields})
        while True:
            message = self.receive()
            if message["type"] in ("accepted", "refused") and message["ref"] == self._ref:
                return message

    def close_code(self) -> int:
        """The code with which the server closes the connection."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


def sets_on(state: Mapping[str, Any]) -> list[list[int]]:
    """The SETs on the table, as a player sees them."""
    cards = [card for card in state["slots"] if card is not None]
    return [sorted(found) for found in Space(state["dimension"]).sets(cards)]


def run_async(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine in a thread of its own: in the main one Playwright's loop may run, from tests of pages."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, coroutine).result()
