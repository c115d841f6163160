"""The picture of one card: background, border, up to five symbols in a row, and words."""

from __future__ import annotations

from setlab.arguments import checked
from setlab.notation.faces import Face, describe, part_of, words_of
from setlab.render.border import draw_border
from setlab.render.drawing import Drawing, Element, Group, Label, Shape
from setlab.render.face import completed, undrawn_words
from setlab.render.glyph import draw_symbol
from setlab.render.palette import DARK_GROUNDS, Palette, find_palette
from setlab.render.path import rounded

WIDTH, HEIGHT, RADIUS = SIZE = 186.0, 120.0, 11.0
"""A card is 1.55 times as wide as it is high."""

SYMBOL_HEIGHTS = {1: 78.0, 2: 78.0, 3: 78.0, 4: 68.0, 5: 56.0}
PITCHES = {1: 0.0, 2: 51.0, 3: 51.0, 4: 41.0, 5: 33.0}
"""The distance between the centres of neighbouring symbols, by the number of symbols."""

WORD_SIZE = 9.0


@checked
def draw_card(face: Face, palette: Palette | str = "classic") -> Drawing:
    """The card with this face.

    >>> card = draw_card({"number": "2", "colour": "purple", "filling": "striped", "shape": "diamond"})
    >>> card.width, card.height, card.title
    (186.0, 120.0, '2 purple striped diamonds')
    """
    palette = find_palette(palette)
    full = completed(face)
    ground, neutral = palette.ground(full["background"]), palette.ink(None, full["background"])
    words = _words(face, palette)
    blank = Group((_plate(full["background"], ground), *draw_border(full["border"], *SIZE, neutral, ground)))
    elements: tuple[Element, ...] = (blank, *_symbols(full, palette, len(words)), *_foot(words, neutral))
    return Drawing(WIDTH, HEIGHT, elements, describe(face))


@checked
def draw_symbols(face: Face, palette: Palette | str = "classic", lines: int = 0, small: bool = False) -> Drawing:
    """The symbols of a card without its background and edge, as on paper, with room below for lines of words.

    Symbols for small pictures have fewer stripes and stronger lines.

    >>> symbols = draw_symbols({"number": "2", "colour": "red", "shape": "oval"})
    >>> symbols.width, symbols.height, len(symbols.elements)
    (186.0, 120.0, 2)
    """
    return Drawing(WIDTH, HEIGHT, tuple(_symbols(completed(face), find_palette(palette), lines, small)), describe(face))


def _plate(background: str, ground: str) -> Shape:
    """The background, with a fine edge that is visible on a page of any colour."""
    edge = "#6b7178" if background in DARK_GROUNDS else "#9aa0a8"
    return Shape(rounded(0.6, 0.6, WIDTH - 1.2, HEIGHT - 1.2, RADIUS), fill=ground, stroke=edge, width=1.2)


def _symbols(full: dict[str, str], palette: Palette, lines: int, small: bool = False) -> list[Group]:
    """The symbols in a row, slightly smaller and higher if there are words below."""
    number, ink = int(full["number"]), palette.ink(full.get("colour"), full["background"])
    height = SYMBOL_HEIGHTS[number] * (1 - 0.11 * lines)
    symbol = draw_symbol(full["shape"], full["filling"], ink, height, small)
    middle = (HEIGHT - lines * (WORD_SIZE + 2)) / 2 + (2 if lines else 0)
    first = WIDTH / 2 - PITCHES[number] * (number - 1) / 2
    return [Group(symbol, first + PITCHES[number] * i, middle) for i in range(number)]


def _words(face: Face, palette: Palette) -> list[str]:
    """The lines at the foot: all properties if the palette writes them, otherwise those that cannot be drawn."""
    rest = undrawn_words(face)
    if not palette.written:
        return [" · ".join(rest)] if rest else []
    symbols = part_of(face, ("number", "colour", "filling", "shape"))
    around = [f"{words_of(face)[name]} {name}" for name in ("background", "border") if name in face]
    return [line for line in (describe(symbols) if symbols else "", " · ".join(around), " · ".join(rest)) if line]


def _foot(words: list[str], ink: str) -> list[Label]:
    base = HEIGHT - 14
    return [
        Label(WIDTH / 2, base - (len(words) - 1 - i) * (WORD_SIZE + 2), line, WORD_SIZE, ink)
        for i, line in enumerate(words)
    ]
