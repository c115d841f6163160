"""The result of a run in a file: the same trials, estimates and intervals as the table and the figure of the run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from setlab.cli.formats import CSV, Tables
from setlab.cli.report import result_record
from setlab.errors import SpecError, listed
from setlab.experiment.run import Result
from setlab.experiment.store import Block
from setlab.experiment.store.ranges import Range
from setlab.experiment.store.result_file import write_result
from setlab.experiment.table import quantity_tables, result_table
from setlab.files import whole_file
from setlab.tabular import DataTable, format_table


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


Bytes = Callable[[Export], bytes]


def check_export(path: Path | None) -> None:
    """Raise `SpecError` unless an export can be written there."""
    if path is not None and path.suffix not in WRITERS:
        raise SpecError(f"{path} has no known form: choose a name that ends in {listed(tuple(WRITERS))}")
    if path is not None and not path.absolute().parent.is_dir():
        raise SpecError(f"{path} cannot be written: there is no folder {path.absolute().parent}")


def write_export(path: Path, export: Export) -> None:
    """Write the result in the form that the file's name ends in."""
    check_export(path)
    content = WRITERS[path.suffix](export)
    with whole_file(path) as file:
        file.write(content)


def result_tables(result: Result, confidence: float, form: str, ranges: Iterable[Range] = ()) -> Tables:
    """The result as CSV has it, one long table, or as people read it, a table for each quantity."""
    if form == CSV:
        return result_table(result, confidence, ranges)
    return quantity_tables(result, confidence, ranges)


def _csv(export: Export) -> bytes:
    return (_table(export).to_csv() + "\r\n").encode()


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


def _written(form: str) -> Bytes:
    def write(export: Export) -> bytes:
        tables = quantity_tables(export.result, export.confidence, export.ranges)
        return ("\n\n".join(format_table(table, form) for table in tables) + "\n").encode()

    return write


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
    columns = [pa.array(values, kinds.get(name, pa.float64())) for name, values in _columns(table).items()]
    arrow = pa.table(columns, names=list(_columns(table)))
    arrow = arrow.replace_schema_metadata({name: _text(value) for name, value in table.metadata.items()})
    sink = pa.BufferOutputStream()
    pq.write_table(arrow, sink)
    return bytes(sink.getvalue())


def _columns(table: DataTable) -> dict[str, list[Any]]:
    return {column.name: [row[i] for row in table.values()] for i, column in enumerate(table.columns)}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


WRITERS: Mapping[str, Bytes] = {
    ".csv": _csv,
    ".json": _json,
    ".parquet": _parquet,
    ".tex": _written("latex"),
    ".md": _written("markdown"),
    ".txt": _written("table"),
}
