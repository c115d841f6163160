"""Measures how many blocks a second one driver takes from a large simulated cluster into its store, and its memory.

Run `python benchmarks/scheduler.py [--workers N] [--blocks N] [--rounds N] [--folder PATH]`. The workers are simulated
in this process and their kernel is fake: every block has the tally of the same real one. The driver, the plan and the
store are those of the product. Now and then a worker dies with its orders, another one comes, and an answer arrives
twice. In every round the same run is made with one commit a block and with blocks that came together committed
together, so that the ratio does not depend on how busy the disk is that day. Appends to results.md.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections import deque
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from run import RESULTS, commit, machine

from setlab.experiment.backends.backend import Backend, SomePart
from setlab.experiment.backends.cpu import compute
from setlab.experiment.backends.dask.driver import Driver
from setlab.experiment.backends.dask.tasks import Answer, Member, Order
from setlab.experiment.interrupts import Stopped
from setlab.experiment.run import Progress, run
from setlab.experiment.spec import Spec, make_spec
from setlab.experiment.store import Block, Store

BLOCK = 1 << 16
CHURN = 500
"""One in so many answers is lost with its worker; another worker comes."""

TWICE = 100
"""One in so many answers comes twice."""

BATCH = 64
"""The most answers that come at once."""


SECTION = """
## {day}, commit {commit}

`python benchmarks/scheduler.py {options}` on {machine}. Load average before: {load:.1f}.

{blocks:,} blocks of {workers:,} simulated workers through one driver into SQLite, {rounds} rounds of two runs:

{rounds_table}

Median of the ratios: **{ratio:.2f}** ({least:.2f} – {most:.2f}). {bytes:,.0f} bytes of store a block.
In the last run {lost:,} workers died with their orders and as many came, {doubled:,} answers came twice; its tally is
right.
Read again and checked, as by a run that goes on: {reading:,.0f} blocks a second. The last run, committed together:

{table}
"""


class SimulatedCrew:
    """Workers that finish their orders in random order, as fast as the driver can take the answers."""

    def __init__(self, workers: int, model: Block) -> None:
        self._here = {member.address: member for member in map(_member, range(workers))}
        self._model, self._random, self._next = model, Random(1), workers
        self._orders: dict[int, tuple[Member, Order]] = {}
        self._ready: deque[int] = deque()
        self.sent = self.lost = self.doubled = 0

    def members(self) -> Mapping[str, Member]:
        return dict(self._here)

    def is_asking(self) -> bool:
        return False

    def refused(self) -> Sequence[str]:
        return ()

    def refuse(self, member: Member, why: str) -> None:
        raise AssertionError(why)

    def send(self, member: Member, order: Order) -> None:
        self.sent += 1
        self._orders[order.number] = member, order
        self._ready.append(order.number)

    def answers(self, seconds: float) -> list[Answer]:
        found: list[Answer] = []
        while self._ready and len(found) < BATCH:
            self._ready.rotate(self._random.randrange(3))
            found += self._finished(self._ready.popleft())
        if not found:
            time.sleep(seconds)
        return found

    def recall(self, numbers: Collection[int]) -> None:
        for number in numbers:
            self._orders.pop(number, None)

    def _finished(self, number: int) -> list[Answer]:
        """The answers to an order: one as a rule, two, or none from a worker that is gone."""
        member, order = self._orders.get(number, (None, None))
        if member is None or order is None or member.address not in self._here:
            return []
        if self._random.randrange(CHURN) == 0:
            self._replace(member)
            return []
        del self._orders[number]
        answer = Answer(number, replace(self._model, first=order.first))
        twice = self._random.randrange(TWICE) == 0
        self.doubled += twice
        return [answer] * (1 + twice)

    def _replace(self, member: Member) -> None:
        del self._here[member.address]
        newcomer = _member(self._next)
        self._here[newcomer.address] = newcomer
        self._next, self.lost = self._next + 1, self.lost + 1


class Simulated(Backend):
    """The backend of a simulated crew; unless blocks go `together`, it does not tell that more of them are ready."""

    name, where = "simulated", "simulated workers"

    def __init__(self, crew: SimulatedCrew, together: bool) -> None:
        self.crew, self.together = crew, together
        self._driver: Driver[Any] | None = None

    @property
    def ready(self) -> int:
        return self._driver.ready if self._driver is not None and self.together else 0

    def blocks(
        self, spec: Spec, parts: Callable[[int], SomePart | None], block: int | None, stopped: Stopped
    ) -> Generator[tuple[Block, SomePart]]:
        driver = self._driver = Driver(self.crew, spec, parts, block, stopped)
        yield from driver.blocks()


@dataclass(frozen=True)
class Seconds:
    """Of the run by the clock and of its processor, and of reading its store."""

    run: float
    processor: float
    reading: float


@dataclass(frozen=True)
class Measured:
    """A run: its crew, its moments, its times, and the size of its store."""

    crew: SimulatedCrew
    watch: Watch
    seconds: Seconds
    size: int


@dataclass
class Watch:
    """Blocks, the clock and memory at the beginning of a run and at ten moments of it."""

    blocks: int
    rows: list[tuple[int, float, float]]

    def __call__(self, now: Progress) -> None:
        done = now.done // BLOCK
        if done * 10 // self.blocks >= len(self.rows):
            self.rows.append((done, time.perf_counter(), resident()))


def resident() -> float:
    """The memory of this process that is in use, in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _member(number: int) -> Member:
    return Member(f"tcp://10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}:40000", 1)


def measured(workers: int, blocks: int, folder: str | None, together: bool) -> Measured:
    """A run of so many blocks; its tally is checked against the one block that all are copies of."""
    with tempfile.TemporaryDirectory(prefix="setlab-bench-", dir=folder) as here:
        place = Path(here, "runs.sqlite")
        spec = make_spec("endgame", seed=1)
        model = replace(compute(spec, 0, BLOCK), rare=())
        crew, watch = SimulatedCrew(workers, model), Watch(blocks, [(0, time.perf_counter(), resident())])
        backend = Simulated(crew, together)
        began, worked = time.perf_counter(), time.process_time()
        with Store(place) as store:
            result = run(spec, blocks * BLOCK, backend=backend, block=BLOCK, store=store, report=watch)
            run_for, processor = time.perf_counter() - began, time.process_time() - worked
            began = time.perf_counter()
            tallies = (result.tally, store.tally(spec.id))
            seconds = Seconds(run_for, processor, time.perf_counter() - began)
        for tally in tallies:
            assert tally["leftover"] == {key: blocks * n for key, n in model.tally["leftover"].items()}
        return Measured(crew, watch, seconds, place.stat().st_size)


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
        lost=last.crew.lost,
        doubled=last.crew.doubled,
        table=table(last.watch),
    )
    print(text)
    with RESULTS.open("a") as file:
        file.write(text)


if __name__ == "__main__":
    main()
