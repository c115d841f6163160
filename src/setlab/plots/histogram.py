"""Histograms: bars, on logarithmic axes dots, for one run or several; intervals as whiskers, exact values as marks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.plots.figure import FAINT, INK, axis_width, fold_label, fold_label_below, house_style
from setlab.plots.legend import legend_above
from setlab.plots.look import is_tint, series_hatch, series_ink, series_mark
from setlab.plots.series import Series, number_text, text_width, tick_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TICK, GAP, UNSURE = 9.0, 3.0, 16.0
"""In points: the size of the letters at a tick, the room between two, and how much narrower axes can turn out."""
GROUP = 0.8
"""The proportion of the room of a value that its bars fill."""
FORMS = ((4, " %", 8.5), (3, " %", 8.0), (3, "", 7.5), (2, "", 7.0))
"""The forms of percentages on bars: digits, unit, size of the letters; the first that fits is taken."""


@checked
def draw_histogram(
    axis: Axes,
    series_list: Sequence[Series],
    x_label: str = "",
    y_label: str = "",
    log: bool = False,
    written: bool = True,
    legend: bool = True,
    impossible: Collection[int] = (),
    names: Mapping[int, str] | None = None,
) -> None:
    """Draw proportions over all values that occur, in percent: bars, or dots on a logarithmic axis.

    A bar on a logarithmic axis would have a length without meaning. Percentages are written if there is room for all of
    them. Values that are `impossible`, as a proof says, keep an empty place between the others, with that word in it;
    single values that did not occur between others that did keep theirs. `names` are words for all possible values.

    >>> from setlab.plots import new_figure, proportion_series
    >>> fig, (axis,) = new_figure("Cards left")
    >>> draw_histogram(axis, [proportion_series("100 games", {0: 1, 6: 47, 9: 45, 12: 7})], "cards left")
    >>> len(axis.patches), [text.get_text() for text in axis.get_xticklabels()]
    (4, ['0', '6', '9', '12'])
    """
    values = sorted({value for series in series_list for value in series.x})
    if not values:
        raise SpecError("there is nothing to draw: give at least one series with values")
    never = {value for value in impossible if values[0] < value < values[-1] or value == 0} - set(values)
    values = sorted(names) if names else _without_gaps({*values, *never})
    room = GROUP / len(series_list)
    texts, size = _texts(axis, series_list, len(values)) if written else ([], 0.0)
    with house_style():
        _set_axis(axis, series_list, values, log)
        _name_values(axis, [(names or {}).get(value, str(value)) for value in values])
        axis.set(xlabel=fold_label_below(axis, x_label), ylabel=fold_label(axis, y_label))
        for number, series in enumerate(series_list):
            shift = (number - (len(series_list) - 1) / 2) * room
            positions = [values.index(value) + shift for value in series.x]
            (_draw_dots if log else _draw_bars)(axis, series, positions, number, room)
            if texts:
                _write(axis, series, positions, texts[number], size)
        for value in never:
            _say_impossible(axis, values.index(value))
    if legend:
        legend_above(axis)


def _set_axis(axis: Axes, series_list: Sequence[Series], values: list[int], log: bool) -> None:
    tops = [100 * top for series in series_list for top in (*series.y, *(series.high or ()))]
    axis.set_xlim(-0.6, len(values) - 0.4)
    if log:
        shown = [100 * y for series in series_list for y in (*series.y, *(series.exact or ())) if y]
        least, most = 10.0 ** floor(log10(min(shown, default=1.0)) - 0.15), max(tops)
        axis.set_yscale("log")
        axis.set_ylim(least, most * (most / least) ** 0.1)
    else:
        axis.set_ylim(0, 1.1 * max(tops) or 1)
    axis.tick_params(which="both", length=0)
    axis.spines["left"].set_visible(False)
    axis.yaxis.set_major_formatter(lambda value, _: f"{tick_text(value)} %")


def _without_gaps(values: Collection[int]) -> list[int]:
    """The values with those between them, where neighbours occur and at most every second one is missing.

    >>> _without_gaps({34, 35, 36, 38}), _without_gaps({0, 6, 9}), _without_gaps({0, 1, 9})
    ([34, 35, 36, 37, 38], [0, 6, 9], [0, 1, 9])
    """
    whole = range(min(values), max(values) + 1)
    return list(whole) if len(whole) <= 1.5 * len(values) else sorted(values)


def _name_values(axis: Axes, names: list[str]) -> None:
    """Label the values, or as many at equal distances as there is room for."""
    room = (axis_width(axis) - UNSURE) / (len(names) + 0.2)
    widest = max(text_width(name) for name in names) * TICK + GAP
    step = max(1, ceil(widest / room))
    axis.set_xticks(range(0, len(names), step), names[::step])


def _draw_bars(axis: Axes, series: Series, positions: list[float], number: int, room: float) -> None:
    ink, hatch = series_ink(number), series_hatch(number)
    look: dict[str, Any] = {"hatch": hatch, "edgecolor": "white", "linewidth": 0} if hatch else {}
    axis.bar(positions, [100 * y for y in series.y], width=0.94 * room, color=ink, label=series.label, **look)
    if series.low is not None and series.high is not None:
        low, middle, high = ([100 * end for end in ends] for ends in (series.low, series.y, series.high))
        axis.vlines(positions, middle, high, color=INK, linewidth=1.2)
        axis.vlines(positions, low, middle, color=INK if is_tint(ink) else "white", linewidth=1.2)
    _mark_exact(axis, series, positions)


def _draw_dots(axis: Axes, series: Series, positions: list[float], number: int, room: float) -> None:
    """Dots with intervals; where nothing was counted, the interval alone, up from the lower edge."""
    ink, least = series_ink(number), axis.get_ylim()[0]
    if series.low is not None and series.high is not None:
        low = [max(100 * end, least) for end in series.low]
        axis.vlines(positions, low, [100 * end for end in series.high], color=ink, linewidth=1.6)
    seen = [(at, 100 * y) for at, y in zip(positions, series.y, strict=True) if y > 0]
    look: dict[str, Any] = {"ms": 5.0, "mfc": ink, "mec": "white", "mew": 0.7, "linestyle": "none"}
    x, y = zip(*seen, strict=True) if seen else ((), ())
    axis.plot(x, y, marker=series_mark(number), zorder=3, label=series.label, **look)
    _mark_exact(axis, series, positions)


def _mark_exact(axis: Axes, series: Series, positions: list[float]) -> None:
    zero_shown = axis.get_yscale() == "linear"
    exact = zip(positions, series.exact or (), strict=False)
    known = [(at, 100 * proportion) for at, proportion in exact if proportion or (proportion == 0 and zero_shown)]
    if known:
        mark: dict[str, Any] = {"marker": "D", "ms": 4.2, "mfc": "white", "mec": INK, "mew": 0.9}
        axis.plot(*zip(*known, strict=True), linestyle="none", clip_on=False, zorder=4, label="exact", **mark)


def _say_impossible(axis: Axes, position: int) -> None:
    """The word in the empty place of a value."""
    across = axis.get_xaxis_transform()
    look: dict[str, Any] = {"rotation": 90, "ha": "center", "va": "bottom", "size": 8, "color": FAINT}
    axis.text(position, 0.03, "impossible", transform=across, **look)


def _texts(axis: Axes, series_list: Sequence[Series], values: int) -> tuple[list[list[str]], float]:
    """The texts on the bars and their size: the longest form that fits over every bar, or nothing."""
    room = axis_width(axis) / (values + 0.2) * (GROUP / len(series_list) if len(series_list) > 1 else 0.95)
    for digits, unit, size in FORMS:
        texts = [_percentages(series, digits, unit) for series in series_list]
        if max(text_width(text) for line in texts for text in line) * size <= room:
            return texts, size
    return [], 0.0


def _percentages(series: Series, digits: int, unit: str) -> list[str]:
    halves = [50 * interval.width for interval in series.intervals or ()] or [0.0] * len(series.y)
    return [number_text(100 * y, digits, half) + unit for y, half in zip(series.y, halves, strict=True)]


def _write(axis: Axes, series: Series, positions: list[float], texts: list[str], size: float) -> None:
    tops = [100 * max(y, top, exact or 0) for y, top, exact in _heights(series)]
    lift = 5.5 if series.exact else 3.0
    look: dict[str, Any] = {"textcoords": "offset points", "ha": "center", "va": "bottom", "size": size}
    ground = {"facecolor": "white", "edgecolor": "none", "pad": 0.6}
    for position, top, text in zip(positions, tops, texts, strict=True):
        axis.annotate(text, (position, top), (0, lift), bbox=ground, **look)


def _heights(series: Series) -> zip[tuple[float, float, float | None]]:
    return zip(series.y, series.high or series.y, series.exact or series.y, strict=True)
