"""Exact results as figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING

from setlab.counting import mean_flats, sets_bound
from setlab.plots import draw_curve, draw_histogram, exact_series, new_figure, save_figure

if TYPE_CHECKING:
    from setlab.exact.extremes import Extreme

NOTE = "exact"
WIDE = (9.6, 4.3)


def plot_probabilities(path: Path, probabilities: Sequence[Fraction | None], title: str, what: str) -> None:
    """A probability over n, on a linear and on a logarithmic scale; the curve is interrupted where it is not known."""
    known = {n: nan if p is None else float(p) for n, p in enumerate(probabilities)}
    last = max(n for n, p in known.items() if 0 < p < 1 or n < 2)
    series = [exact_series(what, {n: p for n, p in known.items() if n <= last + 1})]
    fig, (left, right) = new_figure(title, NOTE, columns=2, size=WIDE)
    draw_curve(left, series, "cards dealt", "probability", percent=True, legend=False)
    draw_curve(right, series, "cards dealt", "probability, logarithmic", percent=True, log=True, legend=False)
    save_figure(fig, path)


def plot_distribution(path: Path, proportions: Mapping[int, Fraction], title: str, x_label: str) -> None:
    """A distribution as a histogram, on a linear and on a logarithmic scale."""
    series = [exact_series("exact", proportions)]
    fig, (left, right) = new_figure(title, NOTE, columns=2, size=WIDE)
    draw_histogram(left, series, x_label, "probability", legend=False)
    draw_histogram(right, series, x_label, "probability, logarithmic", log=True, legend=False)
    save_figure(fig, path)


def plot_extremes(path: Path, rows: Sequence[Extreme], dimension: int, most: bool) -> None:
    """The most or the fewest SETs over n, beside the mean; where open, the bounds on both sides."""
    settled = {row.n: row.value for row in rows if row.value is not None}
    below = {row.n: row.lower for row in rows if row.value is None}
    above = {row.n: row.upper for row in rows if row.value is None}
    word = "most" if most else "fewest"
    series = [exact_series(f"{word}, proved", settled)]
    if below:
        series += [exact_series("lower bound", below), exact_series("upper bound", above)]
    means = {row.n: mean_flats(row.n, 1, dimension) for row in rows}
    mean = exact_series("mean, below" if most else "mean, above", means)
    lines = [mean, exact_series("n(n − 1)/6, above", {row.n: sets_bound(row.n) for row in rows})] if most else [mean]
    fig, (axis,) = new_figure(f"The {word} SETs among n cards of AG({dimension},3)", NOTE)
    draw_curve(axis, series, "cards", "SETs", lines=lines)
    save_figure(fig, path)
