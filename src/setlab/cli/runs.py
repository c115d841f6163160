"""`setlab runs`: the experiments in the store: list, show, compare, merge, export, delete."""

from __future__ import annotations

import csv
import io
import json as json_format
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated, Any

import typer

from setlab.cli.options import Json, StorePlace, option
from setlab.cli.report import print_report, result_record
from setlab.cli.screen import print_json
from setlab.cli.stopping import answered
from setlab.errors import SpecError, plural
from setlab.experiment.kernels import find_kernel
from setlab.experiment.run import Result
from setlab.experiment.spec import Spec
from setlab.experiment.store import Store, default_place
from setlab.files import whole_file

app = typer.Typer(
    add_completion=False, context_settings={"help_option_names": ["-h", "--help"]}, rich_markup_mode="markdown"
)
SpecId = Annotated[str, typer.Argument(metavar="ID", help="The id of an experiment, or how it begins.")]
Rows = list[tuple[str, str, int]]
Confidence = Annotated[float, typer.Option("--confidence", metavar="C", help="Of the intervals.")]


@app.callback(invoke_without_command=True)
def runs(ctx: typer.Context, store: StorePlace = None, json: Json = False) -> None:
    """List the experiments in the store; or show, compare, merge, export and delete them.

    setlab runs

    setlab runs show ID

    setlab runs export ID games.csv
    """
    if ctx.invoked_subcommand is None:
        with _opened(store) as opened:
            records = [_record(spec, opened) for spec in opened.specs()]
        if json:
            print_json({"runs": records})
        else:
            _print_list(records)


@app.command()
def show(spec_id: SpecId, store: StorePlace = None, confidence: Confidence = 0.95, json: Json = False) -> None:
    """Show the tally of an experiment with its estimates, and its rare games."""
    with _opened(store) as opened:
        spec = opened.find(spec_id)
        result, rare = _result(spec, opened), opened.rare(spec.id)
    if json:
        record = result_record(result, confidence)
        print_json(record | {"rare": [{"trial": r.trial, "what": r.what, "cards": list(r.cards)} for r in rare]})
        return
    print_report(result, confidence)
    if rare:
        print(f"\n{plural(len(rare), 'rare game')}: see them with `setlab replay {spec.id} TRIAL`")
        for game in rare[:20]:
            print(f"  trial {game.trial}: {game.what}")
        if len(rare) > 20:
            print(f"  … and {len(rare) - 20} more (--json has all)")


@app.command()
def compare(
    one: SpecId,
    other: SpecId,
    name: Annotated[str | None, typer.Option("--histogram", metavar="NAME", help="Which one; the main one.")] = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Say whether two experiments differ: chi-square and G-test, with the size of the difference (B3)."""
    from dataclasses import asdict

    from setlab.stats import compare_samples

    with _opened(store) as opened:
        specs = [opened.find(text) for text in (one, other)]
        tallies = [opened.tally(spec.id) for spec in specs]
    chosen = name or find_kernel(specs[0].kernel).main
    numbers = [{int(key): count for key, count in tally[chosen].items()} for tally in tallies]
    if not all(numbers):
        raise SpecError(f"'{chosen}' is not a histogram of both: choose {', '.join(tallies[0].histograms)}")
    comparison = compare_samples(numbers[0], numbers[1])
    if json:
        print_json({"ids": [spec.id for spec in specs], "histogram": chosen, **asdict(comparison)})
    else:
        print(f"{chosen} of {specs[0].id} and {specs[1].id}: {comparison.sentence()}")


@app.command()
def plot(
    spec_ids: Annotated[list[str], typer.Argument(metavar="ID…", help="Experiments with the same kernel.")],
    output: Annotated[Path, option("--output", "-o", "FILE", "Ends in .svg, .png or .pdf.")],
    store: StorePlace = None,
    confidence: Confidence = 0.95,
    json: Json = False,
) -> None:
    """Draw one experiment, or several side by side."""
    from setlab.cli.pictures import plot_results

    with _opened(store) as opened:
        results = [_result(opened.find(text), opened) for text in spec_ids]
    plot_results(results, output, confidence)
    if json:
        print_json({"ids": [result.spec.id for result in results], "path": str(output)})
    else:
        print(output)


@app.command()
def merge(
    sources: Annotated[list[str], typer.Argument(metavar="PLACE…", help="Stores from elsewhere.")],
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Take over the blocks of other stores: identical ones are skipped, partial overlaps refused."""
    added = skipped = 0
    with answered(lambda: f"{plural(added, 'block')} had been added"), _opened(store) as opened:
        for source in sources:
            if "://" not in source and not Path(source).is_file():
                raise SpecError(f"{source} is not a store: there is no such file")
            with Store(source) as other:
                more, same = opened.merge(other)
            added, skipped = added + more, skipped + same
    if json:
        print_json({"added": added, "skipped": skipped})
    else:
        print(f"{plural(added, 'block')} added, {skipped} there already")


@app.command()
def export(
    spec_id: SpecId,
    path: Annotated[Path, typer.Argument(metavar="FILE", help="Ends in .csv, .json or .parquet.")],
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Write the tally as a table: histogram, key, count."""
    with _opened(store) as opened:
        spec = opened.find(spec_id)
        result = _result(spec, opened)
    rows = [(name, key, count) for name, h in result.tally.histograms.items() for key, count in h.items()]
    writers = {".csv": _write_csv, ".json": _write_json, ".parquet": _write_parquet}
    if path.suffix not in writers:
        raise SpecError(f"{path} has no known form: choose a name that ends in .csv, .json or .parquet")
    with whole_file(path) as file:
        writers[path.suffix](file, rows, result)
    if json:
        print_json({"id": spec.id, "path": str(path), "rows": len(rows)})
    else:
        print(f"{path}: {plural(len(rows), 'row')}")


@app.command()
def delete(spec_id: SpecId, store: StorePlace = None, json: Json = False) -> None:
    """Forget an experiment."""
    with _opened(store) as opened:
        spec = opened.find(spec_id)
        opened.delete(spec.id)
    if json:
        print_json({"deleted": spec.id})
    else:
        print(f"{spec.id} deleted")


@contextmanager
def _opened(place: str | None) -> Iterator[Store]:
    with Store(place or default_place()) as store:
        yield store


def _result(spec: Spec, store: Store) -> Result:
    ranges = store.ranges(spec.id)
    return Result(spec, ranges[0][0] if ranges else 0, store.tally(spec.id), 0, 0.0, True)


def _record(spec: Spec, store: Store) -> dict[str, Any]:
    ranges = store.ranges(spec.id)
    return {
        "id": spec.id,
        "spec": spec.as_record(),
        "trials": sum(end - first for first, end in ranges),
        "ranges": [[first, end - 1] for first, end in ranges],
        "rare": len(store.rare(spec.id)),
    }


def _print_list(records: list[dict[str, Any]]) -> None:
    if not records:
        print("the store is empty: `setlab simulate endgame` fills it")
    for record in records:
        spec = record["spec"]
        parameters = ", ".join(f"{name} {value}" for name, value in spec["parameters"].items())
        print(f"{record['id']}  {record['trials']:>15,}  {spec['kernel']}: {parameters}, seed {spec['seed']}")


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
