"""Collections of cards as integers, as rows of words, and as lists of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import SupportsInt

Masks = Iterable[Sequence[SupportsInt]]
"""One row of 64-bit words per collection, the lowest word first: an array or lists."""

WORD_BITS = 64


def integers(masks: Masks) -> list[int]:
    """The masks as integers: bit c is set when card c is there.

    >>> integers([[7, 0], [0, 65536]]) == [0b111, 1 << 80]
    True
    """
    return [sum(int(word) << WORD_BITS * k for k, word in enumerate(row)) for row in masks]


def words(mask: int, dimension: int) -> list[int]:
    """The mask of a collection of AG(d,3) as a row of 64-bit words.

    >>> words(1 << 80, 4)
    [0, 65536]
    """
    number = -(-(3**dimension) // WORD_BITS)
    return [mask >> WORD_BITS * k & (1 << WORD_BITS) - 1 for k in range(number)]


def cards_of(mask: int) -> Iterator[int]:
    """The cards of a collection, ascending.

    >>> list(cards_of(0b10011))
    [0, 1, 4]
    """
    return (card for card in range(mask.bit_length()) if mask >> card & 1)


def mask_of(cards: Iterable[int]) -> int:
    """The collection of these distinct cards.

    >>> bin(mask_of([0, 1, 4]))
    '0b10011'
    """
    return sum(1 << card for card in cards)
