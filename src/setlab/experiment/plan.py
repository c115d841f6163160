"""`Plan`: the trials that a run still needs, while other processes add to the store.

Blocks end at multiples of their size, a power of two unless it is given. So two processes that compute the same trials
mostly compute the same blocks, or one within the other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from random import randrange

from setlab.experiment.spec import Spec
from setlab.experiment.store import Store
from setlab.experiment.store.blocks import Block
from setlab.experiment.store.database import StoreError
from setlab.experiment.store.ranges import Range, gaps
from setlab.experiment.tally import Tally, total


@dataclass(frozen=True)
class Span:
    """Trials to compute. They are not `free` if a stored block has them that extends beyond the requested range."""

    first: int
    end: int
    free: bool


def split_blocks(spec: Spec, first: int, end: int, store: Store) -> list[Block]:
    """The stored blocks that have trials of a range and others: a run computes those of the range again."""
    try:
        store.catalogue.restore(spec)
        found = [store.next_block(spec.id, trial, trial + 1) for trial in (first, end - 1)]
    except StoreError:
        return []
    split = [block for block in found if block is not None and (block.first < first or end < block.end)]
    return list({block.first: block for block in split}.values())


class Plan:
    """The trials first … end − 1 of a spec: their tally as far as it is known, and what is to be computed next.

    >>> from setlab.experiment.spec import make_spec
    >>> plan = Plan(make_spec("first-set", {"dimension": 4}, seed=1), 1000, 3000, store=None)
    >>> plan.next(512), plan.next(2048), plan.next(2048), plan.next(1)
    (Span(first=1000, end=1024, free=True), Span(first=1024, end=2048, free=True),
     Span(first=2048, end=3000, free=True), None)
    """

    def __init__(self, spec: Spec, first: int, end: int, store: Store | None) -> None:
        self.spec, self._store = spec, store
        stored: list[Range] = []
        self.tally = total(self._read(first, end, stored), spec.id)
        self._gaps = deque(gaps(first, end, stored))
        self._size = 1

    @property
    def is_done(self) -> bool:
        """True if nothing is left to compute."""
        return not self._gaps

    def next(self, size: int) -> Span | None:
        """The next trials to compute, at most `size`; None if there are no more.

        Blocks that another process stored meanwhile are added to the tally instead.
        """
        self._size = size
        while self._gaps:
            first, end = self._gaps.popleft()
            stored = self._next_stored(first, end)
            if stored is not None and stored.first == first and stored.end <= end:
                self.tally += stored.tally
                self._put_back(stored.end, end)
                continue
            free = stored is None or stored.first > first
            stop = end if stored is None else min(end, stored.first if free else stored.end)
            stop = min(stop, first - first % size + size)
            self._put_back(stop, end)
            return Span(first, stop, free)
        return None

    def add(self, block: Block) -> None:
        """Add a block that was computed to the tally."""
        self.tally += block.tally

    def go_elsewhere(self) -> None:
        """Go on at a random start of a block: another process is at work here."""
        position = randrange(sum(end - first for first, end in self._gaps)) if self._gaps else 0
        while self._gaps:
            first, end = self._gaps[0]
            if position < end - first:
                middle = max(first, (first + position) // self._size * self._size)
                self._gaps.popleft()
                self._gaps.extend([(first, middle)] * (first < middle))
                self._put_back(middle, end)
                return
            position -= end - first
            self._gaps.rotate(-1)

    def _put_back(self, first: int, end: int) -> None:
        if first < end:
            self._gaps.appendleft((first, end))

    def _read(self, first: int, end: int, stored: list[Range]) -> Iterator[Tally]:
        """The tallies of the blocks that the store has; their ranges go into the list."""
        if self._store is None:
            return
        self._store.catalogue.restore(self.spec)
        for block in self._store.each_block(self.spec.id, first, end):
            stored.append((block.first, block.end))
            yield block.tally

    def _next_stored(self, first: int, end: int) -> Block | None:
        """The earliest stored block that has one of these trials; a store that fails now does not end the run."""
        try:
            return self._store.next_block(self.spec.id, first, end) if self._store else None
        except StoreError:
            return None
