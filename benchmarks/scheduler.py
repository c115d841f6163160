"""Measures how many blocks a second one driver takes from a large simulated cluster into its store, and its memory.

Run `python benchmarks/scheduler.py [--workers N] [--blocks N] [--rounds N] [--folder PATH]`. The workers are simulated
in this process and their kernel is fake: every block has the tally of the same real one. The driver, the plan and the
store are those of the product. Now and then a worker dies with its tasks, another one comes, and an result arrives
twice. In every round the same run is made with one commit a block and with blocks that came together committed
together, so that the ratio does not depend on how busy the disk is that day. Appends to results.md.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections import deque
from collections.abc import Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median

from run import RESULTS, commit, machine

from setlab.experiment.backends import Backend, NextRange, compute_block
from setlab.experiment.backends.dask import DaskWorkers, Driver, Task, TaskResult, Worker
from setlab.experiment.interrupts import Stopped
from setlab.experiment.run import RunProgress, run
from setlab.experiment.spec import Range, Spec, make_spec
from setlab.experiment.store import Block, Store

BLOCK = 1 << 16
CHURN = 500
"""One in so many results is lost with its worker; another worker comes."""

TWICE = 100
"""One in so many results comes twice."""

BATCH = 64
"""The most results that come at once."""


SECTION = """
## {day}, commit {commit}

`python benchmarks/scheduler.py {options}` on {machine}. Load average before: {load:.1f}.

{blocks:,} blocks of {workers:,} simulated workers through one driver into SQLite, {rounds} rounds of two runs:

{rounds_table}

Median of the ratios: **{ratio:.2f}** ({least:.2f} – {most:.2f}). {bytes:,.0f} bytes of store a block.
In the last run {lost:,} workers died with their tasks and as many came, {doubled:,} results came twice; its tally is
right.
Read again and checked, as by a run that goes on: {reading:,.0f} blocks a second. The last run, committed together:

{table}
"""


class SimulatedWorkers(DaskWorkers):
    """Workers that finish their tasks in random task, as fast as the driver can take the results."""

    def __init__(self, workers: int, model: Block) -> None:
        self._here = {worker.address: worker for worker in map(_worker, range(workers))}
        self._model, self._random, self._next = model, Random(1), workers
        self._tasks: dict[int, tuple[Worker, Task]] = {}
        self._ready: deque[int] = deque()
        self.sent = self.lost = self.doubled = 0

    def fit(self) -> Mapping[str, Worker]:
        return dict(self._here)

    def is_checking(self) -> bool:
        return False

    def refusals(self) -> Sequence[str]:
        return ()

    def refuse(self, worker: Worker, why: str) -> None:
        raise AssertionError(why)

    def send(self, worker: Worker, task: Task) -> None:
        self.sent += 1
        self._tasks[task.number] = worker, task
        self._ready.append(task.number)

    def results(self, seconds: float) -> list[TaskResult]:
        found: list[TaskResult] = []
        while self._ready and len(found) < BATCH:
            self._ready.rotate(self._random.randrange(3))
            found += self._finished(self._ready.popleft())
        if not found:
            time.sleep(seconds)
        return found

    def cancel(self, numbers: Collection[int]) -> None:
        for number in numbers:
            self._tasks.pop(number, None)

    def _finished(self, number: int) -> list[TaskResult]:
        """The results to an task: one as a rule, two, or none from a worker that is gone."""
        worker, task = self._tasks.get(number, (None, None))
        if worker is None or task is None or worker.address not in self._here:
            return []
        if self._random.randrange(CHURN) == 0:
            self._replace(worker)
            return []
        del self._tasks[number]
        result = TaskResult(number, replace(self._model, first=task.trials.first))
        twice = self._random.randrange(TWICE) == 0
        self.doubled += twice
        return [result] * (1 + twice)

    def _replace(self, worker: Worker) -> None:
        del self._here[worker.address]
        newcomer = _worker(self._next)
        self._here[newcomer.address] = newcomer
        self._next, self.lost = self._next + 1, self.lost + 1


class Simulated(Backend):
    """The backend of a simulated workers; unless blocks go `together`, it does not tell that more of them are ready."""

    name, where = "simulated", "simulated workers"

    def __init__(self, workers: SimulatedWorkers, together: bool) -> None:
        self.workers, self.together = workers, together
        self._driver: Driver | None = None

    @property
    def ready(self) -> int:
        return self._driver.ready if self._driver is not None and self.together else 0

    def compute(self, spec: Spec, trials: Range) -> Block:
        raise AssertionError("no block is computed again")

    def blocks(self, spec: Spec, ranges: NextRange, size: int | None, stopped: Stopped) -> Generator[Block]:
        driver = self._driver = Driver(self.workers, spec, ranges, size, stopped)
        yield from driver.blocks()


@dataclass(frozen=True)
class Seconds:
    """Of the run by the clock and of its processor, and of reading its store."""

    run: float
    processor: float
    reading: float


@dataclass(frozen=True)
class Measured:
    """A run: its workers, its moments, its times, and the size of its store."""

    workers: SimulatedWorkers
    watch: Watch
    seconds: Seconds
    size: int


@dataclass
class Watch:
    """Blocks, the clock and memory at the beginning of a run and at ten moments of it."""

    blocks: int
    rows: list[tuple[int, float, float]]

    def __call__(self, now: RunProgress) -> None:
        done = now.done // BLOCK
        if done * 10 // self.blocks >= len(self.rows):
            self.rows.append((done, time.perf_counter(), resident()))


def resident() -> float:
    """The memory of this process that is in use, in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _worker(number: int) -> Worker:
    return Worker(f"tcp://10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}:40000", 1)


