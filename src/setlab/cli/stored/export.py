"""`setlab runs export`: a result in a file, of all trials in the store or of exactly those that are asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from setlab.cli.exporting import Export, check_export, result_tables, write_export
from setlab.cli.formats import TERMINAL, TableFormat, chosen_format, print_answer, print_data
from setlab.cli.options import Json, StorePlace, option
from setlab.cli.stored.common import (
    Confidence,
    First,
    SpecId,
    Trials,
    chosen_blocks,
    chosen_result,
    opened,
    read_range,
)
from setlab.errors import SpecError
from setlab.experiment.store.ranges import joined
from setlab.experiment.store.result_file import check_origin
from setlab.experiment.table import result_table, trials_text

Origin = Annotated[str | None, option("--origin", "TEXT", "Who computed the trials, for a file that ends in .json.")]


def export(
    spec_id: SpecId,
    path: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="Ends in .csv, .json, .parquet, .tex, .md or .txt; default: the screen."),
    ] = None,
    trials: Trials = None,
    first: First = "0",
    confidence: Confidence = 0.95,
    origin: Origin = None,
    store: StorePlace = None,
    format: TableFormat = "table",
    json: Json = False,
) -> None:
    """Write a result: every count and estimate with its interval, the spec, the seed, and which trials it holds.

    Without --trials, all trials that the store has; with it, exactly trials --first to --first + --trials − 1. A file
    that ends in .json can be imported elsewhere: it has the rare games, too, and a checksum.

    setlab runs export 29dbb2 games.csv

    setlab runs export 29dbb2 games.csv --trials 1e4

    setlab runs export 29dbb2 games.json --origin "one H200, backend gpu"
    """
    form, wanted = chosen_format(format, json), read_range(first, trials)
    check_export(path)
    if origin is not None and (path is None or path.suffix != ".json"):
        raise SpecError("--origin is written into a file that ends in .json: name one")
    told = None if origin is None else check_origin(origin)
    if path is not None and form not in (TERMINAL, "json"):
        raise SpecError(f"{path} has its form in its name: leave --format {form} or the file out")
    with opened(store) as kept:
        result, ranges = chosen_result(spec_id, kept, wanted)
        blocks = chosen_blocks(result, kept, wanted) if path is not None and path.suffix == ".json" else []
        told = kept.imports.origin(result.spec.id, ranges) if told is None else told
    table = result_table(result, confidence, ranges)
    if path is not None:
        write_export(path, Export(result, confidence, ranges, blocks, told))

    def text() -> None:
        if path is None:
            print_data(table)
        else:
            print(f"{path}: {len(table.rows)} rows; {trials_text(result, ranges)}")

    print_answer(
        form,
        record=lambda: {
            "id": result.spec.id,
            "path": None if path is None else str(path),
            "rows": len(table.rows),
            "first": result.first,
            "trials": result.tally.trials,
            "ranges": [[start, end - 1] for start, end in joined(ranges)],
        },
        tables=lambda: result_tables(result, confidence, form, ranges),
        text=text,
    )
