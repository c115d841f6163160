"""`Store`: finished blocks of trials, so that runs resume, extend and merge.

A block is one committed row with its range of trials and a checksum. Blocks of a spec never overlap: an identical
block is skipped, a partial overlap is refused. Whatever ends a process, a row is there completely or not at all.

Nothing that is read is believed before it is checked. A spoilt block is set aside: it is kept in a table of its own,
named in `noticed`, and never summed; its trials count as missing, so that a run that asks for them computes them again.

A `Writer` puts blocks of one experiment into a database, within one transaction, and refuses invalid ones.

Stores of version 1 are upgraded in the transaction that upgrades their tables. They had no checksums: a block gets one
if it fits its kernel's histograms, and is set aside otherwise. Counts that were spoilt before and still fit cannot be
detected. Rare games are played again. The histogram `searches` was called `looks`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.experiment.kernel import Rare
from setlab.experiment.parameters import canonical
from setlab.experiment.spec import Range, Spec, gaps, join_ranges, read_spec
from setlab.experiment.store.blocks import (
    Block,
    Judge,
    Outline,
    RareRow,
    RareRows,
    Row,
    SetAside,
    Spoilt,
    all_block_rows,
    is_text,
    move_aside,
    parse,
    printable,
    rare_row,
    read_unsealed,
    replay_rare,
    rows_at,
)
from setlab.experiment.store.catalogue import Catalogue, Imports, Journal
from setlab.experiment.store.database import Database, StoreError, connect
from setlab.experiment.tally import Misfit, Tally, first_difference, key_text, read_histograms, total
from setlab.limits import LARGEST_TRIAL


class Refused(StoreError):
    """The store will not take a block, now or later."""


class Writer:
    """Writes blocks of a spec. The spec and the time are entered once, however many blocks there are."""

    def __init__(self, db: Database, judge: Judge, spec: Spec, origin: str) -> None:
        self._db, self._judge, self._spec, self._origin = db, judge, spec, origin
        self._catalogue, self._imports = Catalogue(db), Imports(db)
        self._catalogue.restore(spec)
        self._entered = False

    def put(self, block: Block) -> list[Block]:
        """Store a block, unless there are blocks with trials of it: these blocks."""
        there = self.there(block)
        for other in there:
            if other.range == block.range and other.tally != block.tally:
                raise Refused(contradiction(self._spec.id, other, block))
        if not there:
            self._insert(block)
        return there

    def there(self, block: Block) -> list[Block]:
        """The stored blocks that have a trial of a new one, in order; it is refused if it cannot be right."""
        if found := _fault(self._spec, block):
            raise Refused(f"{block_name(self._spec.id, block)} are not stored: {found}")
        blocks = self._judge.blocks(self._spec.id, self._spec.histograms, block.first, block.end)
        return sorted(blocks, key=lambda other: other.first)

    def replace(self, block: Block, parts: list[Block]) -> None:
        """Store a block in place of blocks that lie wholly in it. Their rare games are kept."""
        for part in parts:
            self._db.change("DELETE FROM blocks WHERE spec_id = ? AND first = ?", (self._spec.id, part.first))
        known = {game.trial: game for other in (*parts, block) for game in other.rare}
        self._insert(replace(block, rare=tuple(known[trial] for trial in sorted(known))))

    def _insert(self, block: Block) -> None:
        self._enter()
        # Rare games without a block remain of a spoilt one.
        spec_id, tally = self._spec.id, block.tally
        within = (spec_id, block.first, block.end)
        self._db.change("DELETE FROM rare WHERE spec_id = ? AND trial >= ? AND trial < ?", within)
        self._imports.forget(*within)
        row = (spec_id, block.first, tally.trials, tally.to_json(), block.seconds, block.checksum)
        self._db.change("INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?)", row)
        if block.rare:
            self._db.change(
                "INSERT INTO rare VALUES (?, ?, ?, ?)", *((spec_id, *rare_row(game)) for game in block.rare)
            )

    def _enter(self) -> None:
        """Enter the spec and the time, once for all blocks of the transaction."""
        if not self._entered:
            self._catalogue.enter(self._spec)
            Journal(self._db).note(self._spec.id, self._origin)
            self._entered = True


def block_name(spec_id: str, block: Block) -> str:
    """A block by its trials."""
    return f"trials {block.first} to {block.end - 1} of {spec_id}"


def contradiction(spec_id: str, stored: Block, other: Block) -> str:
    """The sentence about two blocks of the same trials that cannot both be right."""
    name, key = first_difference(stored.tally, other.tally)
    return (
        f"{block_name(spec_id, other)} gave two tallies: the stored block {stored.checksum[:12]} has "
        f"{stored.tally[name].get(key, 0)} in '{name}' at '{key_text(key)}', the other block {other.checksum[:12]} has "
        f"{other.tally[name].get(key, 0)}; one of them is wrong: compute both again with --no-store, and forget the "
        f"wrong one (`setlab runs delete {spec_id}`)"
    )


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
        return self._judge.noticed

    def add(self, spec: Spec, block: Block) -> bool:
        """Store a block; return False if it is already stored."""
        there = self._put(spec, block)
        if not there:
            return True
        other = there[0]
        if other.range == block.range:
            return False
        raise Refused(
            f"{block_name(spec.id, block)} overlap the stored block {other.first} to {other.end - 1} in part: "
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
        with self.writing(spec) as writer:
            found = [_fill(writer, block) for block in blocks]
        kept = zip(blocks, found, strict=True)
        self.stored += sum(block.tally.trials for block, answer in kept if answer == (True, []))
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
        for block in self._judge.blocks(spec_id, spec.histograms, first, last):
            if first <= block.first and block.end <= last:
                yield block

    def outlines(self, spec_id: str) -> list[Outline]:
        """The trials of the blocks of an experiment and the numbers of their rare games, by the checksums alone.

        A list of experiments needs no more; tallies are not read.
        """
        spec = self.catalogue.spec(spec_id)
        return [] if spec is None else self._judge.outlines(spec_id, spec.histograms)

    def next_block(self, spec_id: str, first: int, end: int) -> Block | None:
        """The earliest block that has a trial of the range."""
        spec = self.catalogue.spec(spec_id)
        return None if spec is None else next(self._judge.blocks(spec_id, spec.histograms, first, end, most=2), None)

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

    def _put(self, spec: Spec, block: Block) -> list[Block]:
        """Store a block, unless stored blocks have some of its trials; return these."""
        with self.writing(spec) as writer:
            there = writer.put(block)
        self.stored += 0 if there else block.tally.trials
        return there


def default_location() -> str:
    """The store named by SETLAB_STORE, else a file in the user's data folder."""
    if location := os.environ.get("SETLAB_STORE"):
        return location
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(data) / "setlab" / "runs.sqlite")


def _fill(writer: Writer, block: Block) -> Filled | Refused:
    """The answer of `fill`, or the error of a refused block."""
    try:
        there = writer.put(block)
    except Refused as error:
        return error
    return not there, gaps(*block.range, [other.range for other in there]) if there else []


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
