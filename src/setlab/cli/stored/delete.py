"""`setlab runs delete`: an experiment forgotten, after a question."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from setlab.cli.options import Json, StorePlace
from setlab.cli.screen import print_json
from setlab.cli.stored.common import SpecId, opened
from setlab.errors import SpecError, quoted
from setlab.experiment.store import Store
from setlab.experiment.table import spec_sentence

SAFE = 6
"""The fewest characters of an id that name an experiment to be deleted."""

Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


def delete(spec_id: SpecId, yes: Yes = False, store: StorePlace = None, json: Json = False) -> None:
    """Forget an experiment, also one that cannot be read. You are asked before.

    setlab runs delete 29dbb2
    """
    with opened(store) as kept:
        name = kept.catalogue.find_id(spec_id)
        if name != spec_id and len(spec_id) < SAFE:
            rule = f"write the id, {name}, or at least {SAFE} characters of it"
            raise SpecError(f"{quoted(spec_id)} is too short to delete an experiment: {rule}")
        said = described(name, kept)
        if not yes and not _agreed(said):
            print("nothing was deleted")
            return
        kept.delete(name)
    if json:
        print_json({"deleted": name})
    else:
        print(f"{name} deleted")


def described(name: str, store: Store) -> str:
    """The experiment that would be lost: id, trials, label, parameters."""
    spec = next((spec for spec in store.specs() if spec.id == name), None)
    if spec is None:
        return f"{name}, which cannot be read"
    trials = sum(end - first for first, end in store.ranges(name))
    label = store.journal.entry(name).label
    return f"{name}, {trials:,} trials{f', {label}' if label else ''} ({spec_sentence(spec)})"


def _agreed(said: str) -> bool:
    """The answer of the user; without a terminal there is none."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise SpecError(f"{said} is not deleted without a terminal to ask on: add --yes")
    print(f"Delete {said}? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
