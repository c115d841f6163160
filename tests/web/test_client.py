"""`setlab.client`: bots play a round, come back to a server that was killed, and hear why they are refused."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from setlab import RuleError, Space
from setlab.client import Seat, open_room, take_seat
from tests.web.serving import Serving, serving

BOT = Path(__file__).parents[2] / "examples" / "room_bot.py"
WITHIN = 30.0


class Listener(Seat):
    """A seat that keeps the numbers of all events."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.told: list[int] = []

    def hear(self, text: str) -> None:
        message = json.loads(text)
        self.told += [message["seq"]] * (message["type"] == "event")
        super().hear(text)


def sets_of(state: dict[str, Any]) -> list[tuple[int, ...]]:
    return Space(4).sets(card for card in state["slots"] if card is not None)


async def find(seat: Seat, number: int) -> list[int]:
    """Claim SETs until so many were accepted, whatever happens meanwhile; the numbers of these events."""
    accepted: list[int] = []
    async for state in seat.states():
        if len(accepted) == number:
            break
        try:
            if state["phase"] == "playing":
                found = sets_of(state)
                accepted += [await seat.claim(found[0])] if found else []
                if not found:
                    await seat.ask("more")
        except (RuleError, ConnectionError):  # somebody was faster, or the server is gone
            continue
    return accepted


async def ask_for_ever(seat: Seat) -> None:
    while True:
        with suppress(RuleError):
            await seat.ask("more")


def test_two_players_and_somebody_who_watches(web: Serving) -> None:
    async def play() -> None:
        address = f"http://{web.address}"
        room = await open_room(address, penalty=0)
        async with (
            await take_seat(address, room.code, "Ada", room.host) as ada,
            await take_seat(address, room.code, "Bo") as bo,
            Listener(address, room.code) as watcher,
        ):
            assert (ada.number, bo.number, watcher.number) == (1, 2, None)
            assert ada.state["phase"] == "waiting"
            await ada.ask("start")
            with pytest.raises(RuleError, match=r"."):
                await bo.ask("start")
            seqs = await asyncio.gather(find(ada, 5), find(bo, 5))
            assert len({*seqs[0], *seqs[1]}) == 10
            with pytest.raises(RuleError, match=r"."):
                await bo.claim([0, 1, 3])
            while watcher.state != ada.state:
                await asyncio.sleep(0.01)
            assert watcher.told == list(range(watcher.told[0], watcher.told[-1] + 1))
            assert [player["score"] for player in ada.state["players"]] == [5, 5]

    asyncio.run(asyncio.wait_for(play(), WITHIN))


def test_a_seat_comes_back_to_a_server_that_was_killed(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    database = str(tmp_path / "rooms.sqlite")
    server = Serving("--db", database, port=port)
    address = f"http://{server.address}"

    async def play() -> Serving:
        room = await open_room(address, penalty=0)
        taken = await take_seat(address, room.code, "Ada", room.host)
        async with Listener(address, room.code, taken.token) as ada:
            await ada.ask("start")
            await find(ada, 3)
            await asyncio.to_thread(server.kill)
            with pytest.raises(ConnectionError, match="connection"):
                await ask_for_ever(ada)
            again = await asyncio.to_thread(Serving, "--db", database, port=port)
            found = await find(ada, 3)
            assert ada.connections == 2
            assert ada.told == list(range(ada.told[0], ada.told[-1] + 1)), "no event is missed or told twice"
            assert found[-1] in ada.told
            return again

    asyncio.run(asyncio.wait_for(play(), WITHIN)).kill()


def test_a_room_that_is_not_there(web: Serving) -> None:
    async def enter() -> None:
        address = f"http://{web.address}"
        with pytest.raises(RuleError, match=r"refuses \(404\)"):
            await take_seat(address, "ZZZZ", "Ada")
        with pytest.raises(RuleError, match=r"refuses \(422\)"):
            await open_room(address, "chess")
        with pytest.raises(RuleError, match="the room is closed to this client"):
            async with Seat(address, "ZZZZ"):
                pass

    asyncio.run(asyncio.wait_for(enter(), WITHIN))


def test_what_is_on_its_way_when_the_connection_is_lost() -> None:
    async def lose() -> None:
        seat = Seat("http://localhost:1", "KRTM")
        with pytest.raises(ConnectionError, match="at present"):
            await seat.ask("more")
        answer = seat._open[1] = asyncio.get_running_loop().create_future()
        seat._lose()
        with pytest.raises(ConnectionError, match="before the answer came"):
            await answer

    asyncio.run(lose())


def test_the_bot_of_the_examples_plays_a_round() -> None:
    with serving() as server:
        room, host = server.open_room(penalty=0, more="auto")
        _, token = server.seat(room, "Host", host)
        with server.feed(room, token) as feed:
            command = [sys.executable, str(BOT), f"http://{server.address}", room, "--pace", "0"]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bot:
                feed.until_state(lambda state: len(state["players"]) == 2)
                feed.ask("start")
                feed.until_state(lambda state: state["phase"] == "over")
                said, _ = bot.communicate(timeout=WITHIN)
            scores = {player["name"]: player["score"] for player in feed.state["players"]}
    assert said == f"Bot found {scores['Bot']} SETs\n"
    assert scores["Bot"] >= 20
