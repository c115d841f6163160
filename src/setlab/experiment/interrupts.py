"""Ctrl-C while experiments run: a run notes it and ends with the trials it has; other work is left at once."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

Stopped = Callable[[], bool]
"""Returns True once a stop was requested."""


class Interrupts:
    """A handler of Ctrl-C, which is true once Ctrl-C was pressed when it is called without arguments."""

    def __init__(self) -> None:
        self.heard = False
        self.noting = False

    def __call__(self) -> bool:
        return self.heard

    def handle(self, number: int, frame: object) -> None:
        """Note the first Ctrl-C within `note_interrupts`; raise `KeyboardInterrupt` otherwise."""
        noted = self.noting and not self.heard
        self.heard = True
        if not noted:
            raise KeyboardInterrupt


@contextmanager
def interrupts() -> Iterator[Stopped]:
    """A function that tells whether Ctrl-C was pressed. A run in progress ends; other work is left at once.

    A second Ctrl-C leaves a run at once, too.
    """
    handler = Interrupts()
    before = signal.signal(signal.SIGINT, handler.handle)
    try:
        yield handler
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def note_interrupts() -> Iterator[None]:
    """Within this context, inside `interrupts`, the first Ctrl-C raises nothing: the caller polls the handler."""
    handler = _handler() or Interrupts()
    before, handler.noting = handler.noting, True
    try:
        yield
    finally:
        handler.noting = before


def leave_if_noted() -> None:
    """Raise `KeyboardInterrupt` if a Ctrl-C was noted: for waits of unknown length."""
    if (handler := _handler()) is not None and handler.heard:
        raise KeyboardInterrupt


def _handler() -> Interrupts | None:
    """The handler that `interrupts` has set up, in the thread that Ctrl-C interrupts."""
    handler = getattr(signal.getsignal(signal.SIGINT), "__self__", None)
    return handler if isinstance(handler, Interrupts) and current_thread() is main_thread() else None
