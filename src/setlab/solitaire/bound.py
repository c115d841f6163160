"""How much better than a player can any strategy be? An upper bound by information relaxation with a penalty.

Let somebody be told before every deal a few deals, one of which will come. He does at least as well as anybody who is
told nothing. To make him give back what that is worth, he pays at every deal V(what lies there now) − the mean of V
over all deals that were possible, V being any function of what can be seen. Whoever is told nothing pays nothing on the
average, whatever he does. So the mean of the best that the seer can reach is an upper bound for everybody, and the
better V tells the value of a position, and the more deals he is told, the nearer it comes. If V is the value itself, it
is exact. With one deal, which then is the order of the deck, this is the bound of Brown, Smith and Sun (Information
relaxations and duality in stochastic dynamic programs, Operations Research 58, 2010); with several, and without V, that
of Broadie and Glasserman (Pricing American-style securities using simulation, J. Economic Dynamics and Control 21,
1997).

The player is followed through the same deals and makes the same payments. So he never reaches more than the seer, and
what luck there is strikes both. V is that of `estimate`, `seer` is the plain-Python twin.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from setlab.errors import SpecError
from setlab.solitaire.estimate import Weights, estimate_array, shipped_estimate
from setlab.solitaire.registry import VALUED as PLAYERS
from setlab.solitaire.registry import core_player
from setlab.solitaire.seer import VALUED
from setlab.solitaire.weights import STAGES as ALL_STAGES
from setlab.solitaire.weights import shipped_array

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STAGES = (18, 21, 24, 27)
"""From how many undealt cards a bound can be asked for."""

EXACT_STAGES = (12, 15, 18)
"""With how many undealt cards values may be exact."""

MOST_CARDS = 42
"""On the table and undealt: the partitions of more are too many to list."""

MOST_DEALS = 100
MOST_PATHS = 1 << 20
"""The deals that can lead to a position are numbered below this."""

SHORT = 0.5
"""While calls to the core take fewer seconds, the next one has twice as many games."""


@dataclass(frozen=True)
class Bound:
    """What was found from so many undealt cards on: the player's value, the bound, and their mean difference.

    `gap` ± `error`, at 95 %, is how much better anyone can be who comes to the same positions. Positions with more
    than MOST_CARDS cards are left out.
    """

    undealt: int
    games: int
    left_out: int
    player: float
    bound: float
    gap: float
    error: float


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

    The seer is told so many deals at every stage; the bound is valid for any number, and nearer for more. With at most
    `exact_to` undealt cards values are exact.
    """
    _check(games, undealt, strategy, deals, exact_to)
    found: list[list[float]] = []
    block = 2
    while len(found) < games:
        began = time.monotonic()
        rows = bound_rows(
            min(block, games - len(found)),
            undealt,
            seed,
            first=len(found),
            strategy=strategy,
            deals=deals,
            exact_to=exact_to,
            threads=threads,
        )
        found += rows.tolist()
        if progress:
            progress(len(found))
        if time.monotonic() - began < SHORT:
            block *= 2
    return _summary(undealt, [row for row in found if row[2] >= 0], games)


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
    """A row for every game, from the core: what the seer reaches, what the player, and the undealt cards, or −1.

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


def _summary(undealt: int, rows: Sequence[Sequence[float]], games: int) -> Bound:
    if len(rows) < 2:
        raise SpecError(f"{games} games have fewer than 2 positions of at most {MOST_CARDS} cards: choose more games")
    best, played = [row[0] for row in rows], [row[1] for row in rows]
    gaps = [most - reached for most, reached in zip(best, played, strict=True)]
    error = 1.96 * stdev(gaps) / sqrt(len(gaps))
    return Bound(undealt, games, games - len(rows), fmean(played), fmean(best), fmean(gaps), error)
