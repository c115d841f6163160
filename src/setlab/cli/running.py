"""Interactive runs: the store open_store, progress shown, Ctrl-C heard and answered."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Annotated, Any

from setlab.cli.options import NoStore, Scheduler, StorePlace, Workers, option
from setlab.cli.screen import progress_bar
from setlab.cli.stopping import report_kept, say_stopped
from setlab.errors import SpecError, plural
from setlab.experiment.backends import Backend, open_backend
from setlab.experiment.interrupts import Stopped, interrupts
from setlab.experiment.result import Result
from setlab.experiment.run import Progress, run, split_blocks, steps
from setlab.experiment.spec import Spec
from setlab.experiment.store import Store, StoreError, default_location

Report = Callable[[Progress], None]

MOST_THREADS = 1024

Threads = Annotated[int | None, option("--threads", "T", "Default: all cores.")]


@dataclass(frozen=True)
class RunOptions:
    """Where the trials of a run are computed and kept."""

    threads: Threads = None
    backend: Annotated[str, option("--backend", "NAME", "Where trials are computed: cpu, gpu or dask.")] = "cpu"
    scheduler: Scheduler = None
    workers: Workers = None
    store: StorePlace = None
    no_store: NoStore = False

    def __post_init__(self) -> None:
        check_threads(self.threads)

    @property
    def location(self) -> str | None:
        """The place of the store; None to keep nothing."""
        return None if self.no_store else self.store or default_location()

    def open_backend(self) -> AbstractContextManager[Backend]:
        """The backend that computes."""
        return open_backend(self.backend, threads=self.threads, scheduler=self.scheduler, workers=self.workers)

    def run(self, spec: Spec, trials: int, show: Callable[[Result], None], **options: Any) -> int:
        """Run an experiment with its store, and show its result, or the part of it before Ctrl-C. The exit status."""
        with self.open_backend() as engine:
            return self.run_each([spec], trials, lambda results: show(results[0]), engine, **options)

    def run_each(
        self,
        specs: Sequence[Spec],
        trials: int,
        show: Callable[[list[Result]], None],
        engine: Backend,
        label: str | None = None,
        **options: Any,
    ) -> int:
        """Run experiments in turn; Ctrl-C ends the present one and leaves out the others. The exit status."""
        with open_store(self.location) as kept, interrupts() as stopped:
            results = list[Result]()
            for spec in specs:
                if results and stopped():
                    break
                run = run_with_progress(spec, trials, store=kept, stopped=stopped, backend=engine, **options)
                results.append(run)
                if kept is not None:
                    with suppress(StoreError):  # a store that fails has no note of who asked
                        kept.journal.claim(spec.id, label, kept.origin)
            ended_early = stopped() and (len(results) < len(specs) or not results[-1].complete)
            show(results)
            name_spoilt(kept)
            for result in results:
                if result.warning:
                    print(f"setlab: {result.warning}", file=sys.stderr)
            return say_ended_early(results, trials * len(specs), kept) if ended_early else 0


def check_threads(threads: int | None) -> None:
    """Raise `SpecError` unless this number of threads is possible."""
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise SpecError(f"{threads} threads cannot be used: choose 1 to {MOST_THREADS}")


def check_confidence(confidence: float) -> None:
    """Raise `SpecError` unless intervals can have this level."""
    if not 0 < confidence < 1:
        raise SpecError(f"confidence {confidence} is out of range: choose a number between 0 and 1, such as 0.95")


@contextmanager
def open_store(location: str | None, origin: str = "") -> Iterator[Store | None]:
    """The store at a location, or None to keep nothing. On Ctrl-C, say what was stored."""
    if location is None:
        with report_kept(lambda: kept_sentence(None, 0)):
            yield None
        return
    store = Store(location, origin)
    with store, report_kept(lambda: kept_sentence(store, store.stored)):
        yield store


def kept_sentence(store: Store | None, trials: int) -> str:
    """The sentence that says how many trials a stopped command has stored.

    >>> kept_sentence(None, 0)
    'nothing was kept, as --no-store asks'
    """
    if store is None:
        return "nothing was kept, as --no-store asks"
    if not trials:
        return "nothing was stored"
    return f"{trials:,} {'trial was' if trials == 1 else 'trials were'} stored: the same command goes on from there"


def say_ended_early(results: Sequence[Result], wanted: int, store: Store | None) -> int:
    """Print the line about runs that Ctrl-C ended. The exit status."""
    kept, done = kept_sentence(store, store.stored if store else 0), sum(result.tally.trials for result in results)
    return say_stopped(kept, f"{done:,} of {wanted:,} trials")


def run_with_progress(
    spec: Spec,
    trials: int,
    first: int = 0,
    *,
    store: Store | None,
    stopped: Stopped,
    backend: Backend,
    until_error: float | None = None,
    confidence: float = 0.95,
) -> Result:
    """The result of a run with a progress bar; with `until_error`, of as many trials as that takes.

    A run that Ctrl-C ends gives the trials that it has; if there are none, it raises `KeyboardInterrupt`.
    """
    name_split(spec, trials, first, store)
    with run_progress(spec, trials, confidence) as report:
        options: dict[str, Any] = {"backend": backend, "store": store, "stopped": stopped, "report": report}
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
            tally, ran, seconds = result.tally + more.tally, result.run + more.run, result.seconds + more.seconds
            warning = result.warning or more.warning
            more = replace(more, first=first, tally=tally, run=ran, seconds=seconds, warning=warning)
        accurate = more.complete and widest_error(more, confidence) <= error
        result = replace(more, complete=accurate or (more.complete and goal == most))
        if accurate or options["stopped"]():
            break
    assert result is not None
    return result


def widest_error(result: Result, confidence: float) -> float:
    """Half the width of the widest interval of the main quantity."""
    shown = result.estimate(result.spec.definition.main, confidence)
    widths = [(e.high - e.low) / 2 for e in shown.values() if e.low is not None and e.high is not None]
    return max(widths, default=float("inf"))


@contextmanager
def run_progress(spec: Spec, trials: int, confidence: float) -> Iterator[Report | None]:
    """A bar on stderr with rate, time left and the leading estimate; None when it is not a terminal."""
    main = spec.definition.main
    columns = ("{task.fields[rate]}", "left", "{task.fields[leading]}")
    with progress_bar(*columns, total=trials, what=spec.kernel, rate="", leading="") as update:
        if update is None:
            yield None
            return

        def report(progress: Progress) -> None:
            tally = progress.tally
            shown = spec.quantities[main].compute(tally.histograms, tally.trials, confidence)
            key, leading = max(shown.items(), key=lambda item: item[1].value)
            words = f"{main.replace('_', ' ')} {key}: {leading.value:.4g}"
            update(completed=progress.done, rate=f"{progress.rate:,.0f}/s", leading=words)

        yield report


MOST_NAMED = 5
LONG = 10.0
"""Seconds of computing from which on trials that are computed again are worth a sentence."""


def name_spoilt(store: Store | None, whose: str = "") -> None:
    """Name the blocks that the store set aside since it was open_store, one to a line."""
    noticed = store.noticed if store is not None else []
    for block in noticed[:MOST_NAMED]:
        print(f"setlab: {whose}{block.sentence()}", file=sys.stderr)
    if (more := len(noticed) - MOST_NAMED) > 0:
        print(f"setlab: … and {plural(more, 'block')} more: `setlab runs check` names them all", file=sys.stderr)


def name_split(spec: Spec, trials: int, first: int, store: Store | None) -> None:
    """Say which trials of a run are computed again although a large stored block has them."""
    for block in split_blocks(spec, first, first + trials, store) if store is not None else ():
        again = min(block.end, first + trials) - max(block.first, first)
        if block.seconds * again / block.tally.trials >= LONG:
            whole = f"--trials {block.tally.trials}" + (f" --first {block.first}" if block.first else "")
            stored = f"the store has trials {block.first:,} to {block.end - 1:,} as one tally, which cannot be split"
            remedy = f"{again:,} of them are computed again; {whole} takes it whole"
            print(f"setlab: {stored}: {remedy}", file=sys.stderr)
