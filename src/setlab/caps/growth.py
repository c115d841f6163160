"""Caps by search: random points as long as they fit, then exchanges that a tabu list keeps from going back.

For every point of the space the search keeps the number of pairs of the cap whose line goes through it. A point
with 0 may be added. When there is none, a point with few pairs is added all the same, and one point of each of
these pairs is given up; a point given up may not come back for some steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

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


@dataclass(frozen=True)
class Growth:
    """A cap that `grow` found, and where: the restart (the trial of its draws) and the step."""

    points: tuple[int, ...]
    restart: int
    step: int


def grow(
    d: int = 4, q: int = 3, *, seed: int = 0, restarts: int = 10, steps: int = 1000, target: int | None = None
) -> Growth:
    """The largest cap of AG(d,q) that a randomised greedy and tabu search finds; the same for the same seed.

    It stops when a cap of the size `target` is found.

    >>> len(grow(3, seed=1, restarts=3, steps=100).points), len(grow(2, 4, seed=1, restarts=3, steps=50).points)
    (9, 6)
    """
    deck = Deck(d, Field(q).q)
    if len(deck) > MOST_POINTS:
        raise SpecError(f"AG({d},{q}) has {len(deck)} points: the search takes at most {MOST_POINTS}")
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
    pairs = np.zeros(len(deck), dtype=np.int64)  # how many pairs of the cap have their line through the point
    blocked_until = np.zeros(len(deck), dtype=np.int64)
    cap: list[int] = []
    for step in range(steps):
        cost = pairs.copy()
        cost[cap] = len(deck) ** 2
        if not (cost == 0).any():
            cost[blocked_until > step] += len(deck)
        best = np.flatnonzero(cost == cost.min())
        point = int(best[draws.below(restart, DRAWS_PER_STEP * step, len(best))])
        for given_up in _conflicts(cap, point, lines, draws.bits(restart, DRAWS_PER_STEP * step + 1)):
            cap.remove(given_up)
            np.subtract.at(pairs, lines.others(given_up, cap), 1)
            blocked_until[given_up] = step + 3 + len(cap) // 4
        np.add.at(pairs, lines.others(point, cap), 1)
        cap.append(point)
        yield cap


def _conflicts(cap: list[int], point: int, lines: _Lines, bits: int) -> list[int]:
    """For every pair of the cap on a line with the point, one of the two, chosen by a bit of the draw."""
    given_up: list[int] = []
    partner = lines.partners(point, cap)
    for number, (a, b) in enumerate(partner):
        if a not in given_up and b not in given_up:
            given_up.append(b if bits >> number % 32 & 1 else a)
    return given_up


class _Lines:
    """The lines of AG(d,q) through a point and many others at once."""

    def __init__(self, deck: Deck) -> None:
        import numpy as np

        field = Field(deck.n)
        self.q = deck.n
        self.sums, self.products = np.array(field.sums), np.array(field.products)
        self.minus = self.products[field.negative(1)]
        self.weights = deck.n ** np.arange(deck.d - 1, -1, -1)
        self.vectors = np.arange(len(deck))[:, None] // self.weights % deck.n

    def others(self, point: int, cap: list[int]) -> Numbers:
        """The points on the lines through the point and each of the cap, without these two."""
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
