"""Most and fewest SETs in n cards of AG(d,3), d ≤ 3, by looking at all 2^(3^d) collections."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from setlab.errors import SpecError
from setlab.geometry.many import count_lines_plainly

LARGEST_DIMENSION = 3


class Walk(NamedTuple):
    """By the number of cards, 0 … 3^d: the fewest SETs, a mask that has so few, the most, a mask that has so many."""

    fewest: tuple[int, ...]
    fewest_in: tuple[int, ...]
    most: tuple[int, ...]
    most_in: tuple[int, ...]


@lru_cache
def walk(dimension: int) -> Walk:
    """The extremes by the compiled core, which goes from one collection to the next by one card: a second for d = 3.

    >>> walk(2).fewest, walk(2).most
    ((0, 0, 0, 0, 0, 1, 2, 5, 8, 12), (0, 0, 0, 1, 1, 2, 3, 5, 8, 12))
    """
    from setlab import _core

    if not 1 <= dimension <= LARGEST_DIMENSION:
        raise SpecError(f"dimension {dimension} has too many collections to look at: choose 1 to {LARGEST_DIMENSION}")
    return Walk(*(tuple(part.tolist()) for part in _core.line_extremes(dimension)))


def walk_plainly(dimension: int) -> Walk:
    """The extremes by the definition, for d ≤ 2.

    >>> walk_plainly(1).most_in
    (0, 1, 3, 7)
    """
    cards = range(3**dimension)
    fewest, most = [], []
    for size in range(len(cards) + 1):
        masks = [sum(1 << card for card in chosen) for chosen in combinations(cards, size)]
        counted = list(zip(count_lines_plainly(masks, dimension), masks, strict=True))
        fewest.append(min(counted))
        most.append(max(counted, key=lambda pair: (pair[0], -pair[1])))
    return Walk(*(tuple(part) for pairs in (fewest, most) for part in zip(*pairs, strict=True)))
