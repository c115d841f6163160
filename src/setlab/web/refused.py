"""`Refused`: a request that is refused, with a status, a code for programs and one sentence for people."""

from __future__ import annotations


class Refused(Exception):
    """A request that is refused."""

    def __init__(self, status: int, code: str, reason: str) -> None:
        super().__init__(status, code, reason)  # which pickle needs
        self.status, self.code, self.reason = status, code, reason
