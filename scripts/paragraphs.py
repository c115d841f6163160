"""Paragraphs of the pages that are written by scripts."""

import textwrap


def paragraph(text: str) -> str:
    """A paragraph in lines of at most 110 characters, followed by an empty line."""
    return textwrap.fill(text, 110, break_long_words=False, break_on_hyphens=False) + "\n\n"
