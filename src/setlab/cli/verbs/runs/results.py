"""`setlab runs show`, `compare`, `plot` and `export`: stored results."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from textwrap import fill
from typing import Annotated

from setlab.answers import Answer, Cell, Column, DataTable, Shown, about, data_table
from setlab.cli.formats import JSON, TERMINAL, Output, print_data
from setlab.cli.options import Json, PanelOptions, StorePlace, argument, option
from setlab.cli.results import Export, check_export, print_report, result_answer, write_export
from setlab.cli.screen import attributes, print_json, say, width
from setlab.cli.verbs.runs.stored import (
    Confidence,
    First,
    SpecId,
    Trials,
    find_blocks,
    find_result,
    is_within,
    open_store,
    read_range,
)
from setlab.errors import SpecError, plural, quoted
from setlab.experiment.result import Result, result_metadata, result_table, spec_sentence, trials_text
from setlab.experiment.spec import Range, Spec, have_common_trial, join_ranges
from setlab.experiment.store import Rare
from setlab.experiment.store.result_file import check_origin
from setlab.experiment.tally import key_text

MOST_GAMES = 20


def show(
    spec_id: SpecId,
    trials: Trials = None,
    first: First = "0",
    store: StorePlace = None,
    confidence: Confidence = 0.95,
    *,
    output: Output,
) -> None:
    """Show the tally of an experiment with its estimates, and its rare games.

    setlab simulate endgame --trials 1e4 --seed 1

    setlab runs show 29dbb2
    """
    wanted = read_range(first, trials)
    with open_store(store) as kept:
        result, ranges = find_result(spec_id, kept, wanted)
        rare = [game for game in kept.rare(result.spec.id) if is_within(game.trial, ranges)]
        imports = kept.imports.within(result.spec.id, ranges)
    spec = result.spec
    counted = spec.definition.count_rare(spec.parameters, result.tally.histograms)

    games = [attributes(game, "trial", "what", "cards") for game in rare]
    left_out, imported = max(0, counted - len(rare)), [asdict(entry) for entry in imports]

    def text() -> None:
        print_report(result, confidence, ranges)
        _print_rare(rare, spec.id)
        if counted > len(rare):
            print(f"\n{counted - len(rare):,} rare games are counted in the tally and not listed in the store")
        if imports:
            print()
        for entry in imports:
            print(fill(f"{entry}", width(), subsequent_indent="  "))

    answer = result_answer(result, confidence, ranges, rare=games, rare_left_out=left_out, imported=imported)
    output.show(answer, text)


def _print_rare(rare: list[Rare], spec_id: str) -> None:
    if rare:
        print()
        say(f"{plural(len(rare), 'rare game')}: see them with `setlab replay {spec_id} TRIAL`")
    for game in rare[:MOST_GAMES]:
        say(f"trial {game.trial}: {game.what}", "  ")
    if len(rare) > MOST_GAMES:
        print(f"  … and {len(rare) - MOST_GAMES} more (--json has all)")


Histogram = Annotated[str | None, option("--histogram", "NAME", "Which one; the main one.")]


def compare(
    one: SpecId,
    other: SpecId,
    name: Histogram = None,
    trials: Trials = None,
    first: First = "0",
    store: StorePlace = None,
    *,
    output: Output,
) -> None:
    """Say whether two experiments differ: chi-square and G-test, with the size of the difference.

    The test takes the two for independent. Trials of one seed are not: give the second experiment another seed.

        setlab simulate endgame --trials 1e4 --seed 1

        setlab simulate endgame --trials 1e4 --seed 2 --choice popular

        setlab runs compare 29dbb2 3106f7
    """
    from dataclasses import asdict

    from setlab.stats import compare_samples

    wanted = read_range(first, trials)
    with open_store(store) as kept:
        pairs = [find_result(start, kept, wanted) for start in (one, other)]
    results, ranges = [result for result, _ in pairs], [spans for _, spans in pairs]
    specs = tuple(result.spec for result in results)
    chosen = _choose_histogram(name, specs)
    numbers = [result.tally[chosen] for result in results]
    if not all(numbers):
        raise SpecError(f"'{chosen}' is empty: choose another --histogram")
    comparison, warning = compare_samples(numbers[0], numbers[1]), dependence(specs, ranges)
    record = {"ids": [spec.id for spec in specs], "histogram": chosen, **asdict(comparison)}
    answer = Answer(record | {"warning": warning or None}, _table(results, chosen, comparison.sentence(), warning))
    output.show(answer, lambda: say(f"{chosen} of {specs[0].id} and {specs[1].id}: {comparison.sentence()}"))
    if warning:
        print(f"setlab: {warning}", file=sys.stderr)


def _table(results: Sequence[Result], chosen: str, sentence: str, warning: str) -> DataTable:
    """The two histograms side by side, with the sentence about their difference as a note."""
    counts = [result.tally[chosen] for result in results]
    keys = sorted({key for histogram in counts for key in histogram})
    totals = [sum(histogram.values()) for histogram in counts]
    rows: list[list[Cell]] = [[key_text(key)] for key in keys]
    for row, key in zip(rows, keys, strict=True):
        for count, total in zip((histogram.get(key, 0) for histogram in counts), totals, strict=True):
            row += [count, Shown(count / total, f"{100 * count / total:.3g}")]
    names = [column for number in (1, 2) for column in (f"count_{number}", f"share_{number}")]
    headings = [heading for result in results for heading in (result.spec.id, f"% of {result.spec.id}")]
    columns = [Column("key", "n"), *(Column(*pair) for pair in zip(names, headings, strict=True))]
    caption = f"{chosen} of {' and '.join(spec_sentence(result.spec) for result in results)}"
    metadata = about("runs compare", runs=[result_metadata(result, 0.95) for result in results])
    notes = [sentence, *([warning] if warning else [])]
    return data_table(columns, rows, caption, f"compare-{chosen}", notes, metadata)


def dependence(specs: tuple[Spec, ...], ranges: Sequence[Sequence[Range]]) -> str:
    """The sentence that says that two samples are not independent; an empty text if they are."""
    seeds = {spec.seed for spec in specs}
    if len(seeds) > 1 or not have_common_trial(*ranges):
        return ""
    return (
        f"both experiments have seed {specs[0].seed} and trials in common: trial i draws the same numbers in both, "
        "so they are not independent, as the test assumes, and p is not valid; simulate one with another --seed"
    )


def _choose_histogram(name: str | None, specs: tuple[Spec, ...]) -> str:
    """The histogram that is compared: one that both have, of counts by number."""
    possible = [name for name in _countable(specs[0]) if name in _countable(specs[1])]
    main = specs[0].definition.main
    chosen = name or (main if main in possible else next(iter(possible), main))
    if chosen not in possible:
        raise SpecError(f"{quoted(chosen)} is not a histogram of both: choose {', '.join(possible) or 'other runs'}")
    return chosen


def _countable(spec: Spec) -> list[str]:
    return [name for name, histogram in spec.histograms.items() if histogram.counts_numbers]


def plot(
    spec_ids: Annotated[list[str], argument("ID…", "Experiments with the same kernel.")],
    output: Annotated[Path, option("--output", "-o", "FILE", "Ends in .svg, .png, .pdf or .pgf.")],
    trials: Trials = None,
    first: First = "0",
    store: StorePlace = None,
    confidence: Confidence = 0.95,
    *,
    look: PanelOptions,
    json: Json = False,
) -> None:
    """Draw one experiment, or several side by side.

    setlab simulate endgame --trials 1e4 --seed 1

    setlab simulate endgame --trials 1e4 --seed 2 --choice popular

    setlab runs plot 29dbb2 3106f7 -o choices.svg
    """
    from setlab.plots.results import draw_results

    look.check(output)
    wanted = read_range(first, trials)
    with open_store(store) as kept:
        results = [find_result(start, kept, wanted)[0] for start in spec_ids]
    look.write(output, lambda: draw_results(results, confidence, look.panels))
    if json:
        print_json({"ids": [result.spec.id for result in results], "path": str(output)})
    else:
        print(output)


Origin = Annotated[str | None, option("--origin", "TEXT", "Who computed the trials, for a file that ends in .json.")]
ENDINGS = "Ends in .csv, .json, .parquet, .tex, .md or .txt; default: the screen."


def export(
    spec_id: SpecId,
    path: Annotated[Path | None, argument("[FILE]", ENDINGS)] = None,
    trials: Trials = None,
    first: First = "0",
    confidence: Confidence = 0.95,
    origin: Origin = None,
    store: StorePlace = None,
    *,
    output: Output,
) -> None:
    """Write a result: every count and estimate with its interval, the spec, the seed, and which trials it holds.

    Without --trials, all trials that the store has; with it, exactly trials --first to --first + --trials − 1. A file
    that ends in .json can be imported elsewhere: it has the rare games, too, and a checksum.

    setlab runs export 29dbb2 games.csv

    setlab runs export 29dbb2 games.csv --trials 1e4

    setlab runs export 29dbb2 games.json --origin "one H200, backend gpu"
    """
    wanted = read_range(first, trials)
    check_export(path)
    if origin is not None and (path is None or path.suffix != ".json"):
        raise SpecError("--origin is written into a file that ends in .json: name one")
    told = None if origin is None else check_origin(origin)
    if path is not None and output.form not in (TERMINAL, JSON):
        raise SpecError(f"{path} has its form in its name: leave --format {output.form} or the file out")
    with open_store(store) as kept:
        result, ranges = find_result(spec_id, kept, wanted)
        blocks = find_blocks(result, kept, wanted) if path is not None and path.suffix == ".json" else []
        told = kept.imports.origin(result.spec.id, ranges) if told is None else told
    table = result_table(result, confidence, ranges)
    if path is not None:
        write_export(path, Export(result, confidence, ranges, blocks, told))

    def text() -> None:
        if path is None:
            print_data(table)
        else:
            print(f"{path}: {len(table.rows)} rows; {trials_text(result, ranges)}")

    there = [[start, end - 1] for start, end in join_ranges(ranges)]
    spans = {"first": result.first, "trials": result.tally.trials, "ranges": there}
    record = {"id": result.spec.id, "path": None if path is None else str(path), "rows": len(table.rows), **spans}
    output.show(replace(result_answer(result, confidence, ranges), record=record), text)
