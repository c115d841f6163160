"""Orbits of AGL(d,3) on collections of cards: which collections are images of each other, and how many there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import SupportsInt

from setlab.counting import count_affine_maps, count_sets
from setlab.geometry import Space
from setlab.geometry.flats import k_flats
from setlab.reference.lines import WORD_BITS, Masks, integers, lines_in, mask_of, words
from setlab.reference.symmetry import least_mask, stabilizer

Rows = list[list[int]]


def canonical_forms(masks: Masks, dimension: int) -> Rows:
    """The mask that stands for the orbit of each collection: equal for two exactly if a map takes one to the other.

    >>> canonical_forms([[0b100010001], [0b111000000]], 2)   # two SETs
    [[7], [7]]
    """
    return [words(least_mask(mask, dimension), dimension) for mask in integers(masks)]


def stabilizers(masks: Masks, dimension: int) -> list[int]:
    """The order of the stabiliser of each collection in AGL(d,3).

    >>> stabilizers([[0b111], [0]], 2)
    [36, 432]
    """
    return [stabilizer(mask, dimension) for mask in integers(masks)]


def next_orbits(
    masks: Masks, sizes: Iterable[SupportsInt], dimension: int, family: str = "all"
) -> tuple[Rows, list[int]]:
    """The orbits with one card more than these collections, which stand for all orbits of one level: masks and sizes.

    The engine finds the sizes of the orbits from those of their parents, `sizes`; here each is the number of cosets of
    the stabiliser.

    >>> next_orbits([[0b11]], [36], 2)                       # a SET, and three cards that are none
    ([[7], [11]], [12, 72])
    """
    larger = (mask | 1 << card for mask in integers(masks) for card in range(3**dimension) if not mask >> card & 1)
    found = sorted({least_mask(mask, dimension) for mask in larger if is_in_family(mask, dimension, family)})
    order = count_affine_maps(dimension)
    return [words(mask, dimension) for mask in found], [order // stabilizer(mask, dimension) for mask in found]


def count_additions(masks: Masks, dimension: int, family: str) -> list[int]:
    """How many cards each collection of the family can take and stay in it.

    >>> count_additions([[0b11], [0b11011]], 2, "cap")       # a pair, and a complete cap
    [6, 0]
    """
    return [
        sum(not mask >> card & 1 and is_in_family(mask | 1 << card, dimension, family) for card in range(3**dimension))
        for mask in integers(masks)
    ]


def extend_lines(masks: Masks, sizes: Iterable[SupportsInt], dimension: int, extra: int) -> Rows:
    """For each number of lines, how many collections have it of those with `extra` cards more than a mask.

    Those of mask i count sizes[i] times. A row is the low and the high word of a number of 128 bits.

    >>> extend_lines([[0b11]], [36], 2, 1)[:2]
    [[216, 0], [36, 0]]
    """
    counts: Counter[int] = Counter()
    for mask, size in zip(integers(masks), sizes, strict=True):
        free = [card for card in range(3**dimension) if not mask >> card & 1]
        for cards in combinations(free, extra):
            counts[len(lines_in(mask | mask_of(cards)))] += int(size)
    rows = (counts[lines] for lines in range(count_sets(dimension) + 1))
    return [[count % 2**WORD_BITS, count >> WORD_BITS] for count in rows]


def is_in_family(mask: int, dimension: int, family: str) -> bool:
    """True if no SET (family "cap") or no plane ("plane-free") lies within the collection.

    >>> [is_in_family(0b1111, 2, family) for family in ("all", "cap", "plane-free")]
    [True, False, True]
    """
    forbidden = {"all": None, "cap": 1, "plane-free": 2}[family]
    return forbidden is None or all(mask & flat != flat for flat in _flat_masks(forbidden, dimension))


@cache
def _flat_masks(k: int, dimension: int) -> tuple[int, ...]:
    return tuple(flat.mask for flat in k_flats(k, Space(dimension)))
