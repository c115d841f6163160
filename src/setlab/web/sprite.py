"""The sprite of the pages: one SVG with a symbol for every glyph, in two optical sizes, and for every property mark.

All inks are `currentColor`, so that palette and theme are chosen by the style sheet.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from setlab.render import Drawing, to_sprite
from setlab.render.drawing import Group, Path, Shape, rounded_rectangle
from setlab.render.glyph import draw_symbol

INK = "currentColor"
SHAPES = ("oval", "diamond", "squiggle")
FILLINGS = ("solid", "striped", "open")

GLYPH_WIDTH, GLYPH_HEIGHT, SYMBOL_HEIGHT = 50.0, 86.0, 78.0
"""The box of a glyph leaves room for the stronger outline of the small optical size."""

MARKS = {"same": "●●●", "different": "●◐○", "neither": "●●○"}
"""The dots that stand for a property: all the same, all different, two and one."""

MARK_WIDTH, MARK_HEIGHT, DOT = 29.0, 9.0, 3.4


@cache
def page_sprite() -> str:
    """The sprite as SVG text: `oval-striped`, `oval-striped-small` and so on, and the marks, such as `mark-same`.

    >>> page_sprite().count("<symbol ")
    21
    >>> "#" in page_sprite().replace('href="#', "").replace("url(#", "")  # no paint but currentColor
    False
    """
    return to_sprite(glyphs() | marks())


def glyphs() -> dict[str, Drawing]:
    """Every shape with every filling in both optical sizes, by the name of its symbol.

    >>> list(glyphs())[:3]
    ['oval-solid', 'oval-solid-small', 'oval-striped']
    """
    kinds = product(SHAPES, FILLINGS, (False, True))
    return {f"{shape}-{filling}{'-small' * small}": _glyph(shape, filling, small) for shape, filling, small in kinds}


def marks() -> dict[str, Drawing]:
    """The three property marks, by the name of their symbol.

    >>> list(marks())
    ['mark-same', 'mark-different', 'mark-neither']
    """
    return {f"mark-{verdict}": Drawing(MARK_WIDTH, MARK_HEIGHT, _dots(dots)) for verdict, dots in MARKS.items()}


def _glyph(shape: str, filling: str, small: bool) -> Drawing:
    symbol = draw_symbol(shape, filling, INK, SYMBOL_HEIGHT, small)
    return Drawing(GLYPH_WIDTH, GLYPH_HEIGHT, (Group(symbol, GLYPH_WIDTH / 2, GLYPH_HEIGHT / 2),))


def _dots(dots: str) -> tuple[Shape, ...]:
    return tuple(part for i, dot in enumerate(dots) for part in _dot(dot, 4.5 + 10 * i))


def _dot(dot: str, x: float) -> tuple[Shape, ...]:
    """A disc, a disc whose left half is full, or a ring."""
    disc = rounded_rectangle(x - DOT, MARK_HEIGHT / 2 - DOT, 2 * DOT, 2 * DOT, DOT)
    ring = Shape(disc, fill=INK if dot == "●" else None, stroke=INK, width=1.2)
    return (ring, Shape(_left_half(disc, x), fill=INK)) if dot == "◐" else (ring,)


def _left_half(disc: Path, x: float) -> Path:
    """The disc with everything to the right of x moved onto x."""
    return disc.map(lambda at, y: (min(at, x), y))
