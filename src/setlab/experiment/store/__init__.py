"""The store: finished blocks of trials, so that runs resume, extend and merge.

A block is one committed row with its range of trials and a checksum. Blocks of a spec never overlap: an identical
block is skipped, a partial overlap is refused. Whatever ends a process, a row is there completely or not at all.

Nothing that is read is believed before it is checked. A spoilt block is set aside: it is kept in a table of its own,
named in `noticed`, and never summed; its trials count as missing, so that a run that asks for them computes them again.

A `Writer` puts blocks of one experiment into a database, within one transaction, and refuses invalid ones.

Stores of version 1 are upgraded in the transaction that upgrades their tables. They had no checksums: a block gets one
if it fits its kernel's histograms, and is set aside otherwise. Counts that were spoilt before and still fit cannot be
detected. Rare games are played again. The histogram `searches` was called `looks`."""

from __future__ import annotations

import json
import os
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Any

from setlab.arguments import checked
from setlab.errors import SpecError, plural, quote
from setlab.experiment.kernel import Rare
from setlab.experiment.parameters import canonical
from setlab.experiment.spec import Range, Spec, gaps, join_ranges, read_spec
from setlab.experiment.store.database import Database, StoreError, connect
from setlab.experiment.tally import Histograms, Misfit, Tally, first_difference, key_text, read_histograms, total
from setlab.limits import LARGEST_TRIAL

__all__ = ["Block", "Rare", "Refused", "SetAside", "Store", "StoreError", "default_location"]

# `Block`: the tally of a range of trials, sealed by a checksum, and how it is read back from a row of the store.
#
# A row is believed only if it fits the declared histograms of its kernel and its checksum. The checksum is the SHA-256
# of the JSON array [spec id, first, trials, tally, [[trial, what, cards], …]] without blanks, where the tally is
# the canonical text that is stored. The seconds are not in it, so that a block has the same checksum wherever it is
# computed. `Judge` reads the rows of a store, whatever they hold, and sets spoilt blocks aside.

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


def check_replayed(spec: Spec, games: Iterable[Rare]) -> None:
    """Raise `Spoilt` unless rare games are the same when they are played again."""
    for game in games:
        if game != replay_rare(spec, game.trial):
            raise Spoilt(f"its rare game {game.trial} is another one when it is played again")


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
    def name(self) -> str:
        """The block by its trials."""
        return f"trials {self.first} to {self.end - 1} of {self.tally.spec_id}"

    @property
    def checksum(self) -> str:
        """The checksum that is stored with the block."""
        tally = self.tally
        return seal(tally.spec_id, self.first, tally.trials, tally.to_json(), sorted(map(rare_row, self.rare)))

    def contradiction(self, other: Block) -> str:
        """The sentence about a stored block and another one of the same trials, which cannot both be right."""
        name, key = first_difference(self.tally, other.tally)
        return (
            f"{other.name} gave two tallies: the stored block {self.checksum[:12]} has {self.tally[name].get(key, 0)} "
            f"in '{name}' at '{key_text(key)}', the other block {other.checksum[:12]} has "
            f"{other.tally[name].get(key, 0)}; one of them is wrong: compute both again with --no-store, and forget "
            f"the wrong one (`setlab runs delete {self.tally.spec_id}`)"
        )


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


def select_blocks(db: Database, condition: str, *values: Any) -> list[Row]:
    """The blocks that fulfil a condition of SQL, also those whose trials make no sense."""
    return [Row(*row) for row in db.rows(f"SELECT {db.row_id}, {COLUMNS} FROM blocks WHERE {condition}", values)]


def block_rows(db: Database, spec_id: str, first: int, end: int, limit: str = "") -> list[Row]:
    """The blocks of an experiment in order: the last one before the start of the range, and those that begin in it.

    Where blocks are disjoint, no other one has a trial of the range.
    """
    condition = f"""spec_id = ? AND first < ? AND first >= COALESCE(
        (SELECT MAX(first) FROM blocks WHERE spec_id = ? AND first < ?), ?) ORDER BY first {limit}"""
    return select_blocks(db, condition, spec_id, end, spec_id, first, first)


