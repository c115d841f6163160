"""Deals with a given number of SETs for the table on the home page, a few of each kind ready."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque

from setlab.draws import fresh_seed

CARDS = {3: 9, 4: 12}
"""The cards on the table by the number of properties."""

MOST_SETS = 6
READY = 4


class Practice:
    """Deals that wait to be used."""

    def __init__(self) -> None:
        self._ready: defaultdict[tuple[int, int], deque[list[int]]] = defaultdict(deque)
        self._dealing: set[asyncio.Task[None]] = set()

    async def deal(self, sets: int, dimension: int) -> list[int]:
        """The cards of a new deal."""
        ready = self._ready[sets, dimension]
        cards = ready.popleft() if ready else await asyncio.to_thread(_dealt, sets, dimension)
        if len(ready) < READY and not self._dealing:
            task = asyncio.create_task(self._refill(sets, dimension))
            self._dealing.add(task)
            task.add_done_callback(self._dealing.discard)
        return cards

    async def prepare(self) -> None:
        """Have deals of the usual kinds ready before anybody asks."""
        for dimension in CARDS:
            await self._refill(MOST_SETS, dimension)

    async def _refill(self, sets: int, dimension: int) -> None:
        while len(self._ready[sets, dimension]) < READY:
            self._ready[sets, dimension].append(await asyncio.to_thread(_dealt, sets, dimension))


def _dealt(sets: int, dimension: int) -> list[int]:
    from setlab.exact.dealing import deal_cards

    return deal_cards(CARDS[dimension], sets, seed=fresh_seed(), dimension=dimension)
