"""Positions of solitaire, the partitions of their cards into SETs, and the probability of clearing the table.

A position is the cards on the table and the undealt cards, however they came about. The probability is that of best
play: by the rules alone, and on the list of all partitions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, islice
from typing import Any

from setlab.geometry import CardSet
from setlab.solitaire.game import DECK, FULL_TABLE, Line, Partition

Cards = frozenset[int]
Budgets = Mapping[str, int]
"""The fields of `setlab.solitaire.values.engine.Budgets`."""

Weights = Mapping[str, Any]
"""The arrays of `setlab.solitaire.values.weights.Weights.arrays`, as nested lists."""

ONE = 1 << 20
"""A probability of 1 in fixed point."""

MOST_COVERED = 42
MOST_COVERED_SETS = 256
"""The engine lists partitions of at most this many cards with at most this many SETs."""


def sets_of(cards: Iterable[int]) -> list[Line]:
    """The SETs among the cards, each in ascending order, in the order (1).

    >>> sets_of({0, 1, 2, 3, 4, 5})
    [(0, 1, 2), (3, 4, 5)]
    """
    return sorted((a, b, c) for a, b, c in map(sorted, CardSet(cards).lines()))


def is_covered(cards: Cards) -> bool:
    """True unless there are too many cards, or too many SETs, to list partitions."""
    return len(cards) <= MOST_COVERED and len(sets_of(cards)) <= MOST_COVERED_SETS


def deals_after(table: Cards, undealt: Cards) -> bool:
    """True if cards are dealt after a move that leaves this table."""
    return bool(undealt) and len(table) < FULL_TABLE


def positions_dealt(table: Cards, undealt: Cards) -> Iterator[tuple[Cards, Cards]]:
    """The positions after each possible deal of three cards."""
    for deal in map(frozenset, combinations(sorted(undealt), 3)):
        yield table | deal, undealt - deal


def solitaire_count_partitions(low: int, high: int) -> int:
    """The number of partitions into SETs of the cards whose bits are set in two words of 64 bits.

    >>> solitaire_count_partitions(0b111_111_111, 0)
    4
    """
    return sum(1 for _ in partitions_of(_cards_in(low, high)))


def solitaire_partitions(low: int, high: int, most: int) -> list[list[list[int]]]:
    """The first `most` partitions in the order of the engine's search.

    >>> solitaire_partitions(0b111_111, 0, most=5)
    [[[0, 1, 2], [3, 4, 5]]]
    """
    found = islice(partitions_searched(_cards_in(low, high)), most)
    return [[list(line) for line in partition] for partition in found]


def partitions_of(cards: Iterable[int]) -> Iterator[Partition]:
    """All partitions, in lexicographic order: the smallest card is in some SET, and the other cards are partitioned.

    >>> [len(partition) for partition in partitions_of(range(9))]
    [3, 3, 3, 3]
    """
    left = sorted(cards)
    if not left:
        yield ()
        return
    first, others = left[0], set(left[1:])
    for second in left[1:]:
        third = DECK.third(first, second)
        if second < third and third in others:
            for rest in partitions_of(others - {second, third}):
                yield ((first, second, third), *rest)


def partitions_searched(ranked: Sequence[int], each: int = 1, depth: int = 5) -> Iterator[Partition]:
    """The partitions in the order of the engine's search, or one in `each` of the branches at some depth.

    The card with the fewest open SETs is covered first (among equals, the first in the list), by each of its SETs in
    turn. Neighbouring branches are alike, so that one branch can stand for `each`.

    >>> [sum(1 for partition in partitions_searched(range(18), each)) for each in (1, 2)]
    [16, 8]
    """
    rank = {card: place for place, card in enumerate(ranked)}
    lines = sorted(tuple(sorted(rank[card] for card in line)) for line in sets_of(ranked))
    branches = 0

    def search(left: frozenset[int], open_lines: list[tuple[int, ...]], chosen: Partition) -> Iterator[Partition]:
        nonlocal branches
        if not left:
            yield chosen
            return
        if len(chosen) == depth:
            branches += 1
            if (branches - 1) % each:
                return
        through = {place: [line for line in open_lines if place in line] for place in sorted(left)}
        for line in min(through.values(), key=len):
            a, b, c = sorted(ranked[place] for place in line)
            still_open = [other for other in open_lines if not set(other) & set(line)]
            yield from search(left.difference(line), still_open, (*chosen, (a, b, c)))

    yield from search(frozenset(range(len(ranked))), lines, ())


def _cards_in(low: int, high: int) -> list[int]:
    return sorted(CardSet.from_mask(low | high << 64))


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
    return _value_before(table, undealt, list(partitions_of(table | undealt)))


def exact_values_of(table: Cards, undealt: Cards) -> dict[Line, Fraction]:
    """The value of every SET on the table: that of best play after it is taken."""
    found = list(partitions_of(table | undealt))
    return {line: _value_after(line, table, undealt, found) for line in sets_of(table)}


def _value_after(line: Line, table: Cards, undealt: Cards, partitions: Sequence[Partition]) -> Fraction:
    kept = [partition for partition in partitions if line in partition]
    rest = table.difference(line)
    if not kept:
        return Fraction(0)
    return _mean_value(rest, undealt, kept) if deals_after(rest, undealt) else _value_before(rest, undealt, kept)


def _value_before(table: Cards, undealt: Cards, partitions: Sequence[Partition]) -> Fraction:
    if not partitions:
        return Fraction(0)
    needed = len(undealt) // 3 - 1 + max(0, len(table) - FULL_TABLE) // 3
    on_table = [[line for line in partition if table.issuperset(line)] for partition in partitions]
    if len(undealt) <= 3 or any(len(lines) >= needed for lines in on_table):
        return Fraction(1)
    useful = {line for lines in on_table for line in lines}
    if useful:
        return max(_value_after(line, table, undealt, partitions) for line in useful)
    return Fraction(0) if sets_of(table) else _mean_value(table, undealt, partitions)


def _mean_value(table: Cards, undealt: Cards, partitions: Sequence[Partition]) -> Fraction:
    values = [_value_before(*position, partitions) for position in positions_dealt(table, undealt)]
    return sum(values, Fraction(0)) / len(values)


@cache
def _best(table: Cards, undealt: Cards) -> Fraction:
    lines = sets_of(table)
    if not lines:
        return _mean(table, undealt) if undealt else Fraction(not table)
    return max(_best_after(table.difference(line), undealt) for line in lines)


def _best_after(table: Cards, undealt: Cards) -> Fraction:
    return _mean(table, undealt) if deals_after(table, undealt) else _best(table, undealt)


def _mean(table: Cards, undealt: Cards) -> Fraction:
    values = [_best(*position) for position in positions_dealt(table, undealt)]
    return sum(values, Fraction(0)) / len(values)
