"""`setlab runs`: the experiments in the store. Its questions are in `stored/`, one file each."""

from __future__ import annotations

from typing import Any

import typer

from setlab.cli.options import Json, StorePlace
from setlab.cli.screen import print_json
from setlab.cli.stored.check import check
from setlab.cli.stored.common import opened
from setlab.cli.stored.compare import compare
from setlab.cli.stored.delete import delete
from setlab.cli.stored.export import export
from setlab.cli.stored.merge import merge
from setlab.cli.stored.plot import plot
from setlab.cli.stored.show import show
from setlab.errors import plural
from setlab.experiment.spec import Spec
from setlab.experiment.store import Store
from setlab.experiment.store.ranges import joined
from setlab.experiment.table import spec_sentence

app = typer.Typer(
    add_completion=False, context_settings={"help_option_names": ["-h", "--help"]}, rich_markup_mode="markdown"
)


@app.callback(invoke_without_command=True)
def runs(ctx: typer.Context, store: StorePlace = None, json: Json = False) -> None:
    """List the experiments in the store; or show, compare, merge, export, check and delete them.

    setlab runs

    setlab runs show ID

    setlab runs export ID games.csv
    """
    if ctx.invoked_subcommand is not None:
        return
    with opened(store) as kept:
        specs = kept.specs()
        records = [_record(spec, kept) for spec in specs]
        unreadable = [{"id": name, "why": why} for name, why in kept.catalogue.unreadable().items()]
        aside = sum(not block.replaced for block in kept.set_aside())
    if json:
        print_json({"runs": records, "unreadable": unreadable, "set_aside": aside})
    else:
        _print_list(specs, records, unreadable, aside)


for question in (show, compare, plot, merge, export, check, delete):
    app.command()(question)


def _record(spec: Spec, store: Store) -> dict[str, Any]:
    blocks = [(block.first, block.end, len(block.rare)) for block in store.each_block(spec.id)]
    return {
        "id": spec.id,
        "spec": spec.as_record(),
        "trials": sum(end - first for first, end, _ in blocks),
        "ranges": [[first, end - 1] for first, end in joined((first, end) for first, end, _ in blocks)],
        "rare": sum(rare for _, _, rare in blocks),
    }


def _print_list(specs: list[Spec], records: list[dict[str, Any]], unreadable: list[dict[str, str]], aside: int) -> None:
    if not records and not unreadable:
        print("the store is empty: `setlab simulate endgame` fills it")
    for spec, record in zip(specs, records, strict=True):
        print(f"{spec.id}  {record['trials']:>15,}  {spec_sentence(spec)}")
    for spoilt in unreadable:
        print(f"{spoilt['id']}  {'cannot be read':>15}  {spoilt['why']}")
    if aside:
        print(f"{plural(aside, 'spoilt block')} set aside and not counted: `setlab runs check` names them")
