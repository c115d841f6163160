"""Two strategies on common games as a table: a row for each and one for the difference, with the method in a note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setlab.answers import Cell, Column, DataTable, Shown, data_table
from setlab.experiment.estimate import Estimate
from setlab.experiment.table import decimals
from setlab.stats import log10_sign_test, p_text

if TYPE_CHECKING:
    from setlab.experiment.compared import Compared


def compared_table(found: Compared) -> DataTable:
    """The table of a comparison."""
    means = zip(found.strategies, found.weights, found.means, strict=True)
    rows = [estimate_row(named(name, weights), e, found.is_success) for name, weights, e in means]
    rows.append(estimate_row("difference", found.difference, found.is_success, sign="+", between="to"))
    columns = [
        Column("strategy", align="left"),
        Column("mean", "%" if found.is_success else "mean"),
        Column("interval", f"{100 * found.confidence:g} % interval", only="people"),
        Column("low", only="programs"),
        Column("high", only="programs"),
    ]
    label = f"compare-{'-'.join(found.strategies)}"
    return data_table(columns, rows, caption(found), label, _notes(found), found.described())


def caption(found: Compared) -> str:
    """What was compared, on which games."""
    settings = "".join(f", {name} {value}" for name, value in found.settings.items())
    last = found.first + found.games - 1
    title = f"{found.title[0].upper()}{found.title[1:]}"
    return f"{title}, {found.outcome}{settings}, games {found.first:,} to {last:,} of seed {found.seed}"


def estimate_row(name: str, e: Estimate, in_percent: bool, sign: str = "", between: str = "–") -> tuple[Cell, ...]:
    """A row: the name, the mean with its interval as people read it, and the ends of the interval for programs."""
    scale = 100 if in_percent else 1
    digits = decimals(e, scale)

    def text(number: float, sign: str = "") -> str:
        return f"{scale * number:{sign}.{digits}f}".replace("-", "−")

    ends = None if e.low is None or e.high is None else f"{text(e.low)} {between} {text(e.high)}"
    return name, Shown(e.value, text(e.value, sign if e.value else "")), ends, e.low, e.high


def _notes(found: Compared) -> tuple[str, ...]:
    one, two = found.strategies
    (more, less), p = found.more, p_text(log10_sign_test(*found.more))
    games = f"{found.differ:,} game{'s' * (found.differ != 1)} differ{'s' * (found.differ == 1)}"
    ahead = "alone" if found.is_success else "more in"
    counts = f"{games}: {one} {ahead} {more:,}, {two} {ahead} {less:,}; exact sign test p = {p}"
    unit = " in percentage points" if found.is_success else ""
    return counts, f"Difference{unit} by {found.method}"


def named(name: str, weights: str | None) -> str:
    """The strategy with the checksum of its weights."""
    return name if weights is None else f"{name} (weights {weights})"
