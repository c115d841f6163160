"""What a verb prints: one JSON object, or text with pictures that fit the terminal."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from setlab.notation import MOST_NAMED_VALUES, Notation
from setlab.render import pick_style, sheet_text, symbol_text, visible_width

WIDEST = 100
"""Lines longer than this are hard to read, however wide the terminal."""

MOST_DRAWN = 27
"""More cards than this are shown as symbols only."""


MOST_TAGGED = 20
"""More SETs than this cannot be told apart by tags on the cards."""


def print_json(answer: Mapping[str, Any]) -> None:
    """Print the answer as one JSON object."""
    print(json.dumps(answer, ensure_ascii=False))


def fraction_text(fraction: Fraction) -> str:
    """The fraction as "p/q", also when it is whole."""
    return f"{fraction.numerator}/{fraction.denominator}"


def width() -> int:
    """The number of columns to use."""
    return min(shutil.get_terminal_size((80, 24)).columns, WIDEST)


def style() -> str:
    """How cards can be drawn on this terminal."""
    return pick_style(sys.stdout, os.environ)


def picture(
    cards: Sequence[int], here: Notation, columns: int | None = None, sets: Sequence[Sequence[int]] = ()
) -> str:
    """The cards drawn with their digits below, or as a list of symbols when there are many.

    The cards of each of the sets are tagged with its number. Cards with more values than there are pictures for
    are digits alone.
    """
    if here.deck.n > MOST_NAMED_VALUES:
        return "  ".join(here.digits(card) for card in cards)
    if len(cards) > MOST_DRAWN:
        return symbols_in_rows(cards, here)
    place = {card: i for i, card in enumerate(cards)}
    return sheet_text(
        [here.face(card) for card in cards],
        width=width(),
        columns=columns,
        style=style(),
        captions=[here.digits(card) for card in cards],
        groups=[[place[card] for card in line] for line in sets] if len(sets) <= MOST_TAGGED else [],
    )


def symbols_in_rows(cards: Sequence[int], here: Notation) -> str:
    """Many cards, a symbol and the digits each, nine in a row where they fit."""
    cells = [f"{here.digits(card)} {symbol(card, here)}" for card in cards]
    sizes = [here.deck.d + 1 + symbol_width(card, here) for card in cards]
    widest = max(sizes)
    in_a_row = max(1, min(9, (width() + 2) // (widest + 2)))
    padded = [cell + " " * (widest - size) for cell, size in zip(cells, sizes, strict=True)]
    rows = [padded[i : i + in_a_row] for i in range(0, len(padded), in_a_row)]
    return "\n".join("  ".join(row).rstrip() for row in rows)


def symbol(card: int, here: Notation) -> str:
    """The card as a few characters within a line of text; digits where there is no picture."""
    return symbol_text(here.face(card), style()) if here.deck.n <= MOST_NAMED_VALUES else ""


def symbol_width(card: int, here: Notation) -> int:
    """The columns that the symbol takes on the screen, colours not counted."""
    return visible_width(symbol(card, here))


def sentence(card: int, here: Notation) -> str:
    """The card as digits, symbol and words."""
    if here.deck.n > MOST_NAMED_VALUES:
        return here.digits(card)
    return f"{here.digits(card)}  {symbol(card, here)}  {here.name(card)}"


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]], left: int = 0) -> None:
    """Print columns below their headings: so many to the left, the others, numbers, to the right."""
    cells = [list(headings), *map(list, rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(headings))]
    for row in cells:
        words = [cell.ljust(size) for cell, size in zip(row[:left], widths[:left], strict=True)]
        numbers = [cell.rjust(size) for cell, size in zip(row[left:], widths[left:], strict=True)]
        print("  ".join([*words, *numbers]).rstrip())
