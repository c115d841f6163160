"""Caps by tabu search: random points while they fit, then exchanges that a tabu list prevents from being undone.

For every point of the space the search maintains the number of pairs of the cap whose line contains it. A point with 0
pairs may be added. If there is none, a point with few pairs is added, and one point of each of these pairs is removed;
a removed point may not return for some steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from setlab.arguments import checked
from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.geometry.deck import Deck
from setlab.geometry.fields import Field

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

MOST_POINTS = 3**8
"""The largest space that `grow` searches."""

DRAWS_PER_STEP = 2


@checked
@dataclass(frozen=True)
class Growth:
    """A cap that `grow` found, with the restart (the trial of its draws) and the step."""

    points: tuple[int, ...]
    restart: int
    step: int


@checked
def grow(
    dimension: int = 4, q: int = 3, *, seed: int = 0, restarts: int = 10, steps: int = 1000, target: int | None = None
) -> Growth:
    """The largest cap of AG(d,q) found by a randomised greedy and tabu search; the same for the same seed.

    The search stops when it finds a cap of size `target`.

    >>> len(grow(3, seed=1, restarts=3, steps=100).points), len(grow(2, 4, seed=1, restarts=3, steps=50).points)
    (9, 6)
    """
    deck = Deck(dimension, Field(q).q)
    if len(deck) > MOST_POINTS:
        raise SpecError(f"AG({dimension},{q}) has {len(deck)} points: the search takes at most {MOST_POINTS}")
    if restarts < 1 or steps < 1:
        raise SpecError(f"{restarts} restarts of {steps} steps are no search: choose at least 1 of each")
    best = Growth((), 0, 0)
    for restart in range(restarts):
        for step, points in enumerate(_climb(deck, Draws(seed), restart, steps)):
            if len(points) > len(best.points):
                best = Growth(tuple(sorted(points)), restart, step)
            if target is not None and len(best.points) >= target:
                return best
    return best


def _climb(deck: Deck, draws: Draws, restart: int, steps: int) -> Iterator[list[int]]:
    """The caps of one restart, step by step."""
    import numpy as np

    lines = _Lines(deck)
    pairs = np.zeros(len(deck), dtype=np.int64)  # for each point, the pairs of the cap whose line contains it
    blocked_until = np.zeros(len(deck), dtype=np.int64)
    cap: list[int] = []
    for step in range(steps):
        cost = pairs.copy()
        cost[cap] = len(deck) ** 2
        if not (cost == 0).any():
            cost[blocked_until > step] += len(deck)
        best = np.flatnonzero(cost == cost.min())
        point = int(best[draws.below(restart, DRAWS_PER_STEP * step, len(best))])
        for removed in _conflicts(cap, point, lines, draws.bits(restart, DRAWS_PER_STEP * step + 1)):
            cap.remove(removed)
            np.subtract.at(pairs, lines.others(removed, cap), 1)
            blocked_until[removed] = step + 3 + len(cap) // 4
        np.add.at(pairs, lines.others(point, cap), 1)
        cap.append(point)
        yield cap


def _conflicts(cap: list[int], point: int, lines: _Lines, bits: int) -> list[int]:
    """One point of every pair of the cap that is on a line with the point, chosen by a bit of the draw."""
    removed: list[int] = []
    partner = lines.partners(point, cap)
    for number, (a, b) in enumerate(partner):
        if a not in removed and b not in removed:
            removed.append(b if bits >> number % 32 & 1 else a)
    return removed


class _Lines:
    """The lines of AG(d,q) through one point and each of several others."""

    def __init__(self, deck: Deck) -> None:
        import numpy as np

        field = Field(deck.n)
        self.q = deck.n
        self.sums, self.products = np.array(field.sums), np.array(field.products)
        self.minus = self.products[field.negative(1)]
        self.weights = deck.n ** np.arange(deck.d - 1, -1, -1)
        self.vectors = np.arange(len(deck))[:, None] // self.weights % deck.n

    def others(self, point: int, cap: list[int]) -> Numbers:
        """The other points on the lines through the point and each point of the cap."""
        return self._rows(point, cap).ravel()

    def partners(self, point: int, cap: list[int]) -> list[tuple[int, int]]:
        """The pairs of the cap that are on a line with the point."""
        there = set(cap)
        rows = self._rows(point, cap).T.tolist()
        return [(a, b) for a, others in zip(cap, rows, strict=True) for b in others if a < b and b in there]

    def _rows(self, point: int, cap: list[int]) -> Numbers:
        import numpy as np

        start = self.vectors[point]
        steps = self.sums[self.vectors[cap], self.minus[start]]
        factors = range(2, self.q)
        rows: Numbers = np.array(
            [self.sums[start, self.products[f][steps]] @ self.weights for f in factors], dtype=np.int64
        )
        return rows.reshape(self.q - 2, len(cap))
