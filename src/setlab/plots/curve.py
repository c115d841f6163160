"""Curves over n: estimates with bands, exact values as lines, and further lines to compare with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor, log10, nan
from typing import TYPE_CHECKING

from setlab.errors import SpecError
from setlab.plots.figure import FAINT, house_style
from setlab.plots.inks import series_ink
from setlab.plots.legend import legend_above
from setlab.plots.numbers import tick_text
from setlab.plots.series import Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MANY = 30
"""More estimates than this have smaller dots."""


def draw_curve(
    axis: Axes,
    series_list: Sequence[Series],
    x_label: str = "",
    y_label: str = "",
    lines: Sequence[Series] = (),
    percent: bool = False,
    log: bool = False,
    legend: bool = True,
) -> None:
    """Draw numbers over n: estimates as dots with bands, exact values as lines.

    A series without intervals is taken for exact values. Those in `lines` are dashed and in the background, such
    as the theoretical maximum. With `log`, zeros are not drawn.

    >>> from setlab.plots import exact_series, new_figure
    >>> fig, (axis,) = new_figure("SETs in n cards")
    >>> draw_curve(axis, [exact_series("mean", {0: 0, 3: 1 / 79})], lines=[exact_series("maximum", {0: 0, 3: 1})])
    >>> len(axis.lines)
    2
    """
    if not any(series.x for series in (*series_list, *lines)):
        raise SpecError("there is nothing to draw: give at least one series with values")
    scale = 100.0 if percent else 1.0
    least = _least((*series_list, *lines), scale, log)
    with house_style():
        axis.set_yscale("log" if log else "linear")
        for series in lines:
            y = _shown(series.y, scale, least)
            axis.plot(series.x, y, color=FAINT, linewidth=1.2, dashes=(4, 2.5), label=series.label)
        for number, series in enumerate(series_list):
            _draw_series(axis, series, series_ink(number), scale, least)
        _set_axis(axis, least, percent)
        axis.set(xlabel=x_label, ylabel=y_label)
    if legend:
        legend_above(axis)


def _draw_series(axis: Axes, series: Series, ink: str, scale: float, least: float) -> None:
    estimates = _shown(series.y, scale, least)
    if series.low is None or series.high is None:
        axis.plot(series.x, estimates, color=ink, linewidth=1.5, label=series.label)
        return
    low, high = ([max(scale * end, least) for end in ends] for ends in (series.low, series.high))
    axis.fill_between(series.x, low, high, color=ink, alpha=0.28, linewidth=0)
    if series.exact is not None:
        axis.plot(series.x, _shown(series.exact, scale, least), color=ink, linewidth=1.1, label="exact")
    else:
        axis.plot(series.x, estimates, color=ink, linewidth=0.8)
    size, edge = (2.9, 0.4) if len(series.x) > MANY else (4.6, 0.8)
    axis.plot(
        series.x, estimates, "o", ms=size, mfc=ink, mec="white", mew=edge, clip_on=False, zorder=3, label=series.label
    )


def _set_axis(axis: Axes, least: float, percent: bool) -> None:
    from matplotlib.ticker import MaxNLocator

    axis.tick_params(which="both", length=0)
    axis.spines["left"].set_visible(False)
    axis.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 3, 5, 10]))
    axis.margins(x=0.02)
    axis.set_ylim(bottom=least)
    unit = " %" if percent else ""
    axis.yaxis.set_major_formatter(lambda value, _: tick_text(value) + unit)


def _least(series_list: Sequence[Series], scale: float, log: bool) -> float:
    """The lower end of the axis: 0, the least number if some are negative, or the power of ten below all."""
    numbers = [scale * y for series in series_list for y in (*series.y, *(series.exact or ())) if y is not None]
    if log:
        return 10.0 ** floor(log10(min((number for number in numbers if number > 0), default=1.0)) - 0.1)
    return min(0.0, *numbers)


def _shown(numbers: Iterable[float | None], scale: float, least: float) -> list[float]:
    """The numbers to scale, with gaps where one is not known or below the axis."""
    return [nan if number is None or scale * number < least else scale * number for number in numbers]
