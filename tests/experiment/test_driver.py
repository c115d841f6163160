"""The driver with a workers that misbehaves on purpose: every trial is counted once."""

import sys
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from setlab.errors import SpecError
from setlab.experiment.backends import Backend, check_backend, compute_block, dask, find_backend
from setlab.experiment.backends.dask import TASKS_PER_WORKER, DaskWorkers, Driver, Task, TaskResult, Worker, pickle_spec
from setlab.experiment.run import run
from setlab.experiment.spec import Range, make_spec
from setlab.experiment.store import Store
from setlab.experiment.tally import total

SPEC = make_spec("first-set", seed=3)
TRIALS, BLOCK = 4000, 250
A, B = Worker("tcp://a:1", 1), Worker("tcp://b:1", 2)

Reply = Callable[[Worker, Task, TaskResult], list[TaskResult]]


def honest(worker: Worker, task: Task, result: TaskResult) -> list[TaskResult]:
    return [result]


class FakeWorkers(DaskWorkers):
    """Computes at once; `reply` says which results come of a right one."""

    def __init__(self, *workers: Worker, reply: Reply = honest) -> None:
        self.here, self.reply = {worker.address: worker for worker in workers}, reply
        self.sentences: list[str] = []
        self.recalled: list[int] = []
        self.most = self.sent = 0
        self._tasks: deque[tuple[Worker, Task]] = deque()

    def fit(self) -> Mapping[str, Worker]:
        return dict(self.here)

    def is_checking(self) -> bool:
        return False

    def refusals(self) -> Sequence[str]:
        return self.sentences

    def refuse(self, worker: Worker, why: str) -> None:
        self.sentences.append(f"{worker.address}: {why}")
        self.here.pop(worker.address, None)

    def send(self, worker: Worker, task: Task) -> None:
        self._tasks.append((worker, task))
        self.sent += 1
        self.most = max(self.most, sum(other == worker for other, _ in self._tasks))

    def results(self, seconds: float) -> list[TaskResult]:
        if not self._tasks:
            return []
        worker, task = self._tasks.popleft()
        return self.reply(worker, task, TaskResult(task.number, compute_block(SPEC, task.trials, 1)))

    def cancel(self, numbers: Collection[int]) -> None:
        self.recalled += numbers
        self._tasks = deque(pair for pair in self._tasks if pair[1].number not in numbers)


@pytest.fixture(autouse=True)
def _look_always(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "LOOK", 0.0)
    monkeypatch.setattr(dask, "WAIT_AFTER_REFUSAL", -1.0)


def ranges(trials: int = TRIALS) -> Callable[[int], Range | None]:
    at = 0

    def next_range(size: int) -> Range | None:
        nonlocal at
        first, at = at, min(at + size, trials)
        return Range(first, at) if first < at else None

    return next_range


def drive(workers: FakeWorkers, block: int | None = BLOCK, stopped: Callable[[], bool] = lambda: False) -> list[Range]:
    """The ranges of the blocks of a run, whose tally is right."""
    found = list(Driver(workers, SPEC, ranges(), block, stopped).blocks())
    for finished in found:
        assert finished.tally == compute_block(SPEC, finished.range, 1).tally
    return sorted(finished.range for finished in found)


def is_whole(found: list[Range]) -> bool:
    """True if the ranges are all trials, each once."""
    ends = [0, *(part.end for part in found)]
    return [part.first for part in found] == ends[:-1] and ends[-1] == TRIALS


@pytest.mark.parametrize("block", [BLOCK, None])
def test_every_trial_is_computed_once_and_few_orders_are_in_flight(block: int | None) -> None:
    workers = FakeWorkers(A, B)
    assert is_whole(drive(workers, block))
    assert workers.most <= TASKS_PER_WORKER


def test_a_duplicate_answer_is_skipped() -> None:
    assert is_whole(drive(FakeWorkers(A, B, reply=lambda worker, task, result: [result, result])))


