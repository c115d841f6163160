"""How often a strategy clears the table, on games that anyone can repeat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from setlab.errors import SpecError
from setlab.solitaire.game.playing import Strategy, play
from setlab.solitaire.game.shuffle import Shuffle
from setlab.solitaire.strategies.engine import core_games
from setlab.solitaire.strategies.registry import CLAIRVOYANT, CORE, check_weights
from setlab.solitaire.values.clearable import search
from setlab.solitaire.values.weights import Weights
from setlab.stats import Interval, proportion_interval

PLAYED_PLAINLY = 100
SEARCHED = 2000
"""Games per block: between two blocks Ctrl-C is heard and progress reported."""


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
        """The share of tables cleared."""
        return self.clear / self.games if self.games else 0.0

    @property
    def interval(self) -> Interval:
        """The 95 % interval of that share."""
        return proportion_interval(self.clear, self.games)


def measure(
    strategy: str | Strategy,
    games: int,
    seed: int = 1,
    *,
    weights: Weights | None = None,
    first: int = 0,
    threads: int | None = None,
    progress: Callable[[Measured], object] | None = None,
) -> Measured:
    """What a strategy does in games first … first + games − 1 of a seed: a name, or an object of one's own.

    `weights` are for the names that value positions, `fast`, `expert` and `master`, instead of those that ship.

    >>> measure("S9", 1000, seed=1)
    Measured(games=1000, clear=94, declared=95)
    >>> class First:
    ...     def choose(self, state):
    ...         return state.sets[0]
    >>> measure(First(), 20, seed=1).games
    20
    """
    if games < 0:
        raise SpecError(f"{games} games cannot be played: choose 0 or more")
    check_weights(strategy if isinstance(strategy, str) else type(strategy).__name__, weights)
    total = Measured(0, 0, 0)
    while total.games < games:
        start, size = first + total.games, min(_block(strategy), games - total.games)
        total += (
            _in_core(strategy, weights, seed, start, size, threads)
            if isinstance(strategy, str)
            else _plainly(strategy, seed, start, size)
        )
        if progress:
            progress(total)
    return total


def _block(strategy: str | Strategy) -> int:
    if not isinstance(strategy, str):
        return PLAYED_PLAINLY
    return CORE[strategy].block if strategy in CORE else SEARCHED


def _in_core(name: str, weights: Weights | None, seed: int, first: int, games: int, threads: int | None) -> Measured:
    if name == CLAIRVOYANT:
        return Measured(games, search(games, seed, first=first, threads=threads).clear, 0)
    played = core_games(name, seed, first, games, weights=weights, threads=threads)
    return Measured(games, int((played["leftover"] == 0).sum()), int((played["declared"] >= 0).sum()))


def _plainly(strategy: Strategy, seed: int, first: int, games: int) -> Measured:
    played = [play(strategy, Shuffle.of(seed, number)) for number in range(first, first + games)]
    return Measured(games, sum(game.clear for game in played), sum(game.declared for game in played))
