"""Sizes of complete caps of AG(d,3) found by a random search: examples, not a list of all sizes.

A cap is grown card by card until no card can be added. At each step a few free cards are drawn, and one of them is
added: the first, the one that blocks the most free cards (for small caps), or the one that blocks the fewest (for large
caps). Successive trials use these three rules in turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from setlab.arguments import checked
from setlab.draws import Draws, accept
from setlab.errors import SpecError
from setlab.geometry import Space
from setlab.limits import GAMES, between

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
        cap = grown(dimension, Draws(seed), trial)
        counts[len(cap)] += 1
        examples.setdefault(len(cap), tuple(sorted(cap)))
    return CompleteSizes(dimension, dict(sorted(counts.items())), dict(sorted(examples.items())))


def grown(d: int, draws: Draws, trial: int) -> list[int]:
    """The complete cap of one trial, in the order of growth.

    >>> grown(2, Draws(1), trial=0)
    [8, 3, 5, 7]
    """
    third, rule = _thirds(d), RULES[trial % len(RULES)]
    bits = draws.bits_table(trial, 1, CANDIDATES * LONGEST)[0].tolist()
    cap: list[int] = []
    free = list(range(3**d))
    while free:
        first = CANDIDATES * len(cap)
        drawn = [_below(draws, trial, k, bits[k], len(free)) for k in range(first, first + CANDIDATES)]
        card = _chosen([free[place] for place in drawn], cap, set(free), third, rule)
        gone = {card, *(third[card][other] for other in cap)}
        cap.append(card)
        free = [other for other in free if other not in gone]
    return cap


def _chosen(
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


@lru_cache(maxsize=2)
def _thirds(d: int) -> list[list[int]]:
    """The table of third cards."""
    space = Space(d)
    return [[space.third(a, b) for b in space] for a in space]
