"""The judge of a store: blocks are read through it, and those that are spoilt are set aside."""

from __future__ import annotations

from collections.abc import Iterator

from setlab.experiment.histogram import Histograms
from setlab.experiment.store.blocks import Block, Row, Spoilt, is_outline, is_sealed, read_block
from setlab.experiment.store.database import Database, StoreError
from setlab.experiment.store.rows import RareRows, SetAside, all_block_rows, block_rows, move_aside, rows_at

Outline = tuple[int, int, int]
"""The first trial of a block, the trial after its last one, and how many rare games it has."""


class Judge:
    """Reads the blocks of a database, and sets aside those that are spoilt."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._noticed: dict[SetAside, None] = {}

    @property
    def noticed(self) -> list[SetAside]:
        """The spoilt blocks that were met, each once."""
        return list(self._noticed)

    def all_blocks(self, spec_id: str, declared: Histograms) -> Iterator[Block]:
        """The blocks of an experiment that are not spoilt."""
        return self._good(all_block_rows(self._db, spec_id), spec_id, declared)

    def outlines(self, spec_id: str, declared: Histograms) -> list[Outline]:
        """The trials of all blocks and the numbers of their rare games, judged by the checksums alone.

        A checksum that fits shows that a row is as it was stored, and it was checked before it was stored. If one does
        not fit, all blocks are read and judged.
        """
        rows = all_block_rows(self._db, spec_id)
        rare, found, reached = RareRows(self._db, spec_id, rows), list[Outline](), 0
        for row in rows:
            games = rare.of(row)
            if not is_outline(row) or row.first < reached or not is_sealed(row, games):
                return [(block.first, block.end, len(block.rare)) for block in self.all_blocks(spec_id, declared)]
            reached = row.end
            found.append((row.first, row.end, len(games)))
        return found

    def blocks(
        self, spec_id: str, declared: Histograms, first: int, end: int, most: int | None = None
    ) -> Iterator[Block]:
        """The blocks that have a trial of the range and are not spoilt, from at most `most` rows."""
        rows = block_rows(self._db, spec_id, first, end, most)
        reaching = [row for row in rows if not row.has_range or row.end > first]
        return self._good(reaching, spec_id, declared)

    def _good(self, rows: list[Row], spec_id: str, declared: Histograms) -> Iterator[Block]:
        """Suspects are judged at the end, so that nothing is held while a block is used."""
        rare, suspects, reached = RareRows(self._db, spec_id, rows), dict[object, SetAside](), 0
        for row in rows:
            try:
                block = read_block(row, rare.of(row), declared)
                if block.first < reached:
                    raise Spoilt("it overlaps another block")
            except Spoilt as error:
                suspects[row.row_id] = SetAside(row.spec_id, row.first, row.trials, str(error))
            else:
                reached = block.end
                yield block
        if suspects:
            yield from self._judged(suspects, spec_id, declared)

    def _judged(self, suspects: dict[object, SetAside], spec_id: str, declared: Histograms) -> list[Block]:
        """The suspects that are right after all, since another process may have written while they were read.

        The others are set aside. Where the store cannot be written, all are left out.
        """
        good, bad = list[Block](), list[SetAside]()
        try:
            with self._db.writing():
                for row in rows_at(self._db, list(suspects)):
                    if row.spec_id == spec_id:
                        self._judge(row, declared, good, bad)
        except StoreError:
            good, bad = [], list(suspects.values())
        self._noticed |= dict.fromkeys(bad)
        return good

    def _judge(self, row: Row, declared: Histograms, good: list[Block], bad: list[SetAside]) -> None:
        try:
            block = self._read(row, declared)
            if any(other.first <= block.first < other.end for other in self._neighbours(row, declared)):
                raise Spoilt("it overlaps another block")
            good.append(block)
        except Spoilt as error:
            bad.append(move_aside(self._db, row, str(error)))

    def _neighbours(self, row: Row, declared: Histograms) -> Iterator[Block]:
        """The blocks around a row that are right by themselves."""
        for other in block_rows(self._db, row.spec_id, row.first, row.end):
            if other.row_id != row.row_id:
                try:
                    yield self._read(other, declared)
                except Spoilt:
                    continue

    def _read(self, row: Row, declared: Histograms) -> Block:
        return read_block(row, RareRows(self._db, row.spec_id, [row]).of(row), declared)
