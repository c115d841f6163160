"""A deck to print: cards of a usual size with cut marks, or of half a sheet or a whole sheet for team play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from setlab.classroom.paper.back import draw_back
from setlab.classroom.paper.faces import Style
from setlab.classroom.paper.layout import Cell, Sheet, sheet_for
from setlab.classroom.paper.typesetting import Document
from setlab.geometry import Space
from setlab.render import to_svg

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
    for number, cards in enumerate(sheets, start=1):
        cells = [_front(cell, card, sheet, style) for cell, card in zip(sheet.cells, cards, strict=False)]
        note = style.texts.say("deck.note", n=number, of=len(sheets)) if _has_room(sheet) else ""
        yield {"cells": cells, "marks": sheet.marks, "note": note}
        if backs:
            yield {
                "cells": [_behind(cell, sheet, style) for cell in sheet.backs()[: len(cards)]],
                "marks": [],
                "note": "",
            }


def _front(cell: Cell, card: int, sheet: Sheet, style: Style) -> dict[str, Any]:
    return _placed(cell) | {"paint": _placed(cell.grown(sheet.bleed)), **style.printed(card)}


def _behind(cell: Cell, sheet: Sheet, style: Style) -> dict[str, Any]:
    """A back, which fills its area."""
    empty = {"ground": "", "words": [], "ink": "", "paint": _placed(cell)}
    return _placed(cell.grown(sheet.back_bleed)) | {"picture": "back", "alt": style.texts.say("deck.back"), **empty}


def _placed(cell: Cell) -> dict[str, Any]:
    return {"x": cell.x, "y": cell.y, "width": cell.width, "height": cell.height, "turned": cell.turned}


def _back(sheet: Sheet) -> str:
    """The back as SVG, in the proportions of a card that lies on its side, with the strip around it."""
    cell = sheet.cells[0]
    area = cell.grown(sheet.back_bleed)
    long, short = sorted((area.width, area.height), reverse=True)
    return to_svg(draw_back(long, short, min(cell.width, cell.height)))


def _has_room(sheet: Sheet) -> bool:
    return bool(sheet.bleed) and sheet.height - max(cell.y + cell.height for cell in sheet.cells) >= NOTE_MARGIN
