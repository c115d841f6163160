"""Stores of version 1 had no checksums: their blocks are checked for structure, and then sealed or set aside."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from setlab.errors import SpecError
from setlab.experiment.blocks import Block, Row, Spoilt, read_unsealed
from setlab.experiment.database import Database
from setlab.experiment.reading import read_spec, shapes_of
from setlab.experiment.rows import RareRows, all_block_rows, is_text, move_aside, rows_at
from setlab.experiment.shape import Shapes


def seal_old_blocks(db: Database) -> None:
    """Give every block its checksum. One that cannot be right is set aside, and so are two that overlap."""
    places = db.rows(f"SELECT {db.place}, spec_id FROM blocks")
    ids = {spec_id for _, spec_id in places if is_text(spec_id)}
    for row in rows_at(db, [place for place, spec_id in places if spec_id not in ids]):
        move_aside(db, row, "its experiment has no name")
    for spec_id in sorted(ids):
        _seal_experiment(db, spec_id)


def _seal_experiment(db: Database, spec_id: str) -> None:
    rows, sealed = all_block_rows(db, spec_id), list[tuple[str, str, object]]()
    rare, overlapping, shapes = RareRows(db, spec_id, rows), set(_overlapping(rows)), _shapes(db, spec_id)
    for row in rows:
        try:
            block = _old_block(row, rare, shapes, row.place in overlapping)
            sealed.append((block.tally.to_json(), block.checksum, row.place))
        except Spoilt as error:
            move_aside(db, row, str(error))
    db.change(f"UPDATE blocks SET tally = ?, checksum = ? WHERE {db.place} = ?", *sealed)


def _old_block(row: Row, rare: RareRows, shapes: Shapes | None, overlaps: bool) -> Block:
    if shapes is None:
        raise Spoilt("its experiment cannot be read")
    if overlaps:
        raise Spoilt("it overlaps another block")
    return read_unsealed(row, rare.of(row), shapes)


def _shapes(db: Database, spec_id: str) -> Shapes | None:
    for (text,) in db.rows("SELECT spec FROM specs WHERE id = ?", (spec_id,)):
        try:
            return shapes_of(read_spec(spec_id, text))
        except SpecError:
            return None
    return None


def _overlapping(rows: list[Row]) -> Iterator[object]:
    """The places of blocks that share trials with a neighbour."""
    for one, other in pairwise(row for row in rows if row.has_range):
        if one.end > other.first:
            yield from (one.place, other.place)
