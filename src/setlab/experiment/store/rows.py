"""The rows of a store: blocks and rare games as they are read, whatever they hold, and blocks set aside."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from setlab.experiment.store.blocks import RareRow, Row
from setlab.experiment.store.database import Database

RARE = "SELECT trial, what, cards FROM rare WHERE spec_id = ? AND trial >= ? AND trial < ? ORDER BY trial"
COLUMNS = "spec_id, first, trials, tally, seconds, checksum"


@dataclass(frozen=True)
class SetAside:
    """A spoilt block that is not counted, and what is wrong with it. `replaced`: right blocks have all its trials."""

    spec_id: Any
    first: Any
    trials: Any
    why: str
    replaced: bool = False

    def sentence(self) -> str:
        """What happened, and what to do."""
        return (
            f"{self.block} of {printable(self.spec_id)} is spoilt ({self.why}) and set aside: "
            "it is not counted, and a run that asks for its trials computes them again"
        )

    @property
    def block(self) -> str:
        """The block by its trials."""
        if self.range is None:
            return f"the block at {printable(self.first)} with {printable(self.trials)} trials"
        return f"the block of trials {self.first} to {self.range[1] - 1}"

    @property
    def range(self) -> tuple[int, int] | None:
        """Its trials, if the range is valid."""
        row = Row(None, self.spec_id, self.first, self.trials, None, None, None)
        return (row.first, row.end) if row.has_range else None


class RareRows:
    """The rare games of the trials that some blocks span, by block."""

    def __init__(self, db: Database, spec_id: str, rows: Sequence[Row]) -> None:
        spans = [(row.first, row.end) for row in rows if row.has_range]
        values = (spec_id, min((first for first, _ in spans), default=0), max((end for _, end in spans), default=0))
        self._games: list[RareRow] = [tuple(game) for game in db.rows(RARE, values)] if spans else []
        self._trials = [game[0] for game in self._games]

    def of(self, row: Row) -> list[RareRow]:
        """The rare games in the trials of a block."""
        if not row.has_range:
            return []
        return self._games[bisect_left(self._trials, row.first) : bisect_left(self._trials, row.end)]


def block_rows(db: Database, spec_id: str, first: int, end: int, most: int | None = None) -> list[Row]:
    """The blocks of an experiment in order: the last one that begins before the range, and those that begin in it.

    Where blocks are disjoint, no other one has a trial of the range.
    """
    sql = f"""SELECT {db.row_id}, {COLUMNS} FROM blocks WHERE spec_id = ? AND first < ? AND first >= COALESCE(
        (SELECT MAX(first) FROM blocks WHERE spec_id = ? AND first < ?), ?) ORDER BY first"""
    limit = "" if most is None else f" LIMIT {most}"
    return [Row(*row) for row in db.rows(sql + limit, (spec_id, end, spec_id, first, first))]


def all_block_rows(db: Database, spec_id: str) -> list[Row]:
    """All blocks of an experiment in order, also those whose trials make no sense."""
    sql = f"SELECT {db.row_id}, {COLUMNS} FROM blocks WHERE spec_id = ? ORDER BY first"
    return [Row(*row) for row in db.rows(sql, (spec_id,))]


def rows_at(db: Database, row_ids: Sequence[Any]) -> list[Row]:
    """The blocks with these row ids, read once more."""
    sql = f"SELECT {db.row_id}, {COLUMNS} FROM blocks WHERE {db.row_id} = ?"
    return [Row(*row) for row_id in row_ids for row in db.rows(sql, (row_id,))]


def move_aside(db: Database, row: Row, why: str) -> SetAside:
    """Move a block, whatever it holds, to those that are set aside."""
    sql = f"INSERT INTO set_aside SELECT {COLUMNS}, CAST(? AS TEXT) FROM blocks WHERE {db.row_id} = ?"
    db.change(sql, (why, row.row_id))
    db.change(f"DELETE FROM blocks WHERE {db.row_id} = ?", (row.row_id,))
    return SetAside(row.spec_id, row.first, row.trials, why)


def is_text(value: Any) -> bool:
    """True for text that can be written back as it was read."""
    return isinstance(value, str) and not any("\ud800" <= character <= "\udfff" for character in value)


def printable(value: Any) -> str:
    """A value of a spoilt row, made printable.

    >>> printable(7), printable("29dbb2c9009a"), printable(b"\\xff")
    ('7', '29dbb2c9009a', "b'\\\\xff'")
    """
    text = value if isinstance(value, str) else repr(value)
    return text if text and text.isprintable() and len(text) <= 40 else ascii(text)[:40]
