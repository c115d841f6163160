"""The driver with a crew that misbehaves on purpose: every trial is counted once."""

import sys
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from setlab.errors import SpecError
from setlab.experiment.backends import Backend, check_backend, dask, find_backend
from setlab.experiment.backends.backend import Piece
from setlab.experiment.backends.cpu import compute
from setlab.experiment.backends.dask import driver as driving
from setlab.experiment.backends.dask import worker
from setlab.experiment.backends.dask.driver import IN_FLIGHT, Driver
from setlab.experiment.backends.dask.tasks import Answer, Member, Order
from setlab.experiment.backends.dask.worker import pickled
from setlab.experiment.run import run
from setlab.experiment.spec import make_spec
from setlab.experiment.store import Store
from setlab.experiment.tally import total

SPEC = make_spec("first-set", seed=3)
TRIALS, BLOCK = 4000, 250
A, B = Member("tcp://a:1", 1), Member("tcp://b:1", 2)

Reply = Callable[[Member, Order, Answer], list[Answer]]


def honest(member: Member, order: Order, answer: Answer) -> list[Answer]:
    return [answer]


class Crew:
    """Computes at once; `reply` says which answers come of a right one."""

    def __init__(self, *members: Member, reply: Reply = honest) -> None:
        self.here, self.reply = {member.address: member for member in members}, reply
        self.sentences: list[str] = []
        self.recalled: list[int] = []
        self.most = self.sent = 0
        self._orders: deque[tuple[Member, Order]] = deque()

    def members(self) -> Mapping[str, Member]:
        return dict(self.here)

    def is_asking(self) -> bool:
        return False

    def refused(self) -> Sequence[str]:
        return self.sentences

    def refuse(self, member: Member, why: str) -> None:
        self.sentences.append(f"{member.address}: {why}")
        self.here.pop(member.address, None)

    def send(self, member: Member, order: Order) -> None:
        self._orders.append((member, order))
        self.sent += 1
        self.most = max(self.most, sum(other == member for other, _ in self._orders))

    def answers(self, seconds: float) -> list[Answer]:
        if not self._orders:
            return []
        member, order = self._orders.popleft()
        return self.reply(member, order, Answer(order.number, compute(SPEC, order.first, order.trials, 1)))

    def recall(self, numbers: Collection[int]) -> None:
        self.recalled += numbers
        self._orders = deque(pair for pair in self._orders if pair[1].number not in numbers)


@pytest.fixture(autouse=True)
def _look_always(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driving, "LOOK", 0.0)
    monkeypatch.setattr(driving, "GRACE", -1.0)


def parts(trials: int = TRIALS) -> Callable[[int], Piece | None]:
    at = 0

    def next_part(size: int) -> Piece | None:
        nonlocal at
        first, at = at, min(at + size, trials)
        return Piece(first, at) if first < at else None

    return next_part


def driven(crew: Crew, block: int | None = BLOCK, stopped: Callable[[], bool] = lambda: False) -> list[Piece]:
    """The parts of the blocks of a run, whose tally is right."""
    found = list(Driver(crew, SPEC, parts(), block, stopped).blocks())
    for finished, part in found:
        assert finished.tally == compute(SPEC, part.first, part.end - part.first, 1).tally
    return sorted((part for _, part in found), key=lambda part: part.first)


def is_whole(found: list[Piece]) -> bool:
    """True if the parts are all trials, each once."""
    ends = [0, *(part.end for part in found)]
    return [part.first for part in found] == ends[:-1] and ends[-1] == TRIALS


@pytest.mark.parametrize("block", [BLOCK, None])
def test_every_trial_is_computed_once_and_few_orders_are_in_flight(block: int | None) -> None:
    crew = Crew(A, B)
    assert is_whole(driven(crew, block))
    assert crew.most <= IN_FLIGHT


def test_a_duplicate_answer_is_skipped() -> None:
    assert is_whole(driven(Crew(A, B, reply=lambda member, order, answer: [answer, answer])))


def test_the_orders_of_a_lost_worker_go_to_others_and_its_late_answers_are_skipped() -> None:
    late: list[Answer] = []

    def reply(member: Member, order: Order, answer: Answer) -> list[Answer]:
        if member == A and order.number > 3:
            crew.here.pop(A.address, None)
            late.append(answer)
            return []
        return [answer, *late]

    crew = Crew(A, B, reply=reply)
    assert is_whole(driven(crew))
    assert crew.recalled
    assert late


