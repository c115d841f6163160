"""A deck to print: cards of a usual size with cut marks, or of half or whole sheets for team play, and their backs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import product
from typing import Any

from setlab.classroom.paper.faces import Style
from setlab.classroom.paper.layout import Cell, Sheet, sheet_for
from setlab.classroom.paper.typesetting import Document
from setlab.geometry import Space
from setlab.render import Drawing, to_svg
from setlab.render.drawing import Element, Group, Path, Point, Shape, curve, rounded_rectangle
from setlab.render.glyph import OUTLINES

NOTE_MARGIN = 10.0
"""The least margin at the foot of a sheet with room for a note."""


def deck_document(
    size: str = "card",
    paper: str = "a4",
    backs: bool = False,
    palette: str = "classic",
    words: bool = False,
    dimension: int = 4,
    language: str = "en",
) -> Document:
    """The sheets of a deck; with `backs`, the back of a sheet follows the sheet, for printing on both sides.

    >>> len(deck_document().content["pages"]), len(deck_document("a5", backs=True).content["pages"])
    (9, 82)
    """
    style, sheet = Style(palette, words, language, dimension), sheet_for(size, paper)
    deck = list(Space(dimension))
    pictures = style.pictures(deck) | ({"back": _back(sheet)} if backs else {})
    title = style.texts.say("deck.title", n=len(deck))
    pages = list(_pages(deck, sheet, style, backs))
    content = {"title": title, "language": language, "width": sheet.width, "height": sheet.height, "pages": pages}
    return Document("deck", content, pictures)


def _pages(deck: Sequence[int], sheet: Sheet, style: Style, backs: bool) -> Iterator[dict[str, Any]]:
    size = len(sheet.cells)
    sheets = [deck[first : first + size] for first in range(0, len(deck), size)]
    foot = sheet.height - max(cell.y + cell.height for cell in sheet.cells)
    has_room = bool(sheet.bleed) and foot >= NOTE_MARGIN
    for number, cards in enumerate(sheets, start=1):
        cells = [
            {**asdict(cell), "paint": asdict(cell.grow(sheet.bleed)), **style.card_data(card)}
            for cell, card in zip(sheet.cells, cards, strict=False)
        ]
        note = style.texts.say("deck.note", n=number, of=len(sheets)) if has_room else ""
        yield {"cells": cells, "marks": sheet.marks, "note": note}
        if backs:
            behind = [_behind(cell, sheet, style) for cell in sheet.backs()[: len(cards)]]
            yield {"cells": behind, "marks": [], "note": ""}


def _behind(cell: Cell, sheet: Sheet, style: Style) -> dict[str, Any]:
    """A back, which fills its area."""
    empty = {"ground": "", "words": [], "ink": "", "paint": asdict(cell)}
    return asdict(cell.grow(sheet.back_bleed)) | {"picture": "back", "alt": style.texts.say("deck.back"), **empty}


def _back(sheet: Sheet) -> str:
    """The back as SVG, in the proportions of a card that lies on its side, with the strip around it."""
    cell = sheet.cells[0]
    area = cell.grow(sheet.back_bleed)
    long, short = sorted((area.width, area.height), reverse=True)
    return to_svg(draw_back(long, short, min(cell.width, cell.height)))


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
        outline = OUTLINES[SHAPES[(i * i + j * j) % 3]].scale(SYMBOL)
        x, y = i * PITCH_X, j * PITCH_Y
        if abs(x) > FRAME + 5 or abs(y) > FRAME + 8:
            yield Group((Shape(outline, stroke=PALE, width=1.0),), wide / 2 + x, high / 2 + y)


def _plane() -> Iterator[Shape]:
    """Nine points, and a line through every three of them that are a SET."""
    plate = rounded_rectangle(-FRAME, -FRAME, 2 * FRAME, 2 * FRAME, 9.0)
    yield Shape(plate, fill="#ffffff", stroke=INK, width=1.4)
    for line in (*_straight_lines(), *_bent_lines()):
        yield Shape(line, stroke=INK, width=1.2)
    for x, y in product((-STEP, 0.0, STEP), repeat=2):
        disc = rounded_rectangle(x - DOT, y - DOT, 2 * DOT, 2 * DOT, DOT)
        yield Shape(disc, fill="#ffffff", stroke=INK, width=1.6)


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
    open_bent = Path(bent.commands[:-1]).scale(STEP)
    yield open_bent
    yield open_bent.map(lambda x, y: (-x, -y))
    yield open_bent.map(lambda x, y: (-x, y))
    yield open_bent.map(lambda x, y: (x, -y))


def _segment(start: Point, end: Point) -> Path:
    return Path((("M", start), ("L", end)))
