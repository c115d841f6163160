"""`Turns`: who is next. Visitors take turns, so that the many jobs of one never delay the first job of another."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heappush
from itertools import count
from typing import Generic, TypeVar

Item = TypeVar("Item")

MOST_KEPT = 20_000
"""Visitors whose last turn is remembered; the one who was quiet for the longest time is forgotten first."""


class Turns(Generic[Item]):
    """What waits, by visitor. The next visitor is the one whose last turn is the longest ago.

    >>> turns = Turns[str]()
    >>> for visitor, item in [("ada", "a1"), ("ada", "a2"), ("ada", "a3"), ("bea", "b1")]:
    ...     turns.add(visitor, item)
    >>> [turns.take() for _ in range(4)]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Item]] = {}
        self._last: OrderedDict[str, int] = OrderedDict()
        self._numbers = count(1)

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def of(self, visitor: str) -> int:
        """How many items of a visitor wait."""
        return len(self._waiting.get(visitor, ()))

    def add(self, visitor: str, item: Item) -> None:
        """Let an item wait behind the visitor's others."""
        self._waiting.setdefault(visitor, deque()).append(item)

    def remove(self, visitor: str, item: Item) -> bool:
        """Let an item wait no longer; False if it did not."""
        queue = self._waiting.get(visitor)
        if queue is None or item not in queue:
            return False
        queue.remove(item)
        if not queue:
            del self._waiting[visitor]
        return True

    def take(self, may: Callable[[str], bool] = lambda visitor: True) -> Item | None:
        """The next item, which waits no longer; None if there is none of a visitor who may have a turn now."""
        allowed = [visitor for visitor in self._waiting if may(visitor)]
        if not allowed:
            return None
        visitor = min(allowed, key=self._rank)
        item = self._waiting[visitor][0]
        self.remove(visitor, item)
        self._note(visitor)
        return item

    def in_order(self) -> Iterator[Item]:
        """All that waits, in the order in which it would be taken if nothing else came."""
        ranks = [(self._rank(visitor), i, list(queue)) for i, (visitor, queue) in enumerate(self._waiting.items())]
        heapify(ranks)
        later = max(self._last.values(), default=0)
        while ranks:
            _, i, queue = heappop(ranks)
            yield queue[0]
            later += 1
            if queue[1:]:
                heappush(ranks, (later, i, queue[1:]))

    def _rank(self, visitor: str) -> int:
        return self._last.get(visitor, 0)

    def _note(self, visitor: str) -> None:
        self._last[visitor] = next(self._numbers)
        self._last.move_to_end(visitor)
        if len(self._last) > MOST_KEPT:
            self._last.popitem(last=False)
