"""Partitions of cards into SETs: all of them, or their number (rule (vi) of Forbes & Forbes)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.geometry import CardSet
from setlab.solitaire.game.state import DECK, Line

MOST_PARTITIONS = 100_000_000

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Partition = tuple[Line, ...]

MOST_CARDS = 39
"""With 39 cards there are at most 247 SETs, which fit into four words of the core."""


@checked
def partitions(cards: Iterable[int], most: int = 1_000_000) -> list[Partition]:
    """All partitions of the cards into SETs, in lexicographic order; raise `SpecError` if there are more than `most`.

    >>> partitions(range(9))[0]
    ((0, 1, 2), (3, 4, 5), (6, 7, 8))
    >>> len(partitions(range(18)))
    16
    """
    if not 0 <= most <= MOST_PARTITIONS:
        raise SpecError(f"{most} partitions are too many to list: choose at most {MOST_PARTITIONS:,}")
    from setlab import _core

    collection = _checked(cards)
    found = _core.solitaire_partitions(*_words(collection), most + 1)
    if len(found) > most:
        raise SpecError(f"there are more than {most} partitions: raise `most`, or count them")
    return sorted(tuple((int(a), int(b), int(c)) for a, b, c in rows) for rows in _sorted(found))


@checked
def count_partitions(cards: Iterable[int]) -> int:
    """The number of partitions of the cards into SETs.

    >>> count_partitions(range(9)), count_partitions(range(27)), count_partitions([0, 1, 2, 3])
    (4, 17641, 0)
    """
    from setlab import _core

    return _core.solitaire_count_partitions(*_words(_checked(cards)))


def _checked(cards: Iterable[int]) -> CardSet:
    collection = CardSet(DECK.distinct(cards))
    if len(collection) > MOST_CARDS:
        raise SpecError(f"{len(collection)} cards are too many to partition here: give at most {MOST_CARDS}")
    return collection


def _words(cards: CardSet) -> tuple[int, int]:
    return cards.mask & (1 << 64) - 1, cards.mask >> 64


def _sorted(found: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The partitions with their SETs in ascending order; the cards of each SET are so already."""
    import numpy as np

    rank = found[:, :, 0].argsort(axis=1)
    return np.take_along_axis(found, rank[:, :, None], axis=1)