def test_a_worker_that_comes_late_gets_orders() -> None:
    def reply(member: Member, order: Order, answer: Answer) -> list[Answer]:
        if order.number == 2:
            crew.here = {B.address: B}
        return [answer]

    crew = Crew(A, reply=reply)
    assert is_whole(driven(crew))


def test_a_worker_with_a_wrong_block_is_refused_and_its_trials_computed_again() -> None:
    def reply(member: Member, order: Order, answer: Answer) -> list[Answer]:
        assert answer.block is not None
        wrong = replace(answer, block=replace(answer.block, first=answer.block.first + 1))
        return [wrong if member == A else answer]

    crew = Crew(A, B, reply=reply)
    assert is_whole(driven(crew))
    assert crew.sentences == [f"{A.address}: its block does not have the trials that were asked for"]


def test_the_other_order_of_a_refused_worker_goes_to_others_even_if_it_never_answers() -> None:
    """Looks at the workers tell nothing about one that was refused: its orders are taken back at once."""
    answered: list[Answer] = []

    def reply(member: Member, order: Order, answer: Answer) -> list[Answer]:
        if member != A:
            return [answer]
        answered.append(Answer(order.number, error="no GPU here", unfit=True))
        return answered[:1] if len(answered) == 1 else []

    crew = Crew(A, B, reply=reply)
    end = time.monotonic() + 30
    assert is_whole(driven(crew, stopped=lambda: time.monotonic() > end))
    assert crew.sent == TRIALS // BLOCK + IN_FLIGHT
    assert len(crew.recalled) == IN_FLIGHT - 1


def test_trials_of_a_lost_gpu_are_cut_for_workers_that_are_slower() -> None:
    gpu, large = Member("tcp://gpu:1", 1, gpu=True), list[int]()

    def reply(member: Member, order: Order, answer: Answer) -> list[Answer]:
        if member == gpu:
            large.append(order.trials)
            crew.here = {A.address: A}
            return []
        assert order.trials < large[0]
        return [answer]

    crew = Crew(gpu, reply=reply)
    assert is_whole(driven(crew, block=None))
    assert large == [TRIALS]


def test_a_worker_that_comes_a_moment_after_a_refused_one_saves_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driving, "GRACE", 30.0)
    crew = Crew(A)
    crew.refuse(A, "it has setlab 0.0.9")
    looks = 0

    def members() -> Mapping[str, Member]:
        nonlocal looks
        looks += 1
        return {B.address: B} if looks > 3 else {}

    monkeypatch.setattr(crew, "members", members)
    assert is_whole(driven(crew))


def test_when_every_worker_is_unfit_the_run_ends_with_their_sentences() -> None:
    crew = Crew(A, reply=lambda member, order, answer: [Answer(order.number, error="no GPU here", unfit=True)])
    with pytest.raises(SpecError, match=r"tcp://a:1: no GPU here"):
        driven(crew)


def test_trials_that_fail_again_and_again_end_the_run() -> None:
    crew = Crew(A, B, reply=lambda member, order, answer: [Answer(order.number, error="out of memory")])
    with pytest.raises(SpecError, match=r"trials \d+ to \d+ were given up after 4 attempts, .*: out of memory"):
        driven(crew)


