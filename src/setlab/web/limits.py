"""Addresses and origins of clients, and their limits: token buckets (a burst, then a steady rate), a pace, and a
budget for wrong codes of rooms."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import TypeVar
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

MOST_KEPT = 20_000
"""Addresses that are remembered; the one that was quiet for the longest time is forgotten first."""

Key = TypeVar("Key")
Value = TypeVar("Value")


def keep(kept: OrderedDict[Key, Value], key: Key, value: Value, most: int = MOST_KEPT) -> Value:
    """Keep a value as the latest; the oldest of too many is forgotten."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > most:
        kept.popitem(last=False)
    return value


def address_of(scope: Scope) -> str:
    """The address of a client; of an IPv6 address the network, since a client has many."""
    client = scope.get("client")
    host = client[0] if client else ""
    return ":".join(host.split(":")[:4]) if ":" in host and "." not in host else host


def is_own_origin(headers: Headers, allowed: Iterable[str]) -> bool:
    """True unless a browser says that another site's page has opened the feed.

    >>> is_own_origin(Headers({"origin": "https://set.example", "host": "set.example"}), ())
    True
    >>> is_own_origin(Headers({"origin": "https://elsewhere.example", "host": "set.example"}), ())
    False
    >>> is_own_origin(Headers({"host": "set.example"}), ())  # not a browser
    True
    """
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
    except ValueError:
        return False


class Bucket:
    """A bucket that is full at first, and refills.

    >>> bucket = Bucket(burst=2, rate=1.0, now=0.0)
    >>> [bucket.take(now) for now in (0.0, 0.0, 0.5, 1.0)]
    [True, True, False, True]
    """

    __slots__ = ("burst", "left", "rate", "then")

    def __init__(self, burst: float, rate: float, now: float) -> None:
        self.burst, self.rate, self.left, self.then = burst, rate, burst, now

    def take(self, now: float) -> bool:
        """Take one if there is one."""
        self.left = min(self.burst, self.left + self.rate * max(0.0, now - self.then))
        self.then = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """A bucket for every address.

    >>> buckets = Buckets((1, 0.0))
    >>> buckets.take("10.0.0.1", 0.0), buckets.take("10.0.0.1", 0.0), buckets.take("10.0.0.2", 0.0)
    (True, False, True)
    """

    def __init__(self, size: tuple[float, float]) -> None:
        self._size = size
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float) -> bool:
        """Take one from the bucket of an address."""
        return keep(self._buckets, address, self._buckets.get(address) or Bucket(*self._size, now)).take(now)


class TurnPace:
    """Turns for every key: a burst at once, then at a steady rate; an early request waits for its turn.

    >>> pace = TurnPace((2, 4.0), longest=1.0)
    >>> [pace.wait("10.0.0.1", 0.0) for _ in range(7)]
    [0.0, 0.0, 0.25, 0.5, 0.75, 1.0, None]
    """

    def __init__(self, size: tuple[float, float], longest: float) -> None:
        (self._burst, self._rate), self._longest = size, longest
        self._free: OrderedDict[str, float] = OrderedDict()

    def wait(self, key: str, now: float) -> float | None:
        """The seconds until the next turn of a key, which is taken; None if too many wait already."""
        free = max(self._free.get(key, -inf), now - self._burst / self._rate) + 1 / self._rate
        if free - now > self._longest:
            return None
        return max(0.0, keep(self._free, key, free) - now)


@dataclass(frozen=True)
class Tries:
    """The wrong codes that an address may still try: forty at once, then thirty a minute, else a growing wait.

    >>> tries = Tries(at=0.0)
    >>> for _ in range(41):
    ...     tries = tries.after_wrong(0.0)
    >>> tries.until, tries.after_wrong(5.0).until, tries.after_wrong(5.0).after_wrong(15.0).until
    (5.0, 15.0, 35.0)
    """

    tries: float = 40.0
    at: float = 0.0
    level: int = 0
    until: float = 0.0

    def after_wrong(self, now: float) -> Tries:
        """The tries left after another wrong code; none are regained during a wait, and waits shorten after calm."""
        quiet = max(0.0, now - max(self.at, self.until))
        level = max(0, self.level - int(quiet // CALM))
        tries = min(Tries.tries, self.tries + RATE * quiet) - 1
        if tries >= 0:
            return Tries(tries, now, level, self.until)
        return Tries(0.0, now, level + 1, now + min(FIRST_WAIT * 2.0**level, LONGEST_WAIT))


RATE = 0.5
"""Wrong codes that come back in a second."""

FIRST_WAIT, LONGEST_WAIT = 5.0, 600.0
"""Seconds of the first wait, which doubles every time, and of the longest."""

CALM = 600.0
"""Seconds without a wrong code after which the next wait is half as long."""