def measured(workers: int, blocks: int, folder: str | None, together: bool) -> Measured:
    """A run of this many blocks; its tally is checked against the one block that all are copies of."""
    with tempfile.TemporaryDirectory(prefix="setlab-bench-", dir=folder) as here:
        place = Path(here, "runs.sqlite")
        spec = make_spec("endgame", seed=1)
        model = replace(compute_block(spec, Range(0, BLOCK)), rare=())
        cluster, watch = SimulatedWorkers(workers, model), Watch(blocks, [(0, time.perf_counter(), resident())])
        backend = Simulated(cluster, together)
        began, worked = time.perf_counter(), time.process_time()
        with Store(place) as store:
            result = run(spec, blocks * BLOCK, backend=backend, block=BLOCK, store=store, report=watch)
            run_for, processor = time.perf_counter() - began, time.process_time() - worked
            began = time.perf_counter()
            tallies = (result.tally, store.tally(spec.id))
            seconds = Seconds(run_for, processor, time.perf_counter() - began)
        for tally in tallies:
            assert tally["leftover"] == {key: blocks * n for key, n in model.tally["leftover"].items()}
        return Measured(cluster, watch, seconds, place.stat().st_size)


def table(watch: Watch) -> str:
    """The moments of a run."""
    lines = ["| blocks | blocks a second since the row before | memory, MiB |", "|---:|---:|---:|"]
    for (before, clock, _), (done, at, memory) in pairwise(watch.rows):
        lines.append(f"| {done:,} | {(done - before) / (at - clock):,.0f} | {memory:.1f} |")
    return "\n".join(lines)


def rounds_table(rounds: Sequence[tuple[Measured, Measured]], blocks: int) -> str:
    """The two runs of every round, in blocks a second by the clock and of the processor."""
    lines = ["| one commit a block | by processor time | committed together | by processor time | ratio |"]
    lines.append("|---:|---:|---:|---:|---:|")
    for pair in rounds:
        one, other = (f"{blocks / each.seconds.run:,.0f} | {blocks / each.seconds.processor:,.0f}" for each in pair)
        lines.append(f"| {one} | {other} | {ratio(pair):.2f} |")
    return "\n".join(lines)


def ratio(pair: tuple[Measured, Measured]) -> float:
    """How many times as fast the second run of a round is."""
    return pair[0].seconds.run / pair[1].seconds.run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=10_000)
    parser.add_argument("--blocks", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", default=None, help="where the stores are made: which disk is measured")
    given = parser.parse_args()
    load = os.getloadavg()[0]
    runs = [
        [measured(given.workers, given.blocks, given.folder, together) for together in (False, True)]
        for _ in range(given.rounds)
    ]
    rounds = [(one, other) for one, other in runs]
    last, ratios = rounds[-1][1], sorted(map(ratio, rounds))
    where = f" --folder {given.folder}" if given.folder else ""
    text = SECTION.format(
        day=f"{datetime.now(UTC):%Y-%m-%d}",
        commit=commit(),
        options=f"--workers {given.workers} --blocks {given.blocks} --rounds {given.rounds}{where}",
        machine=machine(),
        load=load,
        blocks=given.blocks,
        workers=given.workers,
        rounds=given.rounds,
        rounds_table=rounds_table(rounds, given.blocks),
        ratio=median(ratios),
        least=ratios[0],
        most=ratios[-1],
        reading=given.blocks / last.seconds.reading,
        bytes=last.size / given.blocks,
        lost=last.workers.lost,
        doubled=last.workers.doubled,
        table=table(last.watch),
    )
    print(text)
    with RESULTS.open("a") as file:
        file.write(text)


if __name__ == "__main__":
    main()
