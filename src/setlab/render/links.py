"""Lines through the cards of a SET, laid over a sheet of cards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise, permutations

from setlab.render.drawing import Element, Shape
from setlab.render.path import Path, Point, rounded

WIDTH, HALO, DOT = 3.5, 7.0, 6.0
"""The width of a line, that of the white edge around it, and the radius of the dot on each card."""

STEP = 14.0
"""The distance between two lines at the centre of a card that they share."""


def draw_links(centres: Sequence[Point], groups: Sequence[Sequence[int]], inks: Sequence[str]) -> list[Element]:
    """A line for each group through the centres of its cards, in the order in which it is shortest.

    Lines through the same card pass its centre one below the other.

    >>> len(draw_links([(0, 0), (9, 0), (18, 0)], [(0, 2, 1)], ["#000000"]))
    5
    """
    levels = _levels(groups, len(centres))
    elements: list[Element] = []
    for number, (group, ink) in enumerate(zip(groups, inks, strict=True)):
        points = [(centres[i][0], centres[i][1] + levels[number, i]) for i in _shortest(group, centres)]
        path = Path((("M", points[0]), *(("L", point) for point in points[1:])))
        elements += [Shape(path, stroke="#ffffff", width=HALO, round_caps=True)]
        elements += [Shape(path, stroke=ink, width=WIDTH, round_caps=True)]
        elements += [Shape(_dot(point), fill=ink, stroke="#ffffff", width=1.2) for point in points]
    return elements


def _levels(groups: Sequence[Sequence[int]], cards: int) -> dict[tuple[int, int], float]:
    """How far below the centre of each of its cards each group passes."""
    through = [[number for number, group in enumerate(groups) if card in group] for card in range(cards)]
    return {
        (number, card): STEP * (rank - (len(numbers) - 1) / 2)
        for card, numbers in enumerate(through)
        for rank, number in enumerate(numbers)
    }


def _shortest(group: Sequence[int], centres: Sequence[Point]) -> Sequence[int]:
    """The order of up to five cards in which the line is shortest; larger groups keep theirs."""
    if len(group) > 5:
        return group
    return min(
        permutations(group), key=lambda order: sum(math.dist(centres[a], centres[b]) for a, b in pairwise(order))
    )


def _dot(centre: Point) -> Path:
    x, y = centre
    return rounded(x - DOT, y - DOT, 2 * DOT, 2 * DOT, DOT)
