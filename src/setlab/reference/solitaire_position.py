"""A position of solitaire: the cards on the table and the undealt cards, whatever led to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from setlab.geometry import CardSet
from setlab.solitaire.game import FULL_TABLE, Line

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