def all_block_rows(db: Database, spec_id: str) -> list[Row]:
    """All blocks of an experiment in order."""
    return select_blocks(db, "spec_id = ? ORDER BY first", spec_id)


def rows_at(db: Database, row_ids: Iterable[Any]) -> list[Row]:
    """The blocks with these row ids, read once more."""
    return [row for row_id in row_ids for row in select_blocks(db, f"{db.row_id} = ?", row_id)]


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
        self.noticed: dict[SetAside, None] = {}
        """The spoilt blocks that were met, each once."""

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

    def blocks(self, spec_id: str, declared: Histograms, first: int, end: int, limit: str = "") -> Iterator[Block]:
        """The blocks that have a trial of the range and are not spoilt."""
        rows = block_rows(self._db, spec_id, first, end, limit)
        return self._good([row for row in rows if not row.has_range or row.end > first], spec_id, declared)

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
                for row in rows_at(self._db, suspects):
                    if row.spec_id != spec_id:
                        continue
                    try:
                        block = self._read(row, declared)
                        if any(other.first <= block.first < other.end for other in self._neighbours(row, declared)):
                            raise Spoilt("it overlaps another block")
                        good.append(block)
                    except Spoilt as error:
                        bad.append(move_aside(self._db, row, str(error)))
        except StoreError:
            good, bad = [], list(suspects.values())
        self.noticed |= dict.fromkeys(bad)
        return good

    def _neighbours(self, row: Row, declared: Histograms) -> Iterator[Block]:
        """The blocks around a row that are right by themselves."""
        for other in block_rows(self._db, row.spec_id, row.first, row.end):
            if other.row_id != row.row_id:
                with suppress(Spoilt):
                    yield self._read(other, declared)

    def _read(self, row: Row, declared: Histograms) -> Block:
        return read_block(row, RareRows(self._db, row.spec_id, [row]).of(row), declared)


# `Catalogue`: the experiments of a store, unreadable ones with the reason, and the repair of spoilt specs.
#
# `Journal` has the labels, origins and dates of the experiments, `Imports` the blocks that came from files. Nothing in
# them changes an answer. An experiment that was stored before there was a journal has no entry.

MOST_NAMED = 8
"""The most ids in a message."""

LOST = """SELECT spec_id, COUNT(*) FROM blocks b WHERE NOT EXISTS (SELECT 1 FROM specs WHERE id = b.spec_id)
    GROUP BY spec_id"""


