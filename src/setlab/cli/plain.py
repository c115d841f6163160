"""ASCII for terminals that show nothing else: dashes, signs and letters with accents become their nearest ASCII."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from typing import Any, TextIO

from setlab.render import pick_style

HANDLER = "setlab-ascii"

NEAREST = str.maketrans(
    {
        "–": "-", "—": "-", "−": "-", "…": "...", "×": "x", "·": "*", "±": "+-", "≤": "<=", "≥": ">=", "≠": "!=",
        "→": "->", "⇒": "=>", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "∞": "infinity", "√": "sqrt ",
        "∼": "~", "≈": "~", "•": "*",
    }
)  # fmt: skip
"""What stands for the signs of the texts."""


def nearest_ascii(text: str) -> str:
    """The text in ASCII; what has no likeness is escaped.

    >>> nearest_ascii("149–157, S₄, Évariste, 2 × 3 …"), nearest_ascii("◈")
    ('149-157, S4, Evariste, 2 x 3 ...', '\\\\u25c8')
    """
    bare = (c for c in unicodedata.normalize("NFKD", text.translate(NEAREST)) if not unicodedata.combining(c))
    return "".join(bare).encode("ascii", "backslashreplace").decode()


def _replaced(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return nearest_ascii(error.object[error.start : error.end]), error.end


def write_as_shown(stream: TextIO | Any) -> None:
    """Let a stream write what it can show: ASCII on a terminal that asks for it; elsewhere escapes, never an error."""
    if not hasattr(stream, "reconfigure"):
        return
    if stream.isatty() and pick_style(stream, os.environ) == "plain":
        codecs.register_error(HANDLER, _replaced)
        stream.reconfigure(encoding="ascii", errors=HANDLER)
    else:
        stream.reconfigure(errors="backslashreplace")  # a stream that cannot carry ∼ gets \u223c


def as_shown(text: str) -> str:
    """The text as standard output shows it, for those that write to the terminal by another way."""
    return nearest_ascii(text) if sys.stdout.errors == HANDLER else text
