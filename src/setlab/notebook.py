"""Cards as pictures, shown in a notebook or saved to a file: `show(cards)`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from setlab.arguments import checked
from setlab.errors import plural
from setlab.geometry import CardSet
from setlab.notation import Card, Notation, find_sets, notation_for, read_cards
from setlab.notation.card import Cards
from setlab.render import Drawing, Palette, draw_sheet, find_palette, save_drawing, sheet_text, to_svg
from setlab.render.terminal import CARD_WIDTH, pad
from setlab.rules.table import Table

MOST_DRAWN = 243
"""The largest collection that a notebook shows as a picture."""


@dataclass(frozen=True, repr=False)
class Picture:
    """A drawing of cards: a notebook shows it, and `save` writes it as .svg, .png or .pdf."""

    drawing: Drawing
    caption: str

    def __repr__(self) -> str:
        return f"<Picture: {self.caption}>"

    def _repr_svg_(self) -> str:
        return to_svg(self.drawing, title=self.caption)

    def _repr_html_(self) -> str:
        return f"<figure>{self._repr_svg_()}<figcaption>{escape(self.caption)}</figcaption></figure>"

    @checked
    def save(self, path: str | Path) -> Path:
        """Write the picture in the format that the name ends in, and return the path."""
        save_drawing(self.drawing, path)
        return Path(path)


@checked
def show(
    cards: Cards | int,
    notation: Notation | str | None = None,
    *,
    columns: int | None = None,
    captions: bool = False,
    mark: bool = False,
    lines: bool = False,
    palette: Palette | str = "classic",
) -> Picture:
    """The cards as a picture for a notebook or a file: numbers, texts, a `CardSet`, a `Table`, in their order, or one.

    `columns` is the number of cards in a row, `captions` writes their digits, `mark` numbers the SETs among them,
    `lines` draws a line through the cards of each SET, and `palette` chooses the colours.

    >>> show("1RFO, 2GTD, 3PES").caption
    '3 cards, 1 SET'
    >>> show([52, 33, 44], notation="thesis", columns=2, mark=True)
    <Picture: 3 cards, 1 SET>
    """
    order = read_cards([cards] if isinstance(cards, int) else cards, notation)
    chosen = order[0].notation if order else notation_for(notation)
    chosen.deck.distinct(order)
    sets = find_sets(order)
    groups = [tuple(order.index(card) for card in line) for line in sets]
    labels = [chosen.digits(card) for card in order] if captions else None
    faces = [chosen.face(card) for card in order]
    marks: dict[str, Any] = {"groups": groups if mark else None, "lines": groups if lines else None}
    drawing = draw_sheet(faces, find_palette(palette), columns=columns, labels=labels, **marks)
    return Picture(drawing, f"{plural(len(order), 'card')}, {plural(len(sets), 'SET')}")


def draw_board(dimension: int, taken: Sequence[Sequence[int]], caption: str) -> Picture:
    """The deck as a square, with tabs on the cards taken, numbered by player.

    >>> draw_board(2, [[4], [0]], "player 1 moves")
    <Picture: player 1 moves>
    """
    deck = [card.face for card in read_cards(CardSet.deck(dimension))]
    columns = 3 ** ((dimension + 1) // 2)
    return Picture(draw_sheet(deck, columns=columns, groups=[cards for cards in taken if cards]), caption)


def table_text(table: Table) -> str:
    """The table drawn in characters, in rows of three cards with their names; an empty slot stays empty.

    >>> table_text(Table.of("1RFO, 2GTD")).count("╭")
    2
    >>> from setlab.geometry import Deck
    >>> print(table_text(Deck(2, 7).deal(4, seed=1)))             # cards with seven values have digits alone
    01  61  03
    62
    """
    drawn: dict[int, list[str]] = {card: _card_block(card) for card in read_cards(table)}
    rows = [[drawn[card] if card is not None else [] for card in row] for row in table.rows]
    return "\n".join(line for row in rows for line in _row_lines(row, max(drawn.values(), key=len, default=[])))


def picture_of(cards: CardSet | Table | Sequence[Card], columns: int | None = None) -> Picture | None:
    """The picture that a notebook shows; None for many cards, which `str` shows better, and for cards without a face.

    >>> from setlab.geometry import Space
    >>> picture_of(CardSet.deck(Space(6))) is None
    True
    """
    faces = all(card.notation.properties for card in read_cards(cards)) if len(cards) <= MOST_DRAWN else False
    return show(cards, columns=columns) if faces else None


def _card_block(card: Card) -> list[str]:
    """The lines of a card: its picture with its name below, or its digits alone."""
    if not card.notation.properties:
        return [f"{card.digits} "]
    return [pad(line, CARD_WIDTH) for line in sheet_text([card.face], captions=[str(card)]).splitlines()]


def _row_lines(blocks: list[list[str]], tallest: list[str]) -> list[str]:
    """A row of cards side by side; an empty slot is as wide as a card, and an empty row as high as the tallest one."""
    width, height = len(tallest[0]) if tallest else 0, max(map(len, blocks)) or len(tallest)
    columns = [[pad(line, width) for line in [*block, *[""] * height][:height]] for block in blocks]
    return [" ".join(line).rstrip() for line in zip(*columns, strict=True)]
