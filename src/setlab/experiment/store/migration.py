"""Older stores brought up, in the transaction in which their tables are.

Version 1 had no checksums: a block is sealed if it fits its kernel's histograms, and else set aside. What fits and was
spoilt before cannot be told from what was computed. Rare games are played again. Up to version 2 the histogram
`searches` was called `looks`: blocks that fit their checksum are rewritten, and sealed again. Up to version 3 there was
no journal, up to version 4 nothing was imported; these tables begin empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from setlab.errors import SpecError
from setlab.experiment.parameters import canonical
from setlab.experiment.spec import Spec, read_spec
from setlab.experiment.store.blocks import Block, Rare, RareRow, Row, Spoilt, is_sealed, parse, read_unsealed, seal
from setlab.experiment.store.database import Database
from setlab.experiment.store.reading import RareRows, all_block_rows, is_text, move_aside, rows_at

OLD, NEW = "looks", "searches"


def upgrade(db: Database, version: int) -> None:
    """Bring up the rows of a store of an older version."""
    if version == 1:
        seal_old_blocks(db)
    elif version == 2:
        rename_histograms(db)


def seal_old_blocks(db: Database) -> None:
    """Give every block its checksum. One that cannot be right is set aside, and so are two that overlap."""
    rows = db.rows(f"SELECT {db.row_id}, spec_id FROM blocks")
    ids = {spec_id for _, spec_id in rows if is_text(spec_id)}
    for row in rows_at(db, [row_id for row_id, spec_id in rows if spec_id not in ids]):
        move_aside(db, row, "its experiment has no name")
    for spec_id in sorted(ids):
        _seal_experiment(db, spec_id)


def rename_histograms(db: Database) -> None:
    """Rewrite the blocks that have a histogram by its old name. A spoilt block stays as it is."""
    found = db.rows("SELECT DISTINCT spec_id FROM blocks WHERE tally LIKE ?", (f'%"{OLD}"%',))
    for spec_id in [spec_id for (spec_id,) in found if is_text(spec_id)]:
        rows = all_block_rows(db, spec_id)
        rare = RareRows(db, spec_id, rows)
        _rewrite(db, (_resealed(row, rare.of(row)) for row in rows if row.has_range and is_sealed(row, rare.of(row))))


def _resealed(row: Row, rare: Sequence[RareRow]) -> tuple[str, str, Any]:
    """The tally and the checksum of a row, with the new name."""
    tally = _renamed(row.tally)
    return tally, seal(row.spec_id, row.first, row.trials, tally, rare), row.row_id


def _renamed(text: Any) -> Any:
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
    _rewrite(db, iter(sealed))


def _rewrite(db: Database, sealed: Iterator[tuple[str, str, Any]]) -> None:
    db.change(f"UPDATE blocks SET tally = ?, checksum = ? WHERE {db.row_id} = ?", *sealed)


def _old_block(row: Row, rare: Sequence[RareRow], spec: Spec) -> Block:
    block = read_unsealed(replace(row, tally=_renamed(row.tally)), rare, spec.histograms)
    for game in block.rare:
        if game != Rare.of(spec, game.trial):
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
