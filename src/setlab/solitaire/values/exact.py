"""Exact probabilities of clearing the table with best play, for few undealt cards in an unknown order."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb, prod

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.solitaire.game import Line, State
from setlab.solitaire.values.engine import Budgets, judge

MOST_UNDEALT = 15
"""A position takes up to a millisecond with 12 undealt cards, up to a second with 15."""

BUDGETS = Budgets(exact_from=MOST_UNDEALT, sums_from=0)


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
    values, _ = judge(state.cards, state.undealt, BUDGETS)
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
