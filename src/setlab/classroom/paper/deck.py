"""A deck to print: cards of a usual size with cut marks, or of half or whole sheets for team play, and their backs.

The cells of a sheet are symmetric about its centre, and the back of a sheet has its columns in the opposite order: a
sheet that is turned over its long edge has every back behind its front. All lengths are in mm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Any

from setlab.classroom.paper.faces import Style
from setlab.classroom.paper.typesetting import Document
from setlab.errors import SpecError, unknown_name
from setlab.notation.binary import SET
from setlab.render import Drawing, to_svg
from setlab.render.drawing import Element, Path, PlacedGroup, Shape, curve, rounded_rectangle, segments
from setlab.render.glyph import OUTLINES

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a5": (148.0, 210.0)}
"""Width and height of the sheets, held upright."""

SIZES = ("card", "a5", "a4")
"""A card of a usual deck, half a sheet, a whole sheet."""

CARD = (87.0, 56.0)
"""The size of a playing card that lies on its side; sleeves and boxes for it are sold as "standard American"."""

GUTTER, LEAST_MARGIN = 4.0, 4.0
"""The strip between two cards, and what printers leave white around a sheet."""

BLEED = 1.0
"""The overlap of a coloured background beyond the cut; backs fill half the strip."""

LONGEST_MARK = 6.0

Mark = tuple[float, float, float, float]


@dataclass(frozen=True)
class Cell:
    """The place of one card: the cut, and whether the card stands on its short side."""

    x: float
    y: float
    width: float
    height: float
    turned: bool = False

    def grow(self, by: float) -> Cell:
        """The cell with a strip around it.

        >>> Cell(10, 10, 87, 56).grow(1)
        Cell(x=9, y=9, width=89, height=58, turned=False)
        """
        return replace(self, x=self.x - by, y=self.y - by, width=self.width + 2 * by, height=self.height + 2 * by)


@dataclass(frozen=True)
class Sheet:
    """A sheet of paper with the places of its cards, row by row.

    >>> sheet = sheet_for("card", "a4")
    >>> sheet.width, sheet.height, len(sheet.cells), len(sheet.marks)
    (210.0, 297.0, 9, 48)
    """

    width: float
    height: float
    cells: tuple[Cell, ...]
    marks: tuple[Mark, ...] = ()
    bleed: float = 0.0
    back_bleed: float = 0.0

    def backs(self) -> tuple[Cell, ...]:
        """The places of the backs, in the order of the fronts, after the sheet is turned over its left or right edge.

        >>> sheet = sheet_for("card", "a4")
        >>> [cell.x for cell in sheet.cells[:3]], [cell.x for cell in sheet.backs()[:3]]
        ([17.0, 77.0, 137.0], [137.0, 77.0, 17.0])
        """
        return tuple(replace(cell, x=round(self.width - cell.x - cell.width, 4)) for cell in self.cells)


def sheet_for(size: str = "card", paper: str = "a4") -> Sheet:
    """The sheet for cards of a size on a paper.

    >>> [len(sheet_for(size, "letter").cells) for size in ("card", "a5", "a4")]
    [9, 2, 1]
    >>> sheet_for("a4", "a5")
    Traceback (most recent call last):
    setlab.errors.SpecError: cards of size a4 do not fit on a5 paper: choose size a5 or card, or paper a4
    """
    if size not in SIZES:
        raise SpecError(unknown_name(size, "a size of cards", SIZES))
    width, height = PAPERS[check_paper(paper)]
    if size == "card":
        return _many(width, height)
    if paper == "a5" and size == "a4":
        raise SpecError("cards of size a4 do not fit on a5 paper: choose size a5 or card, or paper a4")
    if size != "a5" or paper == "a5":  # one card on a sheet that lies on its side
        return Sheet(height, width, (Cell(0, 0, height, width),))
    # two cards that lie one above the other, with marks at both ends of the cut between them
    half = height / 2
    cells = (Cell(0, 0, width, half), Cell(0, half, width, half))
    return Sheet(width, height, cells, ((2, half, 8, half), (width - 8, half, width - 2, half)))


def check_paper(paper: str) -> str:
    """The name of the paper; raise `SpecError` unless there is such a paper."""
    if paper not in PAPERS:
        raise SpecError(unknown_name(paper, "a paper", PAPERS))
    return paper


def _many(width: float, height: float) -> Sheet:
    """As many upright playing cards as fit, in the middle of the sheet."""
    high, wide = CARD
    xs, ys = _starts(width, wide), _starts(height, high)
    cells = tuple(Cell(x, y, wide, high, turned=True) for y in ys for x in xs)
    marks = (*_marks(xs, wide, ys, high, height), *((x, y, u, v) for y, x, v, u in _marks(ys, high, xs, wide, width)))
    return Sheet(width, height, cells, marks, BLEED, GUTTER / 2)


def _starts(total: float, each: float) -> list[float]:
    """The positions of cards side by side, centred."""
    number = int((total - 2 * LEAST_MARGIN + GUTTER) // (each + GUTTER))
    margin = (total - number * each - (number - 1) * GUTTER) / 2
    return [round(margin + i * (each + GUTTER), 4) for i in range(number)]


def _marks(xs: list[float], wide: float, ys: list[float], high: float, total: float) -> Iterator[Mark]:
    """Upright marks in line with every left and right cut: at both ends of the sheet and between its rows."""
    last = ys[-1] + high
    longest = min(LONGEST_MARK, ys[0] - BLEED)
    gaps = [(ys[0] - BLEED - longest, ys[0] - BLEED), (last + BLEED, min(last + BLEED + longest, total))]
    gaps += [(y + high + BLEED, y + high + GUTTER - BLEED) for y in ys[:-1]]
    for x in xs:
        for cut in (x, x + wide):
            yield from ((cut, round(top, 4), cut, round(bottom, 4)) for top, bottom in gaps)


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
    deck: str = SET,
) -> Document:
    """The sheets of a deck; with `backs`, the back of a sheet follows the sheet, for printing on both sides.

    The deck is that of SET, or `quads` or `projective`.

    >>> len(deck_document().content["pages"]), len(deck_document("a5", backs=True).content["pages"])
    (9, 82)
    >>> [len(deck_document(deck=deck).content["pages"]) for deck in ("quads", "projective")]
    [8, 7]
    """
    style, sheet = Style(palette, words, language, dimension, deck), sheet_for(size, paper)
    cards = list(style.notation.deck)
    pictures = style.pictures(cards) | ({"back": _back(sheet)} if backs else {})
    title = style.texts.say("deck.title", n=len(cards))
    pages = list(_pages(cards, sheet, style, backs))
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
    elements = (*_field(wide, high), PlacedGroup(tuple(_plane()), wide / 2, high / 2))
    return Drawing(wide, high, elements)


def _field(wide: float, high: float) -> Iterator[Element]:
    """Outlines of the three shapes on a lattice through the centre, chosen so that a half-turn keeps them."""
    across, down = int(wide / 2 / PITCH_X) + 1, int(high / 2 / PITCH_Y) + 1
    for i, j in product(range(-across, across + 1), range(-down, down + 1)):
        outline = OUTLINES[SHAPES[(i * i + j * j) % 3]].scale(SYMBOL)
        x, y = i * PITCH_X, j * PITCH_Y
        if abs(x) > FRAME + 5 or abs(y) > FRAME + 8:
            yield PlacedGroup((Shape(outline, stroke=PALE, width=1.0),), wide / 2 + x, high / 2 + y)


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
        yield from (segments([((-STEP, at), (STEP, at))]), segments([((at, -STEP), (at, STEP))]))
    yield from (segments([((-STEP, -STEP), (STEP, STEP))]), segments([((-STEP, STEP), (STEP, -STEP))]))


def _bent_lines() -> Iterator[Path]:
    """The four broken diagonals: along two neighbouring middles, then around a corner to the one opposite."""
    bent = curve((0.0, -1.0), [(0.33, -0.67, 0.67, -0.33, 1.0, 0.0), (2.35, 1.35, 0.9, 2.0, -1.0, 1.0)])
    open_bent = Path(bent.commands[:-1]).scale(STEP)
    yield from (open_bent, open_bent.map(lambda x, y: (-x, -y)))
    yield from (open_bent.map(lambda x, y: (-x, y)), open_bent.map(lambda x, y: (x, -y)))
