"""A bar on stderr for long work; none when it is not a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Update = Callable[..., object]
"""Called with what has changed: completed=…, description=…, or a field that a column shows."""


@contextmanager
def shown_bar(*columns: str, total: float | None, what: str = "", **fields: Any) -> Iterator[Update | None]:
    """A bar on stderr, as the function that updates it, or None where stderr is not a terminal.

    Without a total the bar only shows that something goes on. Behind the bar come the columns: `elapsed`, `left`, or
    a text such as "{task.completed}/{task.total}".
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    times = {"elapsed": TimeElapsedColumn, "left": TimeRemainingColumn}
    behind = [times[column]() if column in times else column for column in columns]
    with Progress("{task.description}", BarColumn(), *behind, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total, **fields)
        yield lambda **changes: bar.update(task, **changes)
