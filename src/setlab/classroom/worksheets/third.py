"""The final card: two cards, and the one that completes them to a SET.

Easy: the two cards differ in one property. Medium: in two. Hard: in three or more.
"""

from __future__ import annotations

from setlab.classroom.worksheets.exercise import Exercise, Hat, moving_properties
from setlab.geometry import Space


def make(level: int, space: Space, hat: Hat) -> Exercise:
    """Two cards; the fundamental theorem says that exactly one card completes them.

    >>> make(1, Space(4), Hat(1, 0)).cards
    (76, 49, None)
    """
    first = hat.below(len(space))
    second = space.add(first, hat.direction(space, moving_properties(level, space.d, hat)))
    return Exercise("third", level, space.d, (first, second, None), (space.third(first, second),))
