"""`Keeper`: puts the blocks of a run into the store, beside other processes that do the same."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace

from setlab.errors import plural
from setlab.experiment.interrupts import Stopped
from setlab.experiment.spec import Spec
from setlab.experiment.store import Block, Rare, Refused, Store, StoreError

PAUSE = 20.0
"""Seconds until a store that failed is tried again."""

Compute = Callable[[int, int], Block]
"""(first, trials) → block."""


class Keeper:
    """Stores blocks of a spec. Where another process was first, the trials that are still missing are computed again.

    A block that the store cannot take now, because it is locked or full, waits until it can. When `stopped` says so,
    nothing is computed again.
    """

    def __init__(self, store: Store, spec: Spec, compute: Compute, stopped: Stopped = lambda: False) -> None:
        self._store, self._spec, self._compute, self._stopped = store, spec, compute, stopped
        self._waiting: deque[Block] = deque()
        self._not_before, self._trouble = 0.0, ""
        self._refused: list[str] = []

    def keep(self, block: Block) -> bool:
        """Store a block, and those that wait; True if another process has stored trials of one of them."""
        self._waiting.append(block)
        return self._store_waiting() if time.monotonic() >= self._not_before else False

    def finish(self) -> str:
        """Store what waits; the sentence that says what could not be stored and why, or an empty text."""
        self._store_waiting()
        left = sum(block.tally.trials for block in self._waiting)
        trouble = [f"{self._trouble}; {plural(left, 'trial')} of this run were not stored"] if left else []
        return "; ".join([*self._refused, *trouble])

    def _store_waiting(self) -> bool:
        met = False
        try:
            while self._waiting:
                met |= self._store_first()
        except StoreError as error:
            self._trouble, self._not_before = str(error), time.monotonic() + PAUSE
        return met

    def _store_first(self) -> bool:
        """Store the block that waits longest, or replace it by its missing parts."""
        block = described(self._spec, self._waiting[0])
        try:
            stored, missing = self._store.fill(self._spec, block)
        except Refused as error:
            stored, missing = True, []
            self._refused.append(str(error))
        self._waiting.popleft()
        for first, end in reversed(missing):
            if not self._stopped():
                self._waiting.appendleft(self._compute(first, end - first))
        return not stored


def described(spec: Spec, block: Block) -> Block:
    """The block with its rare games described: what is rare about each, and its cards."""
    games = (game if game.what else Rare.of(spec, game.trial) for game in block.rare)
    return replace(block, rare=tuple(game for game in games if game is not None))
