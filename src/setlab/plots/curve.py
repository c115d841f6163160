"""Curves over n: estimates with bands, exact values as lines, and further lines to compare with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor, isnan, log10, nan
from typing import TYPE_CHECKING, Any

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.exact.evidence import split_runs
from setlab.plots.figure import FAINT, GRID, fold_label, fold_label_below, house_style
from setlab.plots.legend import legend_above
from setlab.plots.look import series_dash, series_ink, series_mark
from setlab.plots.series import Series, tick_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MANY, MOST_DOTS = 30, 120
"""Above this number of values dots are smaller; where they would touch, there are none."""


@checked
def draw_curve(
    axis: Axes,
    series_list: Sequence[Series],
    x_label: str = "",
    y_label: str = "",
    lines: Sequence[Series] = (),
    percent: bool = False,
    log: bool = False,
    legend: bool = True,
    unknown: Sequence[int] = (),
) -> None:
    """Draw numbers over n: estimates as dots with intervals, exact values as dots on a line.

    A series without intervals is taken for exact values. Those in `lines` are dashed and in the background, such
    as the theoretical maximum. With `log`, zeros are not drawn. Where n is in `unknown`, the words "not known" stand.

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
        for number, series in enumerate(lines):
            y = _scale_numbers(series.y, scale, least)
            axis.plot(series.x, y, color=FAINT, linewidth=1.2, linestyle=series_dash(number + 1), label=series.label)
        for number, series in enumerate(series_list):
            _draw_series(axis, series, number, scale, least)
        _set_axis(axis, least, percent)
        for run in split_runs(unknown):
            _say_unknown(axis, run[0], run[-1])
        axis.set(xlabel=fold_label_below(axis, x_label), ylabel=fold_label(axis, y_label))
    if legend:
        legend_above(axis)


def _draw_series(axis: Axes, series: Series, number: int, scale: float, least: float) -> None:
    estimates, ink = _scale_numbers(series.y, scale, least), series_ink(number)
    if series.low is None or series.high is None:
        dots = _dots(series_mark(number), estimates)
        dash = series_dash(number)
        axis.plot(series.x, estimates, color=ink, linewidth=1.5, linestyle=dash, label=series.label, **dots)
        return
    low, high = ([max(scale * end, least) for end in ends] for ends in (series.low, series.high))
    axis.fill_between(series.x, low, high, color=ink, alpha=0.22, linewidth=0)
    if series.exact is not None:
        exact = _scale_numbers(series.exact, scale, least)
        label = "exact, where known" if None in series.exact else "exact"
        axis.plot(series.x, exact, color=ink, linewidth=1.1, linestyle=series_dash(number), label=label)
    else:
        axis.plot(series.x, estimates, color=ink, linewidth=0.8, linestyle=series_dash(number))
    size, edge = (2.9, 0.4) if len(series.x) > MANY else (4.6, 0.8)
    look: dict[str, Any] = {"mfc": ink, "mec": "white", "mew": edge, "ms": size, "linestyle": "none"}
    mark = series_mark(number)
    axis.plot(series.x, estimates, marker=mark, clip_on=False, zorder=3, label=series.label, **look)


def _dots(mark: str, numbers: Sequence[float]) -> dict[str, Any]:
    """The dots of exact values, which there are for whole numbers only; the line between them guides the eye."""
    if len(numbers) > MOST_DOTS and not _has_lonely(numbers):
        return {}
    return {"marker": mark, "ms": 2.6 if len(numbers) > MANY else 4.0, "clip_on": False}


def _has_lonely(numbers: Sequence[float]) -> bool:
    """True if a number has no neighbour, so that a line alone would not show it."""
    known = [False, *(not isnan(number) for number in numbers), False]
    return any(known[i] and not known[i - 1] and not known[i + 1] for i in range(1, len(known) - 1))


def _say_unknown(axis: Axes, first: int, last: int) -> None:
    """A grey stretch with the words "not known"."""
    axis.axvspan(first - 0.5, last + 0.5, facecolor=GRID, alpha=0.6, linewidth=0, zorder=0.5)
    look: dict[str, Any] = {"rotation": 90, "ha": "center", "va": "center", "size": 8, "color": FAINT}
    axis.text((first + last) / 2, 0.5, "not known", transform=axis.get_xaxis_transform(), **look)


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
    return min([0.0, *(number for number in numbers if not isnan(number))])


def _scale_numbers(numbers: Iterable[float | None], scale: float, least: float) -> list[float]:
    """The numbers to scale, with gaps where one is not known or below the axis."""
    return [nan if number is None or scale * number < least else scale * number for number in numbers]
