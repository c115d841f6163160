"""Cards as pictures: one source of glyphs for SVG, PNG, PDF and the terminal.

A card to be drawn is its face: which property has which value, as a notation gives it. A drawing is a frozen
value; `to_svg`, `to_png` and `to_pdf` show it. Text for terminals is made by `card_lines`, `sheet_text` and
`symbol_text` in a style that `pick_style` chooses.
"""

from setlab.render.card import draw_card
from setlab.render.drawing import Drawing
from setlab.render.inline import symbol_text
from setlab.render.palette import PALETTES, Palette, find_palette
from setlab.render.raster import save_drawing, to_pdf, to_png
from setlab.render.sheet import draw_layout, draw_sheet
from setlab.render.style import STYLES, pick_style, visible_width
from setlab.render.svg import to_sprite, to_svg
from setlab.render.terminal import card_lines, sheet_text

__all__ = [
    "PALETTES",
    "STYLES",
    "Drawing",
    "Palette",
    "card_lines",
    "draw_card",
    "draw_layout",
    "draw_sheet",
    "find_palette",
    "pick_style",
    "save_drawing",
    "sheet_text",
    "symbol_text",
    "to_pdf",
    "to_png",
    "to_sprite",
    "to_svg",
    "visible_width",
]
