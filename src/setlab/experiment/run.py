"""`run`: the tally of a range of trials; `simulate`: an experiment in one call.

Missing trials are computed in blocks, each stored when it is finished. Blocks end at multiples of their size, a power
of two unless it is given. So two processes that compute the same trials mostly compute the same blocks, or one within
the other. A block is committed at once. Blocks that are ready at the same moment are committed together, since every
commit waits for the disk; a process that is killed loses those of them that were not committed, and nothing else.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from os import PathLike, fspath
from random import randrange
from typing import Any

from setlab.arguments import checked
from setlab.errors import SpecError, plural, show_value
from setlab.experiment.backends import Backend, Cpu, open_backend
from setlab.experiment.interrupts import Stopped, note_interrupts
from setlab.experiment.kernel import Rare
from setlab.experiment.parameters import whole_number
from setlab.experiment.result import Result
from setlab.experiment.spec import Range, Spec, check_confidence, check_trials, gaps, make_spec
from setlab.experiment.store import Block, Refused, Store, StoreError, default_location, replay_rare
from setlab.experiment.tally import Tally, total


def split_blocks(spec: Spec, first: int, end: int, store: Store) -> list[Block]:
    """The stored blocks that lie partly in a range: a run recomputes their trials in the range."""
    try:
        store.catalogue.restore(spec)
        found = [store.next_block(spec.id, trial, trial + 1) for trial in (first, end - 1)]
    except StoreError:
        return []
    split = [block for block in found if block is not None and (block.first < first or end < block.end)]
    return list({block.first: block for block in split}.values())


class Plan:
    """The trials first … end − 1 of a spec: the blocks that are known, and the trials to compute next.

    Other processes may add to the store meanwhile.

    >>> from setlab.experiment.spec import make_spec
    >>> plan = Plan(make_spec("first-set", {"dimension": 4}, seed=1), 1000, 3000, store=None)
    >>> [tuple(plan.next(size) or ()) for size in (512, 2048, 2048, 1)]
    [(1000, 1024), (1024, 2048), (2048, 3000), ()]
    """

    def __init__(self, spec: Spec, first: int, end: int, store: Store | None) -> None:
        self.spec, self._store = spec, store
        stored: list[Range] = []
        self.rare: list[Rare] = []
        self.tally = total(self._read(first, end, stored), spec.id)
        self._gaps = deque(gaps(first, end, stored))
        self._unstorable: list[Range] = []
        self._size = 1

    @property
    def is_done(self) -> bool:
        """True if nothing is left to compute."""
        return not self._gaps

    def next(self, size: int) -> Range | None:
        """The next trials to compute, at most `size`; None after the last.

        Blocks that another process stored meanwhile are added to the tally instead.
        """
        self._size = size
        while self._gaps:
            first, end = self._gaps.popleft()
            stored = self._next_stored(first, end)
            if stored is not None and stored.first == first and stored.end <= end:
                self.add(stored)
                self._put_back(stored.end, end)
                continue
            free = stored is None or stored.first > first
            stop = end if stored is None else min(end, stored.first if free else stored.end)
            stop = min(stop, first - first % size + size)
            self._put_back(stop, end)
            if not free:
                self._unstorable.append(Range(first, stop))
            return Range(first, stop)
        return None

    def is_storable(self, block: Block) -> bool:
        """False if a stored block that extends beyond the requested range has the trials of this one."""
        return not any(each.first <= block.first < each.end for each in self._unstorable)

    def add(self, block: Block) -> None:
        """Add a block to the tally."""
        self.tally += block.tally
        self.rare.extend(block.rare if self.spec.definition.lists_rare else ())

    def go_elsewhere(self) -> None:
        """Continue at the start of a random block: another process is working here."""
        position = randrange(sum(end - first for first, end in self._gaps)) if self._gaps else 0
        while self._gaps:
            first, end = self._gaps[0]
            if position < end - first:
                middle = max(first, (first + position) // self._size * self._size)
                self._gaps.popleft()
                self._gaps.extend([Range(first, middle)] * (first < middle))
                self._put_back(middle, end)
                return
            position -= end - first
            self._gaps.rotate(-1)

    def _put_back(self, first: int, end: int) -> None:
        if first < end:
            self._gaps.appendleft(Range(first, end))

    def _read(self, first: int, end: int, stored: list[Range]) -> Iterator[Tally]:
        """The tallies of the blocks that the store has; their ranges go into the list."""
        if self._store is None:
            return
        self._store.catalogue.restore(self.spec)
        for block in self._store.each_block(self.spec.id, first, end):
            stored.append(block.range)
            self.rare.extend(block.rare if self.spec.definition.lists_rare else ())
            yield block.tally

    def _next_stored(self, first: int, end: int) -> Block | None:
        """The earliest stored block with one of these trials; None if the store fails, which does not end the run."""
        try:
            return self._store.next_block(self.spec.id, first, end) if self._store else None
        except StoreError:
            return None


MOST_TOGETHER = 256
"""The most blocks that are committed together."""

PAUSE = 20.0
"""Seconds until a store that failed is tried again."""


class BlockWriter:
    """Stores blocks of a spec. Where another process was first, the trials that are still missing are recomputed.

    Blocks that the store cannot take now, because it is locked or full, wait until it can. Once `stopped` returns True,
    nothing is recomputed.
    """

    def __init__(
        self, store: Store, spec: Spec, compute: Callable[[Range], Block], stopped: Stopped = lambda: False
    ) -> None:
        self._store, self._spec, self._compute, self.stopped = store, spec, compute, stopped
        self._waiting: deque[Block] = deque()
        self._not_before, self._error, self._refused = 0.0, "", list[str]()

    def take(self, block: Block) -> None:
        """Queue a block."""
        self._waiting.append(describe_rare(self._spec, block))

    def store(self, more: bool = False) -> bool:
        """Store the queued blocks; True if another process has stored trials of one of them.

        If `more` are ready, they are waited for, unless many are queued.
        """
        is_early = time.monotonic() < self._not_before or (more and len(self._waiting) < MOST_TOGETHER)
        return not is_early and self._store_waiting(MOST_TOGETHER)

    def finish(self) -> str:
        """Store the queued blocks; the sentence about blocks that could not be stored, or an empty text."""
        self._store_waiting(MOST_TOGETHER)
        if self._waiting:
            self._store_waiting(1)  # a disk that is nearly full may have room for some of them
        left = sum(block.tally.trials for block in self._waiting)
        errors = [f"{self._error}; {plural(left, 'trial')} of this run were not stored"] if left else []
        return "; ".join([*self._refused, *errors])

    def _store_waiting(self, together: int) -> bool:
        met = False
        try:
            while self._waiting:
                met |= self._store_group(list(islice(self._waiting, together)))
        except StoreError as error:
            self._error, self._not_before = str(error), time.monotonic() + PAUSE
        return met

    def _store_group(self, group: list[Block]) -> bool:
        """Store blocks of the queue in one transaction, or replace them by their missing parts."""
        answers = self._store.fill_all(self._spec, group)
        for _ in group:
            self._waiting.popleft()
        self._refused += [str(answer) for answer in answers if isinstance(answer, Refused)]
        filled = [answer for answer in answers if not isinstance(answer, Refused)]
        for trials in [each for _, missing in filled for each in missing]:
            if not self.stopped():
                self.take(self._compute(trials))
        return not all(stored for stored, _ in filled)


def describe_rare(spec: Spec, block: Block) -> Block:
    """The block with its rare games described: the reason why each is rare, and its cards."""
    games = (game if game.what else replay_rare(spec, game.trial) for game in block.rare)
    return replace(block, rare=tuple(filter(None, games)))


@dataclass(frozen=True)
class Progress:
    """The progress of a run: the trials wanted, done, and run now, and the tally."""

    wanted: int
    done: int
    run: int
    seconds: float
    tally: Tally

    @property
    def rate(self) -> float:
        """Trials per second of the run itself."""
        return self.run / self.seconds if self.seconds > 0 else 0.0


def run(
    spec: Spec,
    trials: float | str,
    *,
    first: float | str = 0,
    threads: int | None = None,
    backend: Backend | None = None,
    store: Store | None = None,
    block: int | None = None,
    report: Callable[[Progress], None] | None = None,
    stopped: Stopped = lambda: False,
) -> Result:
    """The tally of trials first … first + trials − 1: those in the store, and the rest computed now.

    `backend` computes the blocks, by default the threads of this process. `block` fixes the number of trials of a
    block; otherwise blocks take about half a second. Neither these nor the blocks of other processes change
    the tally. Once `stopped` returns True, no block begins; the block in flight is abandoned after a grace period.
    """
    trials, first = whole_number(trials, "trials"), whole_number(first, "first")
    check_trials(first, trials)
    chosen = Cpu(threads) if backend is None else backend
    if spec.parameters.own and (store is not None or not isinstance(chosen, Cpu)):
        raise SpecError(f"{spec.parameters.own} is played in this process and not stored: name a strategy instead")
    plan = Plan(spec, first, first + trials, store)
    writer = BlockWriter(store, spec, partial(chosen.compute, spec), stopped) if store else None
    run_now, seconds, warnings = 0, 0.0, list[str]()
    if not plan.is_done:  # otherwise a cluster is not even started
        found = chosen.blocks(spec, plan.next, block, stopped)
        with note_interrupts(), store_at_exit(writer), closing(found) as blocks:
            for finished in blocks:
                if writer is not None and plan.is_storable(finished):
                    writer.take(finished)
                if writer is not None and writer.store(more=chosen.ready > 0):
                    plan.go_elsewhere()
                plan.add(finished)
                run_now, seconds = run_now + finished.tally.trials, seconds + finished.seconds
                if report is not None:
                    report(Progress(trials, plan.tally.trials, run_now, seconds, plan.tally))
            warnings = [writer.finish() if writer is not None else "", *chosen.noticed]
    is_complete, warning = plan.tally.trials == trials, "; ".join(filter(None, warnings))
    rare = tuple(sorted(plan.rare, key=lambda game: game.trial))
    return Result(spec, first, plan.tally, run_now, seconds, is_complete, warning, rare=rare)


@contextmanager
def store_at_exit(writer: BlockWriter | None) -> Iterator[None]:
    """Whatever ends a run, the finished blocks are stored."""
    try:
        yield
    except BaseException:
        if writer is not None:
            writer.stopped = lambda: True  # nothing is recomputed
            writer.store()
        raise


def steps(until: int) -> Iterator[int]:
    """The numbers of trials after which a run tests its accuracy: fixed, so that its end is repeatable.

    >>> list(steps(300_000))
    [65536, 131072, 262144, 300000]
    """
    trials = 1 << 16
    while trials < until:
        yield trials
        trials *= 2
    yield until


SomeStore = bool | str | PathLike[str] | Store | None


@checked
def simulate(
    kernel: str,
    trials: float | str,
    *,
    seed: int = 0,
    first: float | str = 0,
    confidence: float = 0.95,
    store: SomeStore = None,
    threads: int | None = None,
    backend: str = "cpu",
    scheduler: str | None = None,
    workers: int | None = None,
    progress: bool = False,
    **parameters: Any,
) -> Result:
    """The result of trials first … first + trials − 1 of a kernel; `parameters` are those of the kernel.

    Trial i depends on the seed, the parameters and i alone: threads, backend, machine and store change nothing. The
    backend is cpu, gpu, or dask with the address of a `scheduler` or a number of `workers` to start here. Nothing is
    kept unless `store` is given: a file, the address of a database, an open `Store`, or True for the store of the
    command line. Stored trials are not recomputed. `progress=True` shows a line on stderr.
    A `KeyboardInterrupt` leaves no thread behind, and the finished blocks in the store.

    >>> simulate("endgame", 1000, seed=1, choice="random").tally["leftover"]
    {0: 13, 6: 465, 9: 447, 12: 73, 15: 2}
    >>> simulate("endgame", 1000, choise="popular")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'choise' is not a parameter of endgame: did you mean choice? endgame takes …
    """
    spec = make_spec(kernel, parameters, seed)
    check_confidence(confidence)
    cluster = {"threads": threads, "scheduler": scheduler, "workers": workers}
    result = run_kept(spec, trials, first, store=store, backend=backend, progress=progress, **cluster)
    return replace(result, confidence=confidence)


def run_kept(
    spec: Spec,
    trials: float | str,
    first: float | str = 0,
    *,
    store: SomeStore = None,
    backend: str = "cpu",
    progress: bool = False,
    **options: Any,
) -> Result:
    """The result of a run on a backend by its name, with the `store` and the `options` of `simulate`."""
    chosen = open_backend(backend, **options)
    with open_store(store) as kept, progress_line(spec.kernel, progress) as report, chosen as engine:
        result = run(spec, trials, first=first, backend=engine, store=kept, report=report)
    if result.warning:
        warnings.warn(result.warning, stacklevel=4)  # at the call of `simulate`, whose arguments are checked
    return result


@contextmanager
def open_store(store: SomeStore) -> Iterator[Store | None]:
    """The requested store; one that was opened here is closed again."""
    if store is None or isinstance(store, Store):
        yield store
        return
    if store is not True and not isinstance(store, str | PathLike):
        raise TypeError(f"store={show_value(store)} is not a store: give a file, an address, a Store, or True")
    location = default_location() if store is True else fspath(store)
    with Store(location) as opened:
        yield opened


@contextmanager
def progress_line(kernel: str, wanted: bool) -> Iterator[Callable[[Progress], None] | None]:
    """A line on stderr with the progress of the run."""
    if not wanted:
        yield None
        return

    def report(now: Progress) -> None:
        part = f"{now.done:,} of {now.wanted:,} trials, {now.done / now.wanted:.0%}, {now.rate:,.0f} a second"
        print(f"\r{kernel}: {part}", end="", file=sys.stderr, flush=True)

    try:
        yield report
    finally:
        print(file=sys.stderr)
