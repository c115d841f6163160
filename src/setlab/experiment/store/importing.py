"""`import_result`: the blocks of a result file put into a store, all of them or none.

Trials that are there already are skipped if the tallies agree. A block that has stored trials and others is refused,
since a tally cannot be split; with `replace`, it takes the place of the stored blocks that lie wholly in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from setlab.errors import plural
from setlab.experiment.histogram import key_text
from setlab.experiment.store.blocks import Block
from setlab.experiment.store.ranges import gaps
from setlab.experiment.store.result_file import ResultFile
from setlab.experiment.store.store import Store
from setlab.experiment.store.writing import Refused, Writer, contradiction, named
from setlab.experiment.tally import first_excess, total


@dataclass(frozen=True)
class Taken:
    """How many trials were added, how many of the file were there already, and how many blocks were replaced."""

    added: int
    there: int
    replaced: int


def import_result(store: Store, found: ResultFile, file: str, replace: bool = False) -> Taken:
    """Put the blocks of a file into a store, in one transaction, with a note where they come from."""
    added = there = replaced = 0
    with store.writing(found.spec) as writer:
        for block in found.blocks:
            parts = _taken(writer, found.spec.id, block, replace)
            if parts is None:
                there += block.tally.trials
                continue
            here = sum(part.tally.trials for part in parts)
            added, there, replaced = added + block.tally.trials - here, there + here, replaced + len(parts)
            store.imports.note(found.spec.id, block.first, block.tally.trials, file, found.origin)
    store.stored += added
    return Taken(added, there, replaced)


def _taken(writer: Writer, spec_id: str, block: Block, replace: bool) -> list[Block] | None:
    """Store a block: the blocks that it replaces; None if its trials are there already."""
    there = writer.there(block)
    _check_agreement(spec_id, block, there)
    if there and not gaps(block.first, block.end, [(other.first, other.end) for other in there]):
        return None
    if there:
        _check_replacement(spec_id, block, there, replace)
    writer.replace(block, there)
    return there


def _check_agreement(spec_id: str, block: Block, there: Sequence[Block]) -> None:
    """Refuse a block that contradicts stored blocks, as far as their ranges let it be seen."""
    inside = [other for other in there if block.first <= other.first and other.end <= block.end]
    parts = total((other.tally for other in inside), spec_id)
    if parts.trials == block.tally.trials and parts != block.tally:
        raise Refused(contradiction(spec_id, Block(block.first, parts, 0.0), block))
    _check_part(spec_id, Block(block.first, parts, 0.0), block, f"the stored {plural(len(inside), 'block')} in it")
    for other in there:
        if other.first <= block.first and block.end <= other.end:
            _check_part(spec_id, block, other, "the block to be imported")


def _check_part(spec_id: str, part: Block, whole: Block, what: str) -> None:
    """Refuse a block whose tally cannot be the sum of a part's and a rest's."""
    if (found := first_excess(part.tally, whole.tally)) is not None:
        name, key = found
        raise Refused(
            f"{named(spec_id, whole)} have {whole.tally[name].get(key, 0)} in '{name}' at '{key_text(key)}', and "
            f"{what} {part.tally[name][key]}: one of them is wrong; compute the trials again with --no-store, and "
            f"forget the wrong one (`setlab runs delete {spec_id}`)"
        )


def _check_replacement(spec_id: str, block: Block, there: Sequence[Block], replace: bool) -> None:
    """Refuse a block that reaches into a stored one, or that may not replace those in it."""
    for other in there:
        if other.first < block.first or block.end < other.end:
            raise Refused(
                f"{named(spec_id, block)} overlap the stored block {other.first} to {other.end - 1} in part, and a "
                "tally cannot be split: import the file into another --store"
            )
    if not replace:
        trials = sum(other.tally.trials for other in there)
        raise Refused(
            f"the store has {trials:,} of the trials {block.first} to {block.end - 1} of {spec_id} already, in "
            f"{plural(len(there), 'block')}, and a tally cannot be split: --replace puts the file's tally in the place "
            "of these blocks, another --store keeps both"
        )
