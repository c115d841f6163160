"""`setlab runs`: the experiments in the store: list, show, compare, draw, export, import, merge, check, delete."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from textwrap import fill
from typing import Annotated, Any

import typer

from setlab.answers import Answer, Cell, Column, DataTable, Shown, about, data_table
from setlab.cli.commands import verb_group
from setlab.cli.options import FOUND, Json, PanelOptions, StorePlace, Yes, argument, flag, option, whole_number
from setlab.cli.results import Export, check_export, print_report, result_answer, write_export
from setlab.cli.running import name_spoilt
from setlab.cli.screen import JSON, TERMINAL, Output, attributes, confirm_deletion, print_data, print_json, say, width
from setlab.cli.stopping import report_kept
from setlab.errors import SpecError, plural, quote
from setlab.experiment.result import Result, result_metadata, result_table, spec_sentence, trials_text
from setlab.experiment.run import run
from setlab.experiment.spec import Range, Spec, check_trials, gaps, have_common_trial, join_ranges
from setlab.experiment.store import (
    Block,
    Rare,
    Refused,
    SetAside,
    Store,
    StoreError,
    StoreReport,
    check_store,
    default_location,
    printable,
)
from setlab.experiment.store.result_file import check_origin, import_result, read_result
from setlab.experiment.tally import Tally, key_text, total

Trials = Annotated[str | None, option("-t", "--trials", "N", "Exactly this many trials; default: all that are stored.")]
First = Annotated[str, option("--first", "I", "The first of these trials.")]
SpecId = Annotated[str, argument("ID", "The id of an experiment, or how it begins.")]
Confidence = Annotated[float, option("--confidence", "C", "Of the intervals.")]


@contextmanager
def open_store(location: str | None) -> Iterator[Store]:
    """The store at a location; blocks that turn out to be spoilt are named on stderr at the end."""
    with Store(location or default_location()) as store:
        yield store
    name_spoilt(store)


def sum_up(spec: Spec, store: Store) -> tuple[Result, list[Range]]:
    """All stored trials, as the result of a run that had nothing left to compute, and their ranges.

    Each block is read once. Raise `StoreError` unless there are trials.
    """
    ranges = list[Range]()

    def tallies() -> Iterator[Tally]:
        for block in store.each_block(spec.id):
            ranges.append(block.range)
            yield block.tally

    tally = total(tallies(), spec.id)
    if not tally.trials:
        aside = sum(block.spec_id == spec.id for block in store.set_aside())
        why = f": {plural(aside, 'spoilt block')} set aside, which `setlab runs check` names" if aside else ""
        raise StoreError(f"the experiment {spec.id} has no trials{why}; simulating it again computes them")
    ranges.sort()
    return Result(spec, ranges[0][0], tally, 0, 0.0, True), ranges


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
    spec = store.find(start)
    if wanted is None:
        return sum_up(spec, store)
    first, end = wanted
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


All = Annotated[bool, flag("--all", "List also the experiments of `setlab reproduce`.")]


@verb_group("show", "compare", "plot", "merge", "export", "import_", "check", "delete")
def verb(ctx: typer.Context, all: All = False, store: StorePlace = None, *, output: Output) -> None:
    """List the experiments in the store; or show, compare, plot, merge, export, import, check and delete them.

    Parameters are listed where they differ from the defaults; `setlab runs show ID` has all.

    setlab simulate endgame --trials 1e4 --seed 1 --label "ten thousand games"

    setlab runs

    setlab runs show 29dbb2

    setlab runs export 29dbb2 games.json

    setlab runs import games.json
    """
    if ctx.invoked_subcommand is not None:
        return
    with open_store(store) as kept:
        records = [(spec, _record(spec, kept)) for spec in kept.specs()]
        unreadable = [{"id": name, "why": why} for name, why in kept.catalogue.unreadable().items()]
        aside = sum(not block.replaced for block in kept.set_aside())
    shown = [(spec, record) for spec, record in records if all or not record["origin"]]
    hidden = len(records) - len(shown)
    record = {"runs": [record for _, record in shown], "unreadable": unreadable, "set_aside": aside, "hidden": hidden}
    output.show(Answer(record, runs_table(shown)), lambda: _print_list(shown, unreadable, aside, hidden))


def _record(spec: Spec, store: Store) -> dict[str, Any]:
    blocks = store.outlines(spec.id)
    ranges = [[first, end - 1] for first, end in join_ranges((first, end) for first, end, _ in blocks)]
    trials, rare = sum(end - first for first, end, _ in blocks), sum(rare for _, _, rare in blocks)
    record = {"id": spec.id, "spec": spec.as_record(), "trials": trials, "ranges": ranges, "rare": rare}
    imported = sum(entry.trials for entry in store.imports.of(spec.id))
    return {**record, "imported": imported, **asdict(store.journal.entry(spec.id))}


def runs_table(shown: Sequence[tuple[Spec, dict[str, Any]]]) -> DataTable:
    """The experiments, one to a row, with what differs from the defaults."""
    is_labelled = any(record["label"] for _, record in shown)
    columns = [Column("id", align="left"), Column("date", align="left")]
    columns += [Column("label", align="left", only="" if is_labelled else "programs"), Column("trials")]
    columns += [Column(name, align="left", only="programs") for name in ("kernel", "parameters")]
    columns += [Column("seed", format="d", only="programs"), Column("experiment", align="left", only="people")]
    columns += [Column("origin", align="left", only="programs")]
    rows = []
    for spec, record in shown:
        parameters = ", ".join(f"{title} {value}" for title, value in spec.parameters.texts_by_title().items())
        date = Shown(record["changed"], record["changed"][:10] or "–")
        described = (spec.kernel, parameters, spec.seed, spec_phrase(spec), record["origin"])
        rows.append((spec.id, date, record["label"], record["trials"], *described))
    return data_table(columns, rows, "Experiments in the store", "runs", metadata=about("runs"))


def spec_phrase(spec: Spec) -> str:
    """The kernel, the parameters that differ from the defaults, and the seed.

    >>> from setlab.experiment.spec import make_spec
    >>> spec_phrase(make_spec("endgame", {"lost": 1}, seed=7))
    'endgame, lost 1, seed 7'
    """
    unusual = (f"{title} {value}" for title, value in spec.parameters.unusual().items())
    return ", ".join([spec.kernel, *unusual, f"seed {spec.seed}"])


def _print_list(
    shown: Sequence[tuple[Spec, dict[str, Any]]], unreadable: list[dict[str, str]], aside: int, hidden: int
) -> None:
    if not shown and not unreadable and not hidden:
        say("the store is empty: `setlab simulate endgame` fills it")
    if shown:
        print_data(runs_table(shown))
    for spoilt in unreadable:
        say(f"{spoilt['id']} cannot be read: {spoilt['why']}")
    if aside:
        say(f"{plural(aside, 'spoilt block')} set aside and not counted: `setlab runs check` names them")
    if hidden:
        say(f"{plural(hidden, 'experiment')} of `setlab reproduce` not listed: `setlab runs --all` lists all")


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
        for count, trials in zip((histogram.get(key, 0) for histogram in counts), totals, strict=True):
            row += [count, Shown(count / trials, f"{100 * count / trials:.3g}")]
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
        raise SpecError(f"{quote(chosen)} is not a histogram of both: choose {', '.join(possible) or 'other runs'}")
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
    look.check(output)
    wanted = read_range(first, trials)
    with open_store(store) as kept:
        results = [find_result(start, kept, wanted)[0] for start in spec_ids]
    look.write_results(output, results, confidence)
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


Forget = Annotated[bool, flag("--forget", "Forget the blocks that are set aside, once they are named.")]


def check(store: StorePlace = None, forget: Forget = False, json: Json = False) -> int:
    """Verify every experiment and every block: the exit status is 1 if one is spoilt.

    A spoilt block is set aside and not counted. Simulating its trials again computes them again.

    setlab runs check
    """
    with Store(store or default_location()) as kept:
        report = check_store(kept)
        if forget:
            kept.forget_aside()
    if json:
        unreadable = [{"id": name, "why": why} for name, why in report.unreadable.items()]
        found = {"set_aside": list(map(_aside_record, report.set_aside)), "unreadable": unreadable}
        counts = attributes(report, "experiments", "blocks", "trials")
        print_json({"sound": report.is_sound} | counts | found | {"damage": report.damage or None})
    else:
        _print(report)
    return 0 if report.is_sound else FOUND


def _aside_record(block: SetAside) -> dict[str, Any]:
    spoilt = attributes(block, "first", "trials").items()
    numbers = {name: value if isinstance(value, int) else printable(value) for name, value in spoilt}
    return {"id": printable(block.spec_id)} | numbers | attributes(block, "why", "replaced")


def _print(report: StoreReport) -> None:
    for name, why in report.unreadable.items():
        say(f"the experiment {name} cannot be read: {why}")
    for block in report.set_aside:
        replaced = "; right blocks have its trials" if block.replaced else ""
        say(f"{block.block} of {printable(block.spec_id)} is set aside: {block.why}{replaced}")
    if report.damage:
        say(f"the file is damaged: {report.damage}; copy what can be read with `setlab runs merge` into a new store")
    if not all(block.replaced for block in report.set_aside):
        say("Simulate these trials again, and they are computed again; --forget forgets what is set aside.")
    there = f"{plural(report.experiments, 'experiment')}, {report.trials:,} trials"
    say(f"{there}: all fit their checksums" if report.is_sound else f"{there} fit their checksums and are counted")


SAFE = 6
"""The fewest characters of an id that name an experiment to be deleted."""


def delete(spec_id: SpecId, yes: Yes = False, store: StorePlace = None, json: Json = False) -> None:
    """Delete an experiment, also one that cannot be read. Asks for confirmation.

    setlab runs delete 29dbb2
    """
    with open_store(store) as kept:
        name = kept.catalogue.find_id(spec_id)
        if name != spec_id and len(spec_id) < SAFE:
            rule = f"write the id, {name}, or at least {SAFE} characters of it"
            raise SpecError(f"{quote(spec_id)} is too short to delete an experiment: {rule}")
        said = describe_experiment(name, kept)
        if not yes and not confirm_deletion(said):
            print("nothing was deleted")
            return
        kept.delete(name)
    if json:
        print_json({"deleted": name})
    else:
        print(f"{name} deleted")


def describe_experiment(name: str, store: Store) -> str:
    """The experiment that would be lost: id, trials, label, parameters."""
    spec = next((spec for spec in store.specs() if spec.id == name), None)
    if spec is None:
        return f"{name}, which cannot be read"
    trials = sum(end - first for first, end in store.ranges(name))
    label = store.journal.entry(name).label
    return f"{name}, {trials:,} trials{f', {label}' if label else ''} ({spec_sentence(spec)})"


def import_(
    path: Annotated[Path, argument("FILE", "As `setlab runs export ID FILE.json` writes it.")],
    replace: Annotated[bool, flag("--replace", "Let it replace stored blocks that are parts of it.")] = False,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Read a result that was computed elsewhere into the store, with a note where it comes from.

    The file is verified first: its checksum, the id of the experiment, the sums of all histograms; its rare games are
    played again. Trials that the store has already are skipped if the tallies agree, and the file is refused if they do
    not. A tally cannot be split: where the store has a part of a range, --replace puts the whole in its place.

    setlab runs import standard-games.json
    """
    found = read_result(path)
    with open_store(store) as kept:
        try:
            taken = import_result(kept, found, path.name, replace)
        except Refused as error:
            raise Refused(f"{path} is not imported: {error}") from error
    if json:
        ranges = [[block.first, block.end - 1] for block in found.blocks]
        rare = {"rare": sum(len(block.rare) for block in found.blocks), "rare_left_out": found.left_out}
        record = {"path": str(path), "id": found.spec.id, "spec": found.spec.as_record(), "ranges": ranges}
        print_json(record | asdict(taken) | rare | {"origin": found.origin})
        return
    there = f", {taken.there:,} there already" if taken.there else ""
    replaced = f" ({taken.replaced:,} blocks replaced)" if taken.replaced else ""
    print(f"{path}: {spec_sentence(found.spec)}; id {found.spec.id}")
    print(f"{taken.added:,} trials added{there}{replaced}")
    if found.origin:
        print(f"computed by: {found.origin}")
    if found.left_out:
        print(f"{found.left_out:,} rare games are counted in the tally and not listed in the file")


