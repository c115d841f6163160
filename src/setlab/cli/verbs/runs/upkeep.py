"""`setlab runs check`, `delete`, `import` and `merge`: the upkeep of a store."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from setlab.cli.options import FOUND, Json, StorePlace, Yes, argument, flag
from setlab.cli.running import name_spoilt
from setlab.cli.screen import attributes, confirm_deletion, print_json, say
from setlab.cli.stopping import report_kept
from setlab.cli.verbs.runs.stored import SpecId, open_store
from setlab.errors import SpecError, plural, quoted
from setlab.experiment.result import spec_sentence
from setlab.experiment.store import Refused, SetAside, Store, StoreReport, check_store, default_location, printable
from setlab.experiment.store.result_file import import_result, read_result

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
            raise SpecError(f"{quoted(spec_id)} is too short to delete an experiment: {rule}")
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


def import_file(
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
