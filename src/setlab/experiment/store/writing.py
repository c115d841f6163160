"""`Writer`: puts blocks of one experiment into a database, within one transaction, and refuses invalid ones."""

from __future__ import annotations

from dataclasses import replace

from setlab.experiment.spec import Spec
from setlab.experiment.store.blocks import Block, rare_row
from setlab.experiment.store.catalogue import Catalogue
from setlab.experiment.store.database import Database, StoreError
from setlab.experiment.store.journal import Imports, Journal
from setlab.experiment.store.reading import Judge
from setlab.experiment.tally import Misfit, first_difference, key_text, read_histograms


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
