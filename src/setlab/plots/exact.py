"""Exact results as figures. Each says what it shows, marks values that cannot be, and says where nothing is known."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING

from setlab.counting import mean_flats, sets_bound
from setlab.plots import Series, draw_curve, draw_histogram, exact_series, legend_above, new_figure, save_figure
from setlab.plots.figure import FAINT, house_style
from setlab.plots.look import choose_panels, series_ink

if TYPE_CHECKING:
    from setlab.exact.extremes import Extreme
    from setlab.exact.sets.tables import SetTable


NOTE = "exact"
WIDE, NARROW = (9.6, 4.3), (7.2, 4.3)
LINEAR_AND_LOG = {"linear": False, "log": True}


def plot_probabilities(
    path: Path, probabilities: Sequence[Fraction | None], title: str, what: str, subtitle: str, panels: str | None
) -> None:
    """A probability over n, on a linear and on a logarithmic scale; the curve is interrupted where it is not known."""
    known = {n: nan if p is None else float(p) for n, p in enumerate(probabilities)}
    last = max(n for n, p in known.items() if 0 < p < 1 or n < 2 or p != p)
    series = [exact_series(what, {n: p for n, p in known.items() if n <= last + 1})]
    unknown = [n for n, p in enumerate(probabilities) if p is None and n <= last + 1]
    chosen = choose_panels(panels, LINEAR_AND_LOG)
    size = WIDE if len(chosen) > 1 else NARROW
    fig, axes = new_figure(title, NOTE, columns=len(chosen), size=size, subtitle=subtitle)
    for axis, log in zip(axes, chosen, strict=True):
        label = "probability, logarithmic" if log else "probability"
        draw_curve(axis, series, "cards dealt", label, percent=True, log=log, legend=False, unknown=unknown)
    save_figure(fig, path)


def plot_distribution(
    path: Path,
    proportions: Mapping[int, Fraction],
    title: str,
    x_label: str,
    subtitle: str,
    panels: str | None,
    impossible: Collection[int] = (),
) -> None:
    """A distribution as a histogram, on a linear and on a logarithmic scale."""
    series = [exact_series("exact", {value: p for value, p in proportions.items() if p})]
    chosen = choose_panels(panels, LINEAR_AND_LOG)
    size = WIDE if len(chosen) > 1 else NARROW
    fig, axes = new_figure(title, NOTE, columns=len(chosen), size=size, subtitle=subtitle)
    for axis, log in zip(axes, chosen, strict=True):
        label = "probability, logarithmic" if log else "probability"
        draw_histogram(axis, series, x_label, label, log=log, legend=False, impossible=impossible)
    save_figure(fig, path)


def gaps_between(proportions: Mapping[int, Fraction]) -> list[int]:
    """The values between the least and the most that have no probability: of a whole distribution, all impossible ones.

    >>> gaps_between({0: Fraction(1, 2), 2: Fraction(1, 2), 3: Fraction(0)})
    [1]
    """
    seen = {value for value, p in proportions.items() if p}
    return [value for value in range(min(seen), max(seen)) if value not in seen]


def plot_unknown_sets(path: Path, table: SetTable, title: str, subtitle: str) -> None:
    """Where the distribution is not known: its mean and standard deviation, which are, and these words."""
    fig, (axis,) = new_figure(title, NOTE, subtitle=subtitle)
    mean, deviation, ink = float(table.mean), float(table.variance) ** 0.5, series_ink(0)
    with house_style():
        axis.axvspan(
            mean - deviation, mean + deviation, color=ink, alpha=0.15, linewidth=0, label="± standard deviation"
        )
        axis.axvline(mean, color=ink, linewidth=1.5, label=f"mean {mean:.4g}")
        axis.set(xlabel="SETs", ylabel="probability", yticks=[])
        axis.set_xlim(max(0.0, mean - 4 * deviation), mean + 4 * deviation)
        axis.text(0.02, 0.95, "the distribution is not known", transform=axis.transAxes, va="top", color=FAINT)
    legend_above(axis)
    save_figure(fig, path)


def plot_extremes(path: Path, rows: Sequence[Extreme], dimension: int, most: bool, subtitle: str) -> None:
    """The most or the fewest SETs over n, beside the mean; where a value is not known, its bounds."""
    word = "most" if most else "fewest"
    series = [exact_series(f"{word}, proved", {row.n: nan if row.value is None else row.value for row in rows})]
    unsettled = [row for row in rows if row.value is None]
    means = {row.n: mean_flats(row.n, 1, dimension) for row in rows}
    mean = exact_series("mean", means)
    lines = [mean, exact_series("n(n − 1)/6", {row.n: sets_bound(row.n) for row in rows})] if most else [mean]
    fig, (axis,) = new_figure(f"The {word} SETs among n cards of AG({dimension},3)", NOTE, subtitle=subtitle)
    if unsettled:
        series.append(_between(unsettled))
    draw_curve(axis, series, "cards", "SETs", lines=lines)
    save_figure(fig, path)


def _between(rows: Sequence[Extreme]) -> Series:
    """The bounds of the values that are not known, as intervals."""
    middle = tuple((row.lower + row.upper) / 2 for row in rows)
    low, high = tuple(float(row.lower) for row in rows), tuple(float(row.upper) for row in rows)
    return Series("not known, between the bounds", tuple(row.n for row in rows), middle, low, high)
