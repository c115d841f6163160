"""Token buckets: so many at once, and so many a second afterwards."""

from __future__ import annotations

from collections import OrderedDict

MOST_KEPT = 20_000
"""Addresses that are remembered; the one that was quiet for the longest time is forgotten first."""


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

    def __init__(self, size: tuple[float, float], most: int = MOST_KEPT) -> None:
        self._size, self._most = size, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float) -> bool:
        """Take one from the bucket of an address."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(*self._size, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take(now)
