"""`Journal`: labels, origins and dates of the experiments in a store; `Imports`: the blocks that came from files.

Nothing in them changes an answer. An experiment that was stored before there was a journal has no entry.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from setlab.experiment.ranges import Range, join_ranges
from setlab.experiment.store.database import Database

COLUMNS = "label, origin, started, changed"


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
        rows = self._db.rows(f"SELECT {COLUMNS} FROM journal WHERE spec_id = ?", (spec_id,))
        return Entry(*map(_text, rows[0])) if rows else Entry()

    def note(self, spec_id: str, origin: str) -> None:
        """Note that trials were stored now. Experiments that the user began or asked for are the user's."""
        old, now = self.entry(spec_id), datetime.now(UTC).isoformat(timespec="seconds")
        new = Entry(old.label, _whose(old, origin), old.started or now, now)
        if new != old:  # many blocks may come within a second
            self._write(spec_id, new)

    def claim(self, spec_id: str, label: str | None, origin: str) -> None:
        """Note the label, if one is given, and that the experiment was asked for."""
        old = self.entry(spec_id)
        new = replace(old, origin=_whose(old, origin), label=old.label if label is None else label)
        if new != old:
            self._write(spec_id, new)

    def adopt(self, spec_id: str, before: Entry | None, other: Entry) -> None:
        """Merge the entry of another store with the one from before its blocks were copied, None if there was none."""
        old = self.entry(spec_id)
        starts = [start for start in ((before or other).started, other.started) if start]
        origin = other.origin if before is None else before.origin and other.origin
        new = Entry(old.label or other.label, origin, min(starts, default=old.started), old.changed or other.changed)
        if new != old:
            self._write(spec_id, new)

    def _write(self, spec_id: str, entry: Entry) -> None:
        with self._db.writing():
            self._db.change("DELETE FROM journal WHERE spec_id = ?", (spec_id,))
            row = (spec_id, entry.label, entry.origin, entry.started, entry.changed)
            self._db.change("INSERT INTO journal VALUES (?, ?, ?, ?, ?)", row)


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
        return [Import(*row) for row in self._db.rows(ENTRIES, (spec_id,)) if _has_types(row)]

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
                row = (spec_id, entry.first, entry.trials, entry.file, entry.origin, entry.imported)
                self._db.change("INSERT INTO imports VALUES (?, ?, ?, ?, ?, ?)", row)

    def forget(self, spec_id: str, first: int, end: int) -> None:
        """Forget the entries of blocks that begin in a range of trials."""
        self._db.change("DELETE FROM imports WHERE spec_id = ? AND first >= ? AND first < ?", (spec_id, first, end))


def _has_types(row: Iterable[Any]) -> bool:
    """True if the values of a row have their types, which a damaged store does not promise."""
    return [type(value) for value in row] == [int, int, str, str, str]
