"""What a verb says when Ctrl-C ends it: one line on stderr about what was kept, and the status 130."""

from __future__ import annotations

import signal
import sys

from setlab.cli.options import INTERRUPTED

NOTHING = "nothing was kept"


class StoppedEarly(BaseException):
    """Ctrl-C ended a verb; the message says what it has kept.

    It is no `KeyboardInterrupt`: Typer would leave without a word.
    """


def hear_ctrl_c() -> None:
    """Let Ctrl-C raise `StoppedEarly` from now on, wherever no run notes it."""

    def stop(number: int, frame: object) -> None:
        raise StoppedEarly(NOTHING)

    signal.signal(signal.SIGINT, stop)


def say_stopped(kept: str, after: str = "") -> int:
    """Print the line on stderr: after how much work it was stopped, and what was kept. The status to leave with."""
    if sys.stderr.isatty():
        print(file=sys.stderr)  # the terminal shows ^C where the cursor was
    print(f"setlab: stopped by Ctrl-C{after and ' after '}{after}; {kept}", file=sys.stderr)
    return INTERRUPTED
