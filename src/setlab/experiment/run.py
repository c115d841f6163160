"""Running an experiment: which trials are missing, in blocks, each stored as soon as it is finished."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from setlab.experiment.blocks import Block, Rare
from setlab.experiment.keeper import Keeper
from setlab.experiment.kernel import Estimates, Kernel
from setlab.experiment.kernels import find_kernel
from setlab.experiment.plan import Plan, Span
from setlab.experiment.spec import Spec, check_trials
from setlab.experiment.store import Store
from setlab.experiment.tally import Tally

SECONDS_PER_BLOCK = 0.5
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
    number of threads, nor what other processes store meanwhile, changes the tally. `stopped` is asked before a block
    begins; the one in flight is finished.
    """
    check_trials(first, trials)
    plan = Plan(spec, first, first + trials, store)
    kernel = find_kernel(spec.kernel)
    keeper = Keeper(store, spec, lambda start, n: compute(kernel, spec, start, n, threads)) if store else None
    run_now, seconds = 0, 0.0
    for finished, span in _computed(spec, plan, block, threads, stopped):
        if keeper is not None and span.free and keeper.keep(finished):
            plan.go_elsewhere()
        plan.add(finished)
        run_now, seconds = run_now + finished.tally.trials, seconds + finished.seconds
        if report is not None:
            report(Progress(trials, plan.tally.trials, run_now, seconds, plan.tally))
    warning = keeper.finish() if keeper is not None else ""
    return Result(spec, first, plan.tally, run_now, seconds, plan.tally.trials == trials, warning)


def _computed(
    spec: Spec, plan: Plan, block: int | None, threads: int | None, stopped: Callable[[], bool]
) -> Iterator[tuple[Block, Span]]:
    """The blocks of the plan, in order. While one is stored and shown, the next is being computed."""
    import numpy  # noqa: F401 - loaded before any clock starts, and not with the command line

    from setlab import _core  # noqa: F401

    kernel, done, seconds = find_kernel(spec.kernel), 0, 0.0
    with ThreadPoolExecutor(1) as engine:
        coming: tuple[Future[Block], Span] | None = None
        while not stopped() and (span := plan.next(block or _block_size(done, seconds, kernel.first_block))):
            following = engine.submit(compute, kernel, spec, span.first, span.end - span.first, threads), span
            if coming is not None:
                finished = coming[0].result()
                done, seconds = done + finished.tally.trials, seconds + finished.seconds
                yield finished, coming[1]
            coming = following
        if coming is not None:
            yield coming[0].result(), coming[1]


def compute(kernel: Kernel, spec: Spec, first: int, trials: int, threads: int | None = None) -> Block:
    """One block, computed by the engine; of rare games it has the numbers only."""
    parameters, started = spec.parameters, time.perf_counter()
    outcome = kernel.engine(parameters, spec.seed, first, trials, threads)
    seconds = time.perf_counter() - started
    rare = tuple(Rare(trial, "", ()) for trial in outcome.rare)
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


def _block_size(trials: int, seconds: float, smallest: int) -> int:
    """As many trials as take about half a second, a power of two; a small number to begin with."""
    if not trials or seconds <= 0:
        return smallest
    fitting = min(int(trials / seconds * SECONDS_PER_BLOCK), trials * 16, LARGEST_BLOCK)
    return max(smallest, 1 << max(0, fitting.bit_length() - 1))
