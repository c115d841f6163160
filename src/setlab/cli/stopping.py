"""Ctrl-C in a verb: one line on stderr about what was kept, and the status 130."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from setlab.cli.options import INTERRUPTED

NOTHING = "nothing was kept"

AGAIN = 0.3
"""Seconds after which Ctrl-C is raised again: some C code, in imports for instance, swallows exceptions."""


class StoppedEarly(BaseException):
    """Ctrl-C ended a verb; the message says what it has kept.

    It is no `KeyboardInterrupt`: Typer would leave without a word.
    """


def hear_ctrl_c() -> None:
    """Let Ctrl-C raise `StoppedEarly` from now on, except where a run notes it, again and again until it is caught."""
    for number in (signal.SIGINT, signal.SIGALRM):
        signal.signal(number, _stop)


def _stop(number: int, frame: object) -> None:
    signal.setitimer(signal.ITIMER_REAL, AGAIN)
    raise StoppedEarly(NOTHING)


def is_stopping() -> bool:
    """True if Ctrl-C was pressed and has not been caught yet: an error may be a consequence of it."""
    return signal.getitimer(signal.ITIMER_REAL)[0] > 0


@contextmanager
def report_kept(kept: Callable[[], str]) -> Iterator[None]:
    """On Ctrl-C, say what has been kept."""
    try:
        yield
    except (KeyboardInterrupt, StoppedEarly):
        _stop_repeating()
        raise StoppedEarly(kept()) from None


def _stop_repeating() -> None:
    """Stop raising Ctrl-C again."""
    signal.setitimer(signal.ITIMER_REAL, 0)


def say_stopped(kept: str, after: str = "") -> int:
    """Print the line on stderr: after how much work it was stopped, and what was kept. The exit status."""
    _stop_repeating()
    if sys.stderr.isatty():
        print(file=sys.stderr)  # the terminal shows ^C where the cursor was
    print(f"setlab: stopped by Ctrl-C{after and ' after '}{after}; {kept}", file=sys.stderr)
    return INTERRUPTED