def test_the_orders_of_a_lost_worker_go_to_others_and_its_late_answers_are_skipped() -> None:
    late: list[TaskResult] = []

    def reply(worker: Worker, task: Task, result: TaskResult) -> list[TaskResult]:
        if worker == A and task.number > 3:
            workers.here.pop(A.address, None)
            late.append(result)
            return []
        return [result, *late]

    workers = FakeWorkers(A, B, reply=reply)
    assert is_whole(drive(workers))
    assert workers.recalled
    assert late


def test_a_worker_that_comes_late_gets_orders() -> None:
    def reply(worker: Worker, task: Task, result: TaskResult) -> list[TaskResult]:
        if task.number == 2:
            workers.here = {B.address: B}
        return [result]

    workers = FakeWorkers(A, reply=reply)
    assert is_whole(drive(workers))


def test_a_worker_with_a_wrong_block_is_refused_and_its_trials_computed_again() -> None:
    def reply(worker: Worker, task: Task, result: TaskResult) -> list[TaskResult]:
        assert result.block is not None
        wrong = replace(result, block=replace(result.block, first=result.block.first + 1))
        return [wrong if worker == A else result]

    workers = FakeWorkers(A, B, reply=reply)
    assert is_whole(drive(workers))
    assert workers.sentences == [f"{A.address}: its block does not have the trials that were asked for"]


def test_the_other_order_of_a_refused_worker_goes_to_others_even_if_it_never_answers() -> None:
    """Looks at the workers tell nothing about one that was refused: its tasks are taken back at once."""
    answered: list[TaskResult] = []

    def reply(worker: Worker, task: Task, result: TaskResult) -> list[TaskResult]:
        if worker != A:
            return [result]
        answered.append(TaskResult(task.number, error="no GPU here", unfit=True))
        return answered[:1] if len(answered) == 1 else []

    workers = FakeWorkers(A, B, reply=reply)
    end = time.monotonic() + 30
    assert is_whole(drive(workers, stopped=lambda: time.monotonic() > end))
    assert workers.sent == TRIALS // BLOCK + TASKS_PER_WORKER
    assert len(workers.recalled) == TASKS_PER_WORKER - 1


def test_trials_of_a_lost_gpu_are_cut_for_workers_that_are_slower() -> None:
    gpu, large = Worker("tcp://gpu:1", 1, gpu=True), list[int]()

    def reply(worker: Worker, task: Task, result: TaskResult) -> list[TaskResult]:
        if worker == gpu:
            large.append(task.trials.trials)
            workers.here = {A.address: A}
            return []
        assert task.trials.trials < large[0]
        return [result]

    workers = FakeWorkers(gpu, reply=reply)
    assert is_whole(drive(workers, block=None))
    assert large == [TRIALS]


def test_a_worker_that_comes_a_moment_after_a_refused_one_saves_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "WAIT_AFTER_REFUSAL", 30.0)
    workers = FakeWorkers(A)
    workers.refuse(A, "it has setlab 0.0.9")
    looks = 0

    def fit() -> Mapping[str, Worker]:
        nonlocal looks
        looks += 1
        return {B.address: B} if looks > 3 else {}

    monkeypatch.setattr(workers, "fit", fit)
    assert is_whole(drive(workers))


def test_when_every_worker_is_unfit_the_run_ends_with_their_sentences() -> None:
    workers = FakeWorkers(
        A, reply=lambda worker, task, result: [TaskResult(task.number, error="no GPU here", unfit=True)]
    )
    with pytest.raises(SpecError, match=r"tcp://a:1: no GPU here"):
        drive(workers)


def test_trials_that_fail_again_and_again_end_the_run() -> None:
    workers = FakeWorkers(A, B, reply=lambda worker, task, result: [TaskResult(task.number, error="out of memory")])
    with pytest.raises(SpecError, match=r"trials \d+ to \d+ were given up after 4 attempts, .*: out of memory"):
        drive(workers)


