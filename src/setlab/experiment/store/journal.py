"""`Journal`: what a store notes about its experiments beside the numbers: label, origin, and dates.

Nothing in it changes an answer. An experiment that was stored before there was a journal has no entry.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from setlab.experiment.store.database import Database

COLUMNS = "label, origin, started, changed"


@dataclass(frozen=True)
class Entry:
    """The label that the user gave, what began the experiment (empty: the user), and when it began and changed."""

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
        """Note that trials were stored now. What the user began or asked for himself is the user's."""
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
        """Join the entry of another store to the one before its blocks were taken over; None: it is new here."""
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
