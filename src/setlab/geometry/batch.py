"""The SETs in a batch of collections, by the compiled core.

A collection is an integer mask, as inside a `CardSet`: bit c is set when card c is there. For the core the
masks are the rows of an array of 64-bit words, the lowest word first. `docs/core.md` explains how it works.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import TYPE_CHECKING, SupportsIndex

from setlab.errors import CardError, SpecError
from setlab.geometry.deck import LARGEST_DIMENSION

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Masks = NDArray[np.uint64] | Iterable[int]


def masks_array(masks: Iterable[int], dimension: int = 4) -> NDArray[np.uint64]:
    """The masks as an array with one row per collection, ready for the core.

    >>> masks_array([0b111, 1 << 80])
    array([[    7,     0],
           [    0, 65536]], dtype=uint64)
    """
    import numpy as np

    cards = _cards(dimension)
    words = (cards + 63) // 64
    rows = b"".join(_checked_mask(mask, cards).to_bytes(8 * words, "little") for mask in masks)
    return np.frombuffer(rows, dtype="<u8").astype(np.uint64).reshape(-1, words)


def count_lines(masks: Masks, dimension: int = 4, *, threads: int | None = None) -> NDArray[np.int32]:
    """The number of SETs in each collection.

    >>> deck, plane, pair = (1 << 81) - 1, 0b111111111, 0b11
    >>> count_lines([deck, plane, pair])
    array([1080,   12,    0], dtype=int32)
    """
    from setlab import _core

    return _core.count_lines(_rows(masks, dimension), dimension, threads=threads)


def find_lines(
    masks: Masks, dimension: int = 4, *, threads: int | None = None
) -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
    """The SETs of all collections, one after the other, as offsets and triples.

    Those of collection j are `triples[offsets[j]:offsets[j + 1]]`. The cards of a SET are in ascending order,
    and so are the SETs of a collection.

    >>> offsets, triples = find_lines([0b111111, 0b110010001], dimension=2)
    >>> triples[offsets[0] : offsets[1]].tolist()
    [[0, 1, 2], [3, 4, 5]]
    >>> triples[offsets[1] : offsets[2]].tolist()
    [[0, 4, 8]]
    """
    from setlab import _core

    return _core.find_lines(_rows(masks, dimension), dimension, threads=threads)


def _rows(masks: Masks, dimension: int) -> NDArray[np.uint64]:
    import numpy as np

    if not isinstance(masks, np.ndarray):
        return masks_array(masks, dimension)
    words = (_cards(dimension) + 63) // 64
    if masks.dtype != np.uint64 or masks.ndim != 2 or masks.shape[1] != words:
        raise CardError(
            f"an array of {masks.dtype} with shape {masks.shape} does not hold masks: dimension {dimension} "
            f"needs uint64 with shape (N, {words}); masks_array makes one from integers"
        )
    return np.ascontiguousarray(masks)


def _cards(dimension: int) -> int:
    if not 1 <= dimension <= LARGEST_DIMENSION:
        raise SpecError(f"dimension {dimension} is out of range: choose one from 1 to {LARGEST_DIMENSION}")
    return int(3**dimension)


def _checked_mask(mask: SupportsIndex, cards: int) -> int:
    number = index(mask)
    if number < 0:
        raise CardError(f"mask {number} is negative: a mask has bit c set for every card c")
    if number >> cards:
        raise CardError(
            f"a mask has bit {number.bit_length() - 1}: the cards are 0 to {cards - 1}; "
            "clear the bit or raise the dimension"
        )
    return number