class Catalogue:
    """The specs in a database."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._known: dict[str, Spec] = {}

    def specs(self) -> list[Spec]:
        """The experiments that can be read, in the order in which they came."""
        return [spec for _, spec in self._read() if isinstance(spec, Spec)]

    def unreadable(self) -> dict[str, str]:
        """The ids of the experiments that cannot be read, and why."""
        spoilt = {printable(spec_id): str(why) for spec_id, why in self._read() if isinstance(why, SpecError)}
        lost = {printable(spec_id): f"the spec of {plural(n, 'block')} is lost" for spec_id, n in self._db.rows(LOST)}
        return spoilt | lost

    def find(self, start: str) -> Spec:
        """The one experiment whose id starts with this text."""
        spec_id = self.find_id(start)
        if found := [spec for spec in self.specs() if spec.id == spec_id]:
            return found[0]
        raise StoreError(_cannot_be_read(spec_id, self.unreadable()[spec_id]))

    def find_id(self, start: str) -> str:
        """The one id that starts with this text, also of an experiment that cannot be read."""
        ids = [*(spec.id for spec in self.specs()), *self.unreadable()]
        found = [name for name in ids if name == start] or [name for name in ids if start and name.startswith(start)]
        if not found:
            said = f"no experiment in the store has an id that starts with {quote(start)}"
            raise StoreError(f"{said}: `setlab runs` lists them")
        if len(found) > 1:
            names = ", ".join(found[:MOST_NAMED]) + ", …" * (len(found) > MOST_NAMED)
            raise StoreError(f"{len(found)} experiments have an id that starts with {quote(start)}: choose {names}")
        return found[0]

    def spec(self, spec_id: str) -> Spec | None:
        """The experiment with this id; None if there is no such experiment."""
        if spec_id not in self._known:
            texts = self._db.rows("SELECT spec FROM specs WHERE id = ?", (spec_id,))
            if not texts:
                return None
            try:
                self._known[spec_id] = read_spec(texts[0][0], spec_id)
            except SpecError as error:
                raise StoreError(_cannot_be_read(spec_id, str(error))) from error
        return self._known[spec_id]

    def restore(self, spec: Spec) -> None:
        """Restore the spec of stored blocks if it is spoilt or lost."""
        texts = self._db.rows("SELECT spec FROM specs WHERE id = ?", (spec.id,))
        lost = not texts and self._db.rows("SELECT 1 FROM blocks WHERE spec_id = ? LIMIT 1", (spec.id,))
        if lost or (texts and texts[0][0] != spec.to_json()):
            with self._db.writing():
                self.enter(spec)

    def enter(self, spec: Spec) -> None:
        """Enter a spec; the text of one that is there already is corrected."""
        texts = self._db.rows("SELECT spec FROM specs WHERE id = ?", (spec.id,))
        if not texts:
            number = self._db.rows("SELECT COALESCE(MAX(number), 0) + 1 FROM specs")[0][0]
            self._db.change("INSERT INTO specs VALUES (?, ?, ?)", (spec.id, number, spec.to_json()))
        elif texts[0][0] != spec.to_json():
            self._db.change("UPDATE specs SET spec = ? WHERE id = ?", (spec.to_json(), spec.id))

    def _read(self) -> list[tuple[Any, Spec | SpecError]]:
        found: list[tuple[Any, Spec | SpecError]] = []
        for spec_id, text in self._db.rows("SELECT id, spec FROM specs ORDER BY number"):
            try:
                found.append((spec_id, read_spec(text, spec_id)))
            except SpecError as error:
                found.append((spec_id, error))
        return found


def _cannot_be_read(spec_id: str, why: str) -> str:
    return (
        f"the experiment {spec_id} cannot be read ({why}): simulating it again restores it, "
        f"`setlab runs delete {spec_id}` forgets it; if a newer setlab stored it, update"
    )


@dataclass(frozen=True)
class Entry:
    """The user's label, the program that began the experiment (empty: the user), the dates of start and change."""

    label: str = ""
    origin: str = ""
    started: str = ""
    changed: str = ""


class Journal:
    """The entries of the experiments in a database."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def entry(self, spec_id: str) -> Entry:
        """The entry of an experiment, an empty one if there is none."""
        rows = self._db.rows("SELECT label, origin, started, changed FROM journal WHERE spec_id = ?", (spec_id,))
        return Entry(*map(_text, rows[0])) if rows else Entry()

    def note(self, spec_id: str, origin: str) -> None:
        """Note that trials were stored now. Experiments that the user began or asked for are the user's."""
        old, now = self.entry(spec_id), datetime.now(UTC).isoformat(timespec="seconds")
        self._write(spec_id, old, Entry(old.label, _whose(old, origin), old.started or now, now))

    def claim(self, spec_id: str, label: str | None, origin: str) -> None:
        """Note the label, if one is given, and that the experiment was asked for."""
        old = self.entry(spec_id)
        new = replace(old, origin=_whose(old, origin), label=old.label if label is None else label)
        self._write(spec_id, old, new)

    def adopt(self, spec_id: str, before: Entry | None, other: Entry) -> None:
        """Merge the entry of another store with the one from before its blocks were copied, None if there was none."""
        old = self.entry(spec_id)
        starts = [start for start in ((before or other).started, other.started) if start]
        origin = other.origin if before is None else before.origin and other.origin
        new = Entry(old.label or other.label, origin, min(starts, default=old.started), old.changed or other.changed)
        self._write(spec_id, old, new)

    def _write(self, spec_id: str, old: Entry, new: Entry) -> None:
        """Replace an entry, unless the two are equal, since many blocks may come within a second."""
        if new != old:
            with self._db.writing():
                self._db.change("DELETE FROM journal WHERE spec_id = ?", (spec_id,))
                self._db.change("INSERT INTO journal VALUES (?, ?, ?, ?, ?)", (spec_id, *astuple(new)))


