"""`Compared`: two strategies on common games: their means, the difference with its interval, the games that differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from setlab.arguments import checked
from setlab.errors import SpecError, plural
from setlab.experiment.estimate import Estimate
from setlab.stats import (
    Interval,
    mean_interval,
    paired_interval,
    paired_mean_interval,
    proportion_interval,
    sign_test,
)

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from setlab.answers import DataTable

Pair = tuple[int, int]


@checked
@dataclass(frozen=True, repr=False)
class Compared:
    """Two strategies on the games first … first + games − 1 of a seed.

    `pairs` counts the games by the outcomes of both; `differing` are the numbers of the games whose outcomes differ.
    `weights` are the checksums of the weights of both, None for a strategy that uses none.

    >>> from setlab import compare
    >>> found = compare("S9", "basic", 1000, seed=1)
    >>> found
    <S9 and basic on 1,000 games of Solitaire SET, seed 1: 9.4 % and 5.9 %, difference 2.5 to 4.8 points at 95 %>
    >>> found.pairs, found.differ, found.differing[:3]
    ({(0, 0): 906, (1, 0): 35, (1, 1): 59}, 35, (131, 143, 165))
    """

    game: str
    title: str
    outcome: str
    is_success: bool
    settings: Mapping[str, Any]
    strategies: tuple[str, str]
    weights: tuple[str | None, str | None]
    seed: int
    first: int
    games: int
    confidence: float
    pairs: Mapping[Pair, int]
    differing: tuple[int, ...]

    @property
    def means(self) -> tuple[Estimate, Estimate]:
        """The mean outcome of each strategy, with its interval: a proportion if the outcome is a success or none."""
        return self._mean(0), self._mean(1)

    @property
    def difference(self) -> Estimate:
        """The mean of the first less that of the second, with its interval for paired games."""
        interval = self._difference_interval()
        value = sum((x - y) * count for (x, y), count in self.pairs.items()) / self.games
        return Estimate(value, *(_ends(interval)))

    @property
    def differ(self) -> int:
        """The number of games whose outcomes differ."""
        return len(self.differing)

    @property
    def more(self) -> tuple[int, int]:
        """The games in which the first strategy has more than the second, and those in which it has less."""
        counts = Counter[bool]()
        for (x, y), count in self.pairs.items():
            if x != y:
                counts[x > y] += count
        return counts[True], counts[False]

    @property
    def p(self) -> float:
        """The p value of the exact sign test: that both strategies are ahead in equally many games."""
        return sign_test(*self.more)

    @property
    def method(self) -> str:
        """The name of the interval of the difference."""
        return "Tango's score interval for pairs" if self.is_success else "Student's interval for paired differences"

    @checked
    def followed_by(self, other: Compared) -> Compared:
        """The comparison on the games of both; raise `SpecError` unless the other begins where this one ends.

        >>> from setlab import compare
        >>> one, two = (compare("S9", "basic", 500, seed=1, first=first) for first in (0, 500))
        >>> one.followed_by(two) == compare("S9", "basic", 1000, seed=1)
        True
        """
        if replace(other, first=self.first, games=0, pairs={}, differing=()) != replace(
            self, games=0, pairs={}, differing=()
        ):
            raise SpecError(f"{other!r} does not go on with {self!r}: compare the same strategies with the same seed")
        if other.first != self.first + self.games:
            raise SpecError(f"game {other.first} does not follow game {self.first + self.games - 1}: leave no gap")
        pairs = Counter(self.pairs) + Counter(other.pairs)
        games, differing = self.games + other.games, self.differing + other.differing
        return replace(self, games=games, pairs=dict(sorted(pairs.items())), differing=differing)

    def to_pandas(self) -> pd.DataFrame:
        """The data frame with a row for each strategy and one for the difference.

        >>> from setlab import compare
        >>> compare("S9", "basic", 1000, seed=1).to_pandas()[["strategy", "mean", "level"]]
             strategy   mean  level
        0          S9  0.094   0.95
        1       basic  0.059   0.95
        2  difference  0.035   0.95
        """
        from setlab.experiment.result import pandas_frame

        return pandas_frame(self._columns(), self.described())

    def to_polars(self) -> pl.DataFrame:
        """The data frame in polars, with the columns of `to_pandas`."""
        from setlab.experiment.result import polars_frame

        return polars_frame(self._columns())

    def _columns(self) -> dict[str, list[Any]]:
        rows = (*self.means, self.difference)
        return {
            "strategy": [*self.strategies, "difference"],
            "weights": [*self.weights, None],
            "games": [self.games] * 3,
            "mean": [e.value for e in rows],
            "low": [e.low for e in rows],
            "high": [e.high for e in rows],
            "level": [self.confidence] * 3,
        }

    def described(self) -> dict[str, Any]:
        """What was compared, as a JSON object."""
        names = ("game", "outcome", "settings", "strategies", "weights", "seed", "first", "games")
        more, less = self.more
        return {name: getattr(self, name) for name in names} | {
            "level": self.confidence,
            "method": self.method,
            "differ": self.differ,
            "more": more,
            "less": less,
            "p": self.p,
        }

    def table(self) -> DataTable:
        """The table as a paper prints it."""
        from setlab.experiment.compared_table import compared_table

        return compared_table(self)

    def to_latex(self) -> str:
        """The table in LaTeX, which needs the package booktabs."""
        return self.table().to_latex()

    def to_markdown(self) -> str:
        """The table with pipes."""
        return self.table().to_markdown()

    def to_csv(self) -> str:
        """The table as comma-separated values; lines that begin with # say what was compared."""
        return self.table().to_csv()

    def to_json(self) -> str:
        """The table as a JSON object, with what was compared."""
        return self.table().to_json()

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def __str__(self) -> str:
        return self.table().to_text()

    def __repr__(self) -> str:
        scale, unit, points = (100, " %", " points") if self.is_success else (1, "", "")
        one, two = (f"{scale * e.value:.3g}{unit}" for e in self.means)
        ends = self._difference_interval()
        low, high = ("", "") if ends is None else (_signed(scale * ends.low), _signed(scale * ends.high))
        between = f", difference {low} to {high}{points} at {100 * self.confidence:g} %" * (ends is not None)
        games = f"{plural(self.games, 'game')}" if self.games < 1000 else f"{self.games:,} games"
        where = f"on {games} of {self.title}, seed {self.seed}"
        return f"<{' and '.join(self.strategies)} {where}: {one} and {two}{between}>"

    def _mean(self, which: int) -> Estimate:
        counts = Counter[int]()
        for pair, count in self.pairs.items():
            counts[pair[which]] += count
        total = sum(value * count for value, count in counts.items())
        if self.is_success:
            return Estimate(total / self.games, *_ends(proportion_interval(total, self.games, self.confidence)), total)
        squares = sum(value * value * count for value, count in counts.items())
        interval = mean_interval(total, squares, self.games, self.confidence) if self.games > 1 else None
        return Estimate(total / self.games, *_ends(interval))

    def _difference_interval(self) -> Interval | None:
        if self.is_success:
            return paired_interval(*self.more, self.games, self.confidence)
        differences = Counter[int]()
        for (x, y), count in self.pairs.items():
            differences[x - y] += count
        return paired_mean_interval(differences, self.confidence) if self.games > 1 else None


def _signed(number: float) -> str:
    return f"{number:.2g}".replace("-", "−")


def _ends(interval: Interval | None) -> tuple[float | None, float | None]:
    return (None, None) if interval is None else (interval.low, interval.high)
