"""The result of a run in a file: the same trials, estimates and intervals as the table and the figure of the run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from setlab.cli.formats import CSV, Tables
from setlab.cli.report import result_record
from setlab.errors import SpecError, listed
from setlab.experiment.run import Result
from setlab.experiment.store.ranges import Range
from setlab.experiment.table import quantity_tables, result_table
from setlab.files import whole_file
from setlab.tabular import DataTable, format_table

Bytes = Callable[[Result, float, Iterable[Range]], bytes]


def check_export(path: Path | None) -> None:
    """Raise `SpecError` unless an export can be written there."""
    if path is not None and path.suffix not in WRITERS:
        raise SpecError(f"{path} has no known form: choose a name that ends in {listed(tuple(WRITERS))}")
    if path is not None and not path.absolute().parent.is_dir():
        raise SpecError(f"{path} cannot be written: there is no folder {path.absolute().parent}")


def write_export(path: Path, result: Result, confidence: float, ranges: Iterable[Range] = ()) -> None:
    """Write the result in the form that the file's name ends in."""
    check_export(path)
    content = WRITERS[path.suffix](result, confidence, ranges)
    with whole_file(path) as file:
        file.write(content)


def result_tables(result: Result, confidence: float, form: str, ranges: Iterable[Range] = ()) -> Tables:
    """The result as CSV has it, one long table, or as people read it, a table for each quantity."""
    if form == CSV:
        return result_table(result, confidence, ranges)
    return quantity_tables(result, confidence, ranges)


def _csv(result: Result, confidence: float, ranges: Iterable[Range]) -> bytes:
    return (result_table(result, confidence, ranges).to_csv() + "\r\n").encode()


def _json(result: Result, confidence: float, ranges: Iterable[Range]) -> bytes:
    return (json.dumps(result_record(result, confidence), indent=1) + "\n").encode()


def _written(form: str) -> Bytes:
    def write(result: Result, confidence: float, ranges: Iterable[Range]) -> bytes:
        tables = quantity_tables(result, confidence, ranges)
        return ("\n\n".join(format_table(table, form) for table in tables) + "\n").encode()

    return write


def _parquet(result: Result, confidence: float, ranges: Iterable[Range]) -> bytes:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise ImportError("Parquet needs pyarrow: pip install 'setlab[parquet]', or write .csv") from None
    table = result_table(result, confidence, ranges)
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