def _whose(old: Entry, origin: str) -> str:
    """The origin: the first one, unless the user asks for the experiment."""
    return origin if not old.started and not old.label else (old.origin and origin)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


ENTRIES = """SELECT first, trials, file, origin, imported FROM imports i WHERE spec_id = ? AND EXISTS (
    SELECT 1 FROM blocks b WHERE b.spec_id = i.spec_id AND b.first = i.first AND b.trials = i.trials) ORDER BY first"""


@dataclass(frozen=True)
class Import:
    """The trials of a block, the file that it was read from, how the file says it was computed, and when it was read.

    >>> print(Import(0, 1000, "games.json", "one GPU", "2026-11-16T12:00:00+00:00"))
    trials 0 to 999 imported from games.json on 2026-11-16; computed by: one GPU
    """

    first: int
    trials: int
    file: str
    origin: str
    imported: str

    def __str__(self) -> str:
        origin = f"; computed by: {self.origin}" if self.origin else ""
        return f"trials {self.first:,} to {self.end - 1:,} imported from {self.file} on {self.imported[:10]}{origin}"

    @property
    def end(self) -> int:
        """The trial after the last one."""
        return self.first + self.trials


class Imports:
    """The entries of the imported blocks in a database."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of(self, spec_id: str) -> list[Import]:
        """The imported blocks of an experiment that are still there, in order."""
        types = [int, int, str, str, str]  # which a damaged store does not promise
        return [Import(*row) for row in self._db.rows(ENTRIES, (spec_id,)) if list(map(type, row)) == types]

    def within(self, spec_id: str, ranges: Iterable[Range]) -> list[Import]:
        """The imported blocks that lie wholly in these ranges; of others, a result has computed its trials again."""
        spans = join_ranges(ranges)
        return [entry for entry in self.of(spec_id) if any(a <= entry.first and entry.end <= b for a, b in spans)]

    def origin(self, spec_id: str, ranges: Iterable[Range]) -> str:
        """The origins of the imported blocks in these ranges; an empty text if there is none."""
        found = self.within(spec_id, ranges)
        return "; ".join(dict.fromkeys(entry.origin or f"imported from {entry.file}" for entry in found))

    def note(self, spec_id: str, first: int, trials: int, file: str, origin: str) -> None:
        """Note that a block was imported now."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        self.adopt(spec_id, [Import(first, trials, file, origin, now)])

    def adopt(self, spec_id: str, entries: Iterable[Import]) -> None:
        """Take over entries, also those of another store."""
        with self._db.writing():
            for entry in entries:
                self.forget(spec_id, entry.first, entry.end)
                self._db.change("INSERT INTO imports VALUES (?, ?, ?, ?, ?, ?)", (spec_id, *astuple(entry)))

    def forget(self, spec_id: str, first: int, end: int) -> None:
        """Forget the entries of blocks that begin in a range of trials."""
        self._db.change("DELETE FROM imports WHERE spec_id = ? AND first >= ? AND first < ?", (spec_id, first, end))


class Refused(StoreError):
    """The store will not take a block, now or later."""


