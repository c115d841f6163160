"""What the verbs about stored experiments share: the store opened, and the blocks of an experiment summed up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

import typer

from setlab.cli.noticed import name_spoilt
from setlab.errors import plural
from setlab.experiment.run import Result
from setlab.experiment.spec import Spec
from setlab.experiment.store import Block, Rare, Store, StoreError, default_location
from setlab.experiment.store.ranges import Range
from setlab.experiment.tally import Tally, total

SpecId = Annotated[str, typer.Argument(metavar="ID", help="The id of an experiment, or how it begins.")]
Confidence = Annotated[float, typer.Option("--confidence", metavar="C", help="Of the intervals.")]


@dataclass(frozen=True)
class Stored:
    """What the store has of an experiment: the sum of its blocks, their ranges of trials, and the rare games."""

    tally: Tally
    ranges: list[Range]
    rare: list[Rare]


@contextmanager
def opened(location: str | None) -> Iterator[Store]:
    """The store at a location; blocks that turn out to be spoilt are named on stderr at the end."""
    with Store(location or default_location()) as store:
        yield store
    name_spoilt(store)


def sum_up(blocks: Iterable[Block], spec_id: str) -> Stored:
    """The blocks of an experiment summed up, each read once."""
    ranges, rare = list[Range](), list[Rare]()

    def tallies() -> Iterator[Tally]:
        for block in blocks:
            ranges.append((block.first, block.end))
            rare.extend(block.rare)
            yield block.tally

    return Stored(total(tallies(), spec_id), sorted(ranges), sorted(rare, key=lambda game: game.trial))


def find_stored(start: str, store: Store) -> tuple[Spec, Stored]:
    """The experiment whose id starts with this text. Raise `StoreError` unless it has trials."""
    spec = store.find(start)
    found = sum_up(store.each_block(spec.id), spec.id)
    if not found.tally.trials:
        aside = sum(block.spec_id == spec.id for block in store.set_aside())
        why = f": {plural(aside, 'spoilt block')} set aside, which `setlab runs check` names" if aside else ""
        raise StoreError(f"the experiment {spec.id} has no trials{why}; simulating it again computes them")
    return spec, found


def result_of(spec: Spec, found: Stored) -> Result:
    """The stored trials as the result of a run that had nothing left to compute."""
    return Result(spec, found.ranges[0][0], found.tally, 0, 0.0, True)