def test_a_worker_that_is_asked_for_long_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A GPU may compile its kernels for longer than a cluster may be without workers."""
    monkeypatch.setattr(dask, "WAIT", 0.0)
    workers, looks = FakeWorkers(), 0

    def is_checking() -> bool:
        nonlocal looks
        looks += 1
        workers.here = {A.address: A} if looks > 3 else {}
        return True

    monkeypatch.setattr(workers, "is_checking", is_checking)
    assert is_whole(drive(workers))


def taken_until(message: str, workers: FakeWorkers) -> list[int]:
    """The first trials of the blocks of a run that fails with a message."""
    taken = list[int]()
    with pytest.raises(SpecError, match=message):
        taken.extend(block.first for block in Driver(workers, SPEC, ranges(), BLOCK, lambda: False).blocks())
    return taken


def test_a_block_that_comes_beside_a_failure_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "MOST_ATTEMPTS", 1)
    held: list[TaskResult] = []

    def reply(worker: Worker, task: Task, result: TaskResult) -> list[TaskResult]:
        held.append(result)
        return [TaskResult(task.number, error="out of memory"), held[0]] if task.number == 1 else []

    assert taken_until("out of memory", FakeWorkers(A, B, reply=reply)) == [0]


def test_a_block_that_has_come_when_the_scheduler_is_lost_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    workers, looks = FakeWorkers(A), 0

    def fit() -> Mapping[str, Worker]:
        nonlocal looks
        looks += 1
        if looks > 2:
            raise SpecError("the scheduler is lost")
        return dict(workers.here)

    monkeypatch.setattr(workers, "fit", fit)
    assert taken_until("the scheduler is lost", workers) == [0, BLOCK, 2 * BLOCK]


def test_without_any_worker_the_run_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "WAIT", 0.01)
    with pytest.raises(SpecError, match="no worker of the cluster has been there"):
        drive(FakeWorkers())


def test_a_stop_keeps_what_is_finished_and_recalls_the_rest() -> None:
    taken = 0

    def reply(worker: Worker, task: Task, result: TaskResult) -> list[TaskResult]:
        nonlocal taken
        taken += 1
        return [result] if taken <= 5 else []

    workers = FakeWorkers(A, B, reply=reply)
    found = drive(workers, stopped=lambda: taken >= 3)
    assert len(found) == 5
    assert len(workers.recalled) == workers.sent - 5 > 0


def test_the_seconds_of_the_blocks_add_up_to_the_time_that_passed() -> None:
    began = time.perf_counter()
    found = list(Driver(FakeWorkers(A, B), SPEC, ranges(), BLOCK, lambda: False).blocks())
    passed = time.perf_counter() - began
    assert 0 < sum(finished.seconds for finished in found) <= passed


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

    monkeypatch.setattr("setlab.experiment.backends.compute_block", fail)
    monkeypatch.setattr(dask, "local_backend", lambda threads, gpu: find_backend("cpu", threads=threads))
    task, spec = Task(7, Range(0, 10)), pickle_spec(SPEC)
    result = dask.run_task(task, spec, 1, gpu=True)
    assert result == TaskResult(7, error="its GPU failed (RuntimeError: CUDA_ERROR_ECC_UNCORRECTABLE)", unfit=True)
    assert dask.gpu_error(spec) == "CUDA_ERROR_ECC_UNCORRECTABLE"
    with pytest.raises(RuntimeError, match="ECC"):
        dask.run_task(task, spec, 1, gpu=False)


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
    monkeypatch.setattr("setlab.experiment.backends.dask.LocalCluster", Local)
    with pytest.raises(SpecError, match="is not a scheduler that can be reached"):
        run(SPEC, 100, backend=find_backend("dask", workers=2))
    assert ended == [Local.address]


def test_what_is_stored_starts_no_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "open_client", lambda *_: pytest.fail("a cluster was started"))
    with Store(tmp_path / "runs.sqlite") as store:
        computed = run(SPEC, 100, store=store)
        assert run(SPEC, 100, backend=find_backend("dask", workers=2), store=store) == computed


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ImportError, match=r"install setlab\[cluster\]"):
        find_backend("dask", workers=2)


def test_a_sum_of_blocks_does_not_depend_on_the_backend() -> None:
    backend: Backend = find_backend("cpu", threads=1)
    found = [block.tally for block in backend.blocks(SPEC, ranges(), BLOCK, lambda: False)]
    assert total(found, SPEC.id) == compute_block(SPEC, Range(0, TRIALS), 1).tally
