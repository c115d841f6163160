"""The hidden card: the cards that a game leaves if one card was put aside before it, and the card that was put aside.

Easy: two cards are left. Medium: five. Hard: eight. There is no SET among the cards that are left.
"""

from __future__ import annotations

from setlab.classroom.worksheets.exercise import Exercise, Hat
from setlab.geometry import Space, hidden_card

LEFT = {1: 2, 2: 5, 3: 8}
"""The number of cards that are left, by the level."""


def make(level: int, space: Space, hat: Hat) -> Exercise:
    """The cards that are left, and the one that was hidden.

    >>> exercise = make(2, Space(4), Hat(1, 0))
    >>> len(exercise.shown), exercise.answer[0] in exercise.shown
    (5, False)
    """
    left = hat.until(lambda: hat.some_of(range(len(space)), LEFT[level]), lambda cards: _can_be_left(cards, space))
    return Exercise("hidden", level, space.d, (*left, None), (hidden_card(left, space),))


def _can_be_left(cards: list[int], space: Space) -> bool:
    return not space.sets(cards) and hidden_card(cards, space) not in cards
