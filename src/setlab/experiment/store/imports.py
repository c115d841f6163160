"""`Imports`: the blocks of a store that were computed elsewhere and read from a file, and what the file says of them.

Nothing in it changes an answer. A block that is spoilt or computed again loses its entry.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from setlab.experiment.store.database import Database
from setlab.experiment.store.ranges import Range, joined

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
        return [Import(*row) for row in self._db.rows(ENTRIES, (spec_id,)) if _is_whole(row)]

    def within(self, spec_id: str, ranges: Iterable[Range]) -> list[Import]:
        """The imported blocks that lie wholly in these ranges; of others, a result has computed its trials again."""
        spans = joined(ranges)
        return [entry for entry in self.of(spec_id) if any(a <= entry.first and entry.end <= b for a, b in spans)]

    def origin(self, spec_id: str, ranges: Iterable[Range]) -> str:
        """What the files said of the imported blocks in these ranges; an empty text if there is none."""
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


def _is_whole(row: Iterable[Any]) -> bool:
    """True if the values of a row have their types, which a damaged store does not promise."""
    return [type(value) for value in row] == [int, int, str, str, str]
