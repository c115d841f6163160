"""`compare`, `compare_many`: strategies on common games; `ComparisonResult`: their result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, cast

from setlab.answers import Cell, Column, DataTable, Shown, data_table
from setlab.arguments import checked
from setlab.errors import join_names, plural
from setlab.experiment.estimate import Estimate
from setlab.experiment.kernels.comparison import ComparisonParameters, Difference, estimate_differences, estimate_means
from setlab.experiment.parameters import whole_number
from setlab.experiment.result import Result, decimals, pandas_frame, polars_frame
from setlab.experiment.run import SomeStore, run_kept
from setlab.experiment.spec import Spec, check_confidence, check_trials
from setlab.stats import p_text

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


class ComparisonResult(Result):
    """Two or more strategies on the games first … first + games − 1 of a seed.

    `weights` are the checksums of the weights of each, None for a strategy that uses none; `differing` are the numbers
    of the games whose outcomes are not all alike.

    >>> from setlab import compare
    >>> found = compare("S9", "basic", 1000, seed=1)
    >>> found
    <S9 and basic on 1,000 games of Solitaire SET, seed 1: 9.4 % and 5.9 %, difference 2.5 to 4.8 points at 95 %>
    >>> found.tally["outcomes"], found.differ, found.differing[:3]
    ({(0, 0): 906, (1, 0): 35, (1, 1): 59}, 35, (131, 143, 165))
    """

    @classmethod
    @checked
    def of(cls, result: Result) -> ComparisonResult:
        """The comparison that a result of the kernel `comparison` is."""
        return cls(**{each.name: getattr(result, each.name) for each in fields(Result)})

    @property
    def parameters(self) -> ComparisonParameters:
        """The game, the strategies and the settings."""
        return cast("ComparisonParameters", self.spec.parameters)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.trials

    @property
    def strategies(self) -> tuple[str, ...]:
        """The names of the strategies."""
        return self.parameters.strategies

    @property
    def settings(self) -> Mapping[str, Any]:
        """The settings of the game."""
        return self.parameters.settings or {}

    @property
    def weights(self) -> tuple[str | None, ...]:
        """The checksums of the weights of each strategy."""
        return tuple(player.weights for player in self.parameters.entrants())

    @property
    def means(self) -> tuple[Estimate, ...]:
        """The mean outcome of each strategy, with its interval: a proportion if the outcome is a success or none."""
        return tuple(estimate_means(self.parameters, self.tally["outcomes"], self.confidence))

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The differences of every two strategies; their intervals hold together with the confidence."""
        return tuple(estimate_differences(self.parameters, self.tally["outcomes"], self.confidence))

    @property
    def difference(self) -> Estimate:
        """The mean of the first strategy less that of the second, with its interval for paired games."""
        return self.differences[0].estimate

    @property
    def differing(self) -> tuple[int, ...]:
        """The games whose outcomes differ."""
        return tuple(game.trial for game in self.rare)

    @property
    def differ(self) -> int:
        """The number of games whose outcomes differ."""
        return len(self.rare)

    @property
    def more(self) -> tuple[int, int]:
        """The games in which the first strategy has more than the second, and those in which it has less."""
        return self.differences[0].more, self.differences[0].less

    @property
    def p(self) -> float:
        """The p value of the exact sign test: that the first two strategies are ahead in equally many games."""
        return self.differences[0].p

    @property
    def level_of_each(self) -> float:
        """The level of the interval of each difference."""
        return self.parameters.level_of_each(self.confidence)

    @property
    def method(self) -> str:
        """The name of the interval of a difference."""
        if self.parameters.contest.is_success:
            return "Tango's score interval for pairs"
        return "Student's interval for paired differences"

    def describe(self) -> dict[str, Any]:
        """The strategies, the games and the method, as a JSON object."""
        names = ("settings", "strategies", "weights", "seed", "first", "games")
        found = {"game": self.parameters.game, "outcome": self.parameters.contest.outcome}
        found |= {name: getattr(self, name) for name in names} | {"level": self.confidence, "method": self.method}
        if len(self.strategies) > 2:
            together = f"Bonferroni, {len(self.differences)} differences"
            return found | {"simultaneous": together, "level_of_each": self.level_of_each}
        more, less = self.more
        return found | {"differ": self.differ, "more": more, "less": less, "p": self.p}

    @checked
    def to_pandas(self, name: str | None = None) -> pd.DataFrame:
        """The data frame with a row for each strategy and for each difference, or the frame of a quantity.

        >>> from setlab import compare
        >>> compare("S9", "basic", 1000, seed=1).to_pandas()[["strategy", "mean", "level"]]
             strategy   mean  level
        0          S9  0.094   0.95
        1       basic  0.059   0.95
        2  difference  0.035   0.95
        """
        return super().to_pandas(name) if name else pandas_frame(self._columns(), self.describe())

    @checked
    def to_polars(self, name: str | None = None) -> pl.DataFrame:
        """The data frame in polars, with the columns of `to_pandas`."""
        return super().to_polars(name) if name else polars_frame(self._columns())

    def _columns(self) -> dict[str, list[Any]]:
        means, differences = self.means, self.differences
        rows = (*means, *(each.estimate for each in differences))
        several = len(differences) > 1
        names = [" − ".join(each.strategies) for each in differences] if several else ["difference"]
        return {
            "strategy": [*self.strategies, *names],
            "weights": [*self.weights, *[None] * len(differences)],
            "games": [self.games] * len(rows),
            "mean": [e.value for e in rows],
            "low": [e.low for e in rows],
            "high": [e.high for e in rows],
            "level": [self.confidence] * len(means) + [self.level_of_each] * len(differences),
        }

    @checked
    def table(self, name: str | None = None) -> DataTable:
        """The table of the strategies as a paper prints it, or the table of a quantity."""
        return super().table(name) if name else self.tables()[0]

    def tables(self) -> tuple[DataTable, ...]:
        """The table of two strategies with their difference; of several, a second one has the differences."""
        in_percent, level = self.parameters.contest.is_success, f"{100 * self.confidence:g} %"
        named = zip(self.strategies, self.weights, self.means, strict=True)
        rows = [
            _row(name if weights is None else f"{name} (weights {weights})", mean, in_percent)
            for name, weights, mean in named
        ]
        columns = _columns_of("strategy", "%" if in_percent else "mean", f"{level} interval")
        label, about = f"compare-{'-'.join(self.strategies)}", self.describe()
        if len(self.strategies) == 2:
            rows.append(_row("difference", self.difference, in_percent, sign="+", between="to"))
            return (data_table(columns, rows, self._caption(), label, self._notes(), about),)
        strategies = data_table(columns, rows, self._caption(), label, metadata=about)
        return strategies, self._differences_table(label)

    def _differences_table(self, label: str) -> DataTable:
        in_percent, level = self.parameters.contest.is_success, f"{100 * self.confidence:g} %"
        unit = "points" if in_percent else "mean"
        columns = _columns_of("difference", unit, f"simultaneous {level} interval")
        columns += [Column("differ", "games that differ"), Column("p")]
        named = [(" − ".join(each.strategies), each) for each in self.differences]
        rows = [
            (*_row(name, each.estimate, in_percent, sign="+", between="to"), each.differ, p_text(each.log10_p))
            for name, each in named
        ]
        number = len(rows)
        notes = (
            f"All {number} intervals hold together with {level} confidence "
            f"(each at {100 * self.level_of_each:.4g} %, by {self.method})",
            f"p: the exact sign test, multiplied by {number}",
        )
        caption = f"{self._caption()}: differences"
        return data_table(columns, rows, caption, f"{label}-differences", notes, self.describe())

    def _caption(self) -> str:
        """The game, the outcome and the games played."""
        contest = self.parameters.contest
        settings = "".join(f", {name} {value}" for name, value in self.settings.items())
        games = f"games {self.first:,} to {self.first + self.games - 1:,} of seed {self.seed}"
        return f"{contest.title[0].upper()}{contest.title[1:]}, {contest.outcome}{settings}, {games}"

    def _notes(self) -> tuple[str, ...]:
        (one, two), (more, less) = self.strategies, self.more
        games = f"{self.differ:,} game{'s' * (self.differ != 1)} differ{'s' * (self.differ == 1)}"
        is_success = self.parameters.contest.is_success
        ahead, unit = ("alone", " in percentage points") if is_success else ("more in", "")
        p = p_text(self.differences[0].log10_p)
        counts = f"{games}: {one} {ahead} {more:,}, {two} {ahead} {less:,}; exact sign test p = {p}"
        return counts, f"Difference{unit} by {self.method}"

    def _repr_html_(self) -> str:
        return "".join(table._repr_html_() for table in self.tables())

    def __str__(self) -> str:
        return "\n\n".join(table.to_text() for table in self.tables())

    def __repr__(self) -> str:
        contest = self.parameters.contest
        scale, unit, points = (100, " %", " points") if contest.is_success else (1, "", "")
        means = join_names([f"{scale * mean.value:.3g}{unit}" for mean in self.means], "and")
        games = f"{plural(self.games, 'game')}" if self.games < 1000 else f"{self.games:,} games"
        low, high, between = self.difference.low, self.difference.high, ""
        if len(self.strategies) == 2 and low is not None and high is not None:
            ends = f"{scale * low:.2g} to {scale * high:.2g}".replace("-", "−")
            between = f", difference {ends}{points} at {100 * self.confidence:g} %"
        where = f"on {games} of {contest.title}, seed {self.seed}"
        return f"<{join_names(self.strategies, 'and')} {where}: {means}{between}>"


