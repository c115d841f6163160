"""Cards as pictures in SVG, PNG, PDF and on the terminal, all from one set of outlines.

A card is given by its face, the value of each property (`Notation.face`). Begin with `draw_card` and `draw_sheet`:
they return a `Drawing`, which `to_svg` and `save_drawing` write. `sheet_text` and `symbol_text` draw on a terminal, in
the style that `pick_style` chooses.

>>> draw_card({"number": "2", "colour": "purple", "filling": "striped", "shape": "diamond"}).title
'2 purple striped diamonds'
"""

from setlab.render.card import draw_card, draw_symbols
from setlab.render.drawing import Drawing
from setlab.render.files import save_drawing, to_pdf, to_pixels, to_png, to_sprite, to_svg
from setlab.render.glyph import PALETTES, Palette, find_palette
from setlab.render.sheet import draw_layout, draw_sheet
from setlab.render.terminal import STYLES, card_lines, cards_across, pick_style, sheet_text, symbol_text, visible_width

__all__ = [
    "PALETTES", "STYLES", "Drawing", "Palette", "card_lines", "cards_across", "draw_card", "draw_layout", "draw_sheet",
    "draw_symbols", "find_palette", "pick_style", "save_drawing", "sheet_text", "symbol_text", "to_pdf", "to_pixels",
    "to_png", "to_sprite", "to_svg", "visible_width",
]  # fmt: skip
