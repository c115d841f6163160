"""`run`: the tally of a range of trials. Missing trials are computed in blocks, each stored when it is finished."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial

from setlab.experiment.backends import Backend
from setlab.experiment.backends.backend import compute_range
from setlab.experiment.backends.cpu import Cpu
from setlab.experiment.interrupts import Stopped, noted
from setlab.experiment.keeper import Keeper
from setlab.experiment.numbers import whole_number
from setlab.experiment.plan import Plan
from setlab.experiment.result import Result
from setlab.experiment.spec import Spec, check_trials, make_spec
from setlab.experiment.store import Store
from setlab.experiment.tally import Tally

__all__ = ["Progress", "Result", "make_spec", "run", "steps"]


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
