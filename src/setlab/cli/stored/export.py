"""`setlab runs export`: a tally as a table in a file."""

from __future__ import annotations

import csv
import io
import json as json_format
from pathlib import Path
from typing import IO, Annotated

import typer

from setlab.cli.options import Json, StorePlace
from setlab.cli.report import result_record
from setlab.cli.screen import print_json
from setlab.cli.stored.common import SpecId, find_stored, opened, result_of
from setlab.errors import SpecError, plural
from setlab.experiment.run import Result
from setlab.files import whole_file

Rows = list[tuple[str, str, int]]


def export(
    spec_id: SpecId,
    path: Annotated[Path, typer.Argument(metavar="FILE", help="Ends in .csv, .json or .parquet.")],
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Write the tally as a table: histogram, key, count."""
    if path.suffix not in WRITERS:
        raise SpecError(f"{path} has no known form: choose a name that ends in .csv, .json or .parquet")
    with opened(store) as kept:
        result = result_of(*find_stored(spec_id, kept))
    rows = [(name, key, count) for name, h in result.tally.as_record().items() for key, count in h.items()]
    with whole_file(path) as file:
        WRITERS[path.suffix](file, rows, result)
    if json:
        print_json({"id": result.spec.id, "path": str(path), "rows": len(rows)})
    else:
        print(f"{path}: {plural(len(rows), 'row')}")


def _write_csv(file: IO[bytes], rows: Rows, result: Result) -> None:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    writer = csv.writer(text)
    writer.writerow(("histogram", "key", "count"))
    writer.writerows(rows)
    text.detach()


def _write_json(file: IO[bytes], rows: Rows, result: Result) -> None:
    file.write((json_format.dumps(result_record(result, 0.95), indent=1) + "\n").encode())


def _write_parquet(file: IO[bytes], rows: Rows, result: Result) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise ImportError("Parquet needs pyarrow: pip install 'setlab[parquet]', or write .csv") from None
    names, keys, counts = zip(*rows, strict=True) if rows else ((), (), ())
    columns = [pa.array(names, pa.string()), pa.array(keys, pa.string()), pa.array(counts, pa.int64())]
    table = pa.table(columns, names=["histogram", "key", "count"])
    table = table.replace_schema_metadata({"spec": result.spec.to_json(), "id": result.spec.id})
    pq.write_table(table, file)


WRITERS = {".csv": _write_csv, ".json": _write_json, ".parquet": _write_parquet}
