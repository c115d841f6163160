"""What a verb says when Ctrl-C ends it: one line on stderr about what was kept, and the status 130."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from setlab.cli.options import INTERRUPTED

NOTHING = "nothing was kept"


class StoppedEarly(KeyboardInterrupt):
    """Ctrl-C ended a verb; the message says what it has kept."""


def say_stopped(kept: str, after: str = "") -> int:
    """Print the line on stderr: after how much work it was stopped, and what was kept. The status to leave with."""
    if sys.stderr.isatty():
        print(file=sys.stderr)  # the terminal shows ^C where the cursor was
    print(f"setlab: stopped by Ctrl-C{after and ' after '}{after}; {kept}", file=sys.stderr)
    return INTERRUPTED


@contextmanager
def answered() -> Iterator[None]:
    """Ctrl-C in here ends the verb with its line; Typer would leave without a word."""
    try:
        yield
    except KeyboardInterrupt as stopped:
        raise typer.Exit(say_stopped(str(stopped) or NOTHING)) from None
