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

from setlab.client import Seat
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


class _Seat(Seat):
    """A seat whose messages its company hears."""

    def __init__(self, address: str, company: Company, token: str, number: int) -> None:
        super().__init__(address, company.room, token, number)
        self.company = company

    def hear(self, text: str) -> None:
        self.company.hear(text, reads=self.number == 0)
        if text.startswith('{"type":"welcome"'):
            self.tell()


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
        self.heard, self.draw = heard, random.Random(seed)
        self.seats = [
            _Seat(f"http://{server.address}", self, token, number) for number, token in enumerate(self.tokens)
        ]
        self.sent: dict[frozenset[int], float] = {}
        self.state: dict[str, Any] = {}
        self.changed = asyncio.Event()

    async def enter(self) -> None:
        """Connect all players."""
        for seat in self.seats:
            await seat.__aenter__()
        await self.seats[0].send('{"type": "start", "ref": 0}')

    async def leave(self) -> None:
        """Disconnect all players."""
        await asyncio.gather(*(seat.__aexit__() for seat in self.seats))

    def hear(self, text: str, reads: bool) -> None:
        """Note a message of the server; the first player also reads the states."""
        now = time.perf_counter()
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
                await self.seats[0].send('{"type": "more", "ref": 1}')
            await self._told()

    async def _until_playing(self) -> None:
        while self.state.get("phase") != "playing":
            if self.state.get("phase") == "over":
                await self.seats[0].send('{"type": "next", "ref": 2}')
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
        claimants = self.draw.sample(self.seats, 2 if self.draw.random() < TOGETHER and len(self.seats) > 1 else 1)
        self.sent = {frozenset(cards): time.perf_counter()}
        self.heard.claims += 1
        for seat in claimants:
            await seat.send(json.dumps({"type": "claim", "cards": list(cards), "ref": 3}))


@dataclass
class Pace:
    """How fast people are: SETs found in a room per second, and how many times that is the pace of a class."""

    rate: float
    haste: float = 1.0
