"""The workers with a client that is made up: workers that hang, that die while they are asked, blocks that are lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event
from typing import Any

import pytest

from setlab.errors import SpecError
from setlab.experiment.backends import dask as module
from setlab.experiment.backends.dask import MOST_QUESTIONS, DaskWorkers, Task, TaskResult, Worker, identity
from setlab.experiment.spec import Range, make_spec
from tests.experiment.clusters import wait_until

SPEC = make_spec("first-set", seed=3)
A, B = "tcp://a:1", "tcp://b:1"


class Future:
    """A task that is finished when it is submitted."""

    def __init__(self, result: TaskResult, status: str = "finished") -> None:
        self.result, self.status = result, status

    def exception(self) -> Exception:
        return MemoryError("no memory")

    def add_done_callback(self, call: Callable[[Future], object]) -> None:
        call(self)


class Client:
    """Workers by address, each with what it results when it is asked."""

    status = "running"

    def __init__(self, **workers: Callable[[], object]) -> None:
        self.workers = {f"tcp://{name}:1": result for name, result in workers.items()}
        self.next = Future(TaskResult(0))
        self.lost = self.falls_silent = False

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(self.workers, 1)

    def scheduler_info(self, n_workers: int) -> dict[str, Any]:
        return {"workers": {address: {"nthreads": 1, "resources": {}} for address in self.workers}}

    def run(self, function: object, text: str, workers: list[str], on_error: str) -> dict[str, object]:
        return {address: self.workers[address]() for address in workers}

    def submit(self, function: object, *task: object, **options: object) -> Future:
        self.fall_silent()
        return self.next

    def cancel(self, futures: list[Future], force: bool) -> None:
        self.fall_silent()

    def fall_silent(self) -> None:
        """Lose the scheduler in the middle of a call, if it is to be lost."""
        if self.falls_silent:
            self.status = "closed"
            raise RuntimeError("Client is closed")

    def gather(self, futures: list[Future], errors: str) -> list[TaskResult]:
        return [] if self.lost else [future.result for future in futures]


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK", 0.01)


@pytest.fixture
def workers_of() -> Iterator[Callable[[Client], DaskWorkers]]:
    made: list[DaskWorkers] = []

    def make(client: Client) -> DaskWorkers:
        made.append(DaskWorkers(client, "tcp://scheduler:1", SPEC))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for workers in made:
        workers.close()


Make = Callable[[Client], DaskWorkers]


def right() -> object:
    return identity(SPEC)


def test_a_worker_that_hangs_when_it_is_asked_keeps_nobody_else_from_work(workers_of: Make) -> None:
    """The others are still seen to come and to go."""
    hung = Event()
    client = Client(a=lambda: hung.wait(60))
    workers = workers_of(client)
    wait_until(workers.is_checking)
    client.workers[B] = right
    wait_until(lambda: list(workers.fit()) == [B])
    del client.workers[B]
    wait_until(lambda: not workers.fit())
    assert not workers.refusals()
    hung.set()


def test_a_scheduler_that_is_lost_while_an_order_is_sent_is_named(workers_of: Make) -> None:
    client = Client(a=right)
    workers = workers_of(client)
    client.falls_silent = True
    with pytest.raises(SpecError, match="the scheduler tcp://scheduler:1 is lost, and 0 blocks with it"):
        workers.send(Worker(A, 1), Task(1, Range(0, 5)))


def test_orders_are_not_taken_back_from_a_scheduler_that_is_lost(workers_of: Make) -> None:
    client = Client(a=right)
    client.next = Future(TaskResult(1), "pending")
    client.next.add_done_callback = lambda call: None  # type: ignore[method-assign]
    workers = workers_of(client)
    workers.send(Worker(A, 1), Task(1, Range(0, 5)))
    client.falls_silent = True
    workers.cancel([1])
    assert client.status == "closed"


def test_a_worker_whose_answer_is_lost_is_asked_again(workers_of: Make) -> None:
    results = iter([OSError("connection lost")])
    workers = workers_of(Client(a=lambda: next(results, identity(SPEC))))
    wait_until(lambda: list(workers.fit()) == [A])
    assert not workers.refusals()


def test_a_worker_that_never_answers_is_refused_by_name(workers_of: Make) -> None:
    asked: list[int] = []

    def silent() -> object:
        asked.append(1)
        return OSError("connection lost")

    workers = workers_of(Client(a=silent))
    wait_until(workers.refusals)
    (sentence,) = workers.refusals()
    assert sentence.startswith(f"worker {A} is refused: ")
    assert "connection lost" in sentence
    assert len(asked) == MOST_QUESTIONS


def test_a_refused_worker_stays_out(workers_of: Make) -> None:
    workers = workers_of(Client(a=right, b=right))
    wait_until(lambda: len(workers.fit()) == 2)
    workers.refuse(Worker(A, 1), "its GPU failed")
    before = workers._there
    wait_until(lambda: workers._there is not before)
    assert list(workers.fit()) == [B]
    assert workers.refusals() == [f"worker {A} is refused: its GPU failed"]


@pytest.mark.parametrize(
    ("status", "lost", "error"),
    [("finished", True, "its block could not be fetched"), ("error", False, "no memory"), ("finished", False, "")],
)
def test_every_order_that_ends_is_answered(workers_of: Make, status: str, lost: bool, error: str) -> None:
    """Nobody waits for a block that was finished and cannot be fetched."""
    client = Client(a=right)
    client.next, client.lost = Future(TaskResult(7), status), lost
    workers = workers_of(client)
    workers.send(Worker(A, 1), Task(7, Range(0, 10)))
    assert workers.results(30.0) == [TaskResult(7, error=error)]