class Writer:
    """Writes blocks of a spec. The spec and the time are entered once, however many blocks there are."""

    def __init__(self, db: Database, judge: Judge, spec: Spec, origin: str) -> None:
        self._db, self._judge, self._spec, self._origin = db, judge, spec, origin
        self._catalogue, self._entered = Catalogue(db), False
        self._catalogue.restore(spec)

    def put(self, block: Block) -> list[Block]:
        """Store a block, unless there are blocks with trials of it: these blocks."""
        there = self.there(block)
        for other in there:
            if other.range == block.range and other.tally != block.tally:
                raise Refused(other.contradiction(block))
        if not there:
            self._insert(block)
        return there

    def there(self, block: Block) -> list[Block]:
        """The stored blocks that have a trial of a new one, in order; it is refused if it cannot be right."""
        if found := _fault(self._spec, block):
            raise Refused(f"{block.name} are not stored: {found}")
        blocks = self._judge.blocks(self._spec.id, self._spec.histograms, block.first, block.end)
        return sorted(blocks, key=lambda other: other.first)

    def replace(self, block: Block, parts: list[Block]) -> None:
        """Store a block in place of blocks that lie wholly in it. Their rare games are kept."""
        for part in parts:
            self._db.change("DELETE FROM blocks WHERE spec_id = ? AND first = ?", (self._spec.id, part.first))
        known = {game.trial: game for other in (*parts, block) for game in other.rare}
        self._insert(replace(block, rare=tuple(known[trial] for trial in sorted(known))))

    def _insert(self, block: Block) -> None:
        if not self._entered:
            self._catalogue.enter(self._spec)
            Journal(self._db).note(self._spec.id, self._origin)
            self._entered = True
        # Rare games without a block remain of a spoilt one.
        spec_id, tally = self._spec.id, block.tally
        within = (spec_id, block.first, block.end)
        self._db.change("DELETE FROM rare WHERE spec_id = ? AND trial >= ? AND trial < ?", within)
        Imports(self._db).forget(*within)
        row = (spec_id, block.first, tally.trials, tally.to_json(), block.seconds, block.checksum)
        self._db.change("INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?)", row)
        if block.rare:
            games = ((spec_id, *rare_row(game)) for game in block.rare)
            self._db.change("INSERT INTO rare VALUES (?, ?, ?, ?)", *games)


def _fault(spec: Spec, block: Block) -> str:
    """The reason why a block cannot be right; an empty text if there is none."""
    try:
        read_histograms(block.tally.as_record(), block.tally.trials, spec.histograms)
    except Misfit as misfit:
        return str(misfit)
    is_within = all(block.first <= game.trial < block.end for game in block.rare)
    return "" if is_within else "a rare game is not one of them"


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
    rare, neighbours = RareRows(db, spec_id, rows), pairwise(row for row in rows if row.has_range)
    overlapping = {row.row_id for pair in neighbours if pair[0].end > pair[1].first for row in pair}
    try:
        spec = Catalogue(db).spec(spec_id)
    except StoreError:
        spec = None
    for row in rows:
        try:
            if spec is None:
                raise Spoilt("its experiment cannot be read")
            if row.row_id in overlapping:
                raise Spoilt("it overlaps another block")
            block = read_unsealed(replace(row, tally=_rename_searches(row.tally)), rare.of(row), spec.histograms)
            check_replayed(spec, block.rare)
            sealed.append((block.tally.to_json(), block.checksum, row.row_id))
        except Spoilt as error:
            move_aside(db, row, str(error))
    db.change(f"UPDATE blocks SET tally = ?, checksum = ? WHERE {db.row_id} = ?", *sealed)


ID = re.compile("[0-9a-f]{12}")
IDS = (*((name, "spec_id") for name in ("rare", "blocks", "set_aside", "journal", "imports")), ("specs", "id"))
"""The tables, and the column of each that has the id of an experiment."""

Filled = tuple[bool, list[Range]]
"""True if a block was stored; otherwise, the ranges of its trials that are missing."""


