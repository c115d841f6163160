"""The store: finished blocks of trials, so that runs resume, extend and merge.

A block is one committed row with its range of trials. Blocks of a spec never overlap: an identical block is
skipped, a partial overlap is refused. Whatever ends a process, a row is there completely or not at all.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from setlab.errors import quoted
from setlab.experiment.database import StoreError, connect
from setlab.experiment.spec import Spec
from setlab.experiment.tally import Tally, total


@dataclass(frozen=True)
class Rare:
    """A rare game: its trial, what is rare about it, and the cards it left."""

    trial: int
    what: str
    cards: tuple[int, ...]


@dataclass(frozen=True)
class Block:
    """What a range of trials gave."""

    first: int
    tally: Tally
    seconds: float
    rare: tuple[Rare, ...] = ()

    @property
    def end(self) -> int:
        """The trial after the last one."""
        return self.first + self.tally.trials


class Store:
    """The blocks of any number of experiments, in one SQLite file or in a PostgreSQL database.

    >>> with Store(":memory:") as store:
    ...     spec = Spec.of("first-set", {"dimension": 4}, seed=1)
    ...     added = store.add(spec, Block(0, Tally(spec.id, 10, {"first_set": {"7": 10}}), 0.1))
    ...     store.tally(spec.id).trials, store.missing(spec.id, 0, 25)
    (10, [(10, 25)])
    """

    def __init__(self, place: str | Path) -> None:
        self.place = str(place)
        self._db = connect(self.place)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of it."""
        self._db.close()

    def add(self, spec: Spec, block: Block) -> bool:
        """Put a block into the store; False if the very same block is there already."""
        with self._db.writing():
            for first, trials in self._overlapping(spec.id, block.first, block.end):
                if (first, trials) == (block.first, block.tally.trials):
                    return False
                raise StoreError(
                    f"trials {block.first} to {block.end - 1} of {spec.id} overlap the stored block "
                    f"{first} to {first + trials - 1} in part: give ranges that are disjoint (--first)"
                )
            if not self._db.rows("SELECT 1 FROM specs WHERE id = ?", (spec.id,)):
                number = self._db.rows("SELECT COALESCE(MAX(number), 0) + 1 FROM specs")[0][0]
                self._db.change("INSERT INTO specs VALUES (?, ?, ?)", (spec.id, number, spec.to_json()))
            row = (spec.id, block.first, block.tally.trials, block.tally.to_json(), block.seconds)
            self._db.change("INSERT INTO blocks VALUES (?, ?, ?, ?, ?)", row)
            rows = [(spec.id, r.trial, r.what, " ".join(map(str, r.cards))) for r in block.rare]
            self._db.change("INSERT INTO rare VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", *rows)
        return True

    def specs(self) -> list[Spec]:
        """All experiments in the store, in the order in which they came."""
        return [Spec.from_json(text) for (text,) in self._db.rows("SELECT spec FROM specs ORDER BY number")]

    def find(self, start: str) -> Spec:
        """The one experiment whose id starts so."""
        found = [spec for spec in self.specs() if spec.id.startswith(start)] if start else []
        if len(found) != 1:
            known = f"{len(found)} experiments have" if found else "no experiment in the store has"
            raise StoreError(f"{known} an id that starts with {quoted(start)}: `setlab runs` lists them")
        return found[0]

    def blocks(self, spec_id: str, first: int = 0, end: int | None = None) -> list[Block]:
        """The blocks that lie wholly in a range of trials, in order."""
        rows = self._within("first, trials, tally, seconds", spec_id, first, end)
        rare = self.rare(spec_id)
        return [
            Block(
                start,
                Tally.from_json(spec_id, trials, text),
                seconds,
                tuple(r for r in rare if start <= r.trial < start + trials),
            )
            for start, trials, text, seconds in rows
        ]

    def tally(self, spec_id: str, first: int = 0, end: int | None = None) -> Tally:
        """The sum of the blocks that lie wholly in a range of trials."""
        rows = self._within("trials, tally", spec_id, first, end)
        return total((Tally.from_json(spec_id, trials, text) for trials, text in rows), spec_id)

    def rare(self, spec_id: str) -> list[Rare]:
        """The rare games of an experiment, by trial."""
        rows = self._db.rows("SELECT trial, what, cards FROM rare WHERE spec_id = ? ORDER BY trial", (spec_id,))
        return [Rare(trial, what, tuple(map(int, cards.split()))) for trial, what, cards in rows]

    def ranges(self, spec_id: str) -> list[tuple[int, int]]:
        """The ranges of trials that are there, as (first, end), joined where they touch."""
        joined: list[tuple[int, int]] = []
        for first, end in self._within("first, first + trials", spec_id):
            if joined and joined[-1][1] == first:
                joined[-1] = (joined[-1][0], end)
            else:
                joined.append((first, end))
        return joined

    def missing(self, spec_id: str, first: int, end: int) -> list[tuple[int, int]]:
        """The ranges of trials from first to end that no block lies wholly in."""
        gaps, position = [], first
        for block_first, block_end in self._within("first, first + trials", spec_id, first, end):
            if position < block_first:
                gaps.append((position, block_first))
            position = block_end
        if position < end:
            gaps.append((position, end))
        return gaps

    def is_free(self, spec_id: str, first: int, end: int) -> bool:
        """True if no stored block has a trial of this range."""
        return not self._overlapping(spec_id, first, end)

    def delete(self, spec_id: str) -> None:
        """Forget an experiment."""
        with self._db.writing():
            for table, column in (("rare", "spec_id"), ("blocks", "spec_id"), ("specs", "id")):
                self._db.change(f"DELETE FROM {table} WHERE {column} = ?", (spec_id,))

    def merge(self, other: Store) -> tuple[int, int]:
        """Take over all blocks of another store: how many were added, how many were there already.

        If one of them is refused, nothing is taken over.
        """
        added = skipped = 0
        with self._db.writing():
            for spec in other.specs():
                for block in other.blocks(spec.id):
                    if self.add(spec, block):
                        added += 1
                    else:
                        skipped += 1
        return added, skipped

    def _within(self, columns: str, spec_id: str, first: int = 0, end: int | None = None) -> list[Any]:
        query = f"SELECT {columns} FROM blocks WHERE spec_id = ? AND first >= ? AND first + trials <= ? ORDER BY first"
        return self._db.rows(query, (spec_id, first, sys.maxsize if end is None else end))

    def _overlapping(self, spec_id: str, first: int, end: int) -> Sequence[tuple[int, int]]:
        query = "SELECT first, trials FROM blocks WHERE spec_id = ? AND first < ? AND first + trials > ? LIMIT 1"
        return self._db.rows(query, (spec_id, end, first))


def default_place() -> str:
    """The store named by SETLAB_STORE, else a file in the user's data folder."""
    if place := os.environ.get("SETLAB_STORE"):
        return place
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(data) / "setlab" / "runs.sqlite")
