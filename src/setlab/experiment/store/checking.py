"""A whole store verified: every spec, every block, and the file that holds them."""

from __future__ import annotations

from dataclasses import dataclass

from setlab.experiment.store import Store
from setlab.experiment.store.rows import SetAside


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
