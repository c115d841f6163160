"""Interactive runs: store, progress, Ctrl-C; the result as JSON, as text with intervals and bars, in a file."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from setlab.answers import Answer, DataTable, format_table
from setlab.cli.options import BACKEND, PlaceOptions, check_folder, option
from setlab.cli.screen import attributes, progress_bar, say, style, width
from setlab.cli.stopping import report_kept, say_stopped
from setlab.errors import SpecError, join_names, plural
from setlab.experiment.backends import Backend, open_backend
from setlab.experiment.estimate import Estimate, Estimates
from setlab.experiment.interrupts import interrupts
from setlab.experiment.result import Result, quantity_tables, result_table, spec_sentence, trials_text
from setlab.experiment.run import RunProgress, run, split_blocks, steps
from setlab.experiment.spec import Range, Spec, check_threads
from setlab.experiment.store import Block, Store, StoreError, default_location
from setlab.experiment.store.result_file import write_result
from setlab.experiment.tally import key_text
from setlab.files import whole_file
from setlab.plots import Row, histogram_text
from setlab.stats import Interval

Report = Callable[[RunProgress], None]
ShowAll = Callable[[list[Result]], None]

Threads = Annotated[int | None, option("--threads", "T", "Default: all cores.")]


@dataclass(frozen=True)
class RunOptions(PlaceOptions):
    """Where the trials of a run are computed and kept."""

    backend: Annotated[str, option("--backend", "NAME", BACKEND)] = "cpu"
    threads: Threads = None

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
        show: ShowAll,
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
            if not ended_early:
                return 0
            stored, done = kept.stored if kept else 0, sum(result.trials for result in results)
            return say_stopped(kept_sentence(kept, stored), f"{done:,} of {trials * len(specs):,} trials")


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


def run_with_progress(
    spec: Spec, trials: int, first: int = 0, until_error: float | None = None, confidence: float = 0.95, **place: Any
) -> Result:
    """The result of a run with a progress bar; with `until_error`, of as many trials as that takes.

    `place` has the `backend`, the `store` and `stopped`. If Ctrl-C ends the run, it gives the trials that it has, and
    raises `KeyboardInterrupt` if there are none.
    """
    name_split(spec, trials, first, place["store"])
    with run_progress(spec, trials, confidence) as report:
        options = {**place, "report": report}
        if until_error is None:
            result = run(spec, trials, first=first, **options)
        else:
            result = _run_until(spec, trials, first, until_error, confidence, options)
    if place["stopped"]() and not result.tally.trials:
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

        def report(progress: RunProgress) -> None:
            tally = progress.tally
            shown = spec.quantities[main].compute(tally.histograms, tally.trials, confidence)
            key, leading = max(shown.items(), key=lambda item: item[1].value)
            words = f"{main.replace('_', ' ')} {key}: {leading.value:.4g}"
            update(completed=progress.done, rate=f"{progress.rate:,.0f}/s", leading=words)

        yield report


MOST_NAMED = 5
LONG = 10.0
"""Seconds of recomputation that are worth a sentence."""


def name_spoilt(store: Store | None, whose: str = "") -> None:
    """Name the blocks that the store set aside since it was open_store, one to a line."""
    noticed = store.newly_set_aside if store is not None else []
    for block in noticed[:MOST_NAMED]:
        print(f"setlab: {whose}{block.sentence()}", file=sys.stderr)
    if (more := len(noticed) - MOST_NAMED) > 0:
        print(f"setlab: … and {plural(more, 'block')} more: `setlab runs check` names them all", file=sys.stderr)


def name_split(spec: Spec, trials: int, first: int, store: Store | None) -> None:
    """Say which trials of a run are recomputed although they are part of a large stored block."""
    for block in split_blocks(spec, first, first + trials, store) if store is not None else ():
        again = min(block.end, first + trials) - max(block.first, first)
        if block.seconds * again / block.tally.trials >= LONG:
            whole = f"--trials {block.tally.trials}" + (f" --first {block.first}" if block.first else "")
            stored = f"the store has trials {block.first:,} to {block.end - 1:,} as one tally, which cannot be split"
            remedy = f"{again:,} of them are computed again; {whole} takes it whole"
            print(f"setlab: {stored}: {remedy}", file=sys.stderr)


MOST_ROWS = 60
MOST_NUMBERS = 40


def result_record(result: Result, confidence: float) -> dict[str, Any]:
    """The result as a JSON object."""
    estimates = {
        name: {key_text(key): _estimate_record(each) for key, each in found.items()}
        for name, found in result.with_confidence(confidence).estimates.items()
    }
    counted = {"first": result.first, "trials": result.tally.trials, "tally": result.tally.as_record()}
    timed = {"run": result.run, "seconds": round(result.seconds, 6), "rate": round(result.rate, 1)}
    spec = {"id": result.spec.id, "spec": result.spec.as_record()}
    return {**spec, **counted, "estimates": estimates, "confidence": confidence, **timed}


def print_report(result: Result, confidence: float, ranges: Iterable[Range] = ()) -> None:
    """Print the spec, the trials, the main quantity, and then the others."""
    spec, main = result.spec, result.spec.definition.main
    say(spec_sentence(spec))
    say(f"{trials_text(result, ranges)}; id {spec.id}{_speed(result)}")
    for name in sorted(spec.quantities, key=lambda name: name != main):
        quantity, estimates = spec.quantities[name], result.estimate(name, confidence)
        if estimates and (len(estimates) <= MOST_ROWS or not quantity.is_proportion):
            has_intervals = any(e.low is not None for e in estimates.values())
            print()
            say(f"{quantity.title}{f', {confidence:.0%} intervals' * has_intervals}")
            print(_proportions(estimates) if quantity.is_proportion else _numbers(estimates))


def _proportions(estimates: Estimates) -> str:
    ends = (None if e.low is None or e.high is None else Interval(e.low, e.high) for e in estimates.values())
    rows = [Row(key_text(key), e.value, end) for (key, e), end in zip(estimates.items(), ends, strict=True)]
    known = ["" if e.exact is None else f"  exact {100 * e.exact:.6g} %" for e in estimates.values()]
    text = histogram_text(rows, width=width() - max(map(len, known)), unicode=style() != "plain")
    lines = text.split("\n")
    longest = max(map(len, lines))
    return "\n".join(f"{line:<{longest}}{exact}".rstrip() for line, exact in zip(lines, known, strict=True))


def _numbers(estimates: Estimates) -> str:
    """Numbers that are not proportions: the estimate, its interval, and the exact value where it is known."""
    step = 1 + len(estimates) // MOST_NUMBERS
    widest = max(5, *(len(key_text(key)) for key in estimates))
    rows = []
    for key, e in list(estimates.items())[::step]:
        ends = f"{e.low:.6g} to {e.high:.6g}" if e.low is not None else ""
        exact = "" if e.exact is None else f"exact {e.exact:.6g}"
        rows.append(f"{key_text(key):>{widest}}  {e.value:>12.6g}   {ends:<24} {exact}".rstrip())
    return "\n".join(rows + ["  … for all n in --json"] * (step > 1))


def _speed(result: Result) -> str:
    if not result.run:
        return ", all from the store"
    part = "" if result.run == result.tally.trials else f", {result.run:,} of them run now"
    return f"{part}, {result.rate:,.0f} a second"


def _estimate_record(estimate: Estimate) -> dict[str, Any]:
    known = {name: value for name, value in attributes(estimate, "count", "exact").items() if value is not None}
    return attributes(estimate, "value", "low", "high") | known


@dataclass(frozen=True)
class Export:
    """A result to be written: the level of its intervals, its ranges of trials, and what a store can import of it.

    `blocks` are those of the store, one for each range; without them, the trials of the result are one block.
    """

    result: Result
    confidence: float
    ranges: Sequence[Range] = ()
    blocks: Sequence[Block] = ()
    origin: str = ""


def check_export(path: Path | None) -> None:
    """Raise `SpecError` unless an export can be written there."""
    if path is not None and path.suffix not in WRITERS:
        raise SpecError(f"{path} has no known form: choose a name that ends in {join_names(WRITERS)}")
    if path is not None:
        check_folder(path)


def write_export(path: Path, export: Export) -> None:
    """Write the result in the form that the file's name ends in."""
    check_export(path)
    content = WRITERS[path.suffix](export)
    with whole_file(path) as file:
        file.write(content)


