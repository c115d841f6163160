"""`setlab runs import`: a result that was computed elsewhere, read into the store."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from setlab.cli.options import Json, StorePlace
from setlab.cli.screen import print_json
from setlab.cli.stored.common import opened
from setlab.experiment.store import Refused
from setlab.experiment.store.importing import Taken, import_result
from setlab.experiment.store.result_file import ResultFile, read_result
from setlab.experiment.table import spec_sentence

Replace = Annotated[bool, typer.Option("--replace", help="Let it replace stored blocks that are parts of it.")]


def import_file(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="As `setlab runs export ID FILE.json` writes it.")],
    replace: Replace = False,
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
    with opened(store) as kept:
        try:
            taken = import_result(kept, found, path.name, replace)
        except Refused as error:
            raise Refused(f"{path} is not imported: {error}") from error
    if json:
        print_json(_record(path, found, taken))
    else:
        _print(path, found, taken)


def _record(path: Path, found: ResultFile, taken: Taken) -> dict[str, Any]:
    return {
        "path": str(path),
        "id": found.spec.id,
        "spec": found.spec.as_record(),
        "ranges": [[block.first, block.end - 1] for block in found.blocks],
        **asdict(taken),
        "rare": sum(len(block.rare) for block in found.blocks),
        "rare_left_out": found.left_out,
        "origin": found.origin,
    }


def _print(path: Path, found: ResultFile, taken: Taken) -> None:
    there = f", {taken.there:,} there already" if taken.there else ""
    replaced = f" ({taken.replaced:,} blocks replaced)" if taken.replaced else ""
    print(f"{path}: {spec_sentence(found.spec)}; id {found.spec.id}")
    print(f"{taken.added:,} trials added{there}{replaced}")
    if found.origin:
        print(f"computed by: {found.origin}")
    if found.left_out:
        print(f"{found.left_out:,} rare games are counted in the tally and not listed in the file")
