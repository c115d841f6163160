"""`run`: the tally of a range of trials. Missing trials are computed in blocks, each stored when it is finished.

Blocks end at multiples of their size, a power of two unless it is given. So two processes that compute the same trials
mostly compute the same blocks, or one within the other. A block is committed at once. Blocks that are ready at the same
moment are committed together, since every commit waits for the disk; a process that is killed loses those of them that
were not committed, and nothing else.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from random import randrange

from setlab.errors import plural
from setlab.experiment.backends import Backend
from setlab.experiment.backends.backend import compute_range
from setlab.experiment.backends.cpu import Cpu
from setlab.experiment.interrupts import Stopped, noted
from setlab.experiment.parameters import whole_number
from setlab.experiment.ranges import Range, gaps
from setlab.experiment.result import Result
from setlab.experiment.spec import Spec, check_trials
from setlab.experiment.store import Block, Rare, Refused, Store, StoreError
from setlab.experiment.tally import Tally, total


@dataclass(frozen=True)
class Span:
    """Trials to compute. They are not `free` if a stored block has them that extends beyond the requested range."""

    first: int
    end: int
    free: bool


def split_blocks(spec: Spec, first: int, end: int, store: Store) -> list[Block]:
    """The stored blocks that have trials of a range and others: a run computes those of the range again."""
    try:
        store.catalogue.restore(spec)
        found = [store.next_block(spec.id, trial, trial + 1) for trial in (first, end - 1)]
    except StoreError:
        return []
    split = [block for block in found if block is not None and (block.first < first or end < block.end)]
    return list({block.first: block for block in split}.values())


class Plan:
    """The trials first … end − 1 of a spec: their tally as far as it is known, and what is to be computed next.

    >>> from setlab.experiment.spec import make_spec
    >>> plan = Plan(make_spec("first-set", {"dimension": 4}, seed=1), 1000, 3000, store=None)
    >>> plan.next(512), plan.next(2048), plan.next(2048), plan.next(1)
    (Span(first=1000, end=1024, free=True), Span(first=1024, end=2048, free=True),
     Span(first=2048, end=3000, free=True), None)
    """

    def __init__(self, spec: Spec, first: int, end: int, store: Store | None) -> None:
        self.spec, self._store = spec, store
        stored: list[Range] = []
        self.tally = total(self._read(first, end, stored), spec.id)
        self._gaps = deque(gaps(first, end, stored))
        self._size = 1

    @property
    def is_done(self) -> bool:
        """True if nothing is left to compute."""
        return not self._gaps

    def next(self, size: int) -> Span | None:
        """The next trials to compute, at most `size`; None if there are no more.

        Blocks that another process stored meanwhile are added to the tally instead.
        """
        self._size = size
        while self._gaps:
            first, end = self._gaps.popleft()
            stored = self._next_stored(first, end)
            if stored is not None and stored.first == first and stored.end <= end:
                self.tally += stored.tally
                self._put_back(stored.end, end)
                continue
            free = stored is None or stored.first > first
            stop = end if stored is None else min(end, stored.first if free else stored.end)
            stop = min(stop, first - first % size + size)
            self._put_back(stop, end)
            return Span(first, stop, free)
        return None

    def add(self, block: Block) -> None:
        """Add a block that was computed to the tally."""
        self.tally += block.tally

    def go_elsewhere(self) -> None:
        """Go on at a random start of a block: another process is at work here."""
        position = randrange(sum(end - first for first, end in self._gaps)) if self._gaps else 0
        while self._gaps:
            first, end = self._gaps[0]
            if position < end - first:
                middle = max(first, (first + position) // self._size * self._size)
                self._gaps.popleft()
                self._gaps.extend([(first, middle)] * (first < middle))
                self._put_back(middle, end)
                return
            position -= end - first
            self._gaps.rotate(-1)

    def _put_back(self, first: int, end: int) -> None:
        if first < end:
            self._gaps.appendleft((first, end))

    def _read(self, first: int, end: int, stored: list[Range]) -> Iterator[Tally]:
        """The tallies of the blocks that the store has; their ranges go into the list."""
        if self._store is None:
            return
        self._store.catalogue.restore(self.spec)
        for block in self._store.each_block(self.spec.id, first, end):
            stored.append((block.first, block.end))
            yield block.tally

    def _next_stored(self, first: int, end: int) -> Block | None:
        """The earliest stored block that has one of these trials; a store that fails now does not end the run."""
        try:
            return self._store.next_block(self.spec.id, first, end) if self._store else None
        except StoreError:
            return None


MOST_TOGETHER = 256
"""The most blocks that are committed together."""

PAUSE = 20.0
"""Seconds until a store that failed is tried again."""

Compute = Callable[[int, int], Block]
"""(first, trials) → block."""


class Keeper:
    """Stores blocks of a spec. Where another process was first, the trials that are still missing are computed again.

    Blocks that the store cannot take now, because it is locked or full, wait until it can. When `stopped` says so,
    nothing is computed again.
    """

    def __init__(self, store: Store, spec: Spec, compute: Compute, stopped: Stopped = lambda: False) -> None:
        self._store, self._spec, self._compute, self._stopped = store, spec, compute, stopped
        self._waiting: deque[Block] = deque()
        self._not_before, self._trouble = 0.0, ""
        self._refused: list[str] = []

    def take(self, block: Block) -> None:
        """Take a block that is to be stored."""
        self._waiting.append(described(self._spec, block))

    def store(self, more: bool = False) -> bool:
        """Store the blocks that wait; True if another process has stored trials of one of them.

        If `more` are ready to be taken, these are waited for, unless many wait already.
        """
        if time.monotonic() < self._not_before or (more and len(self._waiting) < MOST_TOGETHER):
            return False
        return self._store_waiting(MOST_TOGETHER)

    def leave(self) -> None:
        """Store the blocks that wait, and compute nothing again."""
        self._stopped = lambda: True
        self.store()

    def finish(self) -> str:
        """Store what waits; the sentence that says what could not be stored and why, or an empty text."""
        self._store_waiting(MOST_TOGETHER)
        if self._waiting:
            self._store_waiting(1)  # a disk that is nearly full may have room for some of them
        left = sum(block.tally.trials for block in self._waiting)
        trouble = [f"{self._trouble}; {plural(left, 'trial')} of this run were not stored"] if left else []
        return "; ".join([*self._refused, *trouble])

    def _store_waiting(self, together: int) -> bool:
        met = False
        try:
            while self._waiting:
                met |= self._store_group(list(islice(self._waiting, together)))
        except StoreError as error:
            self._trouble, self._not_before = str(error), time.monotonic() + PAUSE
        return met

    def _store_group(self, group: list[Block]) -> bool:
        """Store the blocks that wait longest in one transaction, or replace them by their missing parts."""
        answers = self._store.fill_all(self._spec, group)
        for _ in group:
            self._waiting.popleft()
        self._refused += [str(answer) for answer in answers if isinstance(answer, Refused)]
        filled = [answer for answer in answers if not isinstance(answer, Refused)]
        for first, end in [span for _, missing in filled for span in missing]:
            if not self._stopped():
                self.take(self._compute(first, end - first))
        return not all(stored for stored, _ in filled)


def described(spec: Spec, block: Block) -> Block:
    """The block with its rare games described: what is rare about each, and its cards."""
    games = (game if game.what else Rare.of(spec, game.trial) for game in block.rare)
    return replace(block, rare=tuple(game for game in games if game is not None))


@dataclass(frozen=True)
class Progress:
    """The progress of a run: the trials wanted, those done, those of them that were run now, and the tally."""

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
    """The tally of trials first … first + trials − 1: what the store has, and the rest computed now.

    `backend` computes the blocks, by default the threads of this process. `block` fixes the number of trials of a
    block; otherwise blocks take about half a second. Neither these nor what other processes store meanwhile changes
    the tally. Once `stopped` returns True, no block begins any more; one in flight is given up unless it is finished
    in a moment.
    """
    trials, first = whole_number(trials, "trials"), whole_number(first, "first")
    check_trials(first, trials)
    chosen = Cpu(threads) if backend is None else backend
    plan = Plan(spec, first, first + trials, store)
    keeper = Keeper(store, spec, partial(compute_range, chosen, spec), stopped) if store else None
    run_now, seconds = 0, 0.0
    if plan.is_done:  # a cluster is not even started
        return Result(spec, first, plan.tally, 0, 0.0, True)
    with noted(), storing(keeper), closing(chosen.blocks(spec, plan.next, block, stopped)) as blocks:
        for finished, span in blocks:
            if keeper is not None and span.free:
                keeper.take(finished)
            if keeper is not None and keeper.store(more=chosen.ready > 0):
                plan.go_elsewhere()
            plan.add(finished)
            run_now, seconds = run_now + finished.tally.trials, seconds + finished.seconds
            if report is not None:
                report(Progress(trials, plan.tally.trials, run_now, seconds, plan.tally))
        warnings = [keeper.finish() if keeper is not None else "", *chosen.noticed]
    return Result(
        spec, first, plan.tally, run_now, seconds, plan.tally.trials == trials, "; ".join(filter(None, warnings))
    )


@contextmanager
def storing(keeper: Keeper | None) -> Iterator[None]:
    """Whatever ends a run, the blocks that were finished are stored."""
    try:
        yield
    except BaseException:
        if keeper is not None:
            keeper.leave()
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
