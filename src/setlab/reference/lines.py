"""The SETs within collections of cards: every pair of cards, and its third card if that is there too."""

from __future__ import annotations

from functools import cache
from itertools import accumulate, combinations

from setlab.reference.masks import Masks, cards_of, integers

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
