"""The time in which people can find SETs: it stands still while a round is paused, called or deserted."""

from __future__ import annotations


class PlayingClock:
    """Seconds of play at any time; each reason to stand still begins and ends by itself.

    >>> clock = PlayingClock(start=100.0)
    >>> clock.stop("call", at=104.0)
    >>> clock.now(106.0)
    4.0
    >>> clock.go_on("call", at=107.0)
    >>> clock.now(110.0)
    7.0
    """

    def __init__(self, start: float) -> None:
        self._start = start
        self._since: float | None = None
        self._reasons: set[str] = set()

    def now(self, at: float) -> float:
        """The seconds of play until a time."""
        return (at if self._since is None else self._since) - self._start

    def stop(self, reason: str, at: float) -> None:
        """Stand still from now on."""
        if not self._reasons:
            self._since = at
        self._reasons.add(reason)

    def go_on(self, reason: str, at: float) -> None:
        """Go on, unless there is another reason to stand still."""
        if reason not in self._reasons:
            return
        self._reasons.discard(reason)
        if not self._reasons and self._since is not None:
            self._start += at - self._since
            self._since = None
