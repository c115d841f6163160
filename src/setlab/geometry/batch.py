"""The SETs in a batch of collections, and collections up to symmetry, by the compiled core.

`count_sets` and `find_sets_many` take tables as arrays of card numbers, one table to a row, of any integer dtype, or as
columns of pandas and Polars. Below, a collection is an integer mask, as inside a `CardSet`: bit c is set for card c.
For the core the masks are the rows of an array of 64-bit words, the lowest word first. `docs/core.md` explains how it
works.

The core gives canonical forms and stabilisers under AGL(d,3) for 2 to 5 dimensions. A collection of another space is
moved into the flat that it spans: its canonical form lies among the first cards, and these form a flat of the same
dimension.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import prod
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

from setlab import _core
from setlab.arguments import checked
from setlab.errors import CardError, SpecError
from setlab.geometry.cardset import CardSet
from setlab.geometry.flats import frame_of
from setlab.geometry.space import Space
from setlab.limits import DECKS, ORBITS, between

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Masks = NDArray[np.uint64] | Iterable[int]


@checked
def count_sets(tables: NDArray[np.integer], dimension: int = 4, *, threads: int | None = None) -> NDArray[np.int32]:
    """The number of SETs on each table; the last axis of the array holds the cards of a table.

    >>> import numpy as np
    >>> count_sets(np.array([[0, 40, 80, 1], [0, 1, 2, 3], [0, 1, 3, 4]]))
    array([1, 1, 0], dtype=int32)
    """
    rows, shape = _tables(tables, dimension)
    return count_lines(rows, dimension, threads=threads).reshape(shape)


@checked
def find_sets_many(
    tables: NDArray[np.integer], dimension: int = 4, *, threads: int | None = None
) -> list[NDArray[np.uint16]]:
    """The SETs on each table, an array with one SET to a row; the last axis of `tables` holds the cards of a table.

    Cards and SETs are in ascending order.

    >>> import numpy as np
    >>> [found.tolist() for found in find_sets_many(np.array([[0, 40, 80, 1], [0, 1, 3, 4]]))]
    [[[0, 40, 80]], []]
    """
    rows, _ = _tables(tables, dimension)
    offsets, triples = find_lines(rows, dimension, threads=threads)
    return [triples[begin:end] for begin, end in pairwise(offsets.tolist())]


@checked
def third(pairs: NDArray[np.integer], dimension: int = 4) -> NDArray[np.int64]:
    """The third card of each pair; the last axis of the array holds two cards. With a card itself it is that card.

    >>> import numpy as np
    >>> third(np.array([[0, 40], [0, 1], [5, 5]]))
    array([80,  2,  5])
    """
    rows, shape = _card_rows(pairs, dimension)
    if rows.shape[1] != 2:
        raise CardError(f"a third card belongs to two cards, not to {rows.shape[1]}: give an array of pairs")
    found = rows[:, 0] * 0
    for place in (3**i for i in range(dimension)):
        found += -(rows // place).sum(axis=1) % 3 * place
    return found.reshape(shape)


def _tables(tables: NDArray[np.integer], dimension: int) -> tuple[NDArray[np.uint64], tuple[int, ...]]:
    """The masks of the tables in an array of card numbers, and the shape of the array without its last axis."""
    import numpy as np

    cards, shape = _card_rows(tables, dimension)
    words = (_cards(dimension) + 63) // 64
    masks = np.empty((len(cards), words), dtype="<u8")
    starts = np.arange(0, max(_PACKED, 64 * words), 64 * words)[:, None]
    for first in range(0, len(cards), len(starts)):
        part = cards[first : first + len(starts)]
        bits = np.zeros((len(part), 64 * words), dtype=bool)
        bits.reshape(-1)[starts[: len(part)] + part] = True
        if np.count_nonzero(bits) < part.size:
            _refuse_repeated(part, bits, first)
        masks[first : first + len(part)] = np.packbits(bits, axis=1, bitorder="little").view("<u8")
    return masks.astype(np.uint64, copy=False), shape


_PACKED = 1 << 18
"""Tables are packed in parts of this many bytes, which stay in the cache."""


def _refuse_repeated(cards: NDArray[np.integer], bits: NDArray[np.bool_], first: int) -> None:
    """Raise an error that names the first row with a repeated card; `first` is the number of row 0."""
    at = int((bits.sum(axis=1) < cards.shape[1]).argmax())
    row = cards[at].tolist()
    twice = next(card for place, card in enumerate(row) if card in row[:place])
    raise CardError(f"row {first + at} has card {twice} twice: each card occurs once in a deck")


def _card_rows(tables: Any, dimension: int) -> tuple[NDArray[np.int64], tuple[int, ...]]:
    """The cards of an array, one table to a row, and its shape without the last axis. A column of lists is one, too."""
    import numpy as np

    most = _cards(dimension)
    try:
        given = np.asarray(tables)
        if given.dtype == object and given.ndim == 1 and all(hasattr(row, "__len__") for row in given):
            given = np.array([np.asarray(row) for row in given])
    except ValueError:  # rows of different lengths
        raise CardError("the tables of an array have equally many cards: call find_sets for each table") from None
    if not np.issubdtype(given.dtype, np.integer) and given.size:
        raise CardError(f"tables must be an array of card numbers, one table to a row, not an array of {given.dtype}")
    cards = given.reshape(prod(given.shape[:-1]), given.shape[-1])
    if cards.size and not 0 <= cards.min() <= cards.max() < most:
        row, place = np.argwhere((cards < 0) | (cards >= most))[0]
        named = f"row {row}: {cards[row, place]} is not a card of a deck of {most}"
        raise CardError(f"{named}: cards are numbered 0 to {most - 1}")
    return cards.astype(np.int64, copy=False), given.shape[:-1]


def masks_array(masks: Iterable[int], dimension: int = 4) -> NDArray[np.uint64]:
    """The masks as an array with one row per collection, ready for the core.

    >>> masks_array([0b111, 1 << 80])
    array([[    7,     0],
           [    0, 65536]], dtype=uint64)
    """
    import numpy as np

    cards = _cards(dimension)
    words = (cards + 63) // 64
    rows = b"".join(_check_mask(mask, cards).to_bytes(8 * words, "little") for mask in masks)
    return np.frombuffer(rows, dtype="<u8").astype(np.uint64).reshape(-1, words)


def masks_of(array: NDArray[np.uint64]) -> list[int]:
    """The masks in an array with one row per collection.

    >>> masks_of(masks_array([0b111, 1 << 80])) == [0b111, 1 << 80]
    True
    """
    return [int.from_bytes(row.tobytes(), "little") for row in array.astype("<u8")]


def count_lines(masks: Masks, dimension: int = 4, *, threads: int | None = None) -> NDArray[np.int32]:
    """The number of SETs in each collection.

    >>> deck, plane, pair = (1 << 81) - 1, 0b111111111, 0b11
    >>> count_lines([deck, plane, pair])
    array([1080,   12,    0], dtype=int32)
    """
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
    if dimension not in DECKS:
        raise SpecError(f"dimension {dimension} is out of range: choose one from {between(DECKS)}")
    return int(3**dimension)


def _check_mask(mask: SupportsIndex, cards: int) -> int:
    number = index(mask)
    if number < 0:
        raise CardError(f"mask {number} is negative: a mask has bit c set for every card c")
    if number >> cards:
        raise CardError(
            f"a mask has bit {number.bit_length() - 1}: the cards are 0 to {cards - 1}; "
            "clear the bit or raise the dimension"
        )
    return number


def canonical_form(cards: CardSet) -> CardSet:
    """The collection that stands for all images of this one under the symmetries of the game, and is one of them.

    Two collections have the same canonical form exactly if a symmetry takes one to the other.

    >>> canonical_form(CardSet([0, 40, 80])), canonical_form(CardSet([7, 11, 50]))
    (CardSet([0, 1, 2]), CardSet([0, 1, 3]))
    """
    mask, dimension = _in_core_space(cards)
    (row,) = _core.canonical_forms(masks_array([mask], dimension), dimension)
    return CardSet.from_mask(masks_of(row[None])[0], cards.space)


def stabiliser_order(cards: CardSet) -> int:
    """The number of symmetries of the game that take the collection to itself.

    >>> stabiliser_order(CardSet([0, 1, 2])), stabiliser_order(CardSet())
    (1819584, 1965150720)
    """
    if not cards:
        return _group_order(cards.space.d)
    (mask, dimension), k = _in_core_space(cards), len(frame_of(cards, cards.space)) - 1
    (order,) = _core.stabilizers(masks_array([mask], dimension), dimension).tolist()
    return int(order) // _extensions(k, dimension) * _extensions(k, cards.space.d)


def orbit_size(cards: CardSet) -> int:
    """The number of collections that are images of this one: the order of AGL(d,3) over that of the stabiliser.

    >>> orbit_size(CardSet([0, 1, 2]))              # all SETs of the deck
    1080
    """
    return _group_order(cards.space.d) // stabiliser_order(cards)


def _in_core_space(cards: CardSet) -> tuple[int, int]:
    """An image of the collection in a space of the core, as its mask and the dimension of the space."""
    if cards.space.d in ORBITS:
        return cards.mask, cards.space.d
    frame = frame_of(cards, cards.space)
    k = max(len(frame) - 1, ORBITS[0])
    if k not in ORBITS:
        raise SpecError(
            f"these cards of {cards.space} span a flat of dimension {k}: "
            f"canonical forms are known up to dimension {ORBITS[-1]}"
        )
    number = {card: i for i, card in enumerate(_flat_in_order(frame, cards.space))}
    return sum(1 << number[card] for card in cards), k


def _flat_in_order(frame: tuple[int, ...], space: Space) -> list[int]:
    """The flat of a frame, with the card a + Σ cᵢ(bᵢ − a) in the place that the digits c name."""
    flat = list(frame[:1])
    for card in frame[1:]:
        step = space.subtract(card, frame[0])
        flat = [point for old in flat for point in space.line(old, step)]
    return flat


def _group_order(d: int) -> int:
    return int(3**d) * _extensions(0, d)


def _extensions(k: int, d: int) -> int:
    """The number of elements of AGL(d,3) that fix a k-flat card by card."""
    return prod(3**d - 3**i for i in range(k, d))
