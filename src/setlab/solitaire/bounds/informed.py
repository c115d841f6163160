"""What the informed player and the player reach from one position of every game, by the compiled engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from setlab.solitaire.strategies.registry import core_player
from setlab.solitaire.values.engine import engine_for
from setlab.solitaire.values.estimate import EstimateWeights, estimate_array, shipped_estimate
from setlab.solitaire.values.weights import STAGES

if TYPE_CHECKING:
    from setlab._core import SolitaireBounds

VALUED = 12
"""With at most this many undealt cards the players play best."""


class Result(NamedTuple):
    """What the informed player and the player reach from a position, payments deducted; its undealt cards, or −1."""

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


def results(found: SolitaireBounds) -> list[Result]:
    """The results one by one."""
    columns = (found["best"].tolist(), found["played"].tolist(), found["undealt"].tolist())
    return [Result(*row) for row in zip(*columns, strict=True)]
