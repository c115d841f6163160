"""The back of the cards: the plane of nine cards with its twelve SETs, on a field of the three shapes.

A half-turn maps the back to itself, so that no card betrays which way round it lies.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from setlab.render import Drawing
from setlab.render.drawing import Element, Group, Shape
from setlab.render.glyph import OUTLINES
from setlab.render.path import Path, Point, curve, rounded

INK, PALE = "#14539a", "#9db9d8"
SHAPES = ("oval", "diamond", "squiggle")

UNIT = 120.0
"""The short side of a card."""

PITCH_X, PITCH_Y, SYMBOL = 11.0, 16.0, 12.0
STEP, DOT, FRAME = 17.5, 4.2, 38.5
"""The distance of neighbouring points of the plane, the radius of a point, half the width of the plate below them."""


def draw_back(width: float, height: float, unit: float) -> Drawing:
    """The back of a card on an area of the given size, on which the short side of the card measures `unit`.

    >>> back = draw_back(91, 60, unit=56)
    >>> back.height == 60 * 120 / 56
    True
    """
    wide, high = width * UNIT / unit, height * UNIT / unit
    elements = (*_field(wide, high), Group(tuple(_plane()), wide / 2, high / 2))
    return Drawing(wide, high, elements)


def _field(wide: float, high: float) -> Iterator[Element]:
    """Outlines of the three shapes on a lattice through the centre, chosen so that a half-turn keeps them."""
    across, down = int(wide / 2 / PITCH_X) + 1, int(high / 2 / PITCH_Y) + 1
    for i, j in product(range(-across, across + 1), range(-down, down + 1)):
        outline = OUTLINES[SHAPES[(i * i + j * j) % 3]].scaled(SYMBOL)
        x, y = i * PITCH_X, j * PITCH_Y
        if abs(x) > FRAME + 5 or abs(y) > FRAME + 8:
            yield Group((Shape(outline, stroke=PALE, width=1.0),), wide / 2 + x, high / 2 + y)


def _plane() -> Iterator[Shape]:
    """Nine points, and a line through every three of them that are a SET."""
    plate = rounded(-FRAME, -FRAME, 2 * FRAME, 2 * FRAME, 9.0)
    yield Shape(plate, fill="#ffffff", stroke=INK, width=1.4)
    for line in (*_straight_lines(), *_bent_lines()):
        yield Shape(line, stroke=INK, width=1.2)
    for x, y in product((-STEP, 0.0, STEP), repeat=2):
        yield Shape(_disc(x, y), fill="#ffffff", stroke=INK, width=1.6)


def _straight_lines() -> Iterator[Path]:
    """The rows, the columns and the two diagonals."""
    for at in (-STEP, 0.0, STEP):
        yield _segment((-STEP, at), (STEP, at))
        yield _segment((at, -STEP), (at, STEP))
    yield _segment((-STEP, -STEP), (STEP, STEP))
    yield _segment((-STEP, STEP), (STEP, -STEP))


def _bent_lines() -> Iterator[Path]:
    """The four broken diagonals: along two neighbouring middles, then around a corner to the one opposite."""
    bent = curve((0.0, -1.0), [(0.33, -0.67, 0.67, -0.33, 1.0, 0.0), (2.35, 1.35, 0.9, 2.0, -1.0, 1.0)])
    open_bent = Path(bent.commands[:-1]).scaled(STEP)
    yield open_bent
    yield open_bent.mapped(lambda x, y: (-x, -y))
    yield open_bent.mapped(lambda x, y: (-x, y))
    yield open_bent.mapped(lambda x, y: (x, -y))


def _segment(start: Point, end: Point) -> Path:
    return Path((("M", start), ("L", end)))


def _disc(x: float, y: float) -> Path:
    return rounded(x - DOT, y - DOT, 2 * DOT, 2 * DOT, DOT)
