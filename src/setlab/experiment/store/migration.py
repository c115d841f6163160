"""Stores of version 1 upgraded, in the transaction that upgrades their tables.

They had no checksums: a block gets one if it fits its kernel's histograms, and is set aside otherwise. Counts that were
spoilt before and still fit cannot be detected. Rare games are played again. The histogram `searches` was
called `looks`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from setlab.errors import SpecError
from setlab.experiment.parameters import canonical
from setlab.experiment.spec import Spec, read_spec
from setlab.experiment.store.blocks import (
    Block,
    RareRow,
    Row,
    Spoilt,
    parse,
    read_unsealed,
    replay_rare,
)
from setlab.experiment.store.database import Database
from setlab.experiment.store.reading import RareRows, all_block_rows, is_text, move_aside, rows_at

OLD, NEW = "looks", "searches"


def seal_old_blocks(db: Database) -> None:
    """Give every block its checksum. One that cannot be right is set aside, and so are two that overlap."""
    rows = db.rows(f"SELECT {db.row_id}, spec_id FROM blocks")
    ids = {spec_id for _, spec_id in rows if is_text(spec_id)}
    for row in rows_at(db, [row_id for row_id, spec_id in rows if spec_id not in ids]):
        move_aside(db, row, "its experiment has no name")
    for spec_id in sorted(ids):
        _seal_experiment(db, spec_id)


def _rename_searches(text: Any) -> Any:
    """The text of a tally with the new name; any other text as it is."""
    try:
        record = parse(text)
    except Spoilt:
        return text
    if not isinstance(record, dict) or OLD not in record or NEW in record:
        return text
    return canonical({NEW if name == OLD else name: histogram for name, histogram in record.items()})


def _seal_experiment(db: Database, spec_id: str) -> None:
    rows, sealed = all_block_rows(db, spec_id), list[tuple[str, str, Any]]()
    rare, overlapping, spec = RareRows(db, spec_id, rows), set(_overlapping(rows)), _spec(db, spec_id)
    for row in rows:
        try:
            if spec is None:
                raise Spoilt("its experiment cannot be read")
            if row.row_id in overlapping:
                raise Spoilt("it overlaps another block")
            block = _old_block(row, rare.of(row), spec)
            sealed.append((block.tally.to_json(), block.checksum, row.row_id))
        except Spoilt as error:
            move_aside(db, row, str(error))
    db.change(f"UPDATE blocks SET tally = ?, checksum = ? WHERE {db.row_id} = ?", *sealed)


def _old_block(row: Row, rare: Sequence[RareRow], spec: Spec) -> Block:
    block = read_unsealed(replace(row, tally=_rename_searches(row.tally)), rare, spec.histograms)
    for game in block.rare:
        if game != replay_rare(spec, game.trial):
            raise Spoilt(f"its rare game {game.trial} is another one when it is played again")
    return block


def _spec(db: Database, spec_id: str) -> Spec | None:
    for (text,) in db.rows("SELECT spec FROM specs WHERE id = ?", (spec_id,)):
        try:
            return read_spec(text, spec_id)
        except SpecError:
            return None
    return None


def _overlapping(rows: list[Row]) -> Iterator[Any]:
    """The row ids of blocks that share trials with a neighbour."""
    for one, other in pairwise(row for row in rows if row.has_range):
        if one.end > other.first:
            yield from (one.row_id, other.row_id)
