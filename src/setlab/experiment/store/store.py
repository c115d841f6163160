"""`Store`: finished blocks of trials, so that runs resume, extend and merge.

A block is one committed row with its range of trials and a checksum. Blocks of a spec never overlap: an identical
block is skipped, a partial overlap is refused. Whatever ends a process, a row is there completely or not at all.

Nothing that is read is believed before it is checked. A spoilt block is set aside: it is kept in a table of its own,
named in `noticed`, and never summed; its trials count as missing, so that a run that asks for them computes them again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from setlab.arguments import checked
from setlab.experiment.kernel import Rare
from setlab.experiment.ranges import Range, gaps, join_ranges
from setlab.experiment.spec import Spec
from setlab.experiment.store.blocks import Block
from setlab.experiment.store.catalogue import Catalogue
from setlab.experiment.store.database import connect
from setlab.experiment.store.journal import Imports, Journal
from setlab.experiment.store.migration import seal_old_blocks
from setlab.experiment.store.reading import Judge, Outline, SetAside, printable
from setlab.experiment.store.writing import Refused, Writer, block_name
from setlab.experiment.tally import Tally, total
from setlab.limits import LARGEST_TRIAL

ID = re.compile("[0-9a-f]{12}")
IDS = (
    *((name, "spec_id") for name in ("rare", "blocks", "set_aside", "journal", "imports")),
    ("specs", "id"),
)
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
        self._db = connect(self.location, seal_old_blocks)
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

    @checked
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

    @checked
    def fill(self, spec: Spec, block: Block) -> Filled:
        """Store a block if none of its trials is stored; otherwise, return False and the missing ranges."""
        (found,) = self.fill_all(spec, [block])
        if isinstance(found, Refused):
            raise found
        return found

    @checked
    def fill_all(self, spec: Spec, blocks: Sequence[Block]) -> list[Filled | Refused]:
        """Store blocks in one transaction: the answers of `fill`, or the errors of refused blocks.

        If the store fails, none of them is stored; a refused block does not affect the others.
        """
        with self.writing(spec) as writer:
            found = [_fill(writer, block) for block in blocks]
        kept = zip(blocks, found, strict=True)
        self.stored += sum(block.tally.trials for block, answer in kept if answer == (True, []))
        return found

    @checked
    @contextmanager
    def writing(self, spec: Spec) -> Iterator[Writer]:
        """A writer of blocks of a spec, in one exclusive transaction."""
        with self._db.writing():
            yield Writer(self._db, self._judge, spec, self.origin)

    def specs(self) -> list[Spec]:
        """The experiments in the store that can be read, in the order in which they came."""
        return self.catalogue.specs()

    @checked
    def find(self, start: str) -> Spec:
        """The one experiment whose id starts with this text."""
        return self.catalogue.find(start)

    @checked
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

    @checked
    def outlines(self, spec_id: str) -> list[Outline]:
        """The trials of the blocks of an experiment and the numbers of their rare games, by the checksums alone.

        A list of experiments needs no more; tallies are not read.
        """
        spec = self.catalogue.spec(spec_id)
        return [] if spec is None else self._judge.outlines(spec_id, spec.histograms)

    @checked
    def next_block(self, spec_id: str, first: int, end: int) -> Block | None:
        """The earliest block that has a trial of the range."""
        spec = self.catalogue.spec(spec_id)
        return None if spec is None else next(self._judge.blocks(spec_id, spec.histograms, first, end, most=2), None)

    @checked
    def blocks(self, spec_id: str, first: int = 0, end: int | None = None) -> list[Block]:
        """The blocks that lie wholly in a range of trials, in order."""
        return sorted(self.each_block(spec_id, first, end), key=lambda block: block.first)

    @checked
    def tally(self, spec_id: str, first: int = 0, end: int | None = None) -> Tally:
        """The sum of the blocks that lie wholly in a range of trials."""
        return total((block.tally for block in self.each_block(spec_id, first, end)), spec_id)

    @checked
    def rare(self, spec_id: str) -> list[Rare]:
        """The rare games of an experiment, by trial."""
        return [game for block in self.blocks(spec_id) for game in block.rare]

    @checked
    def ranges(self, spec_id: str) -> list[Range]:
        """The ranges of trials that are there, as (first, end), joined where they touch."""
        return join_ranges((first, end) for first, end, _ in self.outlines(spec_id))

    @checked
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

    @checked
    def delete(self, spec_id: str) -> None:
        """Delete an experiment; a spoilt id is given as it is printed."""
        with self._db.writing():
            for table, column in IDS:
                self._db.change(f"DELETE FROM {table} WHERE {column} = ?", (spec_id,))
                if not ID.fullmatch(spec_id):
                    rows = self._db.rows(f"SELECT {self._db.row_id}, {column} FROM {table}")
                    row_ids = [(row_id,) for row_id, value in rows if printable(value) == spec_id]
                    self._db.change(f"DELETE FROM {table} WHERE {self._db.row_id} = ?", *row_ids)

    @checked
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
