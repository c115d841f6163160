"""The crew with a client that is made up: workers that hang, that die while they are asked, blocks that are lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event
from typing import Any

import pytest

from setlab.errors import SpecError
from setlab.experiment.backends.dask import client as module
from setlab.experiment.backends.dask.client import MOST_QUESTIONS, DaskCrew
from setlab.experiment.backends.dask.tasks import Answer, Member, Order
from setlab.experiment.backends.dask.worker import identity
from setlab.experiment.spec import make_spec
from tests.experiment.clusters import wait_until

SPEC = make_spec("first-set", seed=3)
A, B = "tcp://a:1", "tcp://b:1"


class Future:
    """A task that is finished when it is submitted."""

    def __init__(self, answer: Answer, status: str = "finished") -> None:
        self.answer, self.status = answer, status

    def exception(self) -> Exception:
        return MemoryError("no memory")

    def add_done_callback(self, call: Callable[[Future], object]) -> None:
        call(self)


class Client:
    """Workers by address, each with what it answers when it is asked."""

    status = "running"

    def __init__(self, **workers: Callable[[], object]) -> None:
        self.workers = {f"tcp://{name}:1": answer for name, answer in workers.items()}
        self.next = Future(Answer(0))
        self.lost = self.falls_silent = False

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(self.workers, 1)

    def scheduler_info(self, n_workers: int) -> dict[str, Any]:
        return {"workers": {address: {"nthreads": 1, "resources": {}} for address in self.workers}}

    def run(self, function: object, text: str, workers: list[str], on_error: str) -> dict[str, object]:
        return {address: self.workers[address]() for address in workers}

    def submit(self, function: object, task: object, **options: object) -> Future:
        self.fall_silent()
        return self.next

    def cancel(self, futures: list[Future], force: bool) -> None:
        self.fall_silent()

    def fall_silent(self) -> None:
        """Lose the scheduler in the middle of a call, if it is to be lost."""
        if self.falls_silent:
            self.status = "closed"
            raise RuntimeError("Client is closed")

    def gather(self, futures: list[Future], errors: str) -> list[Answer]:
        return [] if self.lost else [future.answer for future in futures]


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK", 0.01)


@pytest.fixture
def crew_of() -> Iterator[Callable[[Client], DaskCrew]]:
    made: list[DaskCrew] = []

    def make(client: Client) -> DaskCrew:
        made.append(DaskCrew(client, "tcp://scheduler:1", SPEC))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for crew in made:
        crew.close()


Make = Callable[[Client], DaskCrew]


def right() -> object:
    return identity(SPEC)


def test_a_worker_that_hangs_when_it_is_asked_keeps_nobody_else_from_work(crew_of: Make) -> None:
    """The others are still seen to come and to go."""
    hung = Event()
    client = Client(a=lambda: hung.wait(60))
    crew = crew_of(client)
    wait_until(crew.is_asking)
    client.workers[B] = right
    wait_until(lambda: list(crew.members()) == [B])
    del client.workers[B]
    wait_until(lambda: not crew.members())
    assert not crew.refused()
    hung.set()


def test_a_scheduler_that_is_lost_while_an_order_is_sent_is_named(crew_of: Make) -> None:
    client = Client(a=right)
    crew = crew_of(client)
    client.falls_silent = True
    with pytest.raises(SpecError, match="the scheduler tcp://scheduler:1 is lost, and 0 blocks with it"):
        crew.send(Member(A, 1), Order(1, 0, 5))


def test_orders_are_not_taken_back_from_a_scheduler_that_is_lost(crew_of: Make) -> None:
    client = Client(a=right)
    client.next = Future(Answer(1), "pending")
    client.next.add_done_callback = lambda call: None  # type: ignore[method-assign]
    crew = crew_of(client)
    crew.send(Member(A, 1), Order(1, 0, 5))
    client.falls_silent = True
    crew.recall([1])
    assert client.status == "closed"


def test_a_worker_whose_answer_is_lost_is_asked_again(crew_of: Make) -> None:
    answers = iter([OSError("connection lost")])
    crew = crew_of(Client(a=lambda: next(answers, identity(SPEC))))
    wait_until(lambda: list(crew.members()) == [A])
    assert not crew.refused()


def test_a_worker_that_never_answers_is_refused_by_name(crew_of: Make) -> None:
    asked: list[int] = []

    def silent() -> object:
        asked.append(1)
        return OSError("connection lost")

    crew = crew_of(Client(a=silent))
    wait_until(crew.refused)
    (sentence,) = crew.refused()
    assert sentence.startswith(f"worker {A} is refused: ")
    assert "connection lost" in sentence
    assert len(asked) == MOST_QUESTIONS


def test_a_refused_worker_stays_out(crew_of: Make) -> None:
    crew = crew_of(Client(a=right, b=right))
    wait_until(lambda: len(crew.members()) == 2)
    crew.refuse(Member(A, 1), "its GPU failed")
    before = crew._there
    wait_until(lambda: crew._there is not before)
    assert list(crew.members()) == [B]
    assert crew.refused() == [f"worker {A} is refused: its GPU failed"]


@pytest.mark.parametrize(
    ("status", "lost", "error"),
    [("finished", True, "its block could not be fetched"), ("error", False, "no memory"), ("finished", False, "")],
)
def test_every_order_that_ends_is_answered(crew_of: Make, status: str, lost: bool, error: str) -> None:
    """Nobody waits for a block that was finished and cannot be fetched."""
    client = Client(a=right)
    client.next, client.lost = Future(Answer(7), status), lost
    crew = crew_of(client)
    crew.send(Member(A, 1), Order(7, 0, 10))
    assert crew.answers(30.0) == [Answer(7, error=error)]