def merge(
    sources: Annotated[list[str], argument("PLACE…", "Stores from elsewhere.")],
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Take over the blocks of other stores: identical ones are skipped, partial overlaps and other tallies refused.

    Spoilt blocks are named and left out.

        setlab simulate endgame --trials 1e4 --first 1e4 --seed 1 --store other.sqlite

        setlab runs merge other.sqlite
    """
    added = skipped = spoilt = 0
    with report_kept(lambda: f"{plural(added, 'block')} had been added"), open_store(store) as kept:
        for source in sources:
            if "://" not in source and not Path(source).is_file():
                raise SpecError(f"{source} is not a store: there is no such file")
            more, same, bad = _merge_one(kept, source)
            added, skipped, spoilt = added + more, skipped + same, spoilt + bad
    if json:
        print_json({"added": added, "skipped": skipped, "spoilt": spoilt})
    else:
        left_out = f", {spoilt} spoilt and left out" if spoilt else ""
        say(f"{plural(added, 'block')} added, {skipped} there already{left_out}")


def _merge_one(kept: Store, source: str) -> tuple[int, int, int]:
    """How many blocks of a store were added, were there already, and were spoilt."""
    with Store(source) as other:
        try:
            added, skipped = kept.merge(other)
        except Refused as error:
            raise Refused(f"{source} is not merged: {error}") from error
        unreadable = other.catalogue.unreadable()
    name_spoilt(other, f"{source}: ")
    for name, why in unreadable.items():
        print(f"setlab: {source}: the experiment {name} is left out: {why}", file=sys.stderr)
    return added, skipped, len(other.noticed)
