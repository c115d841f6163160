"""The glyphs: the outline of every shape and the pattern of every filling, from which all pictures are made.

Outlines are upright, in a box of height 1 centred at the origin.
"""

from __future__ import annotations

import math

from setlab.render.drawing import Path, Shape, curve, polygon, rounded_rectangle, segments


def _squiggle() -> Path:
    """An upright wave: one flank, and the same flank rotated by 180°."""
    flank = (
        (-0.245, 0.07, -0.095, -0.025, -0.095, -0.18),
        (-0.095, -0.285, -0.205, -0.335, -0.205, -0.415),
        (-0.205, -0.485, -0.125, -0.5, -0.045, -0.5),
        (0.13, -0.5, 0.245, -0.4, 0.245, -0.25),
    )
    return curve((-0.245, 0.25), [*flank, *(tuple(-number for number in cubic) for cubic in flank)])


def _star() -> Path:
    outer, inner = (0.27, 0.42), (0.124, 0.193)
    tips = [(inner if i % 2 else outer, math.pi * i / 5) for i in range(10)]
    return polygon([(rx * math.sin(angle), 0.04 - ry * math.cos(angle)) for (rx, ry), angle in tips])


HEART = (
    (0.04, -0.36, 0.09, -0.4, 0.14, -0.4), (0.22, -0.4, 0.26, -0.32, 0.26, -0.2), (0.26, 0.04, 0.08, 0.2, 0.0, 0.4),
    (-0.08, 0.2, -0.26, 0.04, -0.26, -0.2), (-0.26, -0.32, -0.22, -0.4, -0.14, -0.4),
    (-0.09, -0.4, -0.04, -0.36, 0.0, -0.26),
)  # fmt: skip
"""The cubics of a heart, clockwise from its upper notch."""


OUTLINES: dict[str, Path] = {
    "oval": rounded_rectangle(-0.24, -0.5, 0.48, 1.0, 0.24),
    "diamond": polygon([(0.0, -0.5), (0.26, 0.0), (0.0, 0.5), (-0.26, 0.0)]),
    "squiggle": _squiggle(),
    "star": _star(),
    "heart": curve((0.0, -0.26), HEART),
}
"""The outline of each shape; oval and diamond are about twice as high as wide."""

STRIPES, SMALL_STRIPES = 20, 8
"""The number of stripes of a striped symbol from top to bottom, in the normal and in the small optical size."""


def draw_symbol(shape: str, filling: str, ink: str, height: float, small: bool = False) -> tuple[Shape, ...]:
    """One symbol centred at the origin: its filling, then its outline.

    As type does, symbols have two optical sizes: those for small pictures have fewer stripes and stronger lines.

    >>> len(draw_symbol("oval", "striped", "#000000", 80)), len(draw_symbol("oval", "open", "#000000", 80))
    (2, 1)
    >>> [draw_symbol("oval", "open", "#000000", 78, small)[0].width for small in (False, True)]
    [2.6, 5.2]
    """
    outline, line = OUTLINES[shape].scale(height), height / (15 if small else 30)
    if filling == "solid":
        return (Shape(outline, fill=ink, stroke=ink, width=line),)
    return (*_filling(filling, ink, height, outline, small), Shape(outline, stroke=ink, width=line))


def _filling(filling: str, ink: str, height: float, clip: Path, small: bool) -> tuple[Shape, ...]:
    """Horizontal lines clipped by the outline: thin for stripes, with round dashes for dots, square for chequers."""
    if filling == "striped":
        pitch = height / (SMALL_STRIPES if small else STRIPES)
        return (Shape(_rows(pitch, 0, height), stroke=ink, width=pitch * (0.41 if small else 0.36), clip=clip),)
    if filling == "dotted":
        pitch = height / 13
        rows = _rows(pitch, pitch, height)
        return (Shape(rows, None, ink, pitch * 0.62, (0, 2 * pitch), round_caps=True, clip=clip),)
    if filling == "chequered":
        pitch = height / 11
        return (Shape(_rows(pitch, pitch, height), None, ink, pitch, (pitch, pitch), clip=clip),)
    return ()


def _rows(pitch: float, shift: float, height: float) -> Path:
    """Horizontal lines across a symbol, one of them through the centre, every other one shifted to the left."""
    half, reach = math.floor(height / 2 / pitch), math.ceil(height / 3 / (2 * pitch)) * 2 * pitch
    rows = range(-half, half + 1)
    return segments(((-reach - shift * (row % 2), row * pitch), (reach, row * pitch)) for row in rows)
