"""setlab: a laboratory and a table for the card game SET.

>>> from setlab import CardSet, find_notation
>>> thesis = find_notation("thesis")
>>> cards = [thesis.parse(text) for text in ("1221", "1020", "1122", "2PSD")]
>>> [[thesis.name(card) for card in line] for line in CardSet(cards).lines()]
[['1 red hollow oval', '1 red striped worm', '1 red full diamond']]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from setlab.errors import CardError, RuleError, SpecError
from setlab.geometry import AffineMap, CardSet, Deck, Space
from setlab.notation import NOTATIONS, Notation, find_notation

if TYPE_CHECKING:
    from setlab.notebook import Picture

__version__ = "0.1.0"


def show(cards: Iterable[int], notation: str | Notation = "thesis", **options: Any) -> Picture:
    """The cards as a picture, for a notebook or a file: see `setlab.notebook.show`.

    >>> show([52, 33, 44]).caption
    '3 cards, 1 SET'
    """
    from setlab import notebook

    return notebook.show(cards, notation, **options)


def _picture_of(cards: CardSet, form: str) -> str | None:
    """The collection as a picture; none for so many cards that the grid of `str` says more."""
    from setlab import notebook

    if len(cards) > notebook.MOST_DRAWN:
        return None
    picture: str = getattr(show(cards), form)()
    return picture


def _repr_svg_(cards: CardSet) -> str | None:
    return _picture_of(cards, "_repr_svg_")


def _repr_html_(cards: CardSet) -> str | None:
    return _picture_of(cards, "_repr_html_")


setattr(CardSet, "_repr_svg_", _repr_svg_)  # noqa: B010 - geometry knows nothing of drawing
setattr(CardSet, "_repr_html_", _repr_html_)  # noqa: B010

__all__ = [
    "NOTATIONS",
    "AffineMap",
    "CardError",
    "CardSet",
    "Deck",
    "Notation",
    "RuleError",
    "Space",
    "SpecError",
    "__version__",
    "find_notation",
    "show",
]
