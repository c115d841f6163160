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
from setlab.experiment.ranges import Range, gaps, joined
from setlab.experiment.spec import Spec
from setlab.experiment.store.blocks import Block, Rare
from setlab.experiment.store.catalogue import Catalogue
from setlab.experiment.store.database import connect
from setlab.experiment.store.journal import Imports, Journal
from setlab.experiment.store.migration import upgrade
from setlab.experiment.store.reading import Judge, Outline, SetAside, printable
from setlab.experiment.store.writing import Refused, Writer, named
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

    `stored` counts the trials that were put into it since it was opened here. `origin` says what begins the experiments
    that are stored now; it is empty for the user's own.

    >>> from setlab.experiment.spec import make_spec
    >>> with Store(":memory:") as store:
    ...     spec = make_spec("first-set", {"dimension": 4}, seed=1)
    ...     added = store.add(spec, Block(0, Tally(spec.id, 10, {"first_set": {7: 10}}), 0.1))
    ...     store.tally(spec.id).trials, store.missing(spec.id, 0, 25)
    (10, [(10, 25)])
    """

    def __init__(self, location: str | Path, origin: str = "") -> None:
        self.location, self.origin = str(location), origin
        self._db = connect(self.location, upgrade)
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
        """Put a block into the store; False if the very same block is there already."""
        there = self._put(spec, block)
        if not there:
            return True
        other = there[0]
        if (other.first, other.end) == (block.first, block.end):
            return False
        raise Refused(
            f"{named(spec.id, block)} overlap the stored block {other.first} to {other.end - 1} in part: "
            "give ranges that are disjoint (--first)"
        )

    @checked
    def fill(self, spec: Spec, block: Block) -> Filled:
        """Put a block into the store if none of its trials is there; otherwise, False and those that are missing."""
        (found,) = self.fill_all(spec, [block])
        if isinstance(found, Refused):
            raise found
        return found

    @checked
    def fill_all(self, spec: Spec, blocks: Sequence[Block]) -> list[Filled | Refused]:
        """Put blocks into the store in one transaction: for each what `fill` answers, or why it is refused.

        If the store fails, none of them is there; a block that is refused leaves the others alone.
        """
        with self.writing(spec) as writer:
            found = [_filled(writer, block) for block in blocks]
        kept = zip(blocks, found, strict=True)
        self.stored += sum(block.tally.trials for block, answer in kept if answer == (True, []))
        return found

    @checked
    @contextmanager
    def writing(self, spec: Spec) -> Iterator[Writer]:
        """What writes blocks of a spec, all or none of them; meanwhile nobody else writes."""
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

        This is what a list of experiments needs, without reading the tallies.
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
        return joined((first, end) for first, end, _ in self.outlines(spec_id))

    @checked
    def missing(self, spec_id: str, first: int, end: int) -> list[Range]:
        """The ranges of trials from first to end that no block lies wholly in."""
        return gaps(first, end, [(block.first, block.end) for block in self.each_block(spec_id, first, end)])

    def set_aside(self) -> list[SetAside]:
        """The blocks that are set aside, whoever noticed them."""
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
        """What the database finds wrong with its own files; an empty text if nothing."""
        return self._db.damage()

    @checked
    def delete(self, spec_id: str) -> None:
        """Forget an experiment; one whose id is spoilt is named as it is shown."""
        with self._db.writing():
            for table, column in IDS:
                self._db.change(f"DELETE FROM {table} WHERE {column} = ?", (spec_id,))
                if not ID.fullmatch(spec_id):
                    rows = self._db.rows(f"SELECT {self._db.row_id}, {column} FROM {table}")
                    row_ids = [(row_id,) for row_id, value in rows if printable(value) == spec_id]
                    self._db.change(f"DELETE FROM {table} WHERE {self._db.row_id} = ?", *row_ids)

    @checked
    def merge(self, other: Store) -> tuple[int, int]:
        """Take over all blocks of another store: how many were added, how many were there already.

        If one of them is refused, nothing is taken over. Blocks that are spoilt there are left out, and are in its
        `noticed`.
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
        """Store a block, unless there are blocks with trials of it: these blocks."""
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


def _filled(writer: Writer, block: Block) -> Filled | Refused:
    """What `fill` answers, or why the block is refused."""
    try:
        there = writer.put(block)
    except Refused as error:
        return error
    return not there, gaps(block.first, block.end, [(other.first, other.end) for other in there]) if there else []


@dataclass(frozen=True)
class Report:
    """What was found: how much is right, which blocks are set aside, some of them now, and what cannot be read."""

    experiments: int
    blocks: int
    trials: int
    set_aside: list[SetAside]
    found_now: bool
    unreadable: dict[str, str]
    damage: str

    @property
    def is_sound(self) -> bool:
        """True if nothing is spoilt, and right blocks have the trials of all that was."""
        replaced = all(block.replaced for block in self.set_aside)
        return replaced and not self.found_now and not self.unreadable and not self.damage


def check_store(store: Store) -> Report:
    """The report on a store; spoilt blocks are set aside."""
    specs = store.specs()
    trials = [block.tally.trials for spec in specs for block in store.each_block(spec.id)]
    aside, unreadable = store.set_aside(), store.catalogue.unreadable()
    return Report(len(specs), len(trials), sum(trials), aside, bool(store.noticed), unreadable, store.damage())
