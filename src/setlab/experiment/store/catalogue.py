"""`Catalogue`: the experiments of a store, unreadable ones with the reason, and the repair of spoilt specs.

`Journal` has the labels, origins and dates of the experiments, `Imports` the blocks that came from files. Nothing in
them changes an answer. An experiment that was stored before there was a journal has no entry.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from setlab.errors import SpecError, plural, quoted
from setlab.experiment.spec import Range, Spec, join_ranges, read_spec
from setlab.experiment.store.blocks import printable
from setlab.experiment.store.database import Database, StoreError

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
        for spec in self.specs():
            if spec.id == spec_id:
                return spec
        raise StoreError(_cannot_be_read(spec_id, self.unreadable()[spec_id]))

    def find_id(self, start: str) -> str:
        """The one id that starts with this text, also of an experiment that cannot be read."""
        ids = [*(spec.id for spec in self.specs()), *self.unreadable()]
        found = [name for name in ids if name == start] or [name for name in ids if start and name.startswith(start)]
        if not found:
            said = f"no experiment in the store has an id that starts with {quoted(start)}"
            raise StoreError(f"{said}: `setlab runs` lists them")
        if len(found) > 1:
            names = ", ".join(found[:MOST_NAMED]) + ", …" * (len(found) > MOST_NAMED)
            raise StoreError(f"{len(found)} experiments have an id that starts with {quoted(start)}: choose {names}")
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
