"""Caps by random search: `grow` finds one large cap, `complete_sizes` the sizes of many complete ones.

For every point of the space the tabu search of `grow` maintains the number of pairs of the cap whose line contains it.
A point with 0 pairs may be added. If there is none, a point with few pairs is added, and one point of each of these
pairs is removed; a removed point may not return for some steps.

For `complete_sizes` a cap of AG(d,3) is grown card by card until no card can be added. At each step a few free cards
are drawn, and one is added: the first, the one that blocks the most free cards (for small caps), or the one that
blocks the fewest (for large caps). Successive trials use these three rules in turn. The sizes are examples, not a
complete list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from setlab.arguments import checked
from setlab.draws import Draws, accept
from setlab.errors import SpecError
from setlab.geometry.deck import Deck
from setlab.geometry.fields import Field
from setlab.geometry.space import third_table
from setlab.limits import GAMES, between

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


CANDIDATES = 8
"""The number of free cards drawn at each step."""

LONGEST = 112
"""No cap of AG(6,3) has more points: the number of steps for which draws are made."""

RULES = (0, 1, -1)
"""The weight of each card that a candidate blocks."""


@checked
@dataclass(frozen=True)
class CompleteSizes:
    """The number of caps grown by size, and one example of each size."""

    d: int
    counts: dict[int, int]
    examples: dict[int, tuple[int, ...]]

    @property
    def dimension(self) -> int:
        """The dimension of the geometry, d."""
        return self.d


@checked
def complete_sizes(dimension: int = 4, *, seed: int = 0, caps: int = 300) -> CompleteSizes:
    """Sizes of complete caps of AG(d,3), d = 2 … 6, from a number of random caps; the same for the same seed.

    >>> complete_sizes(3, seed=1, caps=60).counts
    {8: 46, 9: 14}
    """
    if dimension not in GAMES:
        raise SpecError(f"dimension {dimension} is out of range: complete caps are grown in {between(GAMES)}")
    if caps < 1:
        raise SpecError(f"{caps} caps are no search: grow at least 1")
    counts: Counter[int] = Counter()
    examples: dict[int, tuple[int, ...]] = {}
    for trial in range(caps):
        cap = grow_complete_cap(dimension, Draws(seed), trial)
        counts[len(cap)] += 1
        examples.setdefault(len(cap), tuple(sorted(cap)))
    return CompleteSizes(dimension, dict(sorted(counts.items())), dict(sorted(examples.items())))


def grow_complete_cap(d: int, draws: Draws, trial: int) -> list[int]:
    """The complete cap of one trial, in the order of growth.

    >>> grow_complete_cap(2, Draws(1), trial=0)
    [8, 3, 5, 7]
    """
    third, rule = third_table(d), RULES[trial % len(RULES)]
    bits = draws.bits_table(trial, 1, CANDIDATES * LONGEST)[0].tolist()
    cap: list[int] = []
    free = list(range(3**d))
    while free:
        first = CANDIDATES * len(cap)
        drawn = [_below(draws, trial, k, bits[k], len(free)) for k in range(first, first + CANDIDATES)]
        card = _choose([free[place] for place in drawn], cap, set(free), third, rule)
        gone = {card, *(third[card][other] for other in cap)}
        cap.append(card)
        free = [other for other in free if other not in gone]
    return cap


def _choose(
    candidates: Sequence[int], cap: Sequence[int], free: set[int], third: Sequence[Sequence[int]], rule: int
) -> int:
    """The first candidate with the best number of blocked cards."""
    if not rule:
        return candidates[0]
    return max(candidates, key=lambda card: rule * sum(third[card][other] in free for other in cap))


def _below(draws: Draws, trial: int, k: int, bits: int, bound: int) -> int:
    """Draw k below a bound, computed from its bits unless they are rejected."""
    drawn = accept(bits, bound)
    return draws.below(trial, k, bound) if drawn is None else drawn
