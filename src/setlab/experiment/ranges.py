"""Ranges of trials."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple


class Range(NamedTuple):
    """The trials first … end − 1."""

    first: int
    end: int

    @property
    def trials(self) -> int:
        """The number of trials."""
        return self.end - self.first

    def cut(self, size: int) -> tuple[Range, Range | None]:
        """The trials up to the next multiple of `size`, and the others, if there are any.

        >>> Range(5, 20).cut(8), Range(5, 8).cut(8)
        ((Range(first=5, end=8), Range(first=8, end=20)), (Range(first=5, end=8), None))
        """
        border = self.first - self.first % size + size
        return (self, None) if self.end <= border else (Range(self.first, border), Range(border, self.end))


def join_ranges(ranges: Iterable[tuple[int, int]]) -> list[Range]:
    """Disjoint ranges in order, one where several touch.

    >>> [tuple(each) for each in join_ranges([(10, 20), (0, 10), (30, 40)])]
    [(0, 20), (30, 40)]
    """
    whole: list[Range] = []
    for first, end in sorted(ranges):
        if whole and whole[-1].end == first:
            whole[-1] = Range(whole[-1].first, end)
        else:
            whole.append(Range(first, end))
    return whole


def gaps(first: int, end: int, ranges: Iterable[tuple[int, int]]) -> list[Range]:
    """The parts of first … end − 1 that no range covers.

    >>> [tuple(each) for each in gaps(0, 50, [(10, 20), (30, 60)])]
    [(0, 10), (20, 30)]
    """
    missing, position = [], first
    for start, stop in sorted(ranges):
        if position < min(start, end):
            missing.append(Range(position, min(start, end)))
        position = max(position, stop)
    if position < end:
        missing.append(Range(position, end))
    return missing


def have_common_trial(some: Iterable[tuple[int, int]], others: Iterable[tuple[int, int]]) -> bool:
    """True if a range of one list and a range of the other share a trial; the ranges of each list are disjoint.

    >>> have_common_trial([(0, 10)], [(5, 6)]), have_common_trial([(0, 10)], [(10, 20)])
    (True, False)
    """
    return any(end > start for (_, end), (start, _) in pairwise(sorted([*some, *others])))
