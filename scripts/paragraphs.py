"""Paragraphs of the pages that are written by scripts."""

import re
import textwrap

HELD = "\x00"
"""Stands for a blank at which no line ends."""


def paragraph(text: str) -> str:
    """A paragraph in lines of at most 110 characters, followed by an empty line; the words of a link stay together."""
    held = re.sub(r"\[[^\]]*\]\(", lambda link: link[0].replace(" ", HELD), text)
    return textwrap.fill(held, 110, break_long_words=False, break_on_hyphens=False).replace(HELD, " ") + "\n\n"
