"""`Block`: the tally of a range of trials, sealed by a checksum, and how it is read back from a row of the store.

A row is believed only if it fits the declared histograms of its kernel and its checksum. The checksum is the SHA-256
of the JSON array [spec id, first, trials, tally, [[trial, what, cards], …]] without blanks, where the tally is
the canonical text that is stored. The seconds are not in it, so that a block has the same checksum wherever it is
computed. `Judge` reads the rows of a store, whatever they hold, and sets spoilt blocks aside.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import isfinite
from typing import Any

from setlab.experiment.kernel import Rare
from setlab.experiment.spec import Range, Spec
from setlab.experiment.store.database import Database, StoreError
from setlab.experiment.tally import Histograms, Misfit, Tally, read_histograms
from setlab.limits import LARGEST_TRIAL

RareRow = tuple[Any, Any, Any]
"""Trial, reason, cards: as they are stored."""


class Spoilt(ValueError):
    """The content of a row has changed since it was stored."""


def rare_row(game: Rare) -> RareRow:
    """A rare game as it is stored."""
    return game.trial, game.what, " ".join(map(str, game.cards))


def replay_rare(spec: Spec, trial: int) -> Rare | None:
    """The game of this trial, played again; None if the kernel keeps no rare games."""
    describe = spec.definition.describe
    return None if describe is None else Rare(trial, *describe(spec.parameters, spec.seed, trial))


@dataclass(frozen=True)
class Block:
    """The tally of a range of trials, and its rare games."""

    first: int
    tally: Tally
    seconds: float
    rare: tuple[Rare, ...] = ()

    @property
    def end(self) -> int:
        """The trial after the last one."""
        return self.first + self.tally.trials

    @property
    def range(self) -> Range:
        """Its trials."""
        return Range(self.first, self.end)

    @property
    def checksum(self) -> str:
        """The checksum that is stored with the block."""
        tally = self.tally
        return seal(tally.spec_id, self.first, tally.trials, tally.to_json(), sorted(map(rare_row, self.rare)))


@dataclass(frozen=True)
class Row:
    """A row of the table of blocks as it is read: in a damaged store, each value may be of any type."""

    row_id: Any
    spec_id: Any
    first: Any
    trials: Any
    tally: Any
    seconds: Any
    checksum: Any

    @property
    def has_range(self) -> bool:
        """True if the range of trials is valid."""
        return type(self.first) is type(self.trials) is int and 0 <= self.first < self.end <= LARGEST_TRIAL

    @property
    def end(self) -> Any:
        """The trial after the last one, for a row that has a range."""
        return self.first + self.trials


def seal(spec_id: str, first: int, trials: int, tally: str, rare: Sequence[RareRow]) -> str:
    """The checksum of a block, from the texts that are stored."""
    record = [spec_id, first, trials, tally, [list(game) for game in rare]]
    return sha256(json.dumps(record, separators=(",", ":")).encode()).hexdigest()


def read_block(row: Row, rare: Sequence[RareRow], declared: Histograms) -> Block:
    """The block that a row holds. Raise `Spoilt` unless it is as it was stored."""
    block = read_unsealed(row, rare, declared)
    if not is_sealed(row, rare):
        raise Spoilt("its checksum does not fit")
    return block


def is_sealed(row: Row, rare: Sequence[RareRow]) -> bool:
    """True if the row has the checksum of its content, whatever types its values have."""
    try:
        return bool(row.checksum == seal(row.spec_id, row.first, row.trials, row.tally, rare))
    except TypeError:  # bytes, which are no JSON
        return False


def is_outline(row: Row) -> bool:
    """True if the range of a row is valid, and its seconds, which are in no checksum, are a time."""
    return row.has_range and type(row.seconds) in (int, float) and isfinite(row.seconds) and bool(row.seconds >= 0)


def read_unsealed(row: Row, rare: Sequence[RareRow], declared: Histograms) -> Block:
    """The block that a row holds, judged by its structure alone."""
    if not row.has_range:
        raise Spoilt("there are no such trials")
    if not is_outline(row):
        raise Spoilt("its seconds are no time")
    try:
        tally = Tally(row.spec_id, row.trials, read_histograms(parse(row.tally), row.trials, declared))
    except Misfit as misfit:
        raise Spoilt(str(misfit)) from None
    return Block(row.first, tally, float(row.seconds), tuple(map(_rare_of, rare)))


def parse(text: Any) -> Any:
    """The JSON value of a tally's text. Raise `Spoilt` if it is not JSON, or has a key twice."""
    if not isinstance(text, str):
        raise Spoilt("its tally is no text")
    try:
        return json.loads(text, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError):
        raise Spoilt("its tally is not JSON") from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) != len(pairs):
        raise ValueError("a key is there twice")
    return record


def _rare_of(row: RareRow) -> Rare:
    trial, what, cards = row
    if type(trial) is not int or not isinstance(what, str) or not isinstance(cards, str):
        raise Spoilt("a rare game of it is spoilt")
    try:
        return Rare(trial, what, tuple(map(int, cards.split())))
    except ValueError:
        raise Spoilt(f"the cards of its rare game {trial} are spoilt") from None


RARE = "SELECT trial, what, cards FROM rare WHERE spec_id = ? AND trial >= ? AND trial < ? ORDER BY trial"
COLUMNS = "spec_id, first, trials, tally, seconds, checksum"


@dataclass(frozen=True)
class SetAside:
    """A spoilt block, which is not counted, and its defect. `replaced`: sound blocks have all its trials."""

    spec_id: Any
    first: Any
    trials: Any
    why: str
    replaced: bool = False

    def sentence(self) -> str:
        """The event and its remedy."""
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
    """The blocks of an experiment in order: the last one before the start of the range, and those that begin in it.

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
    """Set a block aside, whatever it holds."""
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


Outline = tuple[int, int, int]
"""The first trial of a block, the trial after its last one, and how many rare games it has."""


class Judge:
    """Reads the blocks of a database, and sets spoilt ones aside."""

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
            yield from self._judge_suspects(suspects, spec_id, declared)

    def _judge_suspects(self, suspects: dict[object, SetAside], spec_id: str, declared: Histograms) -> list[Block]:
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
