"""Collections of cards as integers, as rows of words and as lists, and the SETs within them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, combinations
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


Line = list[int]


def count_lines(masks: Masks, dimension: int) -> list[int]:
    """The number of lines in each collection.

    >>> count_lines([[0b111111111], [0b11]], 2)
    [12, 0]
    """
    return [len(lines_in(mask)) for mask in integers(masks)]


def find_lines(masks: Masks, dimension: int) -> tuple[list[int], list[Line]]:
    """Offsets and sorted triples: collection j has triples[offsets[j]:offsets[j + 1]].

    >>> find_lines([[0b111111], [0b110010001]], 2)
    ([0, 2, 3], [[0, 1, 2], [3, 4, 5], [0, 4, 8]])
    """
    found = [lines_in(mask) for mask in integers(masks)]
    return [0, *accumulate(map(len, found))], [line for lines in found for line in lines]


def lines_in(mask: int) -> list[Line]:
    """The lines of one collection, each ascending, in ascending order.

    >>> lines_in(0b111111)
    [[0, 1, 2], [3, 4, 5]]
    """
    pairs = combinations(cards_of(mask), 2)
    return [[a, b, c] for a, b in pairs if (c := third(a, b)) > b and mask >> c & 1]


@cache
def third(a: int, b: int) -> int:
    """The card whose digits in base 3 add up with those of a and b to 0 modulo 3.

    >>> third(0, 4), third(4, 4)
    (8, 4)
    """
    if a == b == 0:
        return 0
    return 3 * third(a // 3, b // 3) + -(a + b) % 3
