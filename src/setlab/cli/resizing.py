"""A terminal that is resized while a line is awaited: what it shows is drawn again for the new width."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO


@contextmanager
def redrawn(redraw: Callable[[], None], out: TextIO) -> Iterator[None]:
    """Redraw when the terminal is resized while a line is awaited: then nothing else is being printed."""
    if not (out.isatty() and hasattr(signal, "SIGWINCH")):
        yield
        return

    def redraw_whole() -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGWINCH})  # the next resize waits for the end of this one
        try:
            redraw()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGWINCH})

    before = signal.signal(signal.SIGWINCH, lambda number, frame: redraw_whole())
    try:
        redraw_whole()  # the size may have changed since the table was drawn
        yield
    finally:
        signal.signal(signal.SIGWINCH, before)
