"""The result of a run: as JSON, as text with intervals and bars, in a file, as a figure."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from setlab.answers import Answer, DataTable, format_table
from setlab.cli.options import check_folder
from setlab.cli.screen import attributes, say, style, width
from setlab.errors import SpecError, join_names
from setlab.experiment.estimate import Estimate, Estimates
from setlab.experiment.result import Result, quantity_tables, result_table, spec_sentence, trials_text
from setlab.experiment.spec import Range
from setlab.experiment.store import Block
from setlab.experiment.store.result_file import write_result
from setlab.experiment.tally import key_text
from setlab.files import whole_file
from setlab.plots import Row, histogram_text
from setlab.stats import Interval

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
