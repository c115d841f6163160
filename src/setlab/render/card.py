"""The picture of one card: background, border, up to five symbols in a row, and words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from setlab.arguments import checked
from setlab.errors import CardError, join_names
from setlab.notation.faces import PROPERTIES, Face, describe, part_of, words_of
from setlab.render.dots import draw_dots, shows_dots
from setlab.render.drawing import Drawing, Element, Label, Path, PlacedGroup, Point, Shape, curve, rounded_rectangle
from setlab.render.glyph import DARK_GROUNDS, Palette, draw_symbol, find_palette

DEFAULTS = {"number": "1", "filling": "solid", "shape": "oval", "background": "white", "border": "thin"}
"""The values drawn for properties that the deck lacks; without a colour, the ink is neutral."""

UNDRAWN = ("texture", "scent")
"""The properties that cannot be drawn and are written on the card."""


def check_face(face: Face) -> Face:
    """The face itself; raise `CardError` unless all its properties and values are known.

    >>> check_face({"number": "6"})
    Traceback (most recent call last):
    setlab.errors.CardError: '6' is not a number: choose 1, 2, 3, 4 or 5
    """
    for name, value in face.items():
        if name not in PROPERTIES:
            raise CardError(f"{name!r} is not a property: choose {join_names(PROPERTIES)}")
        if value not in PROPERTIES[name]:
            raise CardError(f"{value!r} is not a {name}: choose {join_names(PROPERTIES[name])}")
    return face


def complete_face(face: Face) -> dict[str, str]:
    """The face with the defaults of missing properties, except the colour.

    >>> complete_face({"colour": "red"})["shape"]
    'oval'
    """
    return DEFAULTS | dict(check_face(face))


def word_lines(face: Face) -> list[str]:
    """The face in words, in a few short lines.

    >>> word_lines({"number": "2", "colour": "purple", "filling": "striped", "shape": "diamond"})
    ['2 purple', 'striped', 'diamonds']
    """
    word = dict(words_of(face))
    if "shape" in word and face.get("number", "1") != "1":
        word["shape"] += "s"
    lines = [("number", "colour"), ("filling",), ("shape",), ("background",), ("border",), UNDRAWN]
    forms = {"background": "on {}", "border": "{} border"}
    written = [[forms.get(name, "{}").format(word[name]) for name in line if name in word] for line in lines]
    return [(", " if line is UNDRAWN else " ").join(words) for line, words in zip(lines, written, strict=True) if words]


def undrawn_words(face: Face) -> list[str]:
    """The values that cannot be drawn.

    >>> undrawn_words({"shape": "oval", "scent": "mint"})
    ['mint']
    """
    return [words_of(face)[name] for name in UNDRAWN if name in face]


INSET = 5.5
"""The distance of the middle of the border from the edge of the card."""


def draw_border(border: str, width: float, height: float, radius: float, ink: str, ground: str) -> tuple[Shape, ...]:
    """The shapes of a border; a thin border has none, since it is the edge of the card itself.

    >>> len(draw_border("thin", 186, 120, 10, "#000000", "#ffffff"))
    0
    """
    inner = width - 2 * INSET, height - 2 * INSET, radius - INSET / 2
    frame = rounded_rectangle(INSET, INSET, *inner)
    if border == "dashed":
        dash = _perimeter(*inner) / 48
        return (Shape(frame, None, ink, 2.2, (dash * 0.6, dash * 0.4)),)
    if border == "heavy":
        return (Shape(frame, None, ink, 5.0),)
    if border == "wavy":
        return (Shape(_wave(*inner), None, ink, 1.7),)
    if border == "chain":
        pitch = _perimeter(*inner) / 64
        links = [Shape(frame, None, paint, w, (0, pitch), round_caps=True) for paint, w in ((ink, 6.6), (ground, 4.0))]
        return (Shape(frame, None, ink, 1.3), *links)
    return ()


def _perimeter(width: float, height: float, radius: float) -> float:
    return 2 * (width + height) - 8 * radius + 2 * math.pi * radius


def _wave(width: float, height: float, radius: float, waves: int = 44, swing: float = 2.4) -> Path:
    """A wave along the frame: cubics from crest to trough, level at both ends, which approximate a sine."""
    reach = 0.42 * _perimeter(width, height, radius) / waves / 2
    crests = list(_stations(width, height, radius, 2 * waves, swing))
    cubics = [
        (x + along_x * reach, y + along_y * reach, to_x - on_x * reach, to_y - on_y * reach, to_x, to_y)
        for ((x, y), (along_x, along_y)), ((to_x, to_y), (on_x, on_y)) in pairwise([*crests, crests[0]])
    ]
    return curve(crests[0][0], cubics)


def _stations(width: float, height: float, radius: float, count: int, swing: float) -> Iterator[tuple[Point, Point]]:
    """Points at equal steps along the frame, alternately outside and inside it, with the direction of travel."""
    step = _perimeter(width, height, radius) / count
    for i in range(count):
        x, y, angle = _along(width, height, radius, i * step)
        out, sine, cosine = swing if i % 2 else -swing, math.sin(angle), math.cos(angle)
        yield (INSET + x + out * sine, INSET + y - out * cosine), (cosine, sine)


def _along(width: float, height: float, radius: float, way: float) -> tuple[float, float, float]:
    """The point at a distance along the frame, clockwise from the upper left, and the angle of travel there."""
    arc, straights = math.pi / 2 * radius, (width - 2 * radius, height - 2 * radius)
    x, y = radius, 0.0
    for side in range(5):
        angle, straight = side * math.pi / 2, straights[side % 2]
        dx, dy = math.cos(angle), math.sin(angle)
        if way <= straight:
            return x + dx * way, y + dy * way, angle
        x, y, way = x + dx * straight, y + dy * straight, way - straight
        centre = x - dy * radius, y + dx * radius
        if way <= arc:
            angle += way / radius
            return centre[0] + radius * math.sin(angle), centre[1] - radius * math.cos(angle), angle
        x, y, way = centre[0] + dx * radius, centre[1] + dy * radius, way - arc
    return x, y, 0.0


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
    if shows_dots(face):
        plate = _plate(palette.ground("white"), "white")
        return Drawing(WIDTH, HEIGHT, (plate, *draw_dots(face, WIDTH, HEIGHT)), describe(face))
    full, words = complete_face(face), _words(face, palette)
    background = full["background"]
    ground, neutral = palette.ground(background), palette.ink(None, background)
    blank = PlacedGroup((_plate(ground, background), *draw_border(full["border"], *SIZE, neutral, ground)))
    bases = [HEIGHT - 14 - (len(words) - 1 - i) * (WORD_SIZE + 2) for i in range(len(words))]
    foot = [Label(WIDTH / 2, base, line, WORD_SIZE, neutral) for base, line in zip(bases, words, strict=True)]
    elements: tuple[Element, ...] = (blank, *_symbols(full, palette, len(words)), *foot)
    return Drawing(WIDTH, HEIGHT, elements, describe(face))


def _plate(ground: str, background: str) -> Shape:
    """The card with a fine edge, so that it is visible on a page of any colour."""
    edge = "#6b7178" if background in DARK_GROUNDS else "#9aa0a8"
    return Shape(rounded_rectangle(0.6, 0.6, WIDTH - 1.2, HEIGHT - 1.2, RADIUS), fill=ground, stroke=edge, width=1.2)


@checked
def draw_symbols(face: Face, palette: Palette | str = "classic", lines: int = 0, small: bool = False) -> Drawing:
    """The symbols of a card without its background and edge, as on paper, with room below for lines of words.

    Symbols for small pictures have fewer stripes and stronger lines.

    >>> symbols = draw_symbols({"number": "2", "colour": "red", "shape": "oval"})
    >>> symbols.width, symbols.height, len(symbols.elements)
    (186.0, 120.0, 2)
    """
    palette = find_palette(palette)
    if shows_dots(face):
        return Drawing(WIDTH, HEIGHT, draw_dots(face, WIDTH, HEIGHT), describe(face))
    symbols = _symbols(complete_face(face), palette, lines, small)
    return Drawing(WIDTH, HEIGHT, tuple(symbols), describe(face))


def _symbols(full: dict[str, str], palette: Palette, lines: int, small: bool = False) -> list[PlacedGroup]:
    """The symbols in a row, slightly smaller and higher if there are words below."""
    number, ink = int(full["number"]), palette.ink(full.get("colour"), full["background"])
    height = SYMBOL_HEIGHTS[number] * (1 - 0.11 * lines)
    symbol = draw_symbol(full["shape"], full["filling"], ink, height, small)
    middle = (HEIGHT - lines * (WORD_SIZE + 2)) / 2 + (2 if lines else 0)
    first = WIDTH / 2 - PITCHES[number] * (number - 1) / 2
    return [PlacedGroup(symbol, first + PITCHES[number] * i, middle) for i in range(number)]


def _words(face: Face, palette: Palette) -> list[str]:
    """The lines at the foot: all properties if the palette writes them, otherwise those that cannot be drawn."""
    rest = undrawn_words(face)
    if not palette.written:
        return [" · ".join(rest)] if rest else []
    symbols = part_of(face, ("number", "colour", "filling", "shape"))
    around = [f"{words_of(face)[name]} {name}" for name in ("background", "border") if name in face]
    return [line for line in (describe(symbols) if symbols else "", " · ".join(around), " · ".join(rest)) if line]
