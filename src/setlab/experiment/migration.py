"""Stores of version 1 had no checksums: a block is sealed if it fits its kernel's histograms, and else set aside.

What fits and was spoilt before cannot be told from what was computed. Rare games are played again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from setlab.errors import SpecError
from setlab.experiment.blocks import Block, RareRow, Row, Spoilt, read_unsealed
from setlab.experiment.database import Database
from setlab.experiment.reading import played_again, read_spec, shapes_of
from setlab.experiment.rows import RareRows, all_block_rows, is_text, move_aside, rows_at
from setlab.experiment.shape import Shapes
from setlab.experiment.spec import Spec


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
    rare, overlapping, spec = RareRows(db, spec_id, rows), set(_overlapping(rows)), _spec(db, spec_id)
    shapes = None if spec is None else shapes_of(spec)
    for row in rows:
        try:
            if spec is None or shapes is None:
                raise Spoilt("its experiment cannot be read")
            if row.place in overlapping:
                raise Spoilt("it overlaps another block")
            block = _old_block(row, rare.of(row), spec, shapes)
            sealed.append((block.tally.to_json(), block.checksum, row.place))
        except Spoilt as error:
            move_aside(db, row, str(error))
    db.change(f"UPDATE blocks SET tally = ?, checksum = ? WHERE {db.place} = ?", *sealed)


def _old_block(row: Row, rare: Sequence[RareRow], spec: Spec, shapes: Shapes) -> Block:
    block = read_unsealed(row, rare, shapes)
    for game in block.rare:
        if game != played_again(spec, game.trial):
            raise Spoilt(f"its rare game {game.trial} is another one when it is played again")
    return block


def _spec(db: Database, spec_id: str) -> Spec | None:
    for (text,) in db.rows("SELECT spec FROM specs WHERE id = ?", (spec_id,)):
        try:
            return read_spec(spec_id, text)
        except SpecError:
            return None
    return None


def _overlapping(rows: list[Row]) -> Iterator[object]:
    """The places of blocks that share trials with a neighbour."""
    for one, other in pairwise(row for row in rows if row.has_range):
        if one.end > other.first:
            yield from (one.place, other.place)