def result_answer(result: Result, confidence: float, ranges: Iterable[Range] = (), **fields: Any) -> Answer:
    """The result as an answer: its estimates in a table for each quantity, in CSV one long table; further fields."""
    spans = tuple(ranges)
    tables, long = quantity_tables(result, confidence, spans), result_table(result, confidence, spans)
    return Answer(result_record(result, confidence) | fields, tables, long=long)


def _json(export: Export) -> bytes:
    """The result as a store can import it; trials of a run that ended early may have gaps, and cannot be imported."""
    result, record = export.result, result_record(export.result, export.confidence)
    if not result.complete:
        return (json.dumps(record, indent=1) + "\n").encode()
    if export.blocks:
        seconds = sum(block.seconds for block in export.blocks)
        record |= {"seconds": round(seconds, 6), "rate": round(result.trials / seconds, 1) if seconds else 0.0}
    blocks = export.blocks or [Block(result.first, result.tally, result.seconds)]
    return write_result(record, result.spec, blocks, export.origin)


def _tables(form: str, export: Export) -> bytes:
    tables = quantity_tables(export.result, export.confidence, export.ranges)
    return ("\n\n".join(format_table(table, form) for table in tables) + "\n").encode()


def _table(export: Export) -> DataTable:
    return result_table(export.result, export.confidence, export.ranges)


def _parquet(export: Export) -> bytes:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise ImportError("Parquet needs pyarrow: pip install 'setlab[parquet]', or write .csv") from None
    table = _table(export)
    kinds = {"histogram": pa.string(), "key": pa.string(), "count": pa.int64()}
    values = {column.name: [row[i] for row in table.values()] for i, column in enumerate(table.columns)}
    columns = [pa.array(cells, kinds.get(name, pa.float64())) for name, cells in values.items()]
    metadata = {name: text if isinstance(text, str) else json.dumps(text) for name, text in table.metadata.items()}
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table(columns, names=list(values)).replace_schema_metadata(metadata), sink)
    return bytes(sink.getvalue())


FORMS = {".tex": "latex", ".md": "markdown", ".txt": "table"}
WRITERS: Mapping[str, Callable[[Export], bytes]] = {
    ".csv": lambda export: (_table(export).to_csv() + "\r\n").encode(),
    **{".json": _json, ".parquet": _parquet},
    **{ending: partial(_tables, form) for ending, form in FORMS.items()},
}
