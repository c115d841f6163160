"""The chance of clearing the table with best play, exactly, when few cards are undealt and their order is unknown."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, prod

from setlab.errors import SpecError
from setlab.geometry import CardSet
from setlab.solitaire.game.partition import Partition, partitions_plainly
from setlab.solitaire.game.state import DECK, FULL_TABLE, Line, State
from setlab.solitaire.strategies.valued import Valued
from setlab.solitaire.values.budgets import Budgets

MOST_UNDEALT = 15
"""With 12 undealt cards a position takes up to a millisecond, with 15 up to a second."""

Cards = frozenset[int]


def exact_values(state: State) -> dict[Line, Fraction]:
    """The value of every SET on the table: the chance of clearing the table if it is taken and play is best then.

    >>> from setlab.solitaire.game.state import State
    >>> taken = [(a, a + 1, a + 2) for a in range(18, 81, 3)]
    >>> exact_values(State.of([0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16], taken))[0, 3, 6]
    Fraction(1, 1)
    """
    if state.table.undealt > MOST_UNDEALT:
        raise SpecError(
            f"{state.table.undealt} undealt cards are too many for exact values: {MOST_UNDEALT} at the most"
        )
    values, _ = Valued(Budgets(exact_from=MOST_UNDEALT, sums_from=0)).values(state)
    return {line: Fraction(value, exact_one(state.table.undealt)) for line, value in values.items()}


def exact_one(undealt: int) -> int:
    """What stands for certainty with u undealt cards in the core: C(9,3) C(12,3) … C(u,3).

    >>> exact_one(6), exact_one(9), exact_one(12)
    (1, 84, 18480)
    """
    return prod(comb(u, 3) for u in range(9, undealt + 1, 3))


def value_by_partitions(state: State) -> Fraction:
    """The value before a move, as the core finds it: expectimax on the list of all partitions.

    Without a partition it is 0. It is 1 with at most 3 undealt cards, or if some partition has u/3 − 1 SETs on the
    table, and one more for every three cards above 12. Otherwise a SET of some partition must be taken; if there is
    none, the game is lost when the table has a SET, and three cards are dealt when it has not.
    """
    found = tuple(partitions_plainly(state.remaining))
    return _before(frozenset(state.cards), frozenset(state.undealt), found)


def value_plainly(state: State) -> Fraction:
    """The value before a move by the rules alone, without partitions: for a few undealt cards.

    >>> taken = [(a, a + 1, a + 2) for a in range(15, 81, 3)]
    >>> value_plainly(State.of([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], taken))
    Fraction(1, 1)
    """
    return _best(frozenset(state.cards), frozenset(state.undealt))


def _before(table: Cards, undealt: Cards, partitions: tuple[Partition, ...]) -> Fraction:
    if not partitions:
        return Fraction(0)
    needed = len(undealt) // 3 - 1 + max(0, len(table) - FULL_TABLE) // 3
    on_table = [[line for line in partition if table.issuperset(line)] for partition in partitions]
    if len(undealt) <= 3 or any(len(lines) >= needed for lines in on_table):
        return Fraction(1)
    useful = {line for lines in on_table for line in lines}
    if useful:
        return max(
            _after(table.difference(line), undealt, tuple(p for p in partitions if line in p)) for line in useful
        )
    return Fraction(0) if CardSet(table).lines() else _dealt(table, undealt, partitions)


def _after(table: Cards, undealt: Cards, partitions: tuple[Partition, ...]) -> Fraction:
    deals = undealt and len(table) < FULL_TABLE
    return _dealt(table, undealt, partitions) if deals else _before(table, undealt, partitions)


def _dealt(table: Cards, undealt: Cards, partitions: tuple[Partition, ...]) -> Fraction:
    deals = [frozenset(deal) for deal in combinations(undealt, 3)]
    return sum((_before(table | deal, undealt - deal, partitions) for deal in deals), Fraction(0)) / len(deals)


@cache
def _best(table: Cards, undealt: Cards) -> Fraction:
    lines = DECK.sets(sorted(table))
    if not lines:
        return _mean(table, undealt) if undealt else Fraction(not table)
    return max(_refilled(table.difference(line), undealt) for line in lines)


def _refilled(table: Cards, undealt: Cards) -> Fraction:
    return _mean(table, undealt) if undealt and len(table) < FULL_TABLE else _best(table, undealt)


def _mean(table: Cards, undealt: Cards) -> Fraction:
    deals = [frozenset(deal) for deal in combinations(undealt, 3)]
    return sum((_best(table | deal, undealt - deal) for deal in deals), Fraction(0)) / len(deals)
