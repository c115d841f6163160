"""kill −9 in the middle of a busy game, repeatedly: accepted claims are there afterwards, no card is there twice."""

from __future__ import annotations

import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from tests.web.serving import Feed, Serving, serving, sets_on

PLAYERS, BUSY = 4, 6
"""`BUSY`: claims that are accepted before the next kill."""


class Player(threading.Thread):
    """Claims SETs as fast as it can, and comes back whenever the server is gone."""

    def __init__(self, address: str, room: str, token: str) -> None:
        super().__init__(daemon=True)
        self.url, self.token = f"ws://{address}/api/rooms/{room}/feed", token
        self.accepted: list[tuple[int, list[int]]] = []
        self.told: list[dict[str, Any]] = []
        self.is_done = False
        self.errors: list[BaseException] = []

    def run(self) -> None:
        while not self.is_done:
            since = self.told[-1]["seq"] if self.told else 0
            try:
                with Feed(self.url, self.token, since) as feed:
                    self._play(feed)
            except (OSError, WebSocketException, EOFError):
                time.sleep(0.05)
            except BaseException as error:
                self.errors.append(error)
                return

    def _play(self, feed: Feed) -> None:
        try:
            while not self.is_done:
                self._claim(feed)
        finally:
            self.told += feed.events

    def _claim(self, feed: Feed) -> None:
        if feed.state["phase"] != "playing":
            feed.ask("next" if feed.state["phase"] == "over" else "start")
            if feed.state["phase"] != "playing":
                feed.receive()
            return
        found = sets_on(feed.state)
        answer = feed.ask("claim", cards=found[0]) if found else feed.ask("more")
        if found and answer["type"] == "accepted":
            self.accepted.append((answer["seq"], found[0]))


@pytest.mark.parametrize("kills", [6, pytest.param(20, marks=pytest.mark.full)])
def test_what_was_accepted_survives_kill_9(tmp_path: Path, kills: int) -> None:
    database = str(tmp_path / "rooms.sqlite")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    first = Serving("--db", database, port=port)
    room, host = first.open_room(penalty=0)
    seats = [first.seat(room, f"Player {i}", host if i == 0 else None) for i in range(PLAYERS)]
    players = [Player(first.address, room, token) for _, token in seats]
    for player in players:
        player.start()
    running = first
    for kill in range(kills):
        before = sum(len(player.accepted) for player in players)
        while sum(len(player.accepted) for player in players) < before + BUSY:
            assert not any(player.errors for player in players), [player.errors for player in players]
            time.sleep(0.01)
        time.sleep(0.06 / kills * kill)  # at every moment of a claim
        running.kill()
        running = Serving("--db", database, port=port)
    try:
        for player in players:
            player.is_done = True
        for player in players:
            player.join(30)
            assert not player.is_alive()
        assert sum(len(player.accepted) for player in players) >= kills * BUSY
        check(running.events(room), [seat for seat, _ in seats], players)
    finally:
        running.kill()


def check(log: list[dict[str, Any]], seats: list[int], players: list[Player]) -> None:
    assert [each["seq"] for each in log] == list(range(1, len(log) + 1))
    by_seq = {each["seq"]: each["event"] for each in log}
    for seat, player in zip(seats, players, strict=True):
        for seq, cards in player.accepted:
            assert (by_seq[seq]["event"], by_seq[seq]["seat"], sorted(by_seq[seq]["cards"])) == ("claim", seat, cards)
        numbers = [told["seq"] for told in player.told]
        assert numbers == list(range(1, len(numbers) + 1)), "no event is missed or told twice"
        assert all(told["event"] == by_seq[told["seq"]] for told in player.told), "nothing was told that is not kept"
    taken: set[int] = set()
    for each in log:
        event = each["event"]
        if event["event"] == "start":
            taken = set()
        elif event["event"] == "claim":
            assert not taken & set(event["cards"]), "no card is in two hands"
            taken |= set(event["cards"])


def test_presence_after_a_killed_server(tmp_path: Path) -> None:
    database = str(tmp_path / "rooms.sqlite")
    with serving("--db", database) as first:
        room, host = first.open_room()
        gone, stays = first.seat(room, "Gone", host), first.seat(room, "Stays")
        with first.feed(room, gone[1]), first.feed(room, stays[1]) as feed:
            feed.until_state(lambda state: all(player["present"] for player in state["players"]))
            first.kill()
    with serving("--db", database) as second, second.feed(room, stays[1]) as feed:
        here = feed.until_state(lambda state: not all(player["present"] for player in state["players"]))
        assert {player["seat"]: player["present"] for player in here["players"]} == {gone[0]: False, stays[0]: True}
        with second.feed(room, gone[1]):
            feed.until_state(lambda state: all(player["present"] for player in state["players"]))
        feed.until_event("away", seat=gone[0])
