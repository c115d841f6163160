"""Cards as pictures, shown in a notebook or saved to a file: `show(cards)`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path

from setlab.errors import SpecError, plural
from setlab.geometry import CardSet, Space
from setlab.notation import DEFAULT, Notation, find_notation
from setlab.render import Drawing, Palette, draw_sheet, find_palette, save_drawing, to_svg

MOST_DRAWN = 243
"""The largest collection that a notebook shows as a picture."""


@dataclass(frozen=True)
class Picture:
    """A drawing of cards: a notebook shows it, and `save` writes it as .svg, .png or .pdf."""

    drawing: Drawing
    caption: str

    def _repr_svg_(self) -> str:
        return to_svg(self.drawing, title=self.caption)

    def _repr_html_(self) -> str:
        return f"<figure>{self._repr_svg_()}<figcaption>{escape(self.caption)}</figcaption></figure>"

    def save(self, path: str | Path) -> Path:
        """Write the picture in the format that the name ends in, and return the path."""
        save_drawing(self.drawing, path)
        return Path(path)


def show(
    cards: Iterable[int],
    notation: str | Notation = DEFAULT,
    *,
    palette: str | Palette = "classic",
    columns: int | None = None,
    captions: bool = False,
    mark: bool = False,
) -> Picture:
    """The cards as a picture; `captions` writes their digits, `mark` numbers the SETs among them.

    >>> show([52, 33, 44]).caption
    '3 cards, 1 SET'
    >>> show([52, 33, 44])._repr_svg_()[:4]
    '<svg'
    """
    d = cards.space.d if isinstance(cards, CardSet) else 4
    here = notation if isinstance(notation, Notation) else find_notation(notation, d)
    space = Space(here.deck.d, here.deck.n)
    if isinstance(cards, CardSet) and cards.space != space:
        raise SpecError(f"the notation is for {space}, the cards are of {cards.space}: use one space")
    order = space.distinct(cards)
    sets = space.sets(order)
    groups = [tuple(order.index(card) for card in line) for line in sets] if mark else None
    labels = [here.digits(card) for card in order] if captions else None
    faces = [here.face(card) for card in order]
    drawing = draw_sheet(faces, find_palette(palette), columns=columns, labels=labels, groups=groups)
    return Picture(drawing, f"{plural(len(order), 'card')}, {plural(len(sets), 'SET')}")


def picture_of(cards: CardSet) -> Picture | None:
    """The picture that a notebook shows for a collection; None for a large one, which the grid of `str` shows better.

    >>> picture_of(CardSet.deck(Space(6))) is None
    True
    """
    return show(cards) if len(cards) <= MOST_DRAWN else None
