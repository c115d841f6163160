"""Exact results as figures, in which impossible values are marked and unknown ones are named."""

from __future__ import annotations

from collections.abc import Mapping
from math import nan
from typing import Any

from setlab.exact.answers import ExactFigure
from setlab.plots import Series, draw_curve, draw_histogram, exact_series, legend_above, new_figure
from setlab.plots.figure import FAINT, house_style
from setlab.plots.look import choose_panels, series_ink

NOTE = "exact"
WIDE, NARROW = (9.6, 4.3), (7.2, 4.3)
LINEAR_AND_LOG = {"linear": False, "log": True}


def draw_exact(shown: ExactFigure, panels: str | None = None) -> Any:
    """The figure of an exact answer."""
    if shown.kind == "extremes":
        return _draw_extremes(shown)
    if shown.kind == "moments":
        return _draw_moments(shown)
    chosen = choose_panels(panels, LINEAR_AND_LOG)
    size = WIDE if len(chosen) > 1 else NARROW
    fig, axes = new_figure(shown.title, NOTE, columns=len(chosen), size=size, subtitle=shown.subtitle)
    for axis, log in zip(axes, chosen, strict=True):
        label = "probability, logarithmic" if log else "probability"
        (_draw_probabilities if shown.kind == "curve" else _draw_distribution)(axis, shown, label, log)
    return fig


def _draw_probabilities(axis: Any, shown: ExactFigure, label: str, log: bool) -> None:
    """A probability over n; the curve is interrupted where it is not known."""
    known = {n: nan if p is None else float(p) for n, p in shown.values.items()}
    last = max(n for n, p in known.items() if 0 < p < 1 or n < 2 or p != p)
    series = [exact_series(shown.label, {n: p for n, p in known.items() if n <= last + 1})]
    unknown = [n for n, p in shown.values.items() if p is None and n <= last + 1]
    draw_curve(axis, series, "cards dealt", label, percent=True, log=log, legend=False, unknown=unknown)


def _draw_distribution(axis: Any, shown: ExactFigure, label: str, log: bool) -> None:
    series = [exact_series("exact", {value: p for value, p in shown.values.items() if p})]
    draw_histogram(axis, series, shown.label, label, log=log, legend=False, impossible=shown.impossible)


def _draw_moments(shown: ExactFigure) -> Any:
    """The mean and the standard deviation of a distribution that is not known."""
    fig, (axis,) = new_figure(shown.title, NOTE, subtitle=shown.subtitle)
    (mean, deviation), ink = shown.moments, series_ink(0)
    with house_style():
        axis.axvspan(
            mean - deviation, mean + deviation, color=ink, alpha=0.15, linewidth=0, label="± standard deviation"
        )
        axis.axvline(mean, color=ink, linewidth=1.5, label=f"mean {mean:.4g}")
        axis.set(xlabel="SETs", ylabel="probability", yticks=[])
        axis.set_xlim(max(0.0, mean - 4 * deviation), mean + 4 * deviation)
        axis.text(0.02, 0.95, "the distribution is not known", transform=axis.transAxes, va="top", color=FAINT)
    legend_above(axis)
    return fig


def _draw_extremes(shown: ExactFigure) -> Any:
    """The most or the fewest SETs over n, beside the mean; bounds where the value is not known."""
    series = [exact_series(shown.label, {n: nan if value is None else value for n, value in shown.values.items()})]
    if shown.bounds:
        series.append(_between(shown.bounds))
    fig, (axis,) = new_figure(shown.title, NOTE, subtitle=shown.subtitle)
    lines = [exact_series(name, values) for name, values in (shown.lines or {}).items()]
    draw_curve(axis, series, "cards", "SETs", lines=lines)
    return fig


def _between(bounds: Mapping[int, tuple[int, int]]) -> Series:
    """The bounds of the values that are not known, as intervals."""
    low, high = (tuple(float(pair[end]) for pair in bounds.values()) for end in (0, 1))
    middle = tuple((a + b) / 2 for a, b in zip(low, high, strict=True))
    return Series("not known, between the bounds", tuple(bounds), middle, low, high)
