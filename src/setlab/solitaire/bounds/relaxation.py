"""An upper bound on how much better than a player any strategy can be, by information relaxation with a penalty.

Before each deal, reveal k candidate deals, one of which will come. The informed player does at least as well as anyone
who is told nothing. He pays for the information: at each deal, V(the position after it) less the mean of V over all
deals that were possible, for some function V of what can be seen. A player who is told nothing pays zero in
expectation, whatever he does. So the expected best result of the informed player is an upper bound for every strategy.
It is exact if V is the value itself, and it comes nearer the better V is and the more deals are revealed. With one
deal, which then is the order of the deck, this is the bound of Brown, Smith and Sun (Information relaxations and
duality in stochastic dynamic programs, Operations Research 58, 2010); with several, and without V, that of Broadie and
Glasserman (Pricing American-style securities using simulation, J. Economic Dynamics and Control 21, 1997).

The player is followed through the same deals and makes the same payments, so that chance strikes both alike. V is that
of `setlab.solitaire.values.estimate`.

**What a run shows.** The positions are those that the player reaches first with at most so many undealt cards; one per
game, and the games are independent. `gap` estimates the mean, over these positions, of the bound less the player's own
value. `upper` is its one-sided confidence limit (`setlab.stats.mean_limit`): it assumes no normal distribution, only
that a single gap lies in the range of `gap_range`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from setlab.errors import SpecError
from setlab.solitaire.strategies.registry import VALUED as PLAYERS
from setlab.solitaire.strategies.registry import core_player
from setlab.solitaire.values.estimate import Weights, estimate_array, shipped_estimate
from setlab.solitaire.values.weights import STAGES as ALL_STAGES
from setlab.solitaire.values.weights import shipped_array
from setlab.stats import mean_limit, normal_quantile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STAGES = (18, 21, 24, 27)
"""From how many undealt cards a bound can be asked for."""

EXACT_STAGES = (12, 15, 18)
"""With how many undealt cards values may be exact."""

VALUED = 12
"""With at most this many undealt cards the players play best."""

MOST_CARDS = 42
"""On the table and undealt: the partitions of more are too many to list."""

MOST_DEALS = 100
MOST_GAMES = 64
"""In one call to the core."""

MOST_PATHS = 1 << 20
"""The deals that can lead to a position are numbered below this."""

SHORT = 0.25
"""A call to the core takes about so many seconds: between two calls Ctrl-C is heard and progress reported."""

LEVEL = 0.95
"""The confidence of the upper limits."""


@dataclass(frozen=True)
class Bound:
    """What was found from so many undealt cards on: the player's value, the bound, and their mean difference `gap`.

    With confidence `level` the mean gap over all positions that the player reaches is at most `upper`. Positions with
    more than MOST_CARDS cards are left out of `player`, `bound` and `gap`; in `upper` each counts as a gap of 1, which
    is the most that values can differ.
    `upper_normal` is the limit by the normal approximation, without the positions that are left out.
    """

    undealt: int
    games: int
    left_out: int
    player: float
    bound: float
    gap: float
    standard_error: float
    upper: float
    upper_normal: float
    level: float = LEVEL


def bound(
    games: int = 50,
    undealt: int = 18,
    seed: int = 1,
    *,
    strategy: str = "expert",
    deals: int = 4,
    exact_to: int = VALUED,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Bound:
    """The bound from the positions to which a player comes with so many undealt cards, in games 0, 1, … of a seed.

    The informed player knows so many deals at every stage; the bound is valid for any number, and nearer for more. With
    at most `exact_to` undealt cards values are exact.
    """
    _check(games, undealt, strategy, deals, exact_to)

    def rows_of(first: int, number: int) -> list[list[float]]:
        rows = bound_rows(
            number, undealt, seed, first=first, strategy=strategy, deals=deals, exact_to=exact_to, threads=1
        )
        return rows.tolist()  # type: ignore[no-any-return]

    began = time.monotonic()
    found = rows_of(0, 1)
    block = max(1, min(MOST_GAMES, int(SHORT / (time.monotonic() - began + 1e-6))))
    for rows in _in_blocks(rows_of, games, block, threads):
        found += rows
        if progress:
            progress(len(found))
    return _summary(undealt, exact_to, [row for row in found if row[2] >= 0], games)


def _in_blocks(
    rows_of: Callable[[int, int], list[list[float]]], games: int, block: int, threads: int | None
) -> Iterator[list[list[float]]]:
    """The rows of games 1, 2, … in blocks that several threads search at the same time, in the order of the games."""
    starts = range(1, games, block)
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        yield from pool.map(rows_of, starts, (min(block, games - start) for start in starts))


def gap_range(undealt: int, exact_to: int = VALUED) -> tuple[int, int]:
    """The least and the largest gap that a single game can have: V, its means and exact values lie between 0 and 1.

    A result is the exact value in the end, and at each deal before it gains or loses at most 1. The informed player's
    is therefore at most 1 + his deals, the player's at least − his deals. Where exact values begin no earlier than one
    deal before the player's, the informed player has the same deals and cannot do worse.

    >>> gap_range(18), gap_range(27)
    ((0, 5), (0, 11))
    """
    informed, player = max(0, undealt - exact_to) // 3, (undealt - VALUED) // 3
    least = 0 if exact_to <= VALUED + 3 else -(exact_to - VALUED) // 3 - 1
    return least, informed + 1 + player


def bound_rows(
    games: int,
    undealt: int,
    seed: int,
    *,
    first: int = 0,
    strategy: str = "expert",
    deals: int = 1,
    exact_to: int = VALUED,
    kind: int = 0,
    weights: Weights | None = None,
    threads: int | None = None,
    isa: str = "",
) -> NDArray[np.float64]:
    """A row for every game: what the informed player reaches, what the player, and the undealt cards, or −1.

    Then, for fitting, the kind of the table and the logarithms of the sums in `estimate`. `kind` 1 and 2 ask for a
    table without a SET, or one of more than 12 cards, that a random SET and random deals lead to.
    """
    from setlab import _core

    return _core.solitaire_bound(
        seed,
        first,
        games,
        undealt=undealt,
        exact_to=exact_to,
        kind=kind,
        deals=[deals] * ALL_STAGES,
        estimate=estimate_array(shipped_estimate() if weights is None else weights),
        budgets=core_player(strategy).budgets.row(),
        weights=shipped_array(),
        threads=threads,
        isa=isa,
    )


def _check(games: int, undealt: int, strategy: str, deals: int, exact_to: int) -> None:
    if undealt not in STAGES:
        raise SpecError(f"a bound from {undealt} undealt cards is not possible: choose {', '.join(map(str, STAGES))}")
    if games < 2:
        raise SpecError(f"{games} games are too few for a bound: choose at least 2")
    if not 1 <= deals <= MOST_DEALS or deals ** ((undealt - VALUED) // 3) > MOST_PATHS:
        raise SpecError(f"{deals} deals at every stage from {undealt} undealt cards on are out of range: choose fewer")
    if exact_to not in EXACT_STAGES:
        raise SpecError(f"exact values to {exact_to} undealt cards are not possible: choose 12, 15 or 18")
    core_player(strategy)
    if strategy not in PLAYERS:
        raise SpecError(f"{strategy!r} does not value positions: choose {', '.join(PLAYERS)}")


def _summary(undealt: int, exact_to: int, rows: Sequence[Sequence[float]], games: int) -> Bound:
    if len(rows) < 2:
        raise SpecError(f"{games} games have fewer than 2 positions of at most {MOST_CARDS} cards: choose more games")
    best, played = [row[0] for row in rows], [row[1] for row in rows]
    gaps = [most - reached for most, reached in zip(best, played, strict=True)]
    gap, error, left_out = fmean(gaps), stdev(gaps) / sqrt(len(gaps)), games - len(rows)
    low, high = gap_range(undealt, exact_to)
    clipped = [max(low, number) for number in gaps]  # rounding can put a gap of 0 below it
    return Bound(
        undealt,
        games,
        left_out,
        fmean(played),
        fmean(best),
        gap,
        error,
        upper=min(1.0, mean_limit(clipped + [1.0] * left_out, low, high, LEVEL)),
        upper_normal=gap + normal_quantile(LEVEL) * error,
    )
