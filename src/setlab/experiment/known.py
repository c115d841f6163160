"""Exact values to stand beside estimates, where they are known at once: shipped tables and small decks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

Proportions = Mapping[str, float]


@lru_cache
def no_set_proportions(dimension: int) -> Proportions:
    """The probability that n cards have no SET, by n.

    >>> round(no_set_proportions(4)["12"], 6)
    0.032302
    """
    from setlab.exact.no_set import DIMENSIONS, exact_no_set

    if dimension not in DIMENSIONS:
        return {}
    table = exact_no_set(dimension)
    return {str(n): float(p) for n in range(len(table.counts)) if (p := table.probability(n)) is not None}


@lru_cache
def no_plane_proportions(dimension: int) -> Proportions:
    """The probability that n cards have no plane, by n.

    >>> no_plane_proportions(4)["8"], no_plane_proportions(4)["55"], "45" in no_plane_proportions(4)
    (1.0, 0.0, False)
    """
    from setlab.exact.plane_tables import exact_planes
    from setlab.exact.planes import DIMENSIONS

    if dimension not in DIMENSIONS:
        return {}
    table = exact_planes(dimension).table
    return {str(n): float(1 - p) for n in range(len(table.counts)) if (p := table.probability(n)) is not None}


@lru_cache
def set_count_proportions(cards: int, dimension: int) -> Proportions | None:
    """The probability of each number of SETs in so many cards; none where the distribution is not known.

    >>> set_count_proportions(3, 4) == {"0": 78 / 79, "1": 1 / 79}, set_count_proportions(40, 4)
    (True, None)
    """
    from setlab.exact.set_tables import REACHED, SHIPPED, exact_sets

    if dimension not in REACHED or dimension > SHIPPED:
        return None
    table = exact_sets(cards, dimension)
    return (
        {str(sets): float(proportion) for sets, proportion in table.proportions().items()}
        if table.distribution
        else None
    )


def leftover_proportions(parameters: Mapping[str, Any]) -> Proportions | None:
    """The probability of each leftover of the standard game with 9 or 27 cards; none for other games.

    >>> nine = {"dimension": 2, "values": 3, "lost": 0, "choice": "random", "refill": "standard", "table": 9}
    >>> leftover_proportions(nine), leftover_proportions(nine | {"choice": "popular"})
    ({'0': 1.0}, None)
    """
    plain = {"values": 3, "lost": 0, "choice": "random", "refill": "standard"}
    if parameters["dimension"] > 3 or any(parameters[name] != value for name, value in plain.items()):
        return None
    return _leftover_proportions(parameters["dimension"], parameters["table"])


@lru_cache
def _leftover_proportions(dimension: int, table: int) -> Proportions | None:
    from setlab.exact.leftover_tables import exact_leftover_game
    from setlab.exact.leftovers import SMALLEST_TABLE

    if table < SMALLEST_TABLE:
        return None
    return {str(left): float(p) for left, p in exact_leftover_game(dimension, table).leftovers.items()}