@checked
def compare(
    a: Any,
    b: Any,
    games: float | str = 1000,
    *,
    game: str = "solitaire",
    seed: int = 0,
    first: float | str = 0,
    weights: Any = None,
    confidence: float = 0.95,
    threads: int | None = None,
    store: SomeStore = None,
    backend: str = "cpu",
    scheduler: str | None = None,
    workers: int | None = None,
    **settings: Any,
) -> ComparisonResult:
    """Two strategies on the same games first … first + games − 1 of a seed, with the interval of their difference.

    A strategy is a name or a function. Solitaire SET: a function from the state to one of `state.sets`; outcome: the
    table is cleared. `game="antiset"`: from the game to a free point; the game is won against the strategy `against`
    on a `design`, at the `seat` xavier or olivia. `game="endgame"`: from the table to one of `table.sets()`; the cards
    left, with the parameters of the kernel `endgame`. Functions are played in Python, and checked at every move.
    `weights` are for strategies that value positions: for both, or a pair. `store`, `backend`, `scheduler` and
    `workers` are those of `simulate`; functions are played in this process and not stored.

    >>> print(compare("thrifty", "basic", 1000, seed=1))
    Solitaire SET, table cleared, games 0 to 999 of seed 1
    <BLANKLINE>
    strategy       %  95 % interval
    thrifty     14.2    12.2 – 16.5
    basic        5.9      4.5 – 7.5
    difference  +8.3    5.8 to 10.9
    <BLANKLINE>
    177 games differ: thrifty alone 130, basic alone 47; exact sign test p = 3.4e-10
    Difference in percentage points by Tango's score interval for pairs
    """
    spec = comparison_spec((a, b), game, weights, settings, seed)
    options = {"threads": threads, "store": store, "backend": backend, "scheduler": scheduler, "workers": workers}
    return _run(spec, games, first, confidence, options)


