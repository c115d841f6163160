"""`setlab runs compare`: do two experiments differ?"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from setlab.cli.formats import TableFormat, about, chosen_format, print_answer
from setlab.cli.options import Json, StorePlace
from setlab.cli.screen import say
from setlab.cli.stored.common import First, SpecId, Trials, chosen_result, opened, read_range
from setlab.errors import SpecError, quoted
from setlab.experiment.histogram import key_text
from setlab.experiment.run import Result
from setlab.experiment.spec import Spec
from setlab.experiment.store.ranges import Range, have_common_trial
from setlab.experiment.table import result_metadata, spec_sentence
from setlab.tabular import Cell, Column, DataTable, Shown, data_table

Histogram = Annotated[str | None, typer.Option("--histogram", metavar="NAME", help="Which one; the main one.")]


def compare(
    one: SpecId,
    other: SpecId,
    name: Histogram = None,
    trials: Trials = None,
    first: First = "0",
    store: StorePlace = None,
    format: TableFormat = "table",
    json: Json = False,
) -> None:
    """Say whether two experiments differ: chi-square and G-test, with the size of the difference.

    The test takes the two for independent. Trials of one seed are not: give the second experiment another seed.

        setlab simulate endgame --trials 1e4 --seed 1

        setlab simulate endgame --trials 1e4 --seed 2 --choice popular

        setlab runs compare 29dbb2 3106f7
    """
    from dataclasses import asdict

    from setlab.stats import compare_samples

    form, wanted = chosen_format(format, json), read_range(first, trials)
    with opened(store) as kept:
        pairs = [chosen_result(start, kept, wanted) for start in (one, other)]
    results, ranges = [result for result, _ in pairs], [spans for _, spans in pairs]
    specs = tuple(result.spec for result in results)
    chosen = _chosen(name, specs)
    numbers = [result.tally[chosen] for result in results]
    if not all(numbers):
        raise SpecError(f"'{chosen}' is empty: choose another --histogram")
    comparison, warning = compare_samples(numbers[0], numbers[1]), dependence(specs, ranges)
    record = {"ids": [spec.id for spec in specs], "histogram": chosen, **asdict(comparison)}
    print_answer(
        form,
        record=lambda: record | {"warning": warning or None},
        tables=lambda: _table(results, chosen, comparison.sentence(), warning),
        text=lambda: say(f"{chosen} of {specs[0].id} and {specs[1].id}: {comparison.sentence()}"),
    )
    if warning:
        print(f"setlab: {warning}", file=sys.stderr)


def _table(results: Sequence[Result], chosen: str, sentence: str, warning: str) -> DataTable:
    """The two histograms side by side, with the sentence about their difference as a note."""
    counts = [result.tally[chosen] for result in results]
    keys = sorted({key for histogram in counts for key in histogram})
    totals = [sum(histogram.values()) for histogram in counts]
    rows = [
        (key_text(key), *(cell for h, n in zip(counts, totals, strict=True) for cell in _pair(h.get(key, 0), n)))
        for key in keys
    ]
    names = [column for number in (1, 2) for column in (f"count_{number}", f"share_{number}")]
    headings = [heading for result in results for heading in (result.spec.id, f"% of {result.spec.id}")]
    columns = [Column("key", "n"), *(Column(*pair) for pair in zip(names, headings, strict=True))]
    caption = f"{chosen} of {' and '.join(spec_sentence(result.spec) for result in results)}"
    metadata = about("runs compare", runs=[result_metadata(result, 0.95) for result in results])
    notes = [sentence, *([warning] if warning else [])]
    return data_table(columns, rows, caption, f"compare-{chosen}", notes, metadata)


def _pair(count: int, total: int) -> tuple[Cell, Cell]:
    return count, Shown(count / total, f"{100 * count / total:.3g}")


def dependence(specs: tuple[Spec, ...], ranges: Sequence[Sequence[Range]]) -> str:
    """The sentence that says that two samples are not independent; an empty text if they are."""
    seeds = {spec.seed for spec in specs}
    if len(seeds) > 1 or not have_common_trial(*ranges):
        return ""
    return (
        f"both experiments have seed {specs[0].seed} and trials in common: trial i draws the same numbers in both, "
        "so they are not independent, as the test assumes, and p is not valid; simulate one with another --seed"
    )


def _chosen(name: str | None, specs: tuple[Spec, ...]) -> str:
    """The histogram that is compared: one that both have, of counts by number."""
    possible = [name for name in _countable(specs[0]) if name in _countable(specs[1])]
    main = specs[0].definition.main
    chosen = name or (main if main in possible else next(iter(possible), main))
    if chosen not in possible:
        raise SpecError(f"{quoted(chosen)} is not a histogram of both: choose {', '.join(possible) or 'other runs'}")
    return chosen


def _countable(spec: Spec) -> list[str]:
    return [name for name, histogram in spec.histograms.items() if histogram.counts_numbers]
