"""The most and the fewest SETs in n cards of AG(d,3), d ≤ 3, by enumerating all 2^(3^d) collections."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from setlab.errors import SpecError
from setlab.limits import ENUMERATED, between


class Walk(NamedTuple):
    """By the number of cards, 0 … 3^d: the fewest SETs, a mask that attains them, the most SETs, a mask likewise."""

    fewest: tuple[int, ...]
    fewest_in: tuple[int, ...]
    most: tuple[int, ...]
    most_in: tuple[int, ...]


@lru_cache
def walk(dimension: int) -> Walk:
    """The extremes of all collections, enumerated in the order of a Gray code: a second for d = 3.

    >>> walk(2).fewest, walk(2).most
    ((0, 0, 0, 0, 0, 1, 2, 5, 8, 12), (0, 0, 0, 1, 1, 2, 3, 5, 8, 12))
    """
    from setlab import _core

    if dimension not in ENUMERATED:
        raise SpecError(f"dimension {dimension} has too many collections to enumerate: choose {between(ENUMERATED)}")
    return Walk(*(tuple(part.tolist()) for part in _core.line_extremes(dimension)))
