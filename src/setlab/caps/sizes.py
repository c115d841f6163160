"""Sizes of complete caps of AG(d,3) that a random search finds: examples, not a list of all sizes.

A cap is grown card by card until no card can join. Each time a few free cards are drawn, and one of them is taken:
the first, the one that blocks the most cards so far free to join (small caps), or the one that blocks the fewest
(large ones). Trial after trial takes these three rules in turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from setlab.draws import Draws, accept
from setlab.errors import SpecError
from setlab.geometry import Space

DIMENSIONS = range(2, 7)
CANDIDATES = 8
"""So many free cards are drawn at each step."""

LONGEST = 112
"""No cap of AG(6,3) has more points, so that no more steps are drawn for."""

RULES = (0, 1, -1)
"""What one more card that is blocked counts: nothing, for the candidate, or against it."""


@dataclass(frozen=True)
class CompleteSizes:
    """How many of the caps that were grown have each size, and one of each."""

    d: int
    counts: dict[int, int]
    examples: dict[int, tuple[int, ...]]


def complete_sizes(d: int = 4, *, seed: int = 0, caps: int = 300) -> CompleteSizes:
    """Sizes of complete caps of AG(d,3), d = 2 … 6, from so many caps; the same for the same seed.

    >>> complete_sizes(3, seed=1, caps=60).counts
    {8: 46, 9: 14}
    """
    if d not in DIMENSIONS:
        raise SpecError(f"dimension {d} is out of range: complete caps are grown in 2 to 6")
    if caps < 1:
        raise SpecError(f"{caps} caps are no search: grow at least 1")
    counts: Counter[int] = Counter()
    examples: dict[int, tuple[int, ...]] = {}
    for trial in range(caps):
        cap = grown(d, Draws(seed), trial)
        counts[len(cap)] += 1
        examples.setdefault(len(cap), tuple(sorted(cap)))
    return CompleteSizes(d, dict(sorted(counts.items())), dict(sorted(examples.items())))


def grown(d: int, draws: Draws, trial: int) -> list[int]:
    """The complete cap of one trial, in the order in which it grows.

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
    """The first of the candidates with the best number of cards that it blocks."""
    if not rule:
        return candidates[0]
    return max(candidates, key=lambda card: rule * sum(third[card][other] in free for other in cap))


def _below(draws: Draws, trial: int, k: int, bits: int, bound: int) -> int:
    """Draw k below a bound, from its bits if they are accepted."""
    drawn = accept(bits, bound)
    return draws.below(trial, k, bound) if drawn is None else drawn


@lru_cache(maxsize=2)
def _thirds(d: int) -> list[list[int]]:
    """The card that completes a SET with each pair."""
    space = Space(d)
    return [[space.third(a, b) for b in space] for a in space]
