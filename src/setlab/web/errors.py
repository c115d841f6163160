"""The errors of requests: refusals, unknown rooms, too many wrong codes, a full server."""

from __future__ import annotations

from setlab.errors import quote


class Refused(Exception):
    """A request that is refused, with a status, a code for programs and one sentence for people."""

    def __init__(self, status: int, code: str, reason: str) -> None:
        super().__init__(status, code, reason)  # which pickle needs
        self.status, self.code, self.reason = status, code, reason


class Unknown(Refused):
    """There is no such room, or not any more."""

    def __init__(self, code: str) -> None:
        rule = "codes are four or six letters, such as KRTM"
        super().__init__(404, "unknown-room", f"There is no room {quote(code, 8)}: {rule}")


class TooManyCodes(Refused):
    """An address has tried too many wrong codes, and waits."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(429, "too-many-codes", f"Too many wrong codes from your address: wait {seconds:.0f} seconds")


class Full(Refused):
    """The server has reached its limit of rooms."""

    def __init__(self) -> None:
        super().__init__(503, "full", "The server has as many rooms as it can carry: try again later")
