"""Styles of terminal text: the choice of a style, colours, and the widths of texts.

`colour` has 256 colours and Unicode, `mono` Unicode alone, `plain` nothing but ASCII.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Protocol, runtime_checkable

from setlab.arguments import checked
from setlab.errors import SpecError, listed

STYLES = ("colour", "mono", "plain")
"""How cards are drawn on a terminal: with colours, in Unicode without colours, or in ASCII."""

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
        raise SpecError(f"{style!r} is not a style: choose {listed(STYLES)}")
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
