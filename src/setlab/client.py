"""An asynchronous client of rooms: a program that opens a room, takes a seat, hears every state, claims, comes back.

It needs the published interface of a server alone (docs/rooms.md), and `pip install 'setlab[client]'`. A bot that
claims the first SET it sees:

    async with await take_seat("http://localhost:8000", "KRTM", "Bot") as seat:
        async for state in seat.states():
            sets = Space(4).sets(card for card in state["slots"] if card is not None)
            if state["phase"] == "playing" and sets:
                await seat.claim(sets[0])
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from setlab.arguments import checked
from setlab.errors import RuleError

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

__all__ = ["OpenRoom", "Seat", "open_room", "take_seat"]

ENDS = (1008, 4001, 4003, 4004)
"""Codes with which a server closes for good: broken rules, a seat taken away or elsewhere, no access, no such room."""

FIRST_WAIT, LONGEST_WAIT = 0.1, 8.0
"""Seconds before a new attempt to connect; each failure doubles them."""

PATIENCE = 30.0
"""Seconds after which a server that does not answer counts as lost."""


@checked
@dataclass(frozen=True)
class OpenRoom:
    """A room that was opened: its code, and the token of its host."""

    code: str
    host: str


@checked
async def open_room(address: str, game: str = "standard", **options: Any) -> OpenRoom:
    """Open a room on a server, such as http://localhost:8000, with the options of its game."""
    found = await asyncio.to_thread(_post, f"{address}/api/rooms", {"game": game, "options": options})
    return OpenRoom(found["room"], found["token"])


@checked
async def take_seat(address: str, room: str, name: str, host: str | None = None) -> Seat:
    """A seat in a room, with the rights of the host for the host's token."""
    body = {"name": name} | ({"host": host} if host is not None else {})
    found = await asyncio.to_thread(_post, f"{address}/api/rooms/{room}/seats", body)
    return Seat(address, room, found["token"], found["seat"])


def _post(url: str, body: object) -> Any:
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    asked = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        with urlopen(asked, timeout=PATIENCE) as answer:
            return json.load(answer)
    except HTTPError as error:
        with error:
            raise RuleError(f"{url} refuses ({error.code}): {error.read(1000).decode(errors='replace')}") from None


@checked
class Seat:
    """A seat in a room, or a place to watch without a token: connected inside `async with`.

    `state` is the newest state, `seq` the number of the last event. A lost connection is opened again, and no event is
    missed. Whoever waits for an answer then gets a `ConnectionError`, since the request may have been heard or not.

    >>> Seat("http://localhost:8000", "KRTM").url
    'ws://localhost:8000/api/rooms/KRTM/feed'
    """

    def __init__(self, address: str, room: str, token: str | None = None, number: int | None = None) -> None:
        self.url = f"{address.replace('http', 'ws', 1)}/api/rooms/{room}/feed"
        self.token, self.number = token, number
        self.state: dict[str, Any] = {}
        self.seq: int | None = None
        self.connections = 0
        self._version, self._ref = 0, 0
        self._open: dict[int, asyncio.Future[int]] = {}
        self._socket: ClientConnection | None = None
        self._news = asyncio.Event()
        self._ended: Exception | None = None

    async def __aenter__(self) -> Self:
        """Connect, and wait for the first state."""
        self._task = asyncio.create_task(self._stay())
        await self._wait_for(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def states(self) -> AsyncIterator[dict[str, Any]]:
        """The state now, and whenever it has changed the newest one; what changed meanwhile is left out."""
        version = 0
        while True:
            version = await self._wait_for(version)
            yield self.state

    async def ask(self, kind: str, **fields: Any) -> int:
        """Send a message (`claim`, `more`, `start`, `next`, …); the number of its event, or 0.

        Raise `RuleError` with the server's reason if it refuses, and `ConnectionError` if the connection is lost.
        """
        if self._socket is None:
            raise ConnectionError("there is no connection to the room at present: wait for the next state")
        self._ref += 1
        answer = self._open[self._ref] = asyncio.get_running_loop().create_future()
        await self.send(json.dumps({**fields, "type": kind, "ref": self._ref}))
        seq: int = await answer
        return seq

    async def claim(self, cards: Iterable[int]) -> int:
        """Claim cards, given by their numbers."""
        return await self.ask("claim", cards=[int(card) for card in cards])

    async def send(self, text: str) -> None:
        """Send a message as it is, and wait for no answer."""
        from websockets.exceptions import ConnectionClosed

        try:
            if self._socket is not None:
                await self._socket.send(text)
        except ConnectionClosed:
            pass  # the listener finds out, and ends what waits

    def hear(self, text: str) -> None:
        """Take in a message from the server; a subclass may do so in its own way."""
        message = json.loads(text)
        kind = message["type"]
        if kind in ("accepted", "refused"):
            self._settle(message)
        elif kind in ("welcome", "event"):
            self.seq = message["seq"]
        if "state" in message:
            self.state = message["state"]
            self.tell()

    def tell(self) -> None:
        """Wake up who waits for a change."""
        self._version += 1
        self._news.set()
        self._news = asyncio.Event()

    def _settle(self, message: dict[str, Any]) -> None:
        answer = self._open.pop(message.get("ref") or 0, None)
        if answer is None or answer.done():
            return
        if message["type"] == "accepted":
            answer.set_result(message.get("seq") or 0)
        else:
            answer.set_exception(RuleError(message["reason"]))

    async def _wait_for(self, version: int) -> int:
        """Wait for a state newer than a version; its version."""
        while self._version <= version:
            if self._ended is not None:
                raise self._ended
            await self._news.wait()
        return self._version

    async def _stay(self) -> None:
        """Connect until the seat is left, or the server closes for good."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

        wait = FIRST_WAIT
        while self._ended is None:
            try:
                async with connect(self.url, compression=None, proxy=None, max_size=None) as socket:
                    await socket.send(json.dumps({"type": "hello", "token": self.token, "since": self.seq}))
                    self._socket, self.connections = socket, self.connections + 1
                    async for text in socket:
                        self.hear(str(text))
                        wait = FIRST_WAIT
                    self._end(socket.close_code, socket.close_reason)
            except ConnectionClosed as closed:
                self._end(closed.rcvd.code if closed.rcvd else None, closed.rcvd.reason if closed.rcvd else "")
            except InvalidStatus as refused:
                self._end(4004 if 400 <= refused.response.status_code < 500 else None, str(refused))
            except (OSError, WebSocketException):
                pass
            self._lose()
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    def _end(self, code: int | None, reason: str | None) -> None:
        if code in ENDS:
            self._ended = RuleError(f"the room is closed to this client: {reason or code}")
            self._news.set()

    def _lose(self) -> None:
        self._socket = None
        for answer in self._open.values():
            if not answer.done():
                answer.set_exception(ConnectionError("the connection was lost before the answer came"))
        self._open.clear()
