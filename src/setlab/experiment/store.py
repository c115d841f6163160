"""The store: finished blocks of trials in one SQLite file, so that runs resume, extend and merge.

A block is one committed row with its range of trials. Blocks of a spec never overlap: an identical block is
skipped, a partial overlap is refused. Whatever ends a process, a row is there completely or not at all.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from setlab.errors import SpecError, quoted
from setlab.experiment.spec import Spec
from setlab.experiment.tally import Tally, total

VERSION = 1
WAIT = 10.0
"""Seconds to wait for another process that is writing."""

_SCHEMA = """
CREATE TABLE specs (id TEXT PRIMARY KEY, spec TEXT NOT NULL);
CREATE TABLE blocks (
    spec_id TEXT NOT NULL REFERENCES specs (id), first INTEGER NOT NULL, trials INTEGER NOT NULL,
    tally TEXT NOT NULL, seconds REAL NOT NULL, PRIMARY KEY (spec_id, first)
) WITHOUT ROWID;
CREATE TABLE rare (
    spec_id TEXT NOT NULL REFERENCES specs (id), trial INTEGER NOT NULL, what TEXT NOT NULL, cards TEXT NOT NULL,
    PRIMARY KEY (spec_id, trial)
) WITHOUT ROWID;
"""


class StoreError(SpecError):
    """The store cannot be used, or will not take what it is given."""


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
    """The blocks of any number of experiments in one file.

    >>> with Store(":memory:") as store:
    ...     spec = Spec.of("first-set", {"dimension": 4}, seed=1)
    ...     added = store.add(spec, Block(0, Tally(spec.id, 10, {"first_set": {"7": 10}}), 0.1))
    ...     store.tally(spec.id).trials, store.missing(spec.id, 0, 25)
    (10, [(10, 25)])
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        with self._explained():
            if self.path != ":memory:":
                Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)
        try:
            with self._explained():
                self._prepare()
        except BaseException:
            self._db.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def add(self, spec: Spec, block: Block) -> bool:
        """Put a block into the store; False if the very same block is there already."""
        with self._explained(), self._transaction():
            for first, trials in self._overlapping(spec.id, block.first, block.end):
                if (first, trials) == (block.first, block.tally.trials):
                    return False
                raise StoreError(
                    f"trials {block.first} to {block.end - 1} of {spec.id} overlap the stored block "
                    f"{first} to {first + trials - 1} in part: give ranges that are disjoint (--first)"
                )
            self._db.execute("INSERT OR IGNORE INTO specs VALUES (?, ?)", (spec.id, spec.to_json()))
            row = (spec.id, block.first, block.tally.trials, block.tally.to_json(), block.seconds)
            self._db.execute("INSERT INTO blocks VALUES (?, ?, ?, ?, ?)", row)
            rows = [(spec.id, r.trial, r.what, " ".join(map(str, r.cards))) for r in block.rare]
            self._db.executemany("INSERT OR IGNORE INTO rare VALUES (?, ?, ?, ?)", rows)
        return True

    def specs(self) -> list[Spec]:
        """All experiments in the store."""
        with self._explained():
            rows = self._db.execute("SELECT spec FROM specs ORDER BY rowid").fetchall()
        return [Spec.from_json(text) for (text,) in rows]

    def find(self, start: str) -> Spec:
        """The one experiment whose id starts so."""
        found = [spec for spec in self.specs() if spec.id.startswith(start)] if start else []
        if len(found) != 1:
            known = f"{len(found)} experiments have" if found else "no experiment in the store has"
            raise StoreError(f"{known} an id that starts with {quoted(start)}: `setlab runs` lists them")
        return found[0]

    def blocks(self, spec_id: str, first: int = 0, end: int | None = None) -> list[Block]:
        """The blocks that lie wholly in a range of trials, in order."""
        end = sys.maxsize if end is None else end
        with self._explained():
            rows = self._db.execute(
                "SELECT first, trials, tally, seconds FROM blocks "
                "WHERE spec_id = ? AND first >= ? AND first + trials <= ? ORDER BY first",
                (spec_id, first, end),
            ).fetchall()
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
        return total((block.tally for block in self.blocks(spec_id, first, end)), spec_id)

    def rare(self, spec_id: str) -> list[Rare]:
        """The rare games of an experiment, by trial."""
        query = "SELECT trial, what, cards FROM rare WHERE spec_id = ? ORDER BY trial"
        with self._explained():
            rows = self._db.execute(query, (spec_id,)).fetchall()
        return [Rare(trial, what, tuple(map(int, cards.split()))) for trial, what, cards in rows]

    def ranges(self, spec_id: str) -> list[tuple[int, int]]:
        """The ranges of trials that are there, as (first, end), joined where they touch."""
        with self._explained():
            rows = self._db.execute(
                "SELECT first, first + trials FROM blocks WHERE spec_id = ? ORDER BY first", (spec_id,)
            ).fetchall()
        joined: list[tuple[int, int]] = []
        for first, end in rows:
            if joined and joined[-1][1] == first:
                joined[-1] = (joined[-1][0], end)
            else:
                joined.append((first, end))
        return joined

    def missing(self, spec_id: str, first: int, end: int) -> list[tuple[int, int]]:
        """The ranges of trials from first to end that no block lies wholly in."""
        gaps, position = [], first
        for block_first, block_end in self._bounds(spec_id, first, end):
            if position < block_first:
                gaps.append((position, block_first))
            position = block_end
        if position < end:
            gaps.append((position, end))
        return gaps

    def is_free(self, spec_id: str, first: int, end: int) -> bool:
        """True if no stored block has a trial of this range."""
        with self._explained():
            return not self._overlapping(spec_id, first, end)

    def delete(self, spec_id: str) -> None:
        """Forget an experiment."""
        with self._explained(), self._transaction():
            for table, column in (("rare", "spec_id"), ("blocks", "spec_id"), ("specs", "id")):
                self._db.execute(f"DELETE FROM {table} WHERE {column} = ?", (spec_id,))

    def merge(self, other: Store) -> tuple[int, int]:
        """Take over all blocks of another store: how many were added, how many were there already.

        If one of them is refused, nothing is taken over.
        """
        added = skipped = 0
        self._begin()
        try:
            for spec in other.specs():
                for block in other.blocks(spec.id):
                    if self.add(spec, block):
                        added += 1
                    else:
                        skipped += 1
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        with self._explained():
            self._db.execute("COMMIT")
        return added, skipped

    def _bounds(self, spec_id: str, first: int, end: int) -> list[tuple[int, int]]:
        with self._explained():
            return self._db.execute(
                "SELECT first, first + trials FROM blocks "
                "WHERE spec_id = ? AND first >= ? AND first + trials <= ? ORDER BY first",
                (spec_id, first, end),
            ).fetchall()

    def _overlapping(self, spec_id: str, first: int, end: int) -> Sequence[tuple[int, int]]:
        return self._db.execute(
            "SELECT first, trials FROM blocks WHERE spec_id = ? AND first < ? AND first + trials > ? LIMIT 1",
            (spec_id, end, first),
        ).fetchall()

    def _prepare(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise StoreError(
                f"the store {self.path} has version {version}, this setlab knows {VERSION}: "
                "update setlab or choose another --store"
            )
        if version == VERSION:
            self._db.execute("SELECT COUNT(*) FROM specs").fetchone()
            return
        self._db.execute("PRAGMA journal_mode = WAL")
        with self._transaction():
            # Another process may have been first while this one waited.
            if self._db.execute("PRAGMA user_version").fetchone()[0] == 0:
                if self._db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]:
                    raise StoreError(f"{self.path} is another program's database: choose another --store")
                for statement in _SCHEMA.split(";\n"):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {VERSION}")

    def _begin(self) -> None:
        with self._explained():
            self._db.execute("BEGIN IMMEDIATE")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing; inside a larger transaction, part of it."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._db.in_transaction:  # a full disk may have ended it already
                self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """What SQLite says, as one sentence with a remedy."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise StoreError(_sentence(self.path, str(error))) from error
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{self.path} is no setlab store, or damaged ({error}): choose another --store") from error
        except OSError as error:
            sentence = f"the store {self.path} cannot be used ({error.strerror}): choose another --store"
            raise StoreError(sentence) from error


def _sentence(path: str, message: str) -> str:
    if "locked" in message or "busy" in message:
        return f"the store {path} is locked by another process: wait for it, or choose another --store"
    if "full" in message:
        return f"the disk of the store {path} is full: free some space, or choose another --store"
    return f"the store {path} cannot be used ({message}): choose another --store"


def default_path() -> Path:
    """The store named by SETLAB_STORE, else a file in the user's data folder."""
    if path := os.environ.get("SETLAB_STORE"):
        return Path(path)
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "setlab" / "runs.sqlite"
