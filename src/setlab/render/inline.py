"""Cards within a line of text: a few characters such as ◈◈ for two striped diamonds."""

from __future__ import annotations

from setlab.notation.faces import PROPERTIES, Face
from setlab.render.face import completed, letter
from setlab.render.palette import Palette, find_palette
from setlab.render.style import checked_style, paint

SIGNS = {
    "oval": dict(zip(PROPERTIES["filling"], "○◍●◌⊕", strict=True)),
    "diamond": dict(zip(PROPERTIES["filling"], "◇◈◆◊❖", strict=True)),
    "squiggle": dict(zip(PROPERTIES["filling"], "∼≈≋∻≁", strict=True)),
    "star": dict(zip(PROPERTIES["filling"], "☆✫★✬✯", strict=True)),
    "heart": dict(zip(PROPERTIES["filling"], "♡❥♥❣❦", strict=True)),
}
"""One character for each shape and filling."""

SHOWN = {
    "colour": ("number", "colour", "filling", "shape", "background"),
    "mono": ("number", "filling", "shape"),
}
"""The properties that the signs show, by style; the others follow as letters."""


def symbol_text(face: Face, style: str = "mono", palette: Palette | str = "classic") -> str:
    """The card as coloured signs, as signs with letters, or as letters alone, depending on the style.

    >>> purple = {"number": "2", "colour": "purple", "filling": "striped", "shape": "diamond"}
    >>> symbol_text(purple, "mono"), symbol_text(purple, "plain")
    ('◈◈P', '2PSD')
    """
    full = completed(face)
    if checked_style(style) == "plain":
        return "".join(letter(face, name) for name in PROPERTIES)
    signs = SIGNS[full["shape"]][full["filling"]] * int(full["number"])
    letters = "".join(letter(face, name) for name in PROPERTIES if name not in SHOWN[style])
    if style == "mono":
        return signs + letters
    palette = find_palette(palette)
    ink, ground = palette.ink(full.get("colour"), full["background"]), palette.ground(full["background"])
    return paint(signs + letters, ink, ground)
