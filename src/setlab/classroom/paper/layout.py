"""The layout of cards on paper: cells, cut marks, and the backs that meet their fronts. All lengths are in mm.

The cells of a sheet are symmetric about its centre, and the back of a sheet has its columns in the opposite order: a
sheet that is turned over its long edge has every back behind its front.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from setlab.errors import SpecError, unknown_name

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
