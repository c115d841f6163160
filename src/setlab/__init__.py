"""A laboratory and a table for the card game SET: cards, collections, notations and pictures to begin with.

>>> from setlab import CardSet, find_notation
>>> standard = find_notation()
>>> cards = standard.parse_all("1RFD, 1REO, 1RTS, two purple striped diamonds")
>>> [[standard.name(card) for card in line] for line in CardSet(cards).lines()]
[['one red solid diamond', 'one red striped squiggle', 'one red open oval']]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from setlab.errors import CardError, RuleError, SpecError
from setlab.geometry import AffineMap, CardSet, Deck, Space
from setlab.notation import DEFAULT, NOTATIONS, Notation, find_notation

if TYPE_CHECKING:
    from setlab.notebook import Picture

__version__ = "0.1.0"


def show(cards: Iterable[int], notation: str | Notation = DEFAULT, **options: Any) -> Picture:
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
