"""`Refused`: a request that is refused, with a status, a code for programs and one sentence for people."""

from __future__ import annotations


class Refused(Exception):
    """A request that is refused."""

    def __init__(self, status: int, code: str, reason: str) -> None:
        self.status, self.code, self.reason = status, code, reason
