"""Cards on terminals: pictures in braille with or without colour, or words in ASCII."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from functools import partial
from itertools import zip_longest

from setlab.arguments import checked
from setlab.errors import SpecError, plural
from setlab.notation.faces import Face, words_of
from setlab.render.braille import COLUMNS, picture
from setlab.render.face import completed, undrawn_words, word_lines
from setlab.render.palette import Palette, find_palette
from setlab.render.sheet import checked_columns, group_numbers, marker
from setlab.render.style import checked_style, padded, paint, visible_width

CARD_WIDTH = COLUMNS + 2

FRAMES = {
    "thin": "╭─╮││╰─╯",
    "dashed": "╭╌╮╎╎╰╌╯",
    "heavy": "┏━┓┃┃┗━┛",
    "wavy": "~~~()~~~",
    "chain": "╔═╗║║╚═╝",
    "ascii": "+-+||+-+",
}
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
    palette, full = find_palette(palette), completed(face)
    if checked_style(style) == "plain":
        words = [f" {line}" for line in word_lines(face)]
        return _framed(FRAMES["ascii"], words + [""] * (3 - len(words)), "", "")
    return _pictured(face, full, palette, coloured=style == "colour")


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
    numbers = group_numbers(groups or (), len(faces))
    blocks = [
        card_lines(face, palette, style)
        + _foot(captions[i] if captions else "", marks[i] if marks else "", numbers[i], style)
        for i, face in enumerate(faces)
    ]
    across = cards_across(len(faces), width, columns)
    rows = [_beside(blocks[i : i + across]) for i in range(0, len(blocks), across)]
    return "\n".join(line for row in rows for line in row)


@checked
def cards_across(cards: int, width: int = 80, columns: int | None = None) -> int:
    """The number of cards in each row of `sheet_text`: as many as on a sheet, but no more than fit.

    >>> cards_across(12, width=80), cards_across(12, width=60), cards_across(12, width=10)
    (4, 3, 1)
    """
    return max(1, min((width + 1) // (CARD_WIDTH + 1), checked_columns(columns, cards)))


def _pictured(face: Face, full: Face, palette: Palette, coloured: bool) -> list[str]:
    """The picture in its frame, with words for the properties that it does not show."""
    dots = picture(int(full["number"]), full["filling"], full["shape"])
    named = words_of(face)
    words = word_lines(face) if palette.written else [", ".join(undrawn_words(face))]
    inner = [*dots, *(padded(word, COLUMNS, "^") for word in words if word)]
    below = [] if coloured else [named.get("background", "")]
    below += [named.get("filling", "")] if _blurred(full) else []
    above = "" if coloured else named.get("colour", "")
    lines = _framed(FRAMES[full["border"]], inner, above, " ".join(filter(None, below)))
    return _painted(lines, full, palette, len(dots)) if coloured else lines


def _blurred(full: Face) -> bool:
    """True if the filling is too fine for dots; it is then written in the lower edge of the card."""
    return full["filling"] in ("dotted", "chequered") or full["shape"] == "star" or full["number"] > "3"


def _painted(lines: list[str], full: Face, palette: Palette, pictured: int) -> list[str]:
    """The lines on the background of the card, with frame and words in neutral ink and the picture in its colour."""
    background = full["background"]
    ground, neutral = palette.ground(background), palette.ink(None, background)
    ink = palette.ink(full.get("colour"), background)
    frame = partial(paint, ink=neutral, ground=ground)
    return [
        frame(line[0]) + paint(line[1:-1], ink, ground) + frame(line[-1]) if 0 < i <= pictured else frame(line)
        for i, line in enumerate(lines)
    ]


def _framed(frame: str, lines: list[str], above: str, below: str) -> list[str]:
    """Lines in a frame, with a word in its upper edge and one in its lower edge."""
    top, bottom = (_edge(frame[i : i + 3], word) for i, word in ((0, above), (5, below)))
    return [top, *(f"{frame[3]}{padded(line, COLUMNS)}{frame[4]}" for line in lines), bottom]


def _edge(pieces: str, word: str) -> str:
    title = f"{pieces[1]} {word} " if word else ""
    if len(title) > COLUMNS:
        title = f" {word} "
    return pieces[0] + title + pieces[1] * (COLUMNS - len(title)) + pieces[2]


def _foot(caption: str, mark: str, numbers: list[int], style: str) -> list[str]:
    """The lines below a card: its caption at the left, its mark and numbers at the right."""
    room = CARD_WIDTH - 2
    left = textwrap.wrap(caption, room)
    right = _packed(textwrap.wrap(mark, room) + [_tag(number, style) for number in numbers], room)
    if left and right and visible_width(left[-1] + right[0]) < room:
        first, *rest = right
        left[-1] += padded(first, room - visible_width(left[-1]), ">")
        right = rest
    return [padded(f" {line}", CARD_WIDTH) for line in (*left, *(padded(line, room, ">") for line in right))]


def _tag(number: int, style: str) -> str:
    return paint(f" {number} ", "#ffffff", marker(number), bold=True) if style == "colour" else f"[{number}]"


def _packed(words: list[str], room: int) -> list[str]:
    """Words in lines, each filled as far as possible."""
    lines: list[str] = []
    for word in words:
        if lines and visible_width(f"{lines[-1]} {word}") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _beside(blocks: list[list[str]]) -> list[str]:
    """Blocks of lines side by side, the shorter ones padded below."""
    blank = " " * CARD_WIDTH
    return [" ".join(lines).rstrip() for lines in zip_longest(*blocks, fillvalue=blank)]
