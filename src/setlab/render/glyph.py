"""The elements of a card's drawing: the outline of every shape, the pattern of every filling, and palettes of inks.

Outlines are upright, in a box of height 1 centred at the origin. A palette has the ink of each colour on each
background, and says whether the properties are also written in words.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

from setlab.arguments import checked
from setlab.errors import SpecError, join_names, unknown_name
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


DARK_GROUNDS = frozenset({"black", "grey", "teal"})
"""The backgrounds on which inks are light."""


@checked
@dataclass(frozen=True)
class Palette:
    """The inks of a deck: for each colour one for light and one for dark backgrounds.

    >>> find_palette("classic").ink("red", "white") != find_palette("classic").ink("red", "black")
    True
    """

    name: str
    inks: Mapping[str, tuple[str, str]]
    grounds: Mapping[str, str]
    neutral: tuple[str, str] = ("#2b2f36", "#eef0f3")
    written: bool = False

    def ink(self, colour: str | None, background: str) -> str:
        """The ink of a colour on a background; the neutral ink if there is no colour."""
        light, dark = self.neutral if colour is None else _find_paint(self.inks, colour, "a colour")
        return dark if background in DARK_GROUNDS else light

    def ground(self, background: str) -> str:
        """The paint of a background."""
        return _find_paint(self.grounds, background, "a background")


T = TypeVar("T")


def _find_paint(paints: Mapping[str, T], name: str, what: str) -> T:
    """The paint of this name; raise `SpecError` if the palette has none."""
    if name not in paints:
        raise SpecError(unknown_name(name, f"{what} of this palette", paints))
    return paints[name]


_GROUNDS = MappingProxyType(
    {"white": "#ffffff", "black": "#101216", "grey": "#4e535a", "cream": "#fbecc0", "teal": "#00363d"}
)

_CLASSIC = MappingProxyType({
    "red": ("#dc1f2e", "#ff8a80"), "green": ("#00843f", "#5fd98b"), "purple": ("#5a2b91", "#c9a6ff"),
    "pink": ("#d6409f", "#ffb3e0"), "blue": ("#1464d2", "#8cc8ff"),
})  # fmt: skip

# The hues are those that Okabe and Ito chose to stay apart in every form of colour-blindness ("Color
# Universal Design", 2008): vermilion for red, bluish green, blue, reddish purple for pink; purple is a deep
# violet. Their inks are much alike in grey, so here lightness climbs in steps instead: on light grounds CIE
# L* is about 19 for purple, 33 blue, 40 red, 48 pink, 55 green; on dark ones 68 for red, 73 pink, 79 purple,
# 86 blue, 93 green. tests/render/test_palette.py simulates these claims.
_SAFE = MappingProxyType({
    "red": ("#b3260a", "#fa8455"), "green": ("#00976e", "#a6fece"), "purple": ("#3a0886", "#d4b7ff"),
    "pink": ("#b8478e", "#f397bf"), "blue": ("#0a4a9c", "#b4dcf5"),
})  # fmt: skip

_CHOICES = (("classic", _CLASSIC, False), ("safe", _SAFE, False), ("labelled", _CLASSIC, True))
_PALETTES = {name: Palette(name, inks, _GROUNDS, written=written) for name, inks, written in _CHOICES}
PALETTES: Mapping[str, Palette] = MappingProxyType(_PALETTES)
"""As on the printed cards; safe for the colour-blind and in grey; as printed, with all properties in words."""


@checked
def find_palette(name: str | Palette) -> Palette:
    """The palette of a name.

    >>> find_palette("labelled").written
    True
    >>> find_palette("x")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'x' is not a palette: choose classic, safe or labelled
    """
    if isinstance(name, Palette):
        return name
    if name not in PALETTES:
        raise SpecError(f"{name!r} is not a palette: choose {join_names(PALETTES)}")
    return PALETTES[name]
