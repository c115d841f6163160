"""Cards on terminals: pictures in braille with or without colour, words in ASCII, and signs such as ◈◈ in a line.

The styles are `colour`, with 256 colours and Unicode, `mono`, Unicode alone, and `plain`, nothing but ASCII.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import product, zip_longest
from typing import Protocol, runtime_checkable

from setlab.arguments import checked
from setlab.errors import SpecError, join_names, plural
from setlab.notation.faces import DOTS, Face, letters_beside, signs_of, words_of
from setlab.render.card import complete_face, undrawn_words, word_lines
from setlab.render.dots import ACROSS, INKS, shows_dots
from setlab.render.drawing import inside
from setlab.render.glyph import OUTLINES, Palette, find_palette
from setlab.render.sheet import column_count, group_numbers, marker

STYLES = ("colour", "mono", "plain")
"""The styles of cards on a terminal: with colours, in Unicode without colours, or in ASCII."""

_CODES = re.compile("\x1b\\[[0-9;]*m")
_OFF = ("", "0", "false", "no")
_CUBE = (0, 95, 135, 175, 215, 255)
_COLOURS = (*product(_CUBE, repeat=3), *((8 + 10 * i,) * 3 for i in range(24)))
"""The colours with the numbers from 16 on: a cube of 6 × 6 × 6 colours, then 24 greys."""


@runtime_checkable
class Stream(Protocol):
    """The part of a text stream on which its style depends."""

    def isatty(self) -> bool: ...

    @property
    def encoding(self) -> str | None: ...


@checked
def pick_style(stream: Stream, environ: Mapping[str, str]) -> str:
    """The richest style that the stream can show.

    NO_COLOR decides first, then FORCE_COLOR and CLICOLOR_FORCE, then whether the stream is a terminal with colours.
    ASCII alone is written where the encoding of the stream or LC_ALL asks for it.

    >>> import io
    >>> pick_style(io.StringIO(), {}), pick_style(io.StringIO(), {"FORCE_COLOR": "1"})
    ('mono', 'colour')
    """
    # Python itself reads the C locale as UTF-8, and the font of the Linux console has no braille
    asks_for_ascii = environ.get("LC_ALL") in ("C", "POSIX") or environ.get("TERM") == "linux"
    if asks_for_ascii or not _carries_braille(stream.encoding):
        return "plain"
    if environ.get("NO_COLOR"):
        return "mono"
    if any(environ.get(name, "").lower() not in _OFF for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return "colour"
    return "colour" if stream.isatty() and environ.get("TERM") != "dumb" else "mono"


def check_style(style: str) -> str:
    """The style itself; raise `SpecError` unless it is a style.

    >>> check_style("loud")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'loud' is not a style: choose colour, mono or plain
    """
    if style not in STYLES:
        raise SpecError(f"{style!r} is not a style: choose {join_names(STYLES)}")
    return style


def paint(text: str, ink: str, ground: str | None = None, bold: bool = False) -> str:
    """The text in an ink, and on a ground if one is given, with the codes of a terminal with 256 colours.

    >>> paint("red", "#ff0000")
    '\\x1b[38;5;196mred\\x1b[0m'
    """
    codes = ["1"] * bold + [f"38;5;{colour_number(ink)}"]
    codes += [] if ground is None else [f"48;5;{colour_number(ground)}"]
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m"


@cache
def colour_number(colour: str) -> int:
    """The number of the nearest of the 256 colours; the first 16 are not used, since users redefine them.

    >>> colour_number("#000000"), colour_number("#ffffff"), colour_number("#808080")
    (16, 231, 244)
    """
    wanted = tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))
    distances = [sum((a - b) ** 2 for a, b in zip(known, wanted, strict=True)) for known in _COLOURS]
    return 16 + distances.index(min(distances))


@checked
def visible_width(text: str, ambiguous: int = 1) -> int:
    """The number of columns of a text: colour codes take none, wide East Asian characters two.

    Terminals differ on characters of ambiguous width, among them box drawing; most give them one column.

    >>> visible_width(paint("ab", "#ff0000")), visible_width("日本"), visible_width("─", ambiguous=2)
    (2, 4, 2)
    """
    widths = {"W": 2, "F": 2, "A": ambiguous}
    bare = _CODES.sub("", text)
    return sum(widths.get(unicodedata.east_asian_width(c), 1) for c in bare if not unicodedata.combining(c))


def pad(text: str, width: int, align: str = "<") -> str:
    """The text padded with blanks to a visible width, aligned to the left (<), centre (^) or right (>).

    >>> pad("ab", 5, "^"), pad("ab", 5, ">")
    (' ab  ', '   ab')
    """
    room = max(width - visible_width(text), 0)
    before = {"<": 0, "^": room // 2, ">": room}[align]
    return " " * before + text + " " * (room - before)


def _carries_braille(encoding: str | None) -> bool:
    if encoding is None:  # a stream of characters, such as StringIO
        return True
    try:
        return bool("⣿╭◈".encode(encoding))
    except (UnicodeEncodeError, LookupError):
        return False


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
    lines = [[0] * COLUMNS for _ in range(ROWS)]
    for x, y in ((left + step * i + x, top + y) for i in range(number) for x, y in symbol):
        lines[y // 4][x // 2] |= _BITS[y % 4][x % 2]
    return tuple("".join(chr(0x2800 + bits) for bits in line) for line in lines)


@cache
def symbol_dots(shape: str, filling: str, width: int, height: int) -> Dots:
    """The dots of one symbol in a box: its outline, and the dots of its filling."""
    body = _body(shape, width, height)
    rim = {(x, y) for x, y in body if not {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} <= body}
    return frozenset(rim | {(x, y) for x, y in body if _has_dot(filling, x, y)})


def _body(shape: str, width: int, height: int) -> Dots:
    """The dots whose centres lie inside the outline, which is stretched to the box."""
    left, top, right, bottom = OUTLINES[shape].bounds
    polygons = OUTLINES[shape].polygons()

    def is_inside(x: int, y: int) -> bool:
        across, down = (x + 0.5) / width * (right - left), (y + 0.5) / height * (bottom - top)
        return inside(polygons, left + across, top + down)

    return frozenset(dot for dot in product(range(width), range(height)) if is_inside(*dot))


def _has_dot(filling: str, x: int, y: int) -> bool:
    if filling == "striped":
        return y % 2 == 0
    if filling == "dotted":
        return x % 2 == 0 and (y + x) % 4 == 2
    if filling == "chequered":
        return (x // 2 + y // 2) % 2 == 0
    return filling == "solid"


COLOURED = ("number", "colour", "filling", "shape", "background")
"""The properties that signs in colour show; the others follow as letters."""


SPELT = {"1": "one", "2": "two", "3": "three", "4": "four", "5": "five"}
"""Cards that have only a number: a digit alone would be read as a coordinate."""


@checked
def symbol_text(face: Face, style: str = "mono", palette: Palette | str = "classic") -> str:
    """The card as coloured signs, as signs with letters, or as letters alone, depending on the style.

    >>> purple = {"number": "2", "colour": "purple", "filling": "striped", "shape": "diamond"}
    >>> symbol_text(purple, "mono"), symbol_text(purple, "plain")
    ('◈◈P', '2PTD')
    """
    if shows_dots(face):
        there = [int(dot) for dot in face[DOTS]]
        coloured = (paint(str(dot), "#ffffff", INKS[dot - 1], bold=True) for dot in there)
        return "".join(coloured) if check_style(style) == "colour" else face[DOTS]
    full = complete_face(face)
    if check_style(style) == "plain":
        letters = letters_beside(face, shown=())
        return SPELT.get(letters, letters)
    if style == "mono":
        return signs_of(full) + letters_beside(face)
    palette = find_palette(palette)
    ink, ground = palette.ink(full.get("colour"), full["background"]), palette.ground(full["background"])
    return paint(signs_of(full) + letters_beside(face, COLOURED), ink, ground)


CARD_WIDTH = COLUMNS + 2

FRAMES = {
    "thin": "╭─╮││╰─╯", "dashed": "╭╌╮╎╎╰╌╯", "heavy": "┏━┓┃┃┗━┛",
    "wavy": "~~~()~~~", "chain": "╔═╗║║╚═╝", "ascii": "+-+||+-+",
}  # fmt: skip
"""Upper corner, line, corner; left and right; lower corner, line, corner."""


@checked
def card_lines(face: Face, palette: Palette | str = "classic", style: str = "mono") -> list[str]:
    """The card as lines of equal width; properties that the picture cannot show are written on the card.

    >>> purple = {"number": "2", "colour": "purple", "filling": "striped", "shape": "diamond"}
    >>> print(*card_lines(purple, style="plain"), sep="\\n")
    +-----------------+
    | 2 purple        |
    | striped         |
    | diamonds        |
    +-----------------+
    """
    if shows_dots(face):
        return _dotted_lines(face, find_palette(palette), check_style(style))
    palette, full = find_palette(palette), complete_face(face)
    if check_style(style) == "plain":
        words = [f" {line}" for line in word_lines(face)]
        return _frame(FRAMES["ascii"], words + [""] * (3 - len(words)), "", "")
    return _picture_lines(face, full, palette, coloured=style == "colour")


@checked
def sheet_text(
    faces: Sequence[Face],
    *,
    width: int = 80,
    style: str = "mono",
    columns: int | None = None,
    captions: Sequence[str] | None = None,
    marks: Sequence[str] | None = None,
    groups: Sequence[Sequence[int]] | None = None,
    palette: Palette | str = "classic",
) -> str:
    """Cards side by side within the width.

    A row has `columns` cards, by default as many as on a sheet, but no more than fit. Below each card stand its
    caption at the left, and its mark and the numbers of its groups (SETs) at the right; groups are tuples of indices,
    as for `draw_sheet`.

    >>> cards = [{"shape": "oval"}, {"shape": "diamond"}, {"shape": "squiggle"}]
    >>> print(sheet_text(cards, style="plain", groups=[(0, 1, 2)], captions=["0", "1", "2"]))
    +-----------------+ +-----------------+ +-----------------+
    | oval            | | diamond         | | squiggle        |
    |                 | |                 | |                 |
    |                 | |                 | |                 |
    +-----------------+ +-----------------+ +-----------------+
     0             [1]   1             [1]   2             [1]
    """
    palette = find_palette(palette)
    for texts, what in ((captions, "caption"), (marks, "mark")):
        if texts is not None and len(texts) != len(faces):
            count, cards = plural(len(texts), what), plural(len(faces), "card")
            raise SpecError(f"{count} for {cards}: give one for each card")
    blank = [""] * len(faces)
    feet = zip(captions or blank, marks or blank, group_numbers(groups or (), len(faces)), strict=True)
    pairs = zip(faces, feet, strict=True)
    blocks = [card_lines(face, palette, style) + _foot(*foot, style) for face, foot in pairs]
    across, lines = cards_across(len(faces), width, columns), list[str]()
    for row in (blocks[i : i + across] for i in range(0, len(blocks), across)):  # the shorter ones are padded below
        lines += [" ".join(parts).rstrip() for parts in zip_longest(*row, fillvalue=" " * CARD_WIDTH)]
    return "\n".join(lines)


@checked
def cards_across(cards: int, width: int = 80, columns: int | None = None) -> int:
    """The number of cards in each row of `sheet_text`: as many as on a sheet, but no more than fit.

    >>> cards_across(12, width=80), cards_across(12, width=60), cards_across(12, width=10)
    (4, 3, 1)
    """
    return max(1, min((width + 1) // (CARD_WIDTH + 1), column_count(columns, cards)))


def _dotted_lines(face: Face, palette: Palette, style: str) -> list[str]:
    """Two rows of places: a number on its colour, or in brackets, for a dot that is there, and a point for another."""
    frame = partial(paint, ink=palette.ink(None, "white"), ground=palette.ground("white"))
    rest = frame if style == "colour" else str
    cells = [_dot(number, str(number) in face[DOTS], style, rest) for number in range(1, len(INKS) + 1)]
    rows = [rest("  ").join(cells[i : i + ACROSS]) for i in range(0, len(cells), ACROSS)]
    top, side, foot = ("+-+", "|", "+-+") if style == "plain" else ("╭─╮", "│", "╰─╯")
    middle = [rest(f"{side}  ") + row + rest(f"  {side}") for row in rows]
    middle.insert(1, rest(side + " " * COLUMNS + side))
    return [rest(top[0] + top[1] * COLUMNS + top[2]), *middle, rest(foot[0] + foot[1] * COLUMNS + foot[2])]


def _dot(number: int, is_there: bool, style: str, rest: Callable[[str], str]) -> str:
    if not is_there:
        return rest(" . " if style == "plain" else " · ")
    return paint(f" {number} ", "#ffffff", INKS[number - 1], bold=True) if style == "colour" else f"({number})"


def _picture_lines(face: Face, full: Face, palette: Palette, coloured: bool) -> list[str]:
    """The picture in its frame, with words for the properties that it does not show."""
    dots = picture(int(full["number"]), full["filling"], full["shape"])
    named = words_of(face)
    words = word_lines(face) if palette.written else [", ".join(undrawn_words(face))]
    inner = [*dots, *(pad(word, COLUMNS, "^") for word in words if word)]
    # a filling that is too fine for dots is written in the lower edge of the card
    is_fine = full["filling"] in ("dotted", "chequered") or full["shape"] == "star" or full["number"] > "3"
    below = [] if coloured else [named.get("background", "")]
    below += [named.get("filling", "")] if is_fine else []
    above = "" if coloured else named.get("colour", "")
    lines = _frame(FRAMES[full["border"]], inner, above, " ".join(filter(None, below)))
    return _paint_lines(lines, full, palette, len(dots)) if coloured else lines


def _paint_lines(lines: list[str], full: Face, palette: Palette, pictured: int) -> list[str]:
    """The lines on the background of the card, with frame and words in neutral ink and the picture in its colour."""
    background = full["background"]
    ground, neutral = palette.ground(background), palette.ink(None, background)
    ink = palette.ink(full.get("colour"), background)
    frame = partial(paint, ink=neutral, ground=ground)
    return [
        frame(line[0]) + paint(line[1:-1], ink, ground) + frame(line[-1]) if 0 < i <= pictured else frame(line)
        for i, line in enumerate(lines)
    ]


def _frame(frame: str, lines: list[str], above: str, below: str) -> list[str]:
    """Lines in a frame, with a word in its upper edge and one in its lower edge."""
    top, bottom = (_edge(frame[i : i + 3], word) for i, word in ((0, above), (5, below)))
    return [top, *(f"{frame[3]}{pad(line, COLUMNS)}{frame[4]}" for line in lines), bottom]


def _edge(pieces: str, word: str) -> str:
    title = f"{pieces[1]} {word} " if word else ""
    if len(title) > COLUMNS:
        title = f" {word} "
    return pieces[0] + title + pieces[1] * (COLUMNS - len(title)) + pieces[2]


def _foot(caption: str, mark: str, numbers: list[int], style: str) -> list[str]:
    """The lines below a card: its caption at the left, its mark and numbers at the right."""
    room = CARD_WIDTH - 2
    left = textwrap.wrap(caption, room)
    right = _pack_words(textwrap.wrap(mark, room) + [_tag(number, style) for number in numbers], room)
    if left and right and visible_width(left[-1] + right[0]) < room:
        first, *rest = right
        left[-1] += pad(first, room - visible_width(left[-1]), ">")
        right = rest
    return [pad(f" {line}", CARD_WIDTH) for line in (*left, *(pad(line, room, ">") for line in right))]


def _tag(number: int, style: str) -> str:
    return paint(f" {number} ", "#ffffff", marker(number), bold=True) if style == "colour" else f"[{number}]"


def _pack_words(words: list[str], room: int) -> list[str]:
    """Words in lines, filled greedily."""
    lines: list[str] = []
    for word in words:
        if lines and visible_width(f"{lines[-1]} {word}") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
