"""Several processes on one PostgreSQL database: one truth, told everywhere."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from setlab.web.server import ServerWorker
from tests.web.serving import PATIENCE, Client, Feed, Serving, bearing, sets_on

RACES = 45
"""With the other messages of a feed below the burst that a server allows, however fast the races are."""


@pytest.fixture
def pair(new_database: str) -> Iterator[tuple[Serving, Serving]]:
    """Two servers on a new database, which they bring up at the same time."""
    made: list[Serving] = []
    starting = [threading.Thread(target=lambda: made.append(Serving("--db", new_database))) for _ in range(2)]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()
    assert len(made) == 2
    try:
        yield made[0], made[1]
    finally:
        for each in made:
            if not each.is_gone:
                each.kill()


def at_once(first: Feed, second: Feed, cards: list[int]) -> list[dict[str, Any]]:
    """Two claims of the same cards in the same instant, from two processes; the answers."""
    barrier, answers = threading.Barrier(2), dict[int, dict[str, Any]]()

    def claim(number: int, feed: Feed) -> None:
        barrier.wait()
        answers[number] = feed.ask("claim", cards=cards)

    threads = [threading.Thread(target=claim, args=each) for each in enumerate((first, second))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answers[0], answers[1]]


def test_of_two_claims_in_the_same_instant_exactly_one_wins(pair: tuple[Serving, Serving]) -> None:
    one, two = pair
    room, host = one.open_room(penalty=0)
    ada, bob = one.seat(room, "Ada", host), two.seat(room, "Bob")
    races = 0
    with one.feed(room, ada[1]) as first, two.feed(room, bob[1]) as second:
        while races < RACES:
            if first.state["phase"] != "playing":
                first.ask("start" if first.state["phase"] == "waiting" else "next")
                second.until_seq(first.seq)
                continue
            found = sets_on(first.state)
            if not found:
                first.ask("more")
                second.until_seq(first.seq)
                continue
            answers = at_once(first, second, found[0])
            assert sorted(each["type"] for each in answers) == ["accepted", "refused"], answers
            assert {each.get("code") for each in answers} <= {None, "gone", "not-playing"}, (
                "the last SET ends the round"
            )
            races += 1
            last = max(first.seq, second.seq)
            first.until_seq(last)
            second.until_seq(last)
        log = two.events(room)
        claims = [each["event"] for each in log if each["event"]["event"] == "claim"]
        assert len(claims) == RACES
        for feed in (first, second):
            assert [(e["seq"], e["event"]) for e in feed.events] == [
                (e["seq"], e["event"]) for e in log[-len(feed.events) :]
            ]
    assert one.metric("setlab_conflicts_total") + two.metric("setlab_conflicts_total") > 0, "they did meet"


def test_what_one_process_did_the_other_knows_at_once(pair: tuple[Serving, Serving]) -> None:
    one, two = pair
    room, host = one.open_room()
    with two.feed(room, host) as feed:
        assert feed.welcome["you"]["host"] is True
        seat, token = one.seat(room, "Ada")
        feed.until_event("join", seat=seat)
        with two.feed(room, token) as ada:
            assert ada.welcome["you"]["seat"] == seat
        assert two.get(f"/api/rooms/{room}").json["players"][0]["name"] == "Ada"
        assert two.events(room) == one.events(room)


def test_the_seats_of_a_process_that_died_are_away(pair: tuple[Serving, Serving]) -> None:
    one, two = pair
    room, host = one.open_room()
    ada, bob = one.seat(room, "Ada", host), one.seat(room, "Bob")
    with one.feed(room, ada[1]), two.feed(room, bob[1]) as feed:
        feed.until_state(lambda state: all(player["present"] for player in state["players"]))
        one.kill()
        feed.until_event("away", seat=ada[0])
        assert {player["seat"]: player["present"] for player in feed.state["players"]} == {ada[0]: False, bob[0]: True}
    with two.feed(room, ada[1]) as again:
        assert {player["seat"]: player["present"] for player in again.state["players"]}[ada[0]]


def test_doors_agree(pair: tuple[Serving, Serving]) -> None:
    """What the host changes through one process holds in the other: names, codes, links, removal, deletion."""
    one, two = pair
    room, host = one.open_room("standard", **{"class": True, "admit": True})
    ada = two.post(f"/api/rooms/{room}/seats", {"name": "Ada"}).json
    with one.feed(room, host) as teacher, two.feed(room, ada["token"], greet=False) as pupil:
        pupil.send({"type": "hello", "token": ada["token"], "since": None})
        assert pupil.receive()["type"] == "waiting"
        teacher.until_state(lambda state: [each["name"] for each in state["waiting"]] == ["Ada"])
        assert teacher.ask("admit")["type"] == "accepted"
        assert pupil.until("welcome")["you"]["seat"] == ada["seat"]
        assert teacher.ask("rename", seat=ada["seat"], name="Calm Lynx")["type"] == "accepted"
        pupil.until_event("rename", name="Calm Lynx")
        link = one.request("POST", f"/api/rooms/{room}/projector", None, bearing(host)).json["token"]
        with two.feed(room, link) as wall:
            code = one.request("POST", f"/api/rooms/{room}/code", None, bearing(host)).json["room"]
            for feed in (wall, pupil):
                feed.until_event("code", code=code)
            assert one.request("DELETE", f"/api/rooms/{code}/projector", None, bearing(host)).status == 204
            assert wall.close_code() == 4001
        assert two.post(f"/api/rooms/{room}/seats", {"name": "Eve"}).status == 404
        assert two.get(f"/api/rooms/{room}", bearing(ada["token"])).json["room"] == code
        assert b"Ada" not in two.get(f"/api/rooms/{code}/events", bearing(ada["token"])).body
        assert teacher.ask("kick", seat=ada["seat"])["type"] == "accepted"
        assert pupil.close_code() == 4001
        assert two.get(f"/api/rooms/{code}", bearing(ada["token"])).status == 403
        with two.feed(code, host) as late:
            assert two.request("DELETE", f"/api/rooms/{code}", None, bearing(host)).status == 204
            assert late.close_code() == teacher.close_code() == 4004
    assert [each.get(f"/api/rooms/{code}", bearing(host)).status for each in pair] == [401, 401]


def test_wrong_codes_are_counted_over_all_processes(pair: tuple[Serving, Serving]) -> None:
    one, two = pair
    tried = 0
    while one.get("/api/rooms/ZZZZ").status == 404:
        tried += 1
    statuses = [two.get("/api/rooms/ZZZZ").status for _ in range(3)]
    assert tried > 30
    assert statuses == [404, 429, 429], "the first one tells the process that the address waits"


def test_two_workers_serve_one_address_and_stop_together(new_database: str) -> None:
    command = [sys.executable, "-m", "setlab.cli.main", "serve", "--json", "--port", "0", "--workers", "2"]
    process = subprocess.Popen(
        [*command, "--db", new_database], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with ended(process):
        go_through_the_life_of_workers(process)


@contextmanager
def ended(process: subprocess.Popen[str]) -> Iterator[None]:
    """A server that does not outlive its test, whatever happens."""
    with process:
        try:
            yield
        finally:
            for pid in (*children(process.pid), process.pid) if process.poll() is None else ():
                os.kill(pid, signal.SIGKILL)


def go_through_the_life_of_workers(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    web = Client(json.loads(process.stdout.readline())["port"])
    room, host = web.open_room()
    first = children(process.pid)
    assert len(first) == 2
    for worker in first:
        os.kill(worker, signal.SIGKILL)
    while set(children(process.pid)) & set(first):
        time.sleep(0.02)
    assert web.get(f"/api/rooms/{room}").status == 200, "others take their places"
    with ExitStack() as stack:
        feeds = [stack.enter_context(web.feed(room, host)) for _ in range(12)]
        feeds[0].ask("lock", locked=True)
        for feed in feeds:
            feed.until_event("lock")
        os.kill(process.pid, signal.SIGINT)
        assert [feed.close_code() for feed in feeds] == [4000] * 12
    out, errors = process.communicate(timeout=30)
    assert (process.returncode, out) == (0, ""), errors
    assert "Traceback" not in errors


def test_a_worker_that_dies_while_it_is_asked_is_not_waited_for() -> None:
    worker = object.__new__(ServerWorker)
    worker.parent_conn, worker.child_conn = multiprocessing.Pipe()
    worker.process = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(3600,))  # it never answers
    worker.process.start()
    answers: list[bool] = []
    asking = threading.Thread(target=lambda: answers.append(worker.ping(timeout=3600)), daemon=True)
    asking.start()
    worker.process.kill()
    asking.join(PATIENCE)
    assert answers == [False]
    worker.process.join()
    worker.parent_conn.close()
    worker.child_conn.close()


def children(parent: int) -> list[int]:
    """The worker processes of a server."""
    listed = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(child) for child in listed if b"spawn_main" in _command_of(child)]


def _command_of(process: str) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""
