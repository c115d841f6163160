"""`Catalogue`: the experiments of a store, unreadable ones with the reason, and the repair of spoilt specs."""

from __future__ import annotations

from typing import Any

from setlab.errors import SpecError, plural, quoted
from setlab.experiment.spec import Spec, read_spec
from setlab.experiment.store.database import Database, StoreError
from setlab.experiment.store.reading import printable

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
