"""Caps completed: the largest cap nearest to some cards, and the largest cap that contains them.

All caps with 20 cards are images of the elliptic quadric (one orbit under AGL(4,3), 682,344 caps), and each is
symmetric about a card. So 8424 of them are symmetric about card 0, and the others are their translates: comparing a
collection with all of them is one product of matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from setlab.arguments import checked
from setlab.caps.checks import check
from setlab.errors import RuleError
from setlab.geometry.maps import AffineMap
from setlab.geometry.space import Space, elliptic_quadric, third_table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SPACE = Space(4)
LARGEST = 20
SECOND_LARGEST = 18
"""A complete cap of AG(4,3) has 15 to 18 or 20 cards (`setlab exact no-set --recompute`), so none has 19."""

Stopped = Callable[[], bool]


@checked
@dataclass(frozen=True)
class Completion:
    """A cap that contains given cards; `is_exact` if no larger one contains them."""

    cards: tuple[int, ...]
    is_exact: bool


@checked
def nearest_largest(cards: Iterable[int]) -> tuple[int, ...]:
    """The 20 cards without a SET that have the most cards in common with these; the first of several.

    >>> twenty = nearest_largest([0, 1, 3, 9])
    >>> len(twenty), {0, 1, 3, 9} <= set(twenty)
    (20, True)
    """
    import numpy as np

    kept = sorted(SPACE.distinct(cards))
    moved = np.zeros((len(SPACE), len(SPACE)), dtype=np.float32)
    for centre in SPACE:
        moved[[SPACE.subtract(card, centre) for card in kept], centre] = 1
    common = _centred_caps().astype(np.float32) @ moved
    cap, centre = divmod(int(common.argmax()), len(SPACE))
    around_centre = np.flatnonzero(_centred_caps()[cap]).tolist()
    return tuple(sorted(SPACE.add(card, centre) for card in around_centre))


@checked
def complete(cards: Iterable[int], stopped: Stopped = lambda: False) -> Completion:
    """The largest cap of AG(4,3) that contains the cards: 20 cards if these are part of such a cap, else at most 18.

    The search is exact unless `stopped()` ends it.

    >>> ones = [card for card in SPACE if 2 not in SPACE.coordinates(card)]     # 16 cards, every value 0 or 1
    >>> len(complete([0, 1, 3, 9]).cards), len(complete(ones).cards)
    (20, 16)
    """
    start = sorted(SPACE.distinct(cards))
    line = check(start).line
    if line is not None:
        raise RuleError(f"{line} is a SET: remove one of its cards")
    twenty = nearest_largest(start)
    if set(start) <= set(twenty):
        return Completion(twenty, is_exact=True)
    search, third = _Search(start, stopped), third_table()
    taken = {third[a][b] for a in start for b in start}
    is_finished = search.extend(start, sum(1 << card for card in SPACE if card not in taken)) is not None
    return Completion(tuple(sorted(search.best)), is_finished)


@lru_cache(maxsize=1)
def _centred_caps() -> NDArray[np.bool_]:
    """The caps with 20 cards that are symmetric about card 0, one row each: an orbit under linear maps."""
    import numpy as np

    generators = [
        AffineMap.from_matrix(rows).images
        for rows in (
            [[1, 1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
            [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0]],
            [[2, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
        )
    ]
    first = frozenset(elliptic_quadric())
    found, waiting = {first: None}, [first]
    while waiting:
        cap = waiting.pop()
        images = [frozenset(images[card] for card in cap) for images in generators]
        waiting += [image for image in images if image not in found]
        found |= dict.fromkeys(images)
    rows = np.zeros((len(found), len(SPACE)), dtype=bool)
    for row, cap in zip(rows, found, strict=True):
        row[list(cap)] = True
    return rows


class _Search:
    """Branch and bound. Two free cards exclude each other if they make a SET with a card of the cap."""

    def __init__(self, start: list[int], stopped: Stopped) -> None:
        self.best = start
        self._stopped = stopped

    def extend(self, cap: list[int], free: int) -> bool | None:
        """Keep the best extension of a cap: True if no better one is needed, None if the search was stopped."""
        if len(cap) > len(self.best):
            self.best = cap
        if len(self.best) >= SECOND_LARGEST:
            return True
        if self._stopped():
            return None
        third = third_table()
        excluded = {card: sum(1 << third[card][other] for other in cap) for card in SPACE if free >> card & 1}
        conflicts = {card: mask & free for card, mask in excluded.items()}
        if len(cap) + _most(conflicts) <= len(self.best):
            return False
        # Each free card in turn, the one with the fewest conflicts first; it is not tried again afterwards.
        for card in sorted(conflicts, key=lambda card: conflicts[card].bit_count()):
            free &= ~(1 << card)
            done = self.extend([*cap, card], free & ~conflicts[card])
            if done is not False:
                return done
        return False


def _most(conflicts: dict[int, int]) -> int:
    """An upper bound on the number of cards without a conflict: the number of cliques in a greedy cover."""
    covered, cliques = 0, 0
    for card in sorted(conflicts, key=lambda card: conflicts[card].bit_count()):
        if covered >> card & 1:
            continue
        cliques += 1
        covered |= 1 << card
        common = conflicts[card] & ~covered
        while common:
            lowest = common & -common
            covered |= lowest
            common &= conflicts[lowest.bit_length() - 1] & ~covered
    return cliques
