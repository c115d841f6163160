"""Collections without a plane, counted in three other ways.

`count_without` tries all collections, `count_by_closure` all 2^27 collections of AG(3,3) at once, and
`totals_by_families` lists the families of planes one by one, as far as they are few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from setlab.geometry import Space
from setlab.reference.lines import planes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def count_without(parts: Iterable[int], cards: int) -> list[int]:
    """The number of n-collections within which none of the parts lies, n = 0, 1, …, by trying all 2^cards of them.

    >>> count_without([0b011, 0b110], 3)
    [1, 3, 1, 0]
    """
    parts = tuple(parts)
    counts = [0] * (cards + 1)
    for mask in range(1 << cards):
        counts[mask.bit_count()] += all(part & ~mask for part in parts)
    return counts


def count_by_closure(dimension: int) -> list[int]:
    """The number of n-collections without a plane, from one bit for each of the 2^(3^d) collections: d = 2 or 3.

    The bits of the planes are set first. Then, card by card, what holds a plane passes this on to itself with the
    card.

    >>> count_by_closure(2)
    [1, 9, 36, 84, 126, 126, 84, 36, 9, 0]
    """
    import numpy as np

    cards = len(Space(dimension))
    holds = np.zeros((1 << cards) // 8, dtype=np.uint8)
    for plane in planes(dimension):
        holds[plane >> 3] |= 1 << (plane & 7)
    for card in range(3):  # bit j of a byte is the collection that ends with the three cards of j
        without = sum(1 << j for j in range(8) if not j >> card & 1)
        holds |= (holds & without) << (1 << card)
    for card in range(3, cards):
        halves = holds.reshape(-1, 2, 1 << (card - 3))
        halves[:, 1] |= halves[:, 0]
    return _count_zero_bits(holds, cards)


def _count_zero_bits(holds: NDArray[np.uint8], cards: int) -> list[int]:
    """How many collections of each size have a bit that is 0."""
    import numpy as np

    ones = np.zeros(1, dtype=np.int16)  # in the number of a byte
    for _ in range(3, cards):
        ones = np.concatenate([ones, ones + 1])
    counts = [0] * (cards + 1)
    for place, number in enumerate(np.bincount(256 * ones + holds).tolist()):
        for low in range(8):
            if not place >> low & 1:
                counts[place // 256 + low.bit_count()] += number
    return counts


def totals_by_families(largest: int, dimension: int = 4) -> list[int]:
    """The sum of (−1)^m over all families of m planes with a union of s cards, s = 0 … largest.

    All planes are alike: the families with one fixed plane are listed, and those of m planes are counted m times
    too often when the fixed plane runs through all.

    >>> totals_by_families(18, 3)
    [1, 0, 0, 0, 0, 0, 0, 0, 0, -39, 0, 0, 0, 0, 0, 702, 0, 0, -897]
    """
    import numpy as np

    all_planes = planes(dimension)
    rows = np.array([[plane & (1 << 64) - 1, plane >> 64] for plane in all_planes], dtype=np.uint64)
    totals = [0] * (largest + 1)
    totals[0] = 1
    unions, last = rows[:1], np.zeros(1, dtype=np.int64)
    number = 1
    while len(unions):
        sizes = Counter(_sizes(unions).tolist())
        for size, families in sizes.items():
            times, rest = divmod(len(all_planes) * families, number)
            assert rest == 0
            totals[size] += (-1) ** number * times
        unions, last = _one_more(unions, last, rows, largest)
        number += 1
    return totals


def _one_more(
    unions: NDArray[np.uint64], last: NDArray[np.int64], planes: NDArray[np.uint64], largest: int
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """The families with one more plane, later than all before, whose unions are not too large."""
    import numpy as np

    more, indices = [unions[:0]], [last[:0]]
    for k in range(1, len(planes)):
        larger = unions[last < k] | planes[k]
        larger = larger[_sizes(larger) <= largest]
        more.append(larger)
        indices.append(np.full(len(larger), k, dtype=np.int64))
    return np.concatenate(more), np.concatenate(indices)


def _sizes(masks: NDArray[np.uint64]) -> NDArray[np.int64]:
    import numpy as np

    bits = np.array([byte.bit_count() for byte in range(256)], dtype=np.uint8)
    sizes: NDArray[np.int64] = bits[masks.view(np.uint8)].sum(axis=1, dtype=np.int64)
    return sizes
