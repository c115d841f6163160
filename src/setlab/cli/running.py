"""Running an experiment in front of somebody: the store opened, progress shown, Ctrl-C heard and answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from setlab.cli.progress import shown_bar
from setlab.cli.stopping import answered, say_stopped
from setlab.experiment.interrupts import Stopped, interrupts
from setlab.experiment.kernels import find_kernel
from setlab.experiment.run import Progress, Result, run, steps
from setlab.experiment.spec import Spec
from setlab.experiment.store import Store

__all__ = ["Stopped", "interrupts", "kept_sentence", "opened", "run_shown", "say_ended_early"]

Report = Callable[[Progress], None]


@contextmanager
def opened(place: str | None) -> Iterator[Store | None]:
    """The store at a place; none where nothing is to be kept. Whoever leaves by Ctrl-C is told what was stored."""
    if place is None:
        with answered(lambda: kept_sentence(None, 0)):
            yield None
        return
    store = Store(place)
    with store, answered(lambda: kept_sentence(store, store.stored)):
        yield store


def kept_sentence(store: Store | None, trials: int) -> str:
    """What a command has stored that was stopped after it had put so many trials into the store, if there is one.

    >>> kept_sentence(None, 0)
    'nothing was kept, as --no-store asks'
    """
    if store is None:
        return "nothing was kept, as --no-store asks"
    if not trials:
        return "nothing was stored"
    return f"{trials:,} {'trial was' if trials == 1 else 'trials were'} stored: the same command goes on from there"


def say_ended_early(result: Result, wanted: int, store: Store | None) -> int:
    """Print the line about a run that Ctrl-C ended. The status to leave with."""
    kept = kept_sentence(store, store.stored if store else 0)
    return say_stopped(kept, f"{result.tally.trials:,} of {wanted:,} trials")


def run_shown(
    spec: Spec,
    trials: int,
    first: int,
    *,
    threads: int | None,
    store: Store | None,
    stopped: Stopped,
    until_error: float | None = None,
    confidence: float = 0.95,
) -> Result:
    """The result of a run with a progress bar; with `until_error`, of as many trials as that takes.

    A run that Ctrl-C ends gives what it has; if that is nothing, it raises `KeyboardInterrupt`.
    """
    with progress_bar(spec, trials, confidence) as report:
        options: dict[str, Any] = {"threads": threads, "store": store, "stopped": stopped, "report": report}
        if until_error is None:
            result = run(spec, trials, first=first, **options)
        else:
            result = _run_until(spec, trials, first, until_error, confidence, options)
    if stopped() and not result.tally.trials:
        raise KeyboardInterrupt
    return result


def _run_until(spec: Spec, most: int, first: int, error: float, confidence: float, options: dict[str, Any]) -> Result:
    """Trials are added in fixed steps, so that where a run ends depends on the spec and on the error alone."""
    result: Result | None = None
    for goal in steps(most):
        done = 0 if result is None else result.tally.trials
        more = run(spec, goal - done, first=first + done, **options)
        if result is not None:
            more = replace(
                more,
                first=first,
                tally=result.tally + more.tally,
                run=result.run + more.run,
                seconds=result.seconds + more.seconds,
                warning=result.warning or more.warning,
            )
        accurate = more.complete and widest_error(more, confidence) <= error
        result = replace(more, complete=accurate or (more.complete and goal == most))
        if accurate or options["stopped"]():
            break
    assert result is not None
    return result


def widest_error(result: Result, confidence: float) -> float:
    """Half the width of the widest interval of the estimates that are shown first."""
    shown = result.estimates(confidence)[find_kernel(result.spec.kernel).main]
    widths = [(e.high - e.low) / 2 for e in shown.values() if e.low is not None and e.high is not None]
    return max(widths, default=float("inf"))


@contextmanager
def progress_bar(spec: Spec, trials: int, confidence: float) -> Iterator[Report | None]:
    """A bar on stderr with rate, time left and the leading estimate; nothing when it is not a terminal."""
    kernel = find_kernel(spec.kernel)
    columns = ("{task.fields[rate]}", "left", "{task.fields[leading]}")
    with shown_bar(*columns, total=trials, what=spec.kernel, rate="", leading="") as update:
        if update is None:
            yield None
            return

        def report(progress: Progress) -> None:
            tally = progress.tally
            shown = kernel.estimate(spec.parameters, tally.histograms, tally.trials, confidence)[kernel.main]
            key, leading = max(shown.items(), key=lambda item: item[1].value)
            words = f"{kernel.main.replace('_', ' ')} {key}: {leading.value:.4g}"
            update(completed=progress.done, rate=f"{progress.rate:,.0f}/s", leading=words)

        yield report
