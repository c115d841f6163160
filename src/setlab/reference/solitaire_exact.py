"""The probability of clearing the table with best play: by the rules alone, and on the list of all partitions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from setlab.reference.solitaire_partitioning import partitions_of
from setlab.reference.solitaire_position import Cards, deals_after, positions_dealt, sets_of
from setlab.solitaire.game import FULL_TABLE, Line, Partition


def value_by_rules(table: Cards, undealt: Cards) -> Fraction:
    """The value before a move, by trying every SET and every deal: for a few undealt cards.

    >>> value_by_rules(frozenset(range(12)), frozenset(range(12, 15)))
    Fraction(1, 1)
    """
    return _best(frozenset(table), frozenset(undealt))


def value_by_partitions(table: Cards, undealt: Cards) -> Fraction:
    """The value before a move, as the engine computes it: expectimax on the list of all partitions.

    It is 0 without a partition, and 1 with at most 3 undealt cards, or if some partition has u/3 − 1 SETs on the table,
    and one more for every three cards above 12. Otherwise a SET of some partition must be taken; if there is none, the
    game is lost when the table has a SET, and three cards are dealt when it has not.

    >>> value_by_partitions(frozenset(range(12)), frozenset(range(12, 15)))
    Fraction(1, 1)
    """
    return _before(table, undealt, list(partitions_of(table | undealt)))


def exact_values_of(table: Cards, undealt: Cards) -> dict[Line, Fraction]:
    """The value of every SET on the table: what best play reaches after it is taken."""
    found = list(partitions_of(table | undealt))
    return {line: _taken(line, table, undealt, found) for line in sets_of(table)}


def _taken(line: Line, table: Cards, undealt: Cards, partitions: Sequence[Partition]) -> Fraction:
    kept = [partition for partition in partitions if line in partition]
    rest = table.difference(line)
    if not kept:
        return Fraction(0)
    return _dealt(rest, undealt, kept) if deals_after(rest, undealt) else _before(rest, undealt, kept)


def _before(table: Cards, undealt: Cards, partitions: Sequence[Partition]) -> Fraction:
    if not partitions:
        return Fraction(0)
    needed = len(undealt) // 3 - 1 + max(0, len(table) - FULL_TABLE) // 3
    on_table = [[line for line in partition if table.issuperset(line)] for partition in partitions]
    if len(undealt) <= 3 or any(len(lines) >= needed for lines in on_table):
        return Fraction(1)
    useful = {line for lines in on_table for line in lines}
    if useful:
        return max(_taken(line, table, undealt, partitions) for line in useful)
    return Fraction(0) if sets_of(table) else _dealt(table, undealt, partitions)


def _dealt(table: Cards, undealt: Cards, partitions: Sequence[Partition]) -> Fraction:
    values = [_before(*position, partitions) for position in positions_dealt(table, undealt)]
    return sum(values, Fraction(0)) / len(values)


@cache
def _best(table: Cards, undealt: Cards) -> Fraction:
    lines = sets_of(table)
    if not lines:
        return _mean(table, undealt) if undealt else Fraction(not table)
    return max(_refilled(table.difference(line), undealt) for line in lines)


def _refilled(table: Cards, undealt: Cards) -> Fraction:
    return _mean(table, undealt) if deals_after(table, undealt) else _best(table, undealt)


def _mean(table: Cards, undealt: Cards) -> Fraction:
    values = [_best(*position) for position in positions_dealt(table, undealt)]
    return sum(values, Fraction(0)) / len(values)
