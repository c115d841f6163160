"""Running an experiment in front of somebody: the store opened, progress shown, Ctrl-C heard."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from setlab.cli.progress import shown_bar
from setlab.experiment.kernels import find_kernel
from setlab.experiment.run import Progress, Result, run, steps
from setlab.experiment.spec import Spec
from setlab.experiment.store import Store

Stopped = Callable[[], bool]
Report = Callable[[Progress], None]


@contextmanager
def opened(place: str | None) -> Iterator[Store | None]:
    """The store at a place; none where nothing is to be kept."""
    if place is None:
        yield None
        return
    with Store(place) as store:
        yield store


@contextmanager
def interrupts() -> Iterator[Stopped]:
    """Ctrl-C asks the run to end after the block in flight; a second one ends it at once."""
    asked: list[int] = []

    def ask(number: int, frame: object) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)


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
    """The result of a run with a progress bar; with `until_error`, of as many trials as that takes."""
    with progress_bar(spec, trials, confidence) as report:
        options: dict[str, Any] = {"threads": threads, "store": store, "stopped": stopped, "report": report}
        if until_error is None:
            return run(spec, trials, first=first, **options)
        return _run_until(spec, trials, first, until_error, confidence, options)


def _run_until(spec: Spec, most: int, first: int, error: float, confidence: float, options: dict[str, Any]) -> Result:
    """Trials are added in fixed steps, so that where a run ends depends on the spec and on the error alone."""
    result: Result | None = None
    for goal in steps(most):
        done = 0 if result is None else result.tally.trials
        more = run(spec, goal - done, first=first + done, **options)
        if result is not None:
            tally = result.tally + more.tally
            more = replace(
                more, first=first, tally=tally, run=result.run + more.run, seconds=result.seconds + more.seconds
            )
        result = more
        if options["stopped"]() or widest_error(result, confidence) <= error:
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
