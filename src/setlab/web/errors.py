"""The errors of requests: refusals, unknown rooms, too many wrong codes, a full server."""

from __future__ import annotations


class Refused(Exception):
    """A request that is refused, with a status, a code for programs and one sentence for people."""

    def __init__(self, status: int, code: str, reason: str) -> None:
        super().__init__(status, code, reason)  # which pickle needs
        self.status, self.code, self.reason = status, code, reason


class Unknown(Exception):
    """There is no such room, or not any more."""


class TooManyCodes(Exception):
    """An address has tried too many wrong codes, and waits."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds


class Full(Exception):
    """The server has reached its limit of rooms."""
