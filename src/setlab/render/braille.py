"""Symbols in braille: the outlines of `glyph` on a raster of dots, with 2 × 4 dots in a character."""

from __future__ import annotations

from functools import cache

from setlab.render.glyph import OUTLINES
from setlab.render.path import inside

COLUMNS, ROWS = 17, 4
"""The size of the picture on a card, in characters."""

SIZES = {1: (9, 15, 3), 2: (9, 15, 3), 3: (9, 15, 3), 4: (7, 15, 2), 5: (5, 13, 2)}
"""Width and height of a symbol and the gap to the next, in dots, by the number of symbols."""

_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
Dots = frozenset[tuple[int, int]]


@cache
def picture(number: int, filling: str, shape: str) -> tuple[str, ...]:
    """The symbols of a card side by side, as four lines of 17 characters.

    >>> for line in picture(3, "striped", "diamond"):
    ...     print(line.replace("\\u2800", " ").rstrip())
     ⡠⠧⡀   ⡠⠧⡀   ⡠⠧⡀
    ⡰⠭⠭⠵⡀ ⡰⠭⠭⠵⡀ ⡰⠭⠭⠵⡀
    ⠘⡭⠭⡝  ⠘⡭⠭⡝  ⠘⡭⠭⡝
     ⠈⠏    ⠈⠏    ⠈⠏
    """
    width, height, gap = SIZES[number]
    step = width + gap
    left, top = (2 * COLUMNS - number * step + gap) // 2, (4 * ROWS - height) // 2
    symbol = symbol_dots(shape, filling, width, height)
    dots = {(left + step * i + x, top + y) for i in range(number) for x, y in symbol}
    return tuple("".join(_character(dots, column, row) for column in range(COLUMNS)) for row in range(ROWS))


@cache
def symbol_dots(shape: str, filling: str, width: int, height: int) -> Dots:
    """The dots of one symbol in a box: its outline, and the dots of its filling."""
    body = _body(shape, width, height)
    rim = {(x, y) for x, y in body if not {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} <= body}
    return frozenset(rim | {(x, y) for x, y in body if _filled(filling, x, y)})


def _body(shape: str, width: int, height: int) -> Dots:
    """The dots whose centres lie inside the outline, which is stretched to the box."""
    left, top, right, bottom = OUTLINES[shape].bounds
    polygons = OUTLINES[shape].polygons()
    return frozenset(
        (x, y)
        for x in range(width)
        for y in range(height)
        if inside(
            polygons,
            left + (x + 0.5) / width * (right - left),
            top + (y + 0.5) / height * (bottom - top),
        )
    )


def _filled(filling: str, x: int, y: int) -> bool:
    if filling == "striped":
        return y % 2 == 0
    if filling == "dotted":
        return x % 2 == 0 and (y + x) % 4 == 2
    if filling == "chequered":
        return (x // 2 + y // 2) % 2 == 0
    return filling == "solid"


def _character(dots: set[tuple[int, int]], column: int, row: int) -> str:
    bits = sum(_BITS[y][x] for x in range(2) for y in range(4) if (2 * column + x, 4 * row + y) in dots)
    return chr(0x2800 + bits)
