"""`Shared`: what many ask for at the same time is computed once, as when a class opens the review of its round."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")

MOST_KEPT = 64


class Shared(Generic[T]):
    """Answers by their keys, the latest of them kept."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, asyncio.Future[T]] = OrderedDict()

    def forget(self, room: int) -> None:
        """Drop the answers about a room, the second part of whose keys is its number."""
        for key in [key for key in self._kept if isinstance(key, tuple) and key[1] == room]:
            del self._kept[key]

    async def get(self, key: Hashable, compute: Callable[[], Awaitable[T]]) -> T:
        """The answer with a key; computed unless it is kept or being computed. Errors are not kept."""
        if key not in self._kept:
            self._kept[key] = asyncio.ensure_future(compute())
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        answer = self._kept[key]
        self._kept.move_to_end(key)
        try:
            return await asyncio.shield(answer)
        except BaseException:
            if self._kept.get(key) is answer and answer.done():
                del self._kept[key]
            raise
