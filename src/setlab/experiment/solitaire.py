"""Solitaire SET measured: strategies, deals that can be cleared, bounds. Each is a run of a kernel, and can be stored.

`measure` also takes a strategy of one's own, a function or an object with a method `choose`; its games are played in
Python. `setlab.compare` compares strategies on common games.
"""

from __future__ import annotations

from typing import Any

from setlab.arguments import name_of
from setlab.errors import SpecError
from setlab.experiment.estimate import Estimate, proportion_estimates
from setlab.experiment.kernels.solitaire import SolitaireParameters
from setlab.experiment.result import Result
from setlab.experiment.run import run
from setlab.experiment.spec import Spec, make_spec
from setlab.solitaire.game import OwnStrategy
from setlab.solitaire.strategies import check_weights
from setlab.solitaire.values import Weights


def measure(
    strategy: str | OwnStrategy, games: int, seed: int = 1, *, weights: Weights | None = None, **options: Any
) -> Result:
    """The games first … first + games − 1 of a seed by a strategy: a name, or a function or object of one's own.

    The options are those of `run`: `first`, `threads`, `store`, `report`, `stopped`. `weights` are for the names that
    value positions, `fast`, `expert` and `master`, instead of those that ship.

    >>> measure("S9", 1000, seed=1).tally["clear"]
    {0: 906, 1: 94}
    >>> def first_set(state):
    ...     return state.sets[0]
    >>> measure(first_set, 20, seed=1)
    <Result of solitaire, strategy first_set, seed 1: 20 trials, clear 0 in 95 %, 1 in 5 %>
    """
    spec = measurement_spec(strategy, weights, seed)
    return run(spec, games, **options)


def measurement_spec(strategy: str | OwnStrategy, weights: Weights | None = None, seed: int = 1) -> Spec:
    """The spec of the games of a strategy."""
    if isinstance(strategy, str):
        return make_spec("solitaire", {"strategy": strategy} | ({} if weights is None else {"weights": weights}), seed)
    check_weights(name_of(strategy), weights)
    return Spec("solitaire", SolitaireParameters.play_own(strategy), seed)


def clear_proportion(result: Result) -> Estimate:
    """The proportion of tables cleared in a result of the kernel `solitaire` or `solitaire-clearable`, with its count.

    >>> found = clear_proportion(measure("S9", 1000, seed=1))
    >>> found.count, found.value
    (94, 0.094)
    """
    name = "clear" if "clear" in result.spec.histograms else "answer"
    return proportion_estimates({1: result.tally[name].get(1, 0)}, result.trials, result.confidence)[1]


def search(games: int, seed: int = 1, **options: Any) -> Result:
    """Which of the deals first … first + games − 1 of a seed can be cleared; the options are those of `run`.

    >>> search(100, seed=1).tally["answer"]
    {1: 100}
    """
    return run(make_spec("solitaire-clearable", seed=seed), games, **options)


def bound(
    games: int = 50,
    undealt: int = 18,
    seed: int = 1,
    *,
    strategy: str = "expert",
    deals: int = 4,
    exact_to: int = 12,
    **options: Any,
) -> Result:
    """The bound from the positions that a player reaches with `undealt` cards, in games 0, 1, … of a seed.

    Before each deal, `deals` candidate deals are revealed; the bound is valid for any number, and smaller for more.
    With at most `exact_to` undealt cards values are exact. The quantity `limit` has the upper limits of the mean
    difference, `mean` the means.
    """
    if games < 2:
        raise SpecError(f"{games} games are too few for a bound: choose at least 2")
    given = {"undealt": undealt, "deals": deals, "exact": exact_to, "strategy": strategy}
    return run(make_spec("solitaire-bound", given, seed), games, **options)
