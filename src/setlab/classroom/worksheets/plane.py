"""Complete the plane: a square of 3×3 cards in which every row, column and diagonal is a SET.

Easy: the first row and the first column are shown, and two properties change within the plane. Medium: the three cards
in a corner are shown, and at most three properties change. Hard: three cards are shown that are not all in one corner,
and all properties change.
"""

from __future__ import annotations

from itertools import combinations

from setlab.classroom.worksheets.exercise import Exercise, Hat
from setlab.geometry import Space, plane

CROSS, CORNER = (0, 1, 2, 3, 6), (0, 1, 3)
"""The places of the first row and the first column, and of a corner; places are counted row by row."""


def _is_spread(places: tuple[int, ...]) -> bool:
    """True if three places are on no line, and do not lie within a square of 2×2."""
    rows, columns = [place // 3 for place in places], [place % 3 for place in places]
    on_a_line = sum(rows) % 3 == 0 and sum(columns) % 3 == 0
    return not on_a_line and max(max(rows) - min(rows), max(columns) - min(columns)) == 2


SPREAD = tuple(places for places in combinations(range(9), 3) if _is_spread(places))


def make(level: int, space: Space, hat: Hat) -> Exercise:
    """A square with empty places, which three cards that are not a SET determine.

    >>> [sum(card is not None for card in make(level, Space(4), Hat(1, 0)).cards) for level in (1, 2, 3)]
    [5, 3, 3]
    """
    square = _square(level, space, hat)
    shown = CROSS if level == 1 else CORNER if level == 2 else hat.one_of(SPREAD)
    cards = tuple(card if place in shown else None for place, card in enumerate(square))
    hidden = tuple(card for place, card in enumerate(square) if place not in shown)
    return Exercise("plane", level, space.d, cards, hidden)


def _square(level: int, space: Space, hat: Hat) -> list[int]:
    """The cards of a plane within which the right number of properties changes."""
    moving = min(level + 1, space.d) if level < 3 else space.d
    changed = hat.some_of(range(space.d), moving)

    def step() -> int:
        return space.card(hat.below(3) if i in changed else 0 for i in range(space.d))

    def fits(steps: tuple[int, int]) -> bool:
        across, down = steps
        return across != 0 and down not in space.line(0, across) and _changing(steps, space) == moving

    first = hat.below(len(space))
    across, down = hat.until(lambda: (step(), step()), fits)
    rows = plane(first, space.add(first, across), space.add(first, down), space)
    return [card for row in rows for card in row]


def _changing(steps: tuple[int, int], space: Space) -> int:
    return sum(any(pair) for pair in zip(*map(space.coordinates, steps), strict=True))