@checked
def compare_many(
    strategies: Sequence[Any],
    games: float | str = 1000,
    *,
    game: str = "solitaire",
    seed: int = 0,
    first: float | str = 0,
    weights: Any = None,
    confidence: float = 0.95,
    threads: int | None = None,
    store: SomeStore = None,
    backend: str = "cpu",
    scheduler: str | None = None,
    workers: int | None = None,
    **settings: Any,
) -> ComparisonResult:
    """Several strategies on the same games, with simultaneous intervals of all differences.

    The arguments are those of `compare`; `weights` are for all strategies, or a list with one for each.

    >>> print(compare_many(["thrifty", "S9", "basic"], 1000, seed=1))
    Solitaire SET, table cleared, games 0 to 999 of seed 1
    <BLANKLINE>
    strategy     %  95 % interval
    thrifty   14.2    12.2 – 16.5
    S9         9.4     7.7 – 11.4
    basic      5.9      4.5 – 7.5
    <BLANKLINE>
    Solitaire SET, table cleared, games 0 to 999 of seed 1: differences
    <BLANKLINE>
    difference       points  simultaneous 95 % interval  games that differ        p
    thrifty − S9       +4.8                  1.5 to 8.1                190   0.0018
    thrifty − basic    +8.3                 5.2 to 11.5                177    1e-09
    S9 − basic         +3.5                  2.4 to 5.2                 35  1.7e-10
    <BLANKLINE>
    All 3 intervals hold together with 95 % confidence (each at 98.33 %, by Tango's score interval for pairs)
    p: the exact sign test, multiplied by 3
    """
    spec = comparison_spec(strategies, game, weights, settings, seed)
    options = {"threads": threads, "store": store, "backend": backend, "scheduler": scheduler, "workers": workers}
    return _run(spec, games, first, confidence, options)


def comparison_spec(
    strategies: Sequence[Any],
    game: str = "solitaire",
    weights: Any = None,
    settings: Mapping[str, Any] = {},
    seed: int = 0,
) -> Spec:
    """The spec of a comparison of strategies, each a name or a function."""
    return Spec("comparison", ComparisonParameters.compare(strategies, game, weights, settings), seed)


def _run(
    spec: Spec, games: float | str, first: float | str, confidence: float, options: dict[str, Any]
) -> ComparisonResult:
    number, start = whole_number(games, "games"), whole_number(first, "first")
    check_trials(start, number)
    check_confidence(confidence)
    return ComparisonResult.of(replace(run_kept(spec, number, start, **options), confidence=confidence))


def _columns_of(name: str, unit: str, interval: str) -> list[Column]:
    ends = [Column(end, only="programs") for end in ("low", "high")]
    return [Column(name, align="left"), Column("mean", unit), Column("interval", interval, only="people"), *ends]


def _row(name: str, e: Estimate, in_percent: bool, sign: str = "", between: str = "–") -> tuple[Cell, ...]:
    """A row: the name, the mean with its interval as people read it, and the ends of the interval for programs."""
    scale = 100 if in_percent else 1
    digits = decimals(e, scale)

    def text(number: float, sign: str = "") -> str:
        return f"{scale * number:{sign}.{digits}f}".replace("-", "−")

    ends = None if e.low is None or e.high is None else f"{text(e.low)} {between} {text(e.high)}"
    return name, Shown(e.value, text(e.value, sign if e.value else "")), ends, e.low, e.high
