"""Is it a SET? Three cards; if they are not a SET, the properties that spoil it.

One half of the exercises, on the average, are SETs. A SET is easy if one property changes, medium if two change, hard
if three or more change. Three cards that are not a SET are easy if three or more properties spoil it, medium if two
do, hard if one does.
"""

from __future__ import annotations

from itertools import product

from setlab.classroom.worksheets.exercise import Exercise, Hat, moving_properties
from setlab.geometry import Space

Values = tuple[int, int, int]

SOUND: tuple[Values, ...] = tuple(v for v in product(range(3), repeat=3) if len(set(v)) != 2)  # type: ignore[misc]
SPOILT: tuple[Values, ...] = tuple(v for v in product(range(3), repeat=3) if len(set(v)) == 2)  # type: ignore[misc]
"""The values of one property on three cards: all the same or all different, or two and one."""


def make(level: int, space: Space, hat: Hat) -> Exercise:
    """Three cards that are a SET or are not, with the properties that spoil it.

    >>> exercise = make(3, Space(4), Hat(3, 0))
    >>> Space(4).is_line(*exercise.cards), exercise.spoilt
    (False, (0,))
    """
    return _a_set(level, space, hat) if hat.below(2) else _no_set(level, space, hat)


def _a_set(level: int, space: Space, hat: Hat) -> Exercise:
    line = space.line(hat.below(len(space)), hat.direction(space, moving_properties(level, space.d, hat)))
    return Exercise("check", level, space.d, tuple(hat.some_of(line, 3)))


def _no_set(level: int, space: Space, hat: Hat) -> Exercise:
    number = moving_properties(4 - level, space.d, hat)
    spoilt = sorted(hat.some_of(range(space.d), number))
    cards = hat.until(lambda: _drawn(spoilt, space, hat), lambda cards: len(set(cards)) == 3)
    return Exercise("check", level, space.d, cards, spoilt=tuple(spoilt))


def _drawn(spoilt: list[int], space: Space, hat: Hat) -> tuple[int, ...]:
    """Three cards of which the given properties are two and one, and all others the same or different."""
    values = [hat.one_of(SPOILT if i in spoilt else SOUND) for i in range(space.d)]
    return tuple(map(space.card, zip(*values, strict=True)))
