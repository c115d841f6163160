"""The parallel SET: a SET and a card beside it, and the two cards that continue it in the same direction.

Easy: one property of the SET changes. Medium: two. Hard: three or more.
"""

from __future__ import annotations

from setlab.classroom.worksheets.exercise import Exercise, Hat, moving_properties
from setlab.geometry import Space


def make(level: int, space: Space, hat: Hat) -> Exercise:
    """A SET in its order, a card outside it, and the two cards that follow this card.

    >>> make(1, Space(4), Hat(1, 0)).cards
    (45, 46, 47, 32, None, None)
    """
    step = hat.direction(space, moving_properties(level, space.d, hat))
    line = space.line(hat.below(len(space)), step)
    start = hat.until(lambda: hat.below(len(space)), lambda card: card not in line)
    return Exercise("parallel", level, space.d, (*line, start, None, None), tuple(space.line(start, step)[1:]))
