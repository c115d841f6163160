"""An upper bound on how much better than a player any strategy can be, by information relaxation with a penalty.

Before each deal, reveal k candidate deals, one of which will come. The informed player does at least as well as any
uninformed player, and pays for the information: at each deal, V of the position after it less the mean of V over all
possible deals, for some function V of the visible cards. Non-anticipative policies have zero expected penalty. So the
expected best result of the informed player is an upper bound for every strategy. The bound is exact if V is the value
itself, and it becomes tighter with a better V and with more revealed deals. With one deal, which then is the order of
the deck, this is the bound of Brown, Smith and Sun (Information relaxations and duality in stochastic dynamic programs,
Operations Research 58, 2010); with several, and without V, that of Broadie and Glasserman (Pricing American-style
securities using simulation, J. Economic Dynamics and Control 21, 1997).

The player is followed through the same deals and makes the same payments, so that chance affects both alike. V is the
estimate of `setlab.solitaire.values.weights`.

**Results.** Each game gives one position, the first that the player reaches with at most u undealt cards, and
the games are independent. `gap` estimates the mean, over these positions, of the bound less the player's own
value. `upper` is its one-sided confidence limit (`setlab.stats.mean_limit`): it assumes no normal distribution, only
that a single gap lies in the range of `gap_range`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, NamedTuple

from setlab.errors import SpecError
from setlab.solitaire.strategies.registry import core_player
from setlab.solitaire.values.engine import engine_for
from setlab.solitaire.values.weights import STAGES, EstimateWeights, estimate_array, shipped_estimate
from setlab.stats import mean_limit, normal_quantile

if TYPE_CHECKING:
    from setlab._core import SolitaireBounds


VALUED = 12
"""With at most this many undealt cards the players play best."""


class InformedResult(NamedTuple):
    """The results of the informed player and the player from a position, less payments; its undealt cards, or −1."""

    best: float
    played: float
    undealt: int


def informed_games(
    games: int,
    undealt: int,
    seed: int,
    *,
    first: int = 0,
    strategy: str = "expert",
    deals: int = 1,
    exact_to: int = VALUED,
    kind: int = 0,
    weights: EstimateWeights | None = None,
    threads: int | None = None,
    isa: str = "",
) -> SolitaireBounds:
    """The results of games first … first + games − 1 of a seed, by name, one entry per game.

    For fitting, there are also the kind of the table and the logarithms of the sums of the estimate. `kind` 1 and 2 ask
    for a table without a SET, or one of more than 12 cards, reached by a random SET and random deals.
    """
    return engine_for("valued", core_player(strategy).budgets, isa=isa).bound(
        seed,
        first,
        games,
        undealt=undealt,
        exact_to=exact_to,
        kind=kind,
        deals=[deals] * STAGES,
        estimate=estimate_array(shipped_estimate() if weights is None else weights),
        threads=threads,
    )


def informed_results(found: SolitaireBounds) -> list[InformedResult]:
    """The results one by one."""
    columns = (found["best"].tolist(), found["played"].tolist(), found["undealt"].tolist())
    return [InformedResult(*row) for row in zip(*columns, strict=True)]


BOUND_STAGES = (18, 21, 24, 27)
"""The numbers of undealt cards from which a bound can be computed."""

EXACT_STAGES = (12, 15, 18)
"""The numbers of undealt cards up to which values may be exact."""

MOST_CARDS = 42
"""On the table and undealt: the partitions of more are too many to list."""

MOST_DEALS = 100
MOST_PATHS = 1 << 20
"""The deals that can lead to a position are numbered below this."""

LEVEL = 0.95
"""The confidence of the upper limits."""


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


def check_deals(deals: int, undealt: int) -> None:
    """Raise `SpecError` unless this number of deals can be revealed at every stage."""
    if not 1 <= deals <= MOST_DEALS or deals ** ((undealt - VALUED) // 3) > MOST_PATHS:
        raise SpecError(f"{deals} deals at every stage from {undealt} undealt cards on are out of range: choose fewer")


def gap_limits(gaps: Sequence[float], left_out: int, undealt: int, exact_to: int, level: float) -> tuple[float, float]:
    """The upper limits of the mean gap at a one-sided level: for any distribution, and by the normal approximation.

    `gaps` are those of single positions in any order. A position that was left out counts as a gap of 1, the largest
    possible difference of values, in the first limit, and not at all in the second.
    """
    if len(gaps) < 2:
        few = f"{len(gaps) + left_out} games have fewer than 2 positions of at most {MOST_CARDS} cards"
        raise SpecError(f"{few}: choose more games")
    low, high = gap_range(undealt, exact_to)
    clipped = [max(low, number) for number in gaps]  # rounding can put a gap of 0 below it
    upper = min(1.0, mean_limit(clipped + [1.0] * left_out, low, high, level))
    return upper, fmean(gaps) + normal_quantile(level) * standard_error(gaps)


def standard_error(values: Sequence[float]) -> float:
    """The standard error of the mean of two values or more."""
    return stdev(values) / sqrt(len(values))
