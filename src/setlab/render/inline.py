"""Cards within a line of text: a few characters such as ◈◈ for two striped diamonds."""

from __future__ import annotations

from setlab.arguments import checked
from setlab.notation.faces import Face
from setlab.notation.symbols import letters_beside, signs_of
from setlab.render.face import completed
from setlab.render.palette import Palette, find_palette
from setlab.render.style import checked_style, paint

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
    full = completed(face)
    if checked_style(style) == "plain":
        letters = letters_beside(face, shown=())
        return SPELT.get(letters, letters)
    if style == "mono":
        return signs_of(full) + letters_beside(face)
    palette = find_palette(palette)
    ink, ground = palette.ink(full.get("colour"), full["background"]), palette.ground(full["background"])
    return paint(signs_of(full) + letters_beside(face, COLOURED), ink, ground)
