"""`Keeper`: puts the blocks of a run into the store, beside other processes that do the same.

A block is committed at once. Blocks that are ready at the same moment are committed together, since every commit waits
for the disk; a process that is killed then loses those of them that were not committed, and nothing else.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

from setlab.errors import plural
from setlab.experiment.interrupts import Stopped
from setlab.experiment.spec import Spec
from setlab.experiment.store import Block, Rare, Refused, Store, StoreError

MOST_TOGETHER = 256
"""The most blocks that are committed together."""

PAUSE = 20.0
"""Seconds until a store that failed is tried again."""

Compute = Callable[[int, int], Block]
"""(first, trials) → block."""


class Keeper:
    """Stores blocks of a spec. Where another process was first, the trials that are still missing are computed again.

    Blocks that the store cannot take now, because it is locked or full, wait until it can. When `stopped` says so,
    nothing is computed again.
    """

    def __init__(self, store: Store, spec: Spec, compute: Compute, stopped: Stopped = lambda: False) -> None:
        self._store, self._spec, self._compute, self._stopped = store, spec, compute, stopped
        self._waiting: deque[Block] = deque()
        self._not_before, self._trouble = 0.0, ""
        self._refused: list[str] = []

    def take(self, block: Block) -> None:
        """Take a block that is to be stored."""
        self._waiting.append(described(self._spec, block))

    def store(self, more: bool = False) -> bool:
        """Store the blocks that wait; True if another process has stored trials of one of them.

        If `more` are ready to be taken, these are waited for, unless many wait already.
        """
        if time.monotonic() < self._not_before or (more and len(self._waiting) < MOST_TOGETHER):
            return False
        return self._store_waiting(MOST_TOGETHER)

    def leave(self) -> None:
        """Store the blocks that wait, and compute nothing again."""
        self._stopped = lambda: True
        self.store()

    def finish(self) -> str:
        """Store what waits; the sentence that says what could not be stored and why, or an empty text."""
        self._store_waiting(MOST_TOGETHER)
        if self._waiting:
            self._store_waiting(1)  # a disk that is nearly full may have room for some of them
        left = sum(block.tally.trials for block in self._waiting)
        trouble = [f"{self._trouble}; {plural(left, 'trial')} of this run were not stored"] if left else []
        return "; ".join([*self._refused, *trouble])

    def _store_waiting(self, together: int) -> bool:
        met = False
        try:
            while self._waiting:
                met |= self._store_group(list(islice(self._waiting, together)))
        except StoreError as error:
            self._trouble, self._not_before = str(error), time.monotonic() + PAUSE
        return met

    def _store_group(self, group: list[Block]) -> bool:
        """Store the blocks that wait longest in one transaction, or replace them by their missing parts."""
        answers = self._store.fill_all(self._spec, group)
        for _ in group:
            self._waiting.popleft()
        self._refused += [str(answer) for answer in answers if isinstance(answer, Refused)]
        filled = [answer for answer in answers if not isinstance(answer, Refused)]
        for first, end in [span for _, missing in filled for span in missing]:
            if not self._stopped():
                self.take(self._compute(first, end - first))
        return not all(stored for stored, _ in filled)


def described(spec: Spec, block: Block) -> Block:
    """The block with its rare games described: what is rare about each, and its cards."""
    games = (game if game.what else Rare.of(spec, game.trial) for game in block.rare)
    return replace(block, rare=tuple(game for game in games if game is not None))
