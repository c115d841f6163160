"""The value of every SET on the table by the compiled engine: budgets, kinds of value, and exact values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, astuple, dataclass
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, prod
from typing import TYPE_CHECKING

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.solitaire.game import Line, State, lines_of
from setlab.solitaire.values.weights import Weights, shipped_weights

if TYPE_CHECKING:
    from setlab._core import SolitaireEngine


@dataclass(frozen=True)
class Budgets:
    """With at most `exact_from` undealt cards values are exact; then come look-ahead, sums, beliefs, linear values.

    A step of look-ahead examines `deals` deals for every SET, fewer if partitions times deals exceed `work`, and at
    most `partitions` partitions. Unless `narrow` is 0, only the SETs within `narrow` of the best by beliefs are
    examined. With at most `deep_from` undealt cards, the SETs within `margin` of the best are examined again in `steps`
    steps, at most three, with `first_deals`, `second_deals` and `third_deals` deals; after the first step only `width`
    SETs are tried.
    `narrow` and `margin` are in parts of 2^20. `general_from` is the d of S(d).
    """

    general_from: int = 0
    exact_from: int = 12
    deep_from: int = 0
    ahead_from: int = 0
    sums_from: int = 24
    beliefs_from: int = 0
    deals: int = 400
    work: int = 1_500_000
    partitions: int = 30_000
    steps: int = 0
    first_deals: int = 0
    second_deals: int = 0
    third_deals: int = 0
    width: int = 0
    margin: int = 0
    narrow: int = 0

    def row(self) -> list[int]:
        """The numbers in the order of the fields: specs name a player by them."""
        return list(astuple(self))


DEFAULT = Budgets()


MOST_KEPT = 8
"""An engine that is kept holds up to 50 MB of tables and scratch memory; the one unused for longest is released."""


def engine_for(way: str, budgets: Budgets, weights: Weights | None = None, isa: str = "") -> SolitaireEngine:
    """The engine that plays in this way with these budgets and weights: the same one each time.

    >>> engine_for("basic", Budgets()) is engine_for("basic", Budgets())
    True
    """
    from setlab import _core

    return _kept(way, budgets, shipped_weights() if weights is None else weights, isa or _core.isa())


def new_engine(way: str, budgets: Budgets, weights: Weights, isa: str = "") -> SolitaireEngine:
    """An engine that is not kept: for weights that are used once."""
    from setlab import _core

    return _core.SolitaireEngine(way, asdict(budgets), weights.arrays(), isa=isa)


_kept = lru_cache(maxsize=MOST_KEPT)(new_engine)


Values = dict[Line, int]


class ValueKind(IntEnum):
    """How values were obtained. `NONE`: there are no weights for this number of undealt cards."""

    NONE = 0
    EXACT = 1
    DEEP = 2
    AHEAD = 3
    SUMS = 4
    LINEAR = 5
    BELIEFS = 6


def judge(
    table: Iterable[int], undealt: Iterable[int], budgets: Budgets, weights: Weights | None = None
) -> tuple[Values, ValueKind]:
    """The value of every SET on the table, on a scale that depends on the kind of value, and that kind.

    >>> values, kind = judge(range(9), (), Budgets())
    >>> kind.name, len(values), set(values.values())
    ('EXACT', 12, {1})
    """
    import numpy as np

    cards = (np.array(list(part), dtype=np.uint8) for part in (table, undealt))
    found = engine_for("valued", budgets, weights).judge(*cards)
    values = zip(lines_of(found["sets"].tolist()), found["values"].tolist(), strict=True)
    return dict(values), ValueKind(found["kind"])


MOST_UNDEALT = 15
"""A position takes up to a millisecond with 12 undealt cards, up to a second with 15."""

EXACT_BUDGETS = Budgets(exact_from=MOST_UNDEALT, sums_from=0)


@checked
def exact_values(state: State) -> dict[Line, Fraction]:
    """For every SET on the table, the probability of clearing the table if it is taken and play is best from then on.

    >>> taken = [(a, a + 1, a + 2) for a in range(18, 81, 3)]
    >>> exact_values(State.of([0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16], taken))[0, 3, 6]
    Fraction(1, 1)
    """
    undealt = state.table.undealt
    if undealt > MOST_UNDEALT:
        raise SpecError(f"{undealt} undealt cards are too many for exact values: choose at most {MOST_UNDEALT}")
    values, _ = judge(state.cards, state.undealt, EXACT_BUDGETS)
    return {line: Fraction(value, exact_one(undealt)) for line, value in values.items()}


def exact_value(state: State) -> Fraction:
    """The probability of clearing the table with best play; where cards are due, the mean over all deals.

    >>> taken = [(a, a + 1, a + 2) for a in range(15, 81, 3)]
    >>> exact_value(State.of(range(12), taken))
    Fraction(1, 1)
    """
    if state.due:
        deals = list(combinations(state.undealt, state.due))
        return sum((exact_value(state.deal(deal)) for deal in deals), Fraction(0)) / len(deals)
    return max(exact_values(state).values(), default=Fraction(state.clear))


def exact_one(undealt: int) -> int:
    """The integer by which the core denotes certainty with u undealt cards: C(9,3) C(12,3) … C(u,3).

    >>> exact_one(6), exact_one(9), exact_one(12)
    (1, 84, 18480)
    """
    return prod(comb(u, 3) for u in range(9, undealt + 1, 3))
