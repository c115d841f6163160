"""A value of positions before a move that is cheap enough to be averaged over all deals: what a seer pays by.

A partition with a SET on the table can be followed with some chance once that SET is taken (`sums`). Of the SETs on the
table, one keeps the largest sum of these chances; one, often the same, the largest sum of their squares. The first says
how many ways there are, the second how good the best ones are. The value is a smooth step of x and y, the logarithms
of the two, with weights for every stage and kind of table. Cards are dealt after a move to a table of 12, and to a
larger one if no SET is left on it. This is the plain-Python twin of `native/solitaire/estimate.hpp`; all numbers
are integers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from math import sqrt
from typing import TYPE_CHECKING

from setlab.geometry import CardSet
from setlab.solitaire.game.partition import Partition
from setlab.solitaire.game.state import FULL_TABLE, Line
from setlab.solitaire.values.sums import FOLLOW_ONE, Type, chance_after, chance_dealt, fine_log, type_of
from setlab.solitaire.values.weights import ONE, STAGES, Numbers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WEIGHTS = 9
"""For every stage: of 1, x and y for a table of 12 cards, for one without a SET, for a larger one."""

STEP = 64
"""The logarithms x and y are kept in steps, 64 for every doubling: a step is so many parts of `fine_log`."""

LOG_ONE = fine_log(FOLLOW_ONE) // STEP
STEEPEST = 32 * ONE
"""Beyond it a score makes no difference that matters."""

Cards = frozenset[int]
Weights = dict[int, Numbers]
"""By stage: undealt cards / 3."""


def estimate(table: Iterable[int], undealt: Iterable[int], found: Iterable[Partition], weights: Weights) -> int:
    """The value of a position before a move, in parts of ONE, by the partitions of its cards.

    It is 0 where no partition has a SET on the table that has one, and ONE where some partition has so many SETs there
    that it cannot fail.
    """
    shown, hidden = frozenset(table), frozenset(undealt)
    stage, kinds = len(hidden) // 3, [(partition, type_of(partition, hidden)) for partition in found]
    if not CardSet(shown).lines():
        chances = [chance_dealt(kind) for _, kind in kinds]
        return stepped(sum(chances), sum(map(_square, chances)), weights[stage][3:6])
    needed = stage - 1 + max(0, len(shown) - FULL_TABLE) // 3
    if any(kind[0] >= max(needed, 1) for _, kind in kinds):
        return ONE
    large = len(shown) > FULL_TABLE
    return stepped(*_largest(shown, kinds), weights[stage][6:] if large else weights[stage][:3])


def stepped(chances: int, squares: int, weights: Sequence[int]) -> int:
    """The value that two sums stand for.

    >>> stepped(FOLLOW_ONE, FOLLOW_ONE, (0, 0, 0)) / ONE
    0.5
    """
    if chances == 0:
        return 0
    x, y = (fine_log(total) // STEP - LOG_ONE if total else -LOG_ONE for total in (chances, squares))
    score = weights[0] + weights[1] * x + weights[2] * y
    score = max(-STEEPEST, min(STEEPEST, score))
    return int((score / sqrt(score * score + ONE * ONE) + 1) * (ONE // 2))


def _largest(table: Cards, kinds: Iterable[tuple[Partition, Type]]) -> tuple[int, int]:
    sums: dict[Line, tuple[int, int]] = {}
    for partition, (k0, k1, k2, k3) in kinds:
        for line in filter(table.issuperset, partition):
            last = len(table) > FULL_TABLE and not CardSet(table.difference(line)).lines()
            chance = (chance_dealt if last else chance_after)((k0 - 1, k1, k2, k3))
            first, second = sums.get(line, (0, 0))
            sums[line] = first + chance, second + _square(chance)
    return max((a for a, _ in sums.values()), default=0), max((b for _, b in sums.values()), default=0)


def _square(chance: int) -> int:
    return chance * chance // FOLLOW_ONE


def to_json(weights: Weights) -> str:
    """The weights as text, one stage to a line."""
    return json.dumps({str(stage): row for stage, row in sorted(weights.items())}).replace("], ", "],\n ") + "\n"


@cache
def shipped_estimate() -> Weights:
    """The weights that come with the package; `python -m setlab.solitaire.training.estimate_fit` makes them."""
    rows = json.loads(files("setlab.solitaire").joinpath("data/estimate.json").read_text())
    return {int(stage): tuple(map(int, row)) for stage, row in rows.items()}


def estimate_array(weights: Weights) -> NDArray[np.int64]:
    """The weights for the core; where there are none, zeros."""
    import numpy as np

    return np.array([weights.get(stage, (0,) * WEIGHTS) for stage in range(STAGES)], dtype=np.int64).reshape(-1)
