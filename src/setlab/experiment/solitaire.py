"""Solitaire SET measured: strategies, deals that can be cleared, bounds. Each is a run of a kernel, and can be stored.

`measure` also takes a strategy of one's own, a function or an object with a method `choose`; its games are played in
Python. `setlab.compare` compares two strategies on common games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from setlab.arguments import name_of
from setlab.errors import SpecError
from setlab.experiment.interrupts import Stopped
from setlab.experiment.kernels.solitaire import SolitaireParameters
from setlab.experiment.kernels.solitaire_bound import BoundParameters, mean_of, values_of
from setlab.experiment.parameters import whole_number
from setlab.experiment.result import Result
from setlab.experiment.run import Progress, run
from setlab.experiment.spec import check_trials, make_spec
from setlab.experiment.store import Store
from setlab.experiment.tally import Tally
from setlab.solitaire.bounds.relaxation import Bound, bound_of
from setlab.solitaire.game import OwnStrategy, Shuffle, play, player_of
from setlab.solitaire.strategies.registry import check_weights, weights_checksum
from setlab.solitaire.values.clearable import Searched
from setlab.solitaire.values.weights import Weights
from setlab.stats import Interval, proportion_interval

Report = Callable[[Progress], None]


@dataclass(frozen=True)
class Measured:
    """Games played, tables cleared, and the games that the strategy declared won (S(d) alone does).

    The games are first … first + games − 1 of the seed; `weights` is the checksum of the strategy's weights, if it uses
    any. Two of one strategy and seed add if one begins where the other ends.

    >>> both = measure("S9", 600, seed=1) + measure("S9", 400, seed=1, first=600)
    >>> both == measure("S9", 1000, seed=1), both.proportion
    (True, 0.094)
    """

    games: int
    clear: int
    declared: int
    strategy: str
    seed: int
    first: int = 0
    weights: str | None = None

    def __add__(self, other: Measured) -> Measured:
        one, two = sorted((self, other), key=lambda measured: measured.first)
        if one.player != two.player:
            raise SpecError(f"{one.player} and {two.player} do not add: compare them instead")
        if one.first + one.games != two.first:
            raise SpecError(
                f"games up to {one.first + one.games - 1} and from {two.first} on do not add: let one begin "
                "where the other ends"
            )
        sums = {name: getattr(one, name) + getattr(two, name) for name in ("games", "clear", "declared")}
        return replace(one, **sums)

    @property
    def player(self) -> str:
        """The strategy with its weights, and the seed."""
        return f"{self.strategy}{f' with weights {self.weights}' if self.weights else ''}, seed {self.seed}"

    @property
    def proportion(self) -> float:
        """The proportion of tables cleared."""
        return self.clear / self.games if self.games else 0.0

    @property
    def interval(self) -> Interval:
        """The 95 % interval of that proportion."""
        return proportion_interval(self.clear, self.games)


def measure(
    strategy: str | OwnStrategy,
    games: float | str,
    seed: int = 1,
    *,
    weights: Weights | None = None,
    first: int = 0,
    threads: int | None = None,
    store: Store | None = None,
    report: Report | None = None,
    stopped: Stopped = lambda: False,
) -> Measured:
    """The games first … first + games − 1 of a seed by a strategy: a name, or a function or object of one's own.

    `weights` are for the names that value positions, `fast`, `expert` and `master`, instead of those that ship.

    >>> measure("S9", 1000, seed=1)
    Measured(games=1000, clear=94, declared=95, strategy='S9', seed=1, first=0, weights=None)
    >>> def first_set(state):
    ...     return state.sets[0]
    >>> measure(first_set, 20, seed=1)
    Measured(games=20, clear=1, declared=0, strategy='first_set', seed=1, first=0, weights=None)
    """
    if not isinstance(strategy, str):
        check_weights(name_of(strategy), weights)
        return _played(strategy, whole_number(games, "games"), whole_number(seed, "seed"), whole_number(first, "first"))
    spec = make_spec("solitaire", measured_parameters(strategy, weights), seed)
    options: dict[str, Any] = {"threads": threads, "store": store, "report": report, "stopped": stopped}
    return measured(run(spec, whole_number(games, "games"), first=first, **options))


def measured_parameters(strategy: str, weights: Weights | None = None) -> dict[str, Any]:
    """The parameters of the kernel `solitaire`."""
    return {"strategy": strategy} | ({} if weights is None else {"weights": weights})


def measured(result: Result) -> Measured:
    """The numbers of games, cleared tables and declarations in a result of the kernel `solitaire`."""
    p, tally = result.spec.parameters, result.tally
    assert isinstance(p, SolitaireParameters)
    declared = tally["declared"].get(1, 0) if "declared" in tally else 0
    weights = weights_checksum(p.strategy, p.weights)
    return Measured(
        tally.trials, tally["clear"].get(1, 0), declared, p.strategy, result.spec.seed, result.first, weights
    )


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


def _played(strategy: OwnStrategy, games: int, seed: int, first: int) -> Measured:
    """Games played in Python."""
    check_trials(first, games)
    player = player_of(strategy)
    played = [play(player, Shuffle.of(seed, number)) for number in range(first, first + games)]
    clear, declared = sum(game.clear for game in played), sum(game.declared for game in played)
    return Measured(games, clear, declared, name_of(player), seed, first)
