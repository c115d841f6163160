"""`setlab runs compare`: do two experiments differ?"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from setlab.cli.options import Json, StorePlace
from setlab.cli.screen import print_json
from setlab.cli.stored.common import SpecId, Stored, find_stored, opened
from setlab.errors import SpecError, quoted
from setlab.experiment.spec import Spec
from setlab.experiment.store.ranges import have_common_trial

Histogram = Annotated[str | None, typer.Option("--histogram", metavar="NAME", help="Which one; the main one.")]


def compare(one: SpecId, other: SpecId, name: Histogram = None, store: StorePlace = None, json: Json = False) -> None:
    """Say whether two experiments differ: chi-square and G-test, with the size of the difference.

    The test takes the two for independent. Trials of one seed are not: give the second experiment another seed.
    """
    from dataclasses import asdict

    from setlab.stats import compare_samples

    with opened(store) as kept:
        specs, found = zip(*(find_stored(start, kept) for start in (one, other)), strict=True)
    chosen = _chosen(name, specs)
    numbers = [stored.tally[chosen] for stored in found]
    if not all(numbers):
        raise SpecError(f"'{chosen}' is empty: choose another --histogram")
    comparison, warning = compare_samples(numbers[0], numbers[1]), dependence(specs, found)
    if json:
        record = {"ids": [spec.id for spec in specs], "histogram": chosen, **asdict(comparison)}
        print_json(record | {"warning": warning or None})
    else:
        print(f"{chosen} of {specs[0].id} and {specs[1].id}: {comparison.sentence()}")
    if warning:
        print(f"setlab: {warning}", file=sys.stderr)


def dependence(specs: tuple[Spec, ...], found: tuple[Stored, ...]) -> str:
    """The sentence that says that two samples are not independent; an empty text if they are."""
    seeds = {spec.seed for spec in specs}
    if len(seeds) > 1 or not have_common_trial(found[0].ranges, found[1].ranges):
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
