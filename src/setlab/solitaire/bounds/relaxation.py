"""An upper bound on how much better than a player any strategy can be, by information relaxation with a penalty.

Before each deal, reveal k candidate deals, one of which will come. The informed player does at least as well as any
uninformed player, and pays for the information: at each deal, V of the position after it less the mean of V over all
possible deals, for some function V of what can be seen. Non-anticipative policies have zero expected penalty. So the
expected best result of the informed player is an upper bound for every strategy. The bound is exact if V is the value
itself, and it is the tighter the better V is and the more deals are revealed. With one
deal, which then is the order of the deck, this is the bound of Brown, Smith and Sun (Information relaxations and
duality in stochastic dynamic programs, Operations Research 58, 2010); with several, and without V, that of Broadie and
Glasserman (Pricing American-style securities using simulation, J. Economic Dynamics and Control 21, 1997).

The player is followed through the same deals and makes the same payments, so that chance affects both alike. V is the
estimate of `setlab.solitaire.values.estimate`.

**What a run shows.** Each game gives one position, the first that the player reaches with at most u undealt cards, and
the games are independent. `gap` estimates the mean, over these positions, of the bound less the player's own
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

from setlab.errors import SpecError
from setlab.solitaire.bounds.informed import VALUED, Result, informed_games, results
from setlab.solitaire.strategies.registry import VALUED as PLAYERS
from setlab.solitaire.strategies.registry import core_player
from setlab.stats import mean_limit, normal_quantile

STAGES = (18, 21, 24, 27)
"""The numbers of undealt cards from which a bound can be computed."""

EXACT_STAGES = (12, 15, 18)
"""The numbers of undealt cards up to which values may be exact."""

MOST_CARDS = 42
"""On the table and undealt: the partitions of more are too many to list."""

MOST_DEALS = 100
MOST_GAMES = 64
"""The most games in one call to the core."""

MOST_PATHS = 1 << 20
"""The deals that can lead to a position are numbered below this."""

SHORT = 0.25
"""A call to the core takes about this many seconds: between two calls Ctrl-C is heard and progress reported."""

LEVEL = 0.95
"""The confidence of the upper limits."""


@dataclass(frozen=True)
class Bound:
    """The player's value from `undealt` cards on, the bound, and their mean difference `gap`.

    With confidence `level` the mean gap over all positions that the player reaches is at most `upper`. Positions with
    more than MOST_CARDS cards are left out of `player`, `bound` and `gap`; in `upper` each counts as a gap of 1, the
    largest possible difference of values.
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
    """The bound from the positions that a player reaches with `undealt` cards undealt, in games 0, 1, … of a seed.

    `deals` deals are revealed at every stage: the bound is valid for any number, and tighter for more. With at most
    `exact_to` undealt cards values are exact.
    """
    _check(games, undealt, strategy, deals, exact_to)

    def results_of(first: int, number: int) -> list[Result]:
        found = informed_games(
            number, undealt, seed, first=first, strategy=strategy, deals=deals, exact_to=exact_to, threads=1
        )
        return results(found)

    began = time.monotonic()
    found = results_of(0, 1)
    block = max(1, min(MOST_GAMES, int(SHORT / (time.monotonic() - began + 1e-6))))
    for more in _in_blocks(results_of, games, block, threads):
        found += more
        if progress:
            progress(len(found))
    return _summary(undealt, exact_to, [result for result in found if result.undealt >= 0], games)


def _in_blocks(
    results_of: Callable[[int, int], list[Result]], games: int, block: int, threads: int | None
) -> Iterator[list[Result]]:
    """The results of games 1, 2, … in order, in blocks that several threads search at the same time."""
    starts = range(1, games, block)
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        yield from pool.map(results_of, starts, (min(block, games - start) for start in starts))


def gap_range(undealt: int, exact_to: int = VALUED) -> tuple[int, int]:
    """The least and the largest gap of a single game: V, its means and exact values lie between 0 and 1.

    A result is an exact value, changed by at most 1 at each deal before it. With n deals the informed player's result
    is therefore at most 1 + n, and the player's at least −n. If exact values begin at most one deal before those of the
    player, both have the same deals, and the informed player cannot do worse.

    >>> gap_range(18), gap_range(27)
    ((0, 5), (0, 11))
    """
    informed, player = max(0, undealt - exact_to) // 3, (undealt - VALUED) // 3
    least = 0 if exact_to <= VALUED + 3 else -(exact_to - VALUED) // 3 - 1
    return least, informed + 1 + player


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


def _summary(undealt: int, exact_to: int, found: Sequence[Result], games: int) -> Bound:
    if len(found) < 2:
        raise SpecError(f"{games} games have fewer than 2 positions of at most {MOST_CARDS} cards: choose more games")
    gaps = [result.best - result.played for result in found]
    gap, error, left_out = fmean(gaps), stdev(gaps) / sqrt(len(gaps)), games - len(found)
    low, high = gap_range(undealt, exact_to)
    clipped = [max(low, number) for number in gaps]  # rounding can put a gap of 0 below it
    return Bound(
        undealt,
        games,
        left_out,
        fmean(result.played for result in found),
        fmean(result.best for result in found),
        gap,
        error,
        upper=min(1.0, mean_limit(clipped + [1.0] * left_out, low, high, LEVEL)),
        upper_normal=gap + normal_quantile(LEVEL) * error,
    )
