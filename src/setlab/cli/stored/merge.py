"""`setlab runs merge`: the blocks of other stores taken over."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from setlab.cli.noticed import name_spoilt
from setlab.cli.options import Json, StorePlace
from setlab.cli.screen import print_json, say
from setlab.cli.stopping import answered
from setlab.cli.stored.common import opened
from setlab.errors import SpecError, plural
from setlab.experiment.store import Refused, Store


def merge(
    sources: Annotated[list[str], typer.Argument(metavar="PLACE…", help="Stores from elsewhere.")],
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Take over the blocks of other stores: identical ones are skipped, partial overlaps and other tallies refused.

    Spoilt blocks are named and left out.

        setlab simulate endgame --trials 1e4 --first 1e4 --seed 1 --store other.sqlite

        setlab runs merge other.sqlite
    """
    added = skipped = spoilt = 0
    with answered(lambda: f"{plural(added, 'block')} had been added"), opened(store) as kept:
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
