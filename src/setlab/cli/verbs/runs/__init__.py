"""`setlab runs`: the experiments in the store. Its questions are in `stored/`, one file each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer

from setlab.answers import Answer, Column, DataTable, Shown, about, data_table
from setlab.cli.commands import verb_group
from setlab.cli.formats import Output, print_data
from setlab.cli.options import StorePlace, flag
from setlab.cli.screen import say
from setlab.cli.verbs.runs.stored import open_store
from setlab.errors import plural
from setlab.experiment.spec import Spec, join_ranges
from setlab.experiment.store import Store

All = Annotated[bool, flag("--all", "List also the experiments of `setlab reproduce`.")]


def runs(ctx: typer.Context, all: All = False, store: StorePlace = None, *, output: Output) -> None:
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


verb = verb_group(
    __name__,
    {
        **{name: f"results.{name}" for name in ("show", "compare", "plot")},
        **{"merge": "upkeep.merge", "export": "results.export", "import": "upkeep.import_file"},
        **{name: f"upkeep.{name}" for name in ("check", "delete")},
    },
    alone=runs,
)
