"""Players of a load test: they know the published interface alone, and find the SETs in the states that they are told.

All players live in one process. In each room one player reads every state; the others look only at the beginning of a
message, where its kind and the cards of a claim are, so that the clients cost less than the server.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from room_server import Server
from websockets.asyncio.client import ClientConnection, connect

from setlab.geometry import Space

NO_SET = 1.0
"""Seconds after which a player says that there is no SET."""

TOGETHER = 0.1
"""The proportion of claims that two players make in the same moment: one of them is refused."""

STATE = ',"state":'


@dataclass
class Heard:
    """What the clients have seen: claims sent, and for each receiver the seconds until it was told."""

    claims: int = 0
    refused: int = 0
    delays: list[float] = field(default_factory=list)

    def clear(self) -> None:
        """Begin a new measurement."""
        self.claims, self.refused, self.delays = 0, 0, []


class Company:
    """The players of one room."""

    def __init__(self, server: Server, players: int, heard: Heard, seed: int) -> None:
        opened = server.post("/api/rooms", {"game": "standard", "options": {"penalty": 0}})
        self.room, self.host = opened["room"], opened["token"]
        seats = f"/api/rooms/{self.room}/seats"
        self.tokens = [
            server.post(seats, {"name": f"Player {i}"} | ({"host": self.host} if i == 0 else {}))["token"]
            for i in range(players)
        ]
        self.url = f"ws://{server.address}/api/rooms/{self.room}/feed"
        self.heard, self.draw = heard, random.Random(seed)
        self.sockets: list[ClientConnection] = []
        self.sent: dict[frozenset[int], float] = {}
        self.state: dict[str, Any] = {}
        self.changed = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    async def enter(self) -> None:
        """Connect all players."""
        for number, token in enumerate(self.tokens):
            socket = await connect(self.url, compression=None, proxy=None, max_size=None, ping_interval=None)
            await socket.send(json.dumps({"type": "hello", "token": token, "since": None}))
            self.sockets.append(socket)
            self.tasks.append(asyncio.create_task(self._listen(socket, number == 0)))
        await self.sockets[0].send('{"type": "start", "ref": 0}')

    async def leave(self) -> None:
        """Disconnect all players."""
        for socket in self.sockets:
            await socket.close()
        await asyncio.gather(*self.tasks)

    async def _listen(self, socket: ClientConnection, reads: bool) -> None:
        async for text in socket:
            now = time.perf_counter()
            assert isinstance(text, str)
            if text.startswith('{"type":"event"'):
                self._note(text, now)
            elif text.startswith('{"type":"refused"'):
                self.heard.refused += 1
            if reads and STATE in text:
                self.state = json.loads(text)["state"]
                self.changed.set()

    def _note(self, text: str, now: float) -> None:
        """Note how long the news of a claim took."""
        head, found, _ = text.partition(STATE)
        event = json.loads(head + "}" if found else head)["event"]
        if event["event"] == "claim" and (sent := self.sent.get(frozenset(event["cards"]))) is not None:
            self.heard.delays.append(now - sent)

    async def play(self, pace: Pace) -> None:
        """Play until cancelled: SETs are found at the pace, and when a round is over, the next one begins."""
        while True:
            await self._until_playing()
            cards = [card for card in self.state["slots"] if card is not None]
            sets = Space(4).sets(cards)
            self.changed.clear()
            if not await self._quiet(self.draw.expovariate(pace.rate) if sets else NO_SET / pace.haste):
                continue
            if sets:
                await self._claim(self.draw.choice(sets))
            else:
                await self.sockets[0].send('{"type": "more", "ref": 1}')
            await self._told()

    async def _until_playing(self) -> None:
        while self.state.get("phase") != "playing":
            if self.state.get("phase") == "over":
                await self.sockets[0].send('{"type": "next", "ref": 2}')
            await self._told()

    async def _told(self) -> None:
        """Wait until the state has changed."""
        try:
            async with asyncio.timeout(10):
                await self.changed.wait()
        except TimeoutError:
            return
        self.changed.clear()

    async def _quiet(self, seconds: float) -> bool:
        """True if nothing changes for some time."""
        try:
            async with asyncio.timeout(seconds):
                await self.changed.wait()
        except TimeoutError:
            return True
        return False

    async def _claim(self, cards: Sequence[int]) -> None:
        claimants = self.draw.sample(self.sockets, 2 if self.draw.random() < TOGETHER and len(self.sockets) > 1 else 1)
        self.sent = {frozenset(cards): time.perf_counter()}
        self.heard.claims += 1
        for socket in claimants:
            await socket.send(json.dumps({"type": "claim", "cards": list(cards), "ref": 3}))


@dataclass
class Pace:
    """How fast people are: SETs found in a room per second, and how many times that is the pace of a class."""

    rate: float
    haste: float = 1.0
