"""What the verbs about stored experiments share: the store open_store, and the blocks of an experiment summed up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Annotated

from setlab.cli.options import argument, option, whole_number
from setlab.cli.running import name_spoilt
from setlab.errors import SpecError, plural
from setlab.experiment.result import Result
from setlab.experiment.run import run
from setlab.experiment.spec import Range, Spec, check_trials, gaps
from setlab.experiment.store import Block, Rare, Store, StoreError, default_location
from setlab.experiment.tally import Tally, total

Trials = Annotated[str | None, option("-t", "--trials", "N", "Exactly this many trials; default: all that are stored.")]
First = Annotated[str, option("--first", "I", "The first of these trials.")]
SpecId = Annotated[str, argument("ID", "The id of an experiment, or how it begins.")]
Confidence = Annotated[float, option("--confidence", "C", "Of the intervals.")]


@dataclass(frozen=True)
class Stored:
    """What the store has of an experiment: the sum of its blocks, their ranges of trials, and the rare games."""

    tally: Tally
    ranges: list[Range]
    rare: list[Rare]


@contextmanager
def open_store(location: str | None) -> Iterator[Store]:
    """The store at a location; blocks that turn out to be spoilt are named on stderr at the end."""
    with Store(location or default_location()) as store:
        yield store
    name_spoilt(store)


def sum_up(blocks: Iterable[Block], spec_id: str) -> Stored:
    """The blocks of an experiment summed up, each read once."""
    ranges, rare = list[Range](), list[Rare]()

    def tallies() -> Iterator[Tally]:
        for block in blocks:
            ranges.append(block.range)
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


def read_range(first: str, trials: str | None) -> Range | None:
    """The trials that the options ask for, as (first, end); None for all that are stored."""
    if trials is None:
        if first != "0":
            raise SpecError(f"--first {first} needs --trials: say how many trials to take from there on")
        return None
    start, number = whole_number(first, "trial"), whole_number(trials, "number of trials")
    check_trials(start, number)
    return Range(start, start + number)


def find_result(start: str, store: Store, wanted: Range | None = None) -> tuple[Result, list[Range]]:
    """The result of stored trials, all or exactly those wanted, and their ranges.

    A stored block that has wanted trials and others is no sum of its parts: its wanted trials are computed again.
    """
    if wanted is None:
        spec, found = find_stored(start, store)
        return result_of(spec, found), found.ranges
    (first, end), spec = wanted, store.find(start)
    there = store.ranges(spec.id)
    if missing := gaps(first, end, there):
        has = " and ".join(f"{a:,} to {b - 1:,}" for a, b in there) or "none"
        lacks = f"{missing[0][0]:,} to {missing[0][1] - 1:,}"
        raise StoreError(f"the store lacks trials {lacks} of {spec.id}: it has {has}; simulate the others first")
    return replace(run(spec, end - first, first=first, store=store), run=0, seconds=0.0), [wanted]


def find_blocks(result: Result, store: Store, wanted: Range | None = None) -> list[Block]:
    """The trials of a result from the store, one block for each range of them, with seconds and rare games."""
    spec_id = result.spec.id
    if wanted is None:
        return join_blocks(store.each_block(spec_id))
    seconds = sum(block.seconds for block in store.each_block(spec_id, *wanted))
    rare = tuple(game for game in store.rare(spec_id) if is_within(game.trial, [wanted]))
    return [Block(result.first, result.tally, seconds, rare)]


def join_blocks(blocks: Iterable[Block]) -> list[Block]:
    """The blocks of an experiment, joined where one begins where another ends.

    >>> parts = [Block(first, Tally("abc", 5, {"leftover": {6: 5}}), 0.5) for first in (0, 20, 5)]
    >>> [(block.first, block.end, block.seconds) for block in join_blocks(parts)]
    [(0, 10, 1.0), (20, 25, 0.5)]
    """
    whole: list[Block] = []
    for block in sorted(_runs(blocks), key=lambda block: block.first):
        whole[-1:] = _together(whole[-1], block) if whole and whole[-1].end == block.first else [*whole[-1:], block]
    return whole


def _runs(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks joined as they come, so that few are held at a time."""
    now: Block | None = None
    for block in blocks:
        if now is not None and now.end == block.first:
            (now,) = _together(now, block)
            continue
        if now is not None:
            yield now
        now = block
    if now is not None:
        yield now


def _together(one: Block, other: Block) -> list[Block]:
    return [Block(one.first, one.tally + other.tally, one.seconds + other.seconds, one.rare + other.rare)]


def is_within(trial: int, ranges: Iterable[Range]) -> bool:
    """True if the trial is in one of the ranges."""
    return any(first <= trial < end for first, end in ranges)


def result_of(spec: Spec, found: Stored) -> Result:
    """The stored trials as the result of a run that had nothing left to compute."""
    return Result(spec, found.ranges[0][0], found.tally, 0, 0.0, True)
