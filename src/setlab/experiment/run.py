"""Running an experiment: which trials are missing, in blocks, each stored as soon as it is finished."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from setlab.experiment.database import StoreError
from setlab.experiment.kernel import Estimates, Kernel
from setlab.experiment.kernels import find_kernel
from setlab.experiment.spec import Spec, check_trials
from setlab.experiment.store import Block, Rare, Store
from setlab.experiment.tally import Tally

SECONDS_PER_BLOCK = 0.5
SMALLEST_BLOCK = 1 << 10
LARGEST_BLOCK = 1 << 26


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
    stopped: Callable[[], bool] = lambda: False,
) -> Result:
    """The tally of trials first … first + trials − 1: what the store has, and the rest computed now.

    `block` fixes the number of trials of a block; otherwise blocks take about half a second. Neither it nor the
    number of threads changes the tally. `stopped` is asked after every block.
    """
    check_trials(first, trials)
    kernel, end = find_kernel(spec.kernel), first + trials
    tally = store.tally(spec.id, first, end) if store else Tally.zero(spec.id)
    gaps = store.missing(spec.id, first, end) if store else [(first, end)]
    run_now, seconds, warning = 0, 0.0, ""
    for gap_first, gap_end in gaps:
        position = gap_first
        while position < gap_end and not stopped():
            size = block or _block_size(run_now, seconds)
            size = min(size, gap_end - position)
            finished = compute(kernel, spec, position, size, threads)
            if store is not None and not warning:
                warning = _save(store, spec, finished)
            tally, position = tally + finished.tally, finished.end
            run_now, seconds = run_now + size, seconds + finished.seconds
            if report is not None:
                report(Progress(trials, tally.trials, run_now, seconds, tally))
    return Result(spec, first, tally, run_now, seconds, tally.trials == trials, warning)


def compute(kernel: Kernel, spec: Spec, first: int, trials: int, threads: int | None = None) -> Block:
    """One block, computed by the engine."""
    import numpy  # noqa: F401 - loaded before the clock starts, and not with the command line

    from setlab import _core  # noqa: F401

    parameters, started = spec.parameters, time.perf_counter()
    outcome = kernel.engine(parameters, spec.seed, first, trials, threads)
    seconds = time.perf_counter() - started
    rare = tuple(_described(kernel, spec, trial) for trial in outcome.rare)
    return Block(first, Tally(spec.id, trials, outcome.histograms), seconds, rare)


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


def _block_size(trials: int, seconds: float) -> int:
    """As many trials as take about half a second, a power of two; a small number to begin with."""
    if not trials or seconds <= 0:
        return SMALLEST_BLOCK
    fitting = int(trials / seconds * SECONDS_PER_BLOCK)
    return min(LARGEST_BLOCK, max(SMALLEST_BLOCK, 1 << max(0, fitting.bit_length() - 1)), trials * 16)


def _save(store: Store, spec: Spec, block: Block) -> str:
    """Store a block; if that cannot be done, the sentence that says why, and the run goes on unstored."""
    if not store.is_free(spec.id, block.first, block.end):
        return "another run has stored some of these trials meanwhile: the rest of this run was not stored"
    try:
        store.add(spec, block)
    except StoreError as error:
        return str(error)
    return ""


def _described(kernel: Kernel, spec: Spec, trial: int) -> Rare:
    """A rare game, played again in plain Python to get its cards."""
    from setlab.experiment.kernels.endgame import play

    game = play(spec.parameters, spec.seed, trial)
    what = f"leftover {game.leftover}, largest table {game.largest_table}"
    return Rare(trial, what, tuple(sorted(game.table.cards)))