def test_a_worker_that_is_asked_for_long_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A GPU may compile its kernels for longer than a cluster may be without workers."""
    monkeypatch.setattr(driving, "WAIT", 0.0)
    crew, looks = Crew(), 0

    def is_asking() -> bool:
        nonlocal looks
        looks += 1
        crew.here = {A.address: A} if looks > 3 else {}
        return True

    monkeypatch.setattr(crew, "is_asking", is_asking)
    assert is_whole(driven(crew))


def taken_until(message: str, crew: Crew) -> list[int]:
    """The first trials of the blocks of a run that fails with a message."""
    taken = list[int]()
    with pytest.raises(SpecError, match=message):
        taken.extend(part.first for _, part in Driver(crew, SPEC, parts(), BLOCK, lambda: False).blocks())
    return taken


def test_a_block_that_comes_beside_a_failure_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driving, "MOST_ATTEMPTS", 1)
    held: list[Answer] = []

    def reply(member: Member, order: Order, answer: Answer) -> list[Answer]:
        held.append(answer)
        return [Answer(order.number, error="out of memory"), held[0]] if order.number == 1 else []

    assert taken_until("out of memory", Crew(A, B, reply=reply)) == [0]


def test_a_block_that_has_come_when_the_scheduler_is_lost_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    crew, looks = Crew(A), 0

    def members() -> Mapping[str, Member]:
        nonlocal looks
        looks += 1
        if looks > 2:
            raise SpecError("the scheduler is lost")
        return dict(crew.here)

    monkeypatch.setattr(crew, "members", members)
    assert taken_until("the scheduler is lost", crew) == [0, BLOCK, 2 * BLOCK]


def test_without_any_worker_the_run_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driving, "WAIT", 0.01)
    with pytest.raises(SpecError, match="no worker of the cluster has been there"):
        driven(Crew())


def test_a_stop_keeps_what_is_finished_and_recalls_the_rest() -> None:
    taken = 0

    def reply(member: Member, order: Order, answer: Answer) -> list[Answer]:
        nonlocal taken
        taken += 1
        return [answer] if taken <= 5 else []

    crew = Crew(A, B, reply=reply)
    found = driven(crew, stopped=lambda: taken >= 3)
    assert len(found) == 5
    assert len(crew.recalled) == crew.sent - 5 > 0


def test_the_seconds_of_the_blocks_add_up_to_the_time_that_passed() -> None:
    began = time.perf_counter()
    found = list(Driver(Crew(A, B), SPEC, parts(), BLOCK, lambda: False).blocks())
    passed = time.perf_counter() - began
    assert 0 < sum(finished.seconds for finished, _ in found) <= passed


def test_a_cluster_that_cannot_be_used_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "CONNECT", 0.5)
    for name, options, message in [
        ("cuda", {}, "'cuda' is not a backend: choose cpu, gpu or dask"),
        ("cpu", {"workers": 2}, "workers describes a Dask cluster: choose the backend dask for it, not cpu"),
        ("dask", {"scheduler": "tcp://a:1", "workers": 2}, "scheduler and workers exclude each other"),
        ("dask", {"workers": 0}, "0 workers cannot be started: choose 1 to 1024"),
    ]:
        with pytest.raises(SpecError, match=message):
            check_backend(name, **options)  # type: ignore[arg-type]
    for address in ("nowhere", "tcp://127.0.0.1:9"):
        with pytest.raises(SpecError, match=f"'{address}' is not a scheduler that can be reached"):
            find_backend("dask", scheduler=address)


def test_a_gpu_that_fails_makes_its_worker_unfit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the libraries of a GPU raise; on a CPU it is an error of these trials, which others may compute."""

    def fail(*_: object) -> NoReturn:
        raise RuntimeError("CUDA_ERROR_ECC_UNCORRECTABLE")

    monkeypatch.setattr(worker, "compute_range", fail)
    monkeypatch.setattr(worker, "equipment", lambda threads, gpu: find_backend("cpu", threads=threads))
    answer = worker.carry_out(worker.Task(pickled(SPEC), Order(7, 0, 10), 1, gpu=True))
    assert answer == Answer(7, error="its GPU failed (RuntimeError: CUDA_ERROR_ECC_UNCORRECTABLE)", unfit=True)
    assert worker.gpu_trouble(pickled(SPEC)) == "CUDA_ERROR_ECC_UNCORRECTABLE"
    with pytest.raises(RuntimeError, match="ECC"):
        worker.carry_out(worker.Task(pickled(SPEC), Order(7, 0, 10), 1, gpu=False))


def test_a_local_cluster_that_cannot_be_reached_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while it starts leaves no processes behind, too."""
    ended: list[str] = []

    class Local:
        address = "tcp://127.0.0.1:9"

        def __init__(self, *_: object) -> None:
            pass

        def close(self) -> None:
            ended.append(self.address)

    monkeypatch.setattr(dask, "CONNECT", 0.5)
    monkeypatch.setattr("setlab.experiment.backends.dask.local.LocalCluster", Local)
    with pytest.raises(SpecError, match="is not a scheduler that can be reached"):
        run(SPEC, 100, backend=find_backend("dask", workers=2))
    assert ended == [Local.address]


def test_what_is_stored_starts_no_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "opened", lambda *_: pytest.fail("a cluster was started"))
    with Store(tmp_path / "runs.sqlite") as store:
        computed = run(SPEC, 100, store=store)
        assert run(SPEC, 100, backend=find_backend("dask", workers=2), store=store) == computed


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ImportError, match=r"install setlab\[cluster\]"):
        find_backend("dask", workers=2)


def test_a_sum_of_blocks_does_not_depend_on_the_backend() -> None:
    backend: Backend = find_backend("cpu", threads=1)
    found = [block.tally for block, _ in backend.blocks(SPEC, parts(), BLOCK, lambda: False)]
    assert total(found, SPEC.id) == compute(SPEC, 0, TRIALS, 1).tally
