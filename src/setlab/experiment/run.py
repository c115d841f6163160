"""Running an experiment: which trials are missing, in blocks, each stored as soon as it is finished."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from setlab.experiment.computing import computed
from setlab.experiment.database import StoreError
from setlab.experiment.interrupts import Stopped, noted
from setlab.experiment.kernel import Estimates
from setlab.experiment.kernels import find_kernel
from setlab.experiment.spec import Spec, check_trials
from setlab.experiment.store import Block, Rare, Store
from setlab.experiment.tally import Tally


@dataclass(frozen=True)
class Progress:
    """How far a run is: the trials asked for, those that are there, those that were run now, and the tally."""

    wanted: int
    done: int
    run: int
    seconds: float
    tally: Tally

    @property
    def rate(self) -> float:
        """Trials per second of the run itself."""
        return self.run / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True)
class Result:
    """What a run gave. `run` trials were computed now, in `seconds`; the others came from the store."""

    spec: Spec
    first: int
    tally: Tally
    run: int
    seconds: float
    complete: bool
    warning: str = ""

    @property
    def rate(self) -> float:
        """Trials per second of the run itself."""
        return self.run / self.seconds if self.seconds > 0 else 0.0

    def estimates(self, confidence: float = 0.95) -> Estimates:
        """The estimates that the tally gives."""
        kernel = find_kernel(self.spec.kernel)
        return kernel.estimate(self.spec.parameters, self.tally.histograms, self.tally.trials, confidence)


def make_spec(kernel: str, parameters: Mapping[str, Any] | None = None, seed: int = 0) -> Spec:
    """The spec of a kernel with parameters checked and completed.

    >>> make_spec("endgame", {"lost": 1}).parameters["choice"]
    'random'
    """
    found = find_kernel(kernel)
    return Spec.of(found.name, found.normalise(parameters or {}), seed, found.version)


def run(
    spec: Spec,
    trials: int,
    *,
    first: int = 0,
    threads: int | None = None,
    store: Store | None = None,
    block: int | None = None,
    report: Callable[[Progress], None] | None = None,
    stopped: Stopped = lambda: False,
) -> Result:
    """The tally of trials first … first + trials − 1: what the store has, and the rest computed now.

    `block` fixes the number of trials of a block; otherwise blocks take about half a second. Neither it nor the
    number of threads changes the tally. When `stopped` says so, no block begins any more; the one in flight is given
    up unless it is finished in a moment.
    """
    check_trials(first, trials)
    end = first + trials
    tally = store.tally(spec.id, first, end) if store else Tally.zero(spec.id)
    parts = _Missing(spec, first, end, store)
    run_now, seconds, warning = 0, 0.0, ""
    with noted(), closing(computed(spec, parts.next, block, threads, stopped)) as blocks:
        for finished, part in blocks:
            if store is not None and part.free and not warning:
                warning = _save(store, spec, finished)
            tally = tally + finished.tally
            run_now, seconds = run_now + finished.tally.trials, seconds + finished.seconds
            if report is not None:
                report(Progress(trials, tally.trials, run_now, seconds, tally))
    return Result(spec, first, tally, run_now, seconds, tally.trials == trials, warning)


@dataclass(frozen=True)
class _Part:
    """A range of trials to compute; `free` if it may be stored."""

    first: int
    end: int
    free: bool


class _Missing:
    """The trials of a range that the store does not have, part by part.

    A gap may belong to a stored block that sticks out of the range asked for: it is run, and not stored again.
    """

    def __init__(self, spec: Spec, first: int, end: int, store: Store | None) -> None:
        gaps = store.missing(spec.id, first, end) if store else [(first, end)]
        self.gaps = deque(_Part(*gap, free=store is not None and store.is_free(spec.id, *gap)) for gap in gaps)

    def next(self, size: int) -> _Part | None:
        """The next part, of at most so many trials; None when there are no more."""
        if not self.gaps:
            return None
        gap = self.gaps.popleft()
        if gap.end - gap.first <= size:
            return gap
        self.gaps.appendleft(replace(gap, first=gap.first + size))
        return replace(gap, end=gap.first + size)


def steps(until: int) -> Iterator[int]:
    """The numbers of trials after which a run looks whether it is accurate enough: fixed, so that it is repeatable.

    >>> list(steps(300_000))
    [65536, 131072, 262144, 300000]
    """
    trials = 1 << 16
    while trials < until:
        yield trials
        trials *= 2
    yield until


def _save(store: Store, spec: Spec, block: Block) -> str:
    """Store a block with its rare games; if that cannot be done, the sentence that says why: the run goes on."""
    describe = find_kernel(spec.kernel).describe
    if block.rare and describe is not None:
        games = (describe(spec.parameters, spec.seed, game.trial) for game in block.rare)
        rare = tuple(Rare(game.trial, *about) for game, about in zip(block.rare, games, strict=True))
        block = replace(block, rare=rare)
    try:
        store.add(spec, block)
    except StoreError as error:
        return f"{error}; the rest of this run was not stored"
    return ""