@checked
class Store:
    """The blocks of any number of experiments, in one SQLite file or in a PostgreSQL database.

    `stored` is the number of trials stored since it was opened. `origin` is the program that begins experiments; it is
    empty for the user's own.

    >>> from setlab.experiment.spec import make_spec
    >>> with Store(":memory:") as store:
    ...     spec = make_spec("first-set", {"dimension": 4}, seed=1)
    ...     added = store.add(spec, Block(0, Tally(spec.id, 10, {"first_set": {7: 10}}), 0.1))
    ...     store.tally(spec.id).trials, store.missing(spec.id, 0, 25)
    (10, [Range(first=10, end=25)])
    """

    def __init__(self, location: str | Path, origin: str = "") -> None:
        self.location, self.origin = str(location), origin
        self._db = connect(self.location)
        self.catalogue = Catalogue(self._db)
        self.journal, self.imports = Journal(self._db), Imports(self._db)
        self._judge = Judge(self._db)
        self.stored = 0

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        self._db.close()

    @property
    def noticed(self) -> list[SetAside]:
        """The blocks that were set aside since the store was opened here."""
        return list(self._judge.noticed)

    def add(self, spec: Spec, block: Block) -> bool:
        """Store a block; return False if it is already stored."""
        with self.writing(spec) as writer:
            there = writer.put(block)
        if not there:
            self.stored += block.tally.trials
            return True
        other = there[0]
        if other.range == block.range:
            return False
        raise Refused(
            f"{block.name} overlap the stored block {other.first} to {other.end - 1} in part: "
            "give ranges that are disjoint (--first)"
        )

    def fill(self, spec: Spec, block: Block) -> Filled:
        """Store a block if none of its trials is stored; otherwise, return False and the missing ranges."""
        (found,) = self.fill_all(spec, [block])
        if isinstance(found, Refused):
            raise found
        return found

    def fill_all(self, spec: Spec, blocks: Sequence[Block]) -> list[Filled | Refused]:
        """Store blocks in one transaction: the answers of `fill`, or the errors of refused blocks.

        If the store fails, none of them is stored; a refused block does not affect the others.
        """
        found, stored = list[Filled | Refused](), 0
        with self.writing(spec) as writer:
            for block in blocks:
                try:
                    there = writer.put(block)
                except Refused as error:
                    found.append(error)
                    continue
                found.append((not there, gaps(*block.range, [other.range for other in there]) if there else []))
                stored += 0 if there else block.tally.trials
        self.stored += stored
        return found

    @contextmanager
    def writing(self, spec: Spec) -> Iterator[Writer]:
        """A writer of blocks of a spec, in one exclusive transaction."""
        with self._db.writing():
            yield Writer(self._db, self._judge, spec, self.origin)

    def specs(self) -> list[Spec]:
        """The experiments in the store that can be read, in the order in which they came."""
        return self.catalogue.specs()

    def find(self, start: str) -> Spec:
        """The one experiment whose id starts with this text."""
        return self.catalogue.find(start)

    def each_block(self, spec_id: str, first: int = 0, end: int | None = None) -> Iterator[Block]:
        """The blocks that lie wholly in a range of trials, one after the other."""
        spec = self.catalogue.spec(spec_id)
        if spec is None:
            return
        if end is None and first == 0:
            yield from self._judge.all_blocks(spec_id, spec.histograms)
            return
        last = LARGEST_TRIAL if end is None else end
        found = self._judge.blocks(spec_id, spec.histograms, first, last)
        yield from (block for block in found if first <= block.first and block.end <= last)

    def outlines(self, spec_id: str) -> list[Outline]:
        """The trials of the blocks of an experiment and the numbers of their rare games, by the checksums alone.

        A list of experiments needs no more; tallies are not read.
        """
        spec = self.catalogue.spec(spec_id)
        return [] if spec is None else self._judge.outlines(spec_id, spec.histograms)

    def next_block(self, spec_id: str, first: int, end: int) -> Block | None:
        """The earliest block that has a trial of the range."""
        spec = self.catalogue.spec(spec_id)
        return None if spec is None else next(self._judge.blocks(spec_id, spec.histograms, first, end, "LIMIT 2"), None)

    def blocks(self, spec_id: str, first: int = 0, end: int | None = None) -> list[Block]:
        """The blocks that lie wholly in a range of trials, in order."""
        return sorted(self.each_block(spec_id, first, end), key=lambda block: block.first)

    def tally(self, spec_id: str, first: int = 0, end: int | None = None) -> Tally:
        """The sum of the blocks that lie wholly in a range of trials."""
        return total((block.tally for block in self.each_block(spec_id, first, end)), spec_id)

    def rare(self, spec_id: str) -> list[Rare]:
        """The rare games of an experiment, by trial."""
        return [game for block in self.blocks(spec_id) for game in block.rare]

    def ranges(self, spec_id: str) -> list[Range]:
        """The ranges of trials that are there, as (first, end), joined where they touch."""
        return join_ranges((first, end) for first, end, _ in self.outlines(spec_id))

    def missing(self, spec_id: str, first: int, end: int) -> list[Range]:
        """The ranges of trials from first to end that no block lies wholly in."""
        return gaps(first, end, [block.range for block in self.each_block(spec_id, first, end)])

    def set_aside(self) -> list[SetAside]:
        """All blocks that are set aside."""
        found = [SetAside(*row) for row in self._db.rows("SELECT spec_id, first, trials, why FROM set_aside")]
        there = {spec.id: self.ranges(spec.id) for spec in self.specs() if any(b.spec_id == spec.id for b in found)}
        return [
            replace(block, replaced=block.range is not None and not gaps(*block.range, there.get(block.spec_id, [])))
            for block in found
        ]

    def forget_aside(self) -> None:
        """Forget the blocks that are set aside."""
        self._db.change("DELETE FROM set_aside", ())

    def damage(self) -> str:
        """The database's own report of damaged files; an empty text if there is none."""
        return self._db.damage()

    def delete(self, spec_id: str) -> None:
        """Delete an experiment; a spoilt id is given as it is printed."""
        with self._db.writing():
            for table, column in IDS:
                self._db.change(f"DELETE FROM {table} WHERE {column} = ?", (spec_id,))
                if not ID.fullmatch(spec_id):
                    rows = self._db.rows(f"SELECT {self._db.row_id}, {column} FROM {table}")
                    row_ids = [(row_id,) for row_id, value in rows if printable(value) == spec_id]
                    self._db.change(f"DELETE FROM {table} WHERE {self._db.row_id} = ?", *row_ids)

    def merge(self, other: Store) -> tuple[int, int]:
        """Copy all blocks of another store: the numbers of those added and of those already stored.

        If one of them is refused, nothing is copied. Spoilt blocks are left out; the other store's
        `noticed` names them.
        """
        added = skipped = 0
        with self._db.writing():
            known = {spec.id: self.journal.entry(spec.id) for spec in self.specs()}
            for spec in other.specs():
                answers = [(block.first, self.add(spec, block)) for block in other.each_block(spec.id)]
                new = {first for first, is_new in answers if is_new}
                added, skipped = added + len(new), skipped + len(answers) - len(new)
                if self.catalogue.spec(spec.id) is not None:
                    self.journal.adopt(spec.id, known.get(spec.id), other.journal.entry(spec.id))
                self.imports.adopt(spec.id, [entry for entry in other.imports.of(spec.id) if entry.first in new])
        return added, skipped


def default_location() -> str:
    """The store named by SETLAB_STORE, else a file in the user's data folder."""
    if location := os.environ.get("SETLAB_STORE"):
        return location
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(data) / "setlab" / "runs.sqlite")


@dataclass(frozen=True)
class StoreReport:
    """The state of a store: sound experiments, blocks set aside, whether some were found now, unreadable specs."""

    experiments: int
    blocks: int
    trials: int
    set_aside: list[SetAside]
    found_now: bool
    unreadable: dict[str, str]
    damage: str

    @property
    def is_sound(self) -> bool:
        """True if nothing is spoilt, or recomputed blocks have replaced all that was."""
        replaced = all(block.replaced for block in self.set_aside)
        return replaced and not self.found_now and not self.unreadable and not self.damage


def check_store(store: Store) -> StoreReport:
    """The report on a store; spoilt blocks are set aside."""
    specs = store.specs()
    trials = [block.tally.trials for spec in specs for block in store.each_block(spec.id)]
    aside, unreadable = store.set_aside(), store.catalogue.unreadable()
    return StoreReport(len(specs), len(trials), sum(trials), aside, bool(store.noticed), unreadable, store.damage())
