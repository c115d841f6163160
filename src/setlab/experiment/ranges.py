"""Ranges of trials, as pairs (first, end), where `end` is the trial after the last one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

Range = tuple[int, int]


def joined(ranges: Iterable[Range]) -> list[Range]:
    """Disjoint ranges in order, one where several touch.

    >>> joined([(10, 20), (0, 10), (30, 40)])
    [(0, 20), (30, 40)]
    """
    whole: list[Range] = []
    for first, end in sorted(ranges):
        if whole and whole[-1][1] == first:
            whole[-1] = (whole[-1][0], end)
        else:
            whole.append((first, end))
    return whole


def gaps(first: int, end: int, ranges: Iterable[Range]) -> list[Range]:
    """The parts of first … end that no range covers.

    >>> gaps(0, 50, [(10, 20), (30, 60)])
    [(0, 10), (20, 30)]
    """
    missing, position = [], first
    for start, stop in sorted(ranges):
        if position < min(start, end):
            missing.append((position, min(start, end)))
        position = max(position, stop)
    if position < end:
        missing.append((position, end))
    return missing


def have_common_trial(some: Iterable[Range], others: Iterable[Range]) -> bool:
    """True if a range of one list and a range of the other have a trial in common; within a list, none have.

    >>> have_common_trial([(0, 10)], [(5, 6)]), have_common_trial([(0, 10)], [(10, 20)])
    (True, False)
    """
    return any(end > start for (_, end), (start, _) in pairwise(sorted([*some, *others])))
