"""Solitaire by the rules alone, which know nothing of partitions: for positions and deals that are decided soon."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from setlab.reference.solitaire import Cards, deals_after, partitions_of, positions_dealt, sets_of
from setlab.solitaire import Shuffle, State


def value_by_rules(table: Cards, undealt: Cards) -> Fraction:
    """The value before a move, by trying every SET and every deal: for a few undealt cards."""
    return _best(frozenset(table), frozenset(undealt))


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


def can_clear_by_rules(shuffle: Shuffle, ask_from: int = 21) -> bool:
    """Whether a deal can be cleared, by trying everything; only for deals that are decided soon.

    With at most `ask_from` cards left, the search asks first whether they have a partition.
    """
    failed: set[tuple[frozenset[int], int]] = set()

    def clears(state: State) -> bool:
        state = shuffle.deal_due(state)
        key = frozenset(state.cards), state.table.undealt
        if state.over or key in failed:
            return state.clear
        hopeless = len(state.remaining) <= ask_from and next(partitions_of(state.remaining), None) is None
        if not hopeless and any(clears(state.take(line)) for line in state.sets):
            return True
        failed.add(key)
        return False

    return clears(shuffle.start())
