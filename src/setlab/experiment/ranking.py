"""`Ranking`: several strategies on common games, with simultaneous intervals of all differences."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log10
from typing import TYPE_CHECKING, Any

from setlab.answers import Column, data_table
from setlab.arguments import checked
from setlab.errors import listed
from setlab.experiment.compared import Compared
from setlab.experiment.compared_table import caption, estimate_row, named
from setlab.experiment.estimate import Estimate
from setlab.stats import log10_sign_test, p_text

if TYPE_CHECKING:
    from setlab.answers import DataTable


@checked
@dataclass(frozen=True, repr=False)
class Ranking:
    """Several strategies on the same games, every two of them compared.

    The intervals of the differences hold together with the given confidence: each of m has the level
    1 − (1 − confidence)/m, which suffices however they depend on each other (Bonferroni).

    >>> from setlab.experiment import compare_many
    >>> found = compare_many(["thrifty", "S9", "basic"], 1000, seed=1)
    >>> found
    <thrifty, S9 and basic on 1,000 games of Solitaire SET, seed 1: 14.2 %, 9.4 % and 5.9 %>
    >>> [round(mean.value, 3) for mean in found.means], round(found.level, 4), len(found.pairs)
    ([0.142, 0.094, 0.059], 0.9833, 3)
    """

    confidence: float
    pairs: tuple[Compared, ...]

    @property
    def strategies(self) -> tuple[str, ...]:
        """The names of the strategies."""
        return tuple(name for name, _, _ in self._rows())

    @property
    def weights(self) -> tuple[str | None, ...]:
        """The checksums of their weights, None for a strategy that uses none."""
        return tuple(weights for _, weights, _ in self._rows())

    @property
    def means(self) -> tuple[Estimate, ...]:
        """The mean outcome of each strategy, each with an interval of its own at the given confidence."""
        return tuple(mean for _, _, mean in self._rows())

    @property
    def level(self) -> float:
        """The level of the interval of each difference."""
        return self.pairs[0].confidence

    @property
    def games(self) -> int:
        """The number of games that each strategy played."""
        return self.pairs[0].games

    @property
    def differing(self) -> tuple[int, ...]:
        """The games in which not all outcomes are alike."""
        return tuple(sorted({game for pair in self.pairs for game in pair.differing}))

    @checked
    def p(self, pair: Compared) -> float:
        """The p value of the exact sign test of a pair, multiplied by the number of pairs."""
        return 10 ** self._log10_p(pair)

    @checked
    def followed_by(self, other: Ranking) -> Ranking:
        """The ranking on the games of both; raise `SpecError` unless the other begins where this one ends."""
        return replace(self, pairs=tuple(a.followed_by(b) for a, b in zip(self.pairs, other.pairs, strict=True)))

    def described(self) -> dict[str, Any]:
        """What was compared, as a JSON object."""
        shared = ("game", "outcome", "settings", "seed", "first", "games", "method")
        known = self.pairs[0].described()
        return {
            "strategies": self.strategies,
            "weights": self.weights,
            **{name: known[name] for name in shared},
            "level": self.confidence,
            "simultaneous": f"Bonferroni, {len(self.pairs)} differences",
            "level_of_each": self.level,
        }

    def tables(self) -> tuple[DataTable, DataTable]:
        """The table of the strategies, and that of their differences."""
        one = self.pairs[0]
        scale = one.is_success
        level = f"{100 * self.confidence:g} %"
        ends = (Column("low", only="programs"), Column("high", only="programs"))
        unit = "%" if scale else "mean"
        columns = [Column("strategy", align="left"), Column("mean", unit), _interval(f"{level} interval"), *ends]
        rows = [estimate_row(named(name, weights), mean, scale) for name, weights, mean in self._rows()]
        label = f"compare-{'-'.join(self.strategies)}"
        strategies = data_table(columns, rows, caption(one), label, metadata=self.described())
        columns = [
            Column("difference", align="left"),
            Column("mean", "points" if scale else "mean"),
            _interval(f"simultaneous {level} interval"),
            *ends,
            Column("differ", "games that differ"),
            Column("p"),
        ]
        rows = [
            (
                *estimate_row(" − ".join(pair.strategies), pair.difference, scale, sign="+", between="to"),
                pair.differ,
                p_text(self._log10_p(pair)),
            )
            for pair in self.pairs
        ]
        differences = data_table(
            columns, rows, f"{caption(one)}: differences", f"{label}-differences", self._notes(), self.described()
        )
        return strategies, differences

    def _notes(self) -> tuple[str, ...]:
        number = len(self.pairs)
        each = f"each at {100 * self.level:.4g} %, by {self.pairs[0].method}"
        return (
            f"All {number} intervals hold together with {100 * self.confidence:g} % confidence ({each})",
            f"p: the exact sign test, multiplied by {number}",
        )

    def _rows(self) -> list[tuple[str, str | None, Estimate]]:
        """Name, weights and mean of each strategy: the first has the first pairs, with all others in their order."""
        number = int((1 + (1 + 8 * len(self.pairs)) ** 0.5) / 2)
        first = [replace(pair, confidence=self.confidence) for pair in self.pairs[: number - 1]]
        told = [(first[0], 0), *((pair, 1) for pair in first)]
        return [(pair.strategies[i], pair.weights[i], pair.means[i]) for pair, i in told]

    def _log10_p(self, pair: Compared) -> float:
        return min(0.0, log10_sign_test(*pair.more) + log10(len(self.pairs)))

    def __str__(self) -> str:
        return "\n\n".join(table.to_text() for table in self.tables())

    def _repr_html_(self) -> str:
        return "".join(table._repr_html_() for table in self.tables())

    def __repr__(self) -> str:
        one = self.pairs[0]
        scale, unit = (100, " %") if one.is_success else (1, "")
        means = listed([f"{scale * mean.value:.3g}{unit}" for mean in self.means], "and")
        games = f"{self.games:,} game{'s' * (self.games != 1)}"
        names = listed(self.strategies, "and")
        return f"<{names} on {games} of {one.title}, seed {one.seed}: {means}>"


def _interval(heading: str) -> Column:
    return Column("interval", heading, only="people")
