"""Find the SETs: cards on a table, and how many SETs are among them.

Easy: 6 cards with 2 SETs. Medium: 9 cards with 3 SETs. Hard: 12 cards with 4 SETs. Every such table is equally likely.
"""

from __future__ import annotations

from setlab.classroom.worksheets.exercise import Exercise, Hat
from setlab.exact.dealing import deal_cards
from setlab.geometry import Space

TABLES = {1: (6, 2), 2: (9, 3), 3: (12, 4)}
"""The number of cards and of SETs by the level."""


def make(level: int, space: Space, hat: Hat) -> Exercise:
    """A table whose SETs are to be found.

    >>> exercise = make(1, Space(4), Hat(1, 0))
    >>> len(exercise.cards), len(exercise.sets)
    (6, 2)
    """
    cards, sets = TABLES[level]
    dealt = deal_cards(cards, sets, seed=hat.below(2**32), dimension=space.d)
    return Exercise("find", level, space.d, tuple(dealt), sets=tuple(space.sets(dealt)))
