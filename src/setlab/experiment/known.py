"""Exact values to stand beside estimates, where they are known at once: shipped tables and small decks."""

from __future__ import annotations

from functools import lru_cache

from setlab.experiment.estimate import Proportions
from setlab.limits import ENUMERATED, ORBITS, PLANE_FREE


@lru_cache
def no_set_proportions(dimension: int) -> Proportions:
    """The probability that n cards have no SET, by n.

    >>> round(no_set_proportions(4)[12], 6)
    0.032302
    """
    from setlab.exact.no_set import exact_no_set

    if dimension not in ORBITS:
        return {}
    table = exact_no_set(dimension)
    return {n: float(p) for n in range(len(table.counts)) if (p := table.probability(n)) is not None}


@lru_cache
def no_plane_proportions(dimension: int) -> Proportions:
    """The probability that n cards have no plane, by n.

    >>> no_plane_proportions(4)[8], no_plane_proportions(4)[55], 45 in no_plane_proportions(4)
    (1.0, 0.0, False)
    """
    from setlab.exact.planes import exact_planes

    if dimension not in PLANE_FREE:
        return {}
    table = exact_planes(dimension).table
    return {n: float(1 - p) for n in range(len(table.counts)) if (p := table.probability(n)) is not None}


@lru_cache
def set_count_proportions(cards: int, dimension: int) -> Proportions | None:
    """The probability of each number of SETs in n cards; None where the distribution is not known.

    >>> set_count_proportions(3, 4) == {0: 78 / 79, 1: 1 / 79}, set_count_proportions(40, 4)
    (True, None)
    """
    from setlab.exact.sets.tables import REACHED, SHIPPED, exact_sets

    if dimension not in REACHED or dimension > SHIPPED:
        return None
    table = exact_sets(cards, dimension)
    if not table.distribution:
        return None
    return {sets: float(proportion) for sets, proportion in table.proportions().items()}


@lru_cache
def leftover_proportions(dimension: int, table: int) -> Proportions | None:
    """The probability of each leftover of the standard game with 9 or 27 cards; None for other games.

    >>> leftover_proportions(2, 9), leftover_proportions(4, 12)
    ({0: 1.0}, None)
    """
    from setlab.exact.leftovers import exact_leftover_game
    from setlab.exact.leftovers.game import SMALLEST_TABLE

    if dimension not in ENUMERATED or table < SMALLEST_TABLE:
        return None

    return {left: float(p) for left, p in exact_leftover_game(dimension, table).leftovers.items()}
