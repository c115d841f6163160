"""Cards with dots, as in Projective SET: six places, each with a colour and a number of its own; what lacks is a ring.

The place alone tells a dot from the others. The colours are those of Okabe and Ito ("Color Universal Design", 2008),
darker or lighter where two would be alike in grey, and every dot carries its number.
"""

from __future__ import annotations

import math

from setlab.errors import CardError
from setlab.notation.faces import DOTS, Face
from setlab.render.drawing import Element, Label, Path, PlacedGroup, Shape, rounded_rectangle

INKS = ("#a63a00", "#c98500", "#0b7a56", "#3f97d4", "#0b3d78", "#9c4f80")
"""The colour of each dot: vermilion, orange, green, sky blue, blue, purple."""

ACROSS, RADIUS, STEP_X, STEP_Y = 3, 18.0, 52.0, 50.0
"""Dots in a row, the radius of a dot, and the distances of neighbouring centres."""

RING = "#b4bac1"


def shows_dots(face: Face) -> bool:
    """True if the face is one with dots; raise `CardError` if there are no such dots.

    >>> shows_dots({"dots": "136"}), shows_dots({"number": "2"})
    (True, False)
    """
    if DOTS not in face:
        return False
    dots = face[DOTS]
    if not dots or len(set(dots)) < len(dots) or not set(dots) <= set("123456"):
        raise CardError(f"{dots!r} are no dots: give some of 1 to 6, each once, as in 136")
    return True


def dot_places(width: float, height: float) -> list[tuple[float, float]]:
    """The centres of the six places on a card of this size, row by row.

    >>> dot_places(186, 120)[0], dot_places(186, 120)[5]
    ((41.0, 35.0), (145.0, 85.0))
    """
    rows = len(INKS) // ACROSS
    left, top = width / 2 - STEP_X * (ACROSS - 1) / 2, height / 2 - STEP_Y * (rows - 1) / 2
    return [(left + STEP_X * (i % ACROSS), top + STEP_Y * (i // ACROSS)) for i in range(len(INKS))]


def draw_dots(face: Face, width: float, height: float) -> tuple[Element, ...]:
    """The dots of a card with their numbers, and rings in the empty places.

    >>> len(draw_dots({"dots": "136"}, 186, 120))
    6
    """
    places = enumerate(dot_places(width, height), 1)
    return tuple(PlacedGroup(_dot(i) if str(i) in face[DOTS] else _ring(), x, y) for i, (x, y) in places)


def _circle(radius: float) -> Path:
    return rounded_rectangle(-radius, -radius, 2 * radius, 2 * radius, radius)


def _dot(number: int) -> tuple[Element, ...]:
    ink = INKS[number - 1]
    return Shape(_circle(RADIUS), fill=ink), Label(0, 6.4, str(number), RADIUS, "#ffffff", bold=True)


def _ring() -> tuple[Element, ...]:
    dash = 2 * math.pi * RADIUS / 24
    return (Shape(_circle(RADIUS), stroke=RING, width=1.0, dash=(dash / 2, dash / 2)),)
