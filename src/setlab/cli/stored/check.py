"""`setlab runs check`: is the store as it was written?"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from setlab.cli.options import FOUND, Json, StorePlace
from setlab.cli.screen import print_json, say
from setlab.errors import plural
from setlab.experiment.store import Store, default_location
from setlab.experiment.store.checking import Report, check_store
from setlab.experiment.store.rows import SetAside, printable

Forget = Annotated[bool, typer.Option("--forget", help="Forget the blocks that are set aside, once they are named.")]


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
        print_json(_record(report))
    else:
        _print(report)
    return 0 if report.is_sound else FOUND


def _record(report: Report) -> dict[str, Any]:
    return {
        "sound": report.is_sound,
        "experiments": report.experiments,
        "blocks": report.blocks,
        "trials": report.trials,
        "set_aside": [_aside_record(block) for block in report.set_aside],
        "unreadable": [{"id": name, "why": why} for name, why in report.unreadable.items()],
        "damage": report.damage or None,
    }


def _aside_record(block: SetAside) -> dict[str, Any]:
    return {
        "id": printable(block.spec_id),
        "first": block.first if isinstance(block.first, int) else printable(block.first),
        "trials": block.trials if isinstance(block.trials, int) else printable(block.trials),
        "why": block.why,
        "replaced": block.replaced,
    }


def _print(report: Report) -> None:
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
