"""Jobs on a real server: turns, limits, budgets, visitors who leave, a graceful stop."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from fastapi import Request

from setlab.cli.main import status_of
from setlab.experiment.kernels import find_kernel
from setlab.web.errors import Refused
from setlab.web.jobs import Stopped, threads_for
from setlab.web.settings import Limits, Settings
from tests.web.serving import PATIENCE, Inside, inside_serving

ENDGAME = find_kernel("endgame")
MANY = 1 << 40
"""Games that nobody waits for."""


def endless(stopped: Stopped) -> str:
    """Work in the core that does not look whether it should end."""
    ENDGAME.engine(ENDGAME.complete({}), 1, 0, MANY, 1)
    return "never"


def tell_process(stopped: Stopped) -> int:
    """The number of the process that does the work."""
    return os.getpid()


def loop(stopped: Stopped) -> None:
    """Work in Python that does not look whether it should end."""
    while True:
        pass


def refuse(stopped: Stopped) -> None:
    raise Refused(409, "no", "Not like this")


class Workshop:
    """A server with one thread for jobs, at which a job named J does the work J."""

    def __init__(self, server: Inside, seconds: float) -> None:
        self.server = server
        self.work: dict[str, Callable[[Stopped], Any]] = {"endless": endless}
        self.begun: list[str] = []
        self.places: list[int] = []
        self.asked: list[HTTPConnection] = []

        async def job(request: Request, name: str) -> Any:
            def work(stopped: Stopped) -> Any:
                self.begun.append(name)
                return self.work[name.rstrip("0123456789")](stopped)

            return await server.hub.jobs.run(request, work, seconds, on_wait=self.places.append)

        async def process(request: Request, name: str) -> Any:
            work = {"pid": tell_process, "loop": loop, "refuse": refuse}[name]
            limit = seconds if name == "loop" else 60.0  # a process takes a while to begin
            return await server.hub.jobs.run(request, work, limit, in_process=True)

        server.app.add_api_route("/api/test/{name}", job)
        server.app.add_api_route("/api/test/process/{name}", process)

    def send(self, name: str, visitor: str = "127.0.0.1") -> HTTPConnection:
        """Ask for a job, and wait until the server has heard of it."""
        known = self.running + self.waiting
        asked = self.ask(name, visitor)
        until(lambda: self.running + self.waiting > known)
        return asked

    def ask(self, name: str, visitor: str) -> HTTPConnection:
        """Ask for a job."""
        asked = HTTPConnection("127.0.0.1", self.server.port, PATIENCE, (visitor, 0))
        self.asked.append(asked)
        asked.request("GET", f"/api/test/{name}")
        return asked

    def close(self) -> None:
        for asked in self.asked:
            asked.close()

    @property
    def running(self) -> float:
        return self.server.metric("setlab_jobs_running")

    @property
    def waiting(self) -> float:
        return self.server.metric("setlab_jobs_waiting")


def until(holds: Callable[[], bool]) -> None:
    """Wait for something that happens in another thread."""
    pause = threading.Event()
    for _ in range(int(PATIENCE / 0.02)):
        if holds():
            return
        pause.wait(0.02)
    raise AssertionError("it did not happen")


@pytest.fixture
def shop(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Workshop]:
    seconds: float = getattr(request, "param", 60.0)
    limits = Limits(jobs_waiting=6, jobs_of_one=4)
    with inside_serving(Settings(str(tmp_path / "rooms.sqlite"), jobs=1, limits=limits)) as server:
        made = Workshop(server, seconds)
        yield made
        made.close()


def answer(asked: HTTPConnection) -> tuple[int, bytes]:
    got: HTTPResponse = asked.getresponse()
    return got.status, got.read()


def test_the_jobs_of_one_do_not_delay_the_first_of_another(shop: Workshop) -> None:
    gate = threading.Event()
    shop.work = {"ada": lambda stopped: gate.wait(PATIENCE), "bea": lambda stopped: True}
    asked = [shop.send(f"ada{i}", "127.0.0.1") for i in range(4)] + [shop.send("bea0", "127.0.0.2")]
    assert (shop.running, shop.waiting) == (1, 4)
    until(lambda: 3 in shop.places)
    gate.set()
    assert [answer(each) for each in asked] == [(200, b"true")] * 5
    assert shop.begun == ["ada0", "bea0", "ada1", "ada2", "ada3"]
    assert shop.server.metric("setlab_jobs_total") == 5


def test_too_many_jobs_are_refused(shop: Workshop) -> None:
    gate = threading.Event()
    shop.work = {"job": lambda stopped: gate.wait(PATIENCE)}
    asked = [shop.send("job") for _ in range(5)]
    refused = shop.server.get("/api/test/job")
    assert (refused.status, refused.json["code"]) == (429, "too-many-jobs")
    assert refused.json["reason"] == "4 computations of yours wait already: wait for one of them"
    others = [shop.send("job", f"127.0.0.{visitor}") for visitor in (2, 3)]
    got = shop.ask("job", "127.0.0.4").getresponse()
    assert (got.status, got.headers["retry-after"]) == (503, "1")
    assert b"The server has too much to compute" in got.read()
    gate.set()
    assert {answer(each) for each in asked + others} == {(200, b"true")}


def test_work_for_a_visitor_who_leaves_is_ended(shop: Workshop) -> None:
    running, waiting = shop.send("endless0"), shop.send("endless1")
    waiting.close()
    until(lambda: shop.waiting == 0)
    assert shop.running == 1
    running.close()
    until(lambda: shop.running == 0)
    assert shop.begun == ["endless0"]
    assert 'setlab_jobs_total{how="cancelled"} 2' in shop.server.get("/metrics").body.decode()
    assert shop.server.metric("setlab_errors_total") == 0


@pytest.mark.parametrize("shop", [0.2], indirect=True)
def test_a_budget_ends(shop: Workshop) -> None:
    pause = threading.Event()

    def patient(stopped: Stopped) -> int:
        rounds = 0
        while not stopped():
            rounds += 1
            pause.wait(0.01)
        return rounds

    shop.work |= {"patient": patient}
    used = shop.server.get("/api/test/patient")
    assert used.status == 200
    assert used.json > 0
    refused = shop.server.get("/api/test/endless")
    assert (refused.status, refused.json["code"]) == (503, "too-long")
    assert "longer than the 0.2 seconds" in refused.json["reason"]
    until(lambda: shop.running == 0)


@pytest.mark.parametrize("shop", [1.0], indirect=True)
def test_work_in_a_process(shop: Workshop) -> None:
    first = shop.server.get("/api/test/process/pid").json
    assert first == shop.server.get("/api/test/process/pid").json != os.getpid()
    refused = shop.server.get("/api/test/process/refuse")
    assert (refused.status, refused.json) == (409, {"reason": "Not like this", "code": "no"})
    assert shop.server.get("/api/test/process/loop").json["code"] == "too-long"
    shop.send("process/loop").close()
    until(lambda: shop.running == 0)
    assert shop.server.get("/api/test/process/pid").json not in (first, os.getpid())
    assert shop.server.metric("setlab_errors_total") == 0


def test_an_error_in_a_job_is_the_error_of_its_request(shop: Workshop) -> None:
    shop.work = {"wrong": lambda stopped: 1 / 0}
    assert shop.server.get("/api/test/wrong").status == 500
    assert shop.server.metric("setlab_errors_total") == 1
    shop.work = {"right": lambda stopped: 1}
    assert shop.server.get("/api/test/right").json == 1


def test_a_server_that_stops_ends_its_jobs(tmp_path: Path) -> None:
    with inside_serving(Settings(str(tmp_path / "rooms.sqlite"), jobs=1)) as server, ThreadPoolExecutor(2) as visitors:
        shop = Workshop(server, 60.0)
        asked = [shop.send("endless"), shop.send("endless")]
        answers: list[Future[tuple[int, bytes]]] = [visitors.submit(answer, each) for each in asked]
        server.close()
        assert [each.result(PATIENCE)[0] for each in answers] == [503, 503]
        shop.close()
    until(lambda: not [thread for thread in threading.enumerate() if thread.name.startswith("job_")])


def test_the_number_of_threads(capsys: pytest.CaptureFixture[str]) -> None:
    assert threads_for(0, workers=64) == 1
    assert status_of(["serve", "--jobs", "0"]) == 2
    assert "0 is not a number of threads for --jobs: choose 1 to 256" in capsys.readouterr().err
