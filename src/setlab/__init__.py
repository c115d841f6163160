"""A laboratory and a table for the card game SET: cards, collections, notations and pictures to begin with.

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
    """The cards as a picture for a notebook or a file; `setlab.notebook.show` lists the options.

    >>> show([52, 33, 44]).caption
    '3 cards, 1 SET'
    """
    from setlab import notebook

    return notebook.show(cards, notation, **options)


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
