"""Solitaire SET measured: strategies, deals that can be cleared, bounds. Each is a run of a kernel, and can be stored.

`measure` also takes a strategy of one's own, an object with a method `choose`, whose games are played in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from setlab.errors import SpecError
from setlab.experiment.interrupts import Stopped
from setlab.experiment.kernels.solitaire_bound import BoundParameters, mean_of, values_of
from setlab.experiment.run import Progress, Result, run
from setlab.experiment.spec import check_trials, make_spec
from setlab.experiment.store import Store
from setlab.experiment.tally import Tally
from setlab.solitaire.bounds.relaxation import Bound, bound_of
from setlab.solitaire.game import Shuffle, Strategy, play
from setlab.solitaire.strategies.registry import check_weights
from setlab.solitaire.values.clearable import Searched
from setlab.solitaire.values.weights import Weights
from setlab.stats import Interval, proportion_interval

Report = Callable[[Progress], None]


@dataclass(frozen=True)
class Measured:
    """Games played, tables cleared, and the games that the strategy declared won (S(d) alone does).

    >>> both = Measured(100, 10, 11) + Measured(100, 12, 12)
    >>> both.proportion, both.declared
    (0.11, 23)
    """

    games: int
    clear: int
    declared: int

    def __add__(self, other: Measured) -> Measured:
        return Measured(self.games + other.games, self.clear + other.clear, self.declared + other.declared)

    @property
    def proportion(self) -> float:
        """The proportion of tables cleared."""
        return self.clear / self.games if self.games else 0.0

    @property
    def interval(self) -> Interval:
        """The 95 % interval of that proportion."""
        return proportion_interval(self.clear, self.games)


def measure(
    strategy: str | Strategy,
    games: int,
    seed: int = 1,
    *,
    weights: Weights | None = None,
    first: int = 0,
    threads: int | None = None,
    store: Store | None = None,
    report: Report | None = None,
    stopped: Stopped = lambda: False,
) -> Measured:
    """The games first … first + games − 1 of a seed by a strategy: a name, or an object of one's own.

    `weights` are for the names that value positions, `fast`, `expert` and `master`, instead of those that ship.

    >>> measure("S9", 1000, seed=1)
    Measured(games=1000, clear=94, declared=95)
    >>> class First:
    ...     def choose(self, state):
    ...         return state.sets[0]
    >>> measure(First(), 20, seed=1).games
    20
    """
    check_trials(first, games)
    if not isinstance(strategy, str):
        check_weights(type(strategy).__name__, weights)
        return _played(strategy, games, seed, first)
    spec = make_spec("solitaire", measured_parameters(strategy, weights), seed)
    return measured(run(spec, games, first=first, threads=threads, store=store, report=report, stopped=stopped).tally)


def measured_parameters(strategy: str, weights: Weights | None = None) -> dict[str, Any]:
    """The parameters of the kernel `solitaire`."""
    return {"strategy": strategy} | ({} if weights is None else {"weights": weights})


def measured(tally: Tally) -> Measured:
    """The numbers of games, cleared tables and declarations in a tally of the kernel `solitaire`."""
    return Measured(tally.trials, tally["clear"].get(1, 0), tally["declared"].get(1, 0))


def search(
    games: int, seed: int = 1, *, first: int = 0, threads: int | None = None, store: Store | None = None
) -> Searched:
    """Which of the deals first … first + games − 1 of a seed can be cleared.

    >>> search(100, seed=1)
    Searched(games=100, clear=100, unclearable=(), open=())
    """
    spec = make_spec("solitaire-clearable", seed=seed)
    return searched(run(spec, games, first=first, threads=threads, store=store).tally)


def searched(tally: Tally) -> Searched:
    """The deals in a tally of the kernel `solitaire-clearable`."""
    return Searched(tally.trials, tally["answer"].get(1, 0), tuple(tally["unclearable"]), tuple(tally["open"]))


def bound(
    games: int = 50,
    undealt: int = 18,
    seed: int = 1,
    *,
    strategy: str = "expert",
    deals: int = 4,
    exact_to: int = 12,
    threads: int | None = None,
    store: Store | None = None,
) -> Bound:
    """The bound from the positions that a player reaches with `undealt` cards, in games 0, 1, … of a seed.

    Before each deal, `deals` candidate deals are revealed; the bound is valid for any number, and smaller for more.
    With at most `exact_to` undealt cards values are exact.
    """
    check_bound_games(games)
    given = {"undealt": undealt, "deals": deals, "exact": exact_to, "strategy": strategy}
    return bounded(run(make_spec("solitaire-bound", given, seed), games, threads=threads, store=store))


def check_bound_games(games: int) -> None:
    """Raise `SpecError` unless there are games enough for a bound."""
    if games < 2:
        raise SpecError(f"{games} games are too few for a bound: choose at least 2")


def bounded(result: Result) -> Bound:
    """The bound that a tally of the kernel `solitaire-bound` gives.

    The mean limit is symmetric in its values, so that their histogram suffices.
    """
    p, tally = result.spec.parameters, result.tally
    assert isinstance(p, BoundParameters)
    return bound_of(
        p.undealt,
        p.exact,
        values_of(tally["gap"]),
        player=mean_of(tally["player"]),
        best=mean_of(tally["informed"]),
        left_out=tally["left_out"].get(1, 0),
    )


def _played(strategy: Strategy, games: int, seed: int, first: int) -> Measured:
    """Games played in Python."""
    played = [play(strategy, Shuffle.of(seed, number)) for number in range(first, first + games)]
    return Measured(games, sum(game.clear for game in played), sum(game.declared for game in played))
