"""Charts of `Series`, numbers over integers with their intervals and any exact values: curves and histograms.

A curve has estimates with bands, exact values as lines, and further lines to compare with. A histogram has bars, on
logarithmic axes dots; intervals are whiskers and exact values are marks, for one run or several.

Inks are those of the palette `safe`, and their tints. Neighbours differ also in the dashes of lines, in the marks of
dots and in the hatching of bars: colour-blind readers and readers of grey prints can tell them apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, isnan, log10, nan
from typing import TYPE_CHECKING, Any

from setlab.arguments import checked
from setlab.errors import SpecError, plural
from setlab.exact.evidence import split_runs
from setlab.plots.figure import FAINT, GRID, INK, axis_width, fold_label, fold_label_below, house_style, legend_above
from setlab.render import find_palette
from setlab.stats import Interval, proportion_interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

SMALLEST = -4
"""Numbers below this power of ten are written with one."""

_WIDTHS = {"%": 0.95} | dict.fromkeys(".·, ", 0.32) | dict.fromkeys("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", 0.42)


def number_text(number: float, digits: int, half: float = 0.0) -> str:
    """The number with this many significant digits, fewer where half the width of its interval makes them void.

    >>> number_text(46.8312, 4), number_text(46.8312, 4, half=3.1), number_text(0.0000421, 2), number_text(0, 4)
    ('46.83', '47', '4.2·10⁻⁵', '0')
    """
    if number == 0:
        return "0"
    decimals = min(digits - 1 - _size(number, digits), meaningful_decimals(half))
    rounded = round(number, decimals) or number
    size = _size(rounded, digits)
    if size >= SMALLEST:
        return f"{rounded:.{max(decimals, 0)}f}"
    return f"{rounded / 10.0**size:.{max(decimals + size, 0)}f}·{_power(size)}"


def text_width(text: str) -> float:
    """The approximate width of a number, in sizes of its letters.

    >>> round(text_width("46.83 %"), 2)
    4.15
    """
    return sum(_WIDTHS.get(character, 0.64) for character in text)


def tick_text(number: float) -> str:
    """The number at a tick of an axis.

    >>> [tick_text(number) for number in (0, 25, 0.5, 0.0001, 1e-6)]
    ['0', '25', '0.5', '0.0001', '10⁻⁶']
    """
    text = f"{number:.6g}"
    mantissa, letter, exponent = text.partition("e")
    if not letter:
        return text
    power = _power(int(exponent))
    return power if mantissa == "1" else f"{mantissa}·{power}"


def meaningful_decimals(half: float, most: int = 12) -> int:
    """The number of significant decimals for half the width of an interval: a unit of the last is at most half of it.

    >>> [meaningful_decimals(half) for half in (3.1, 0.098, 0.018, 0.0)]
    [0, 2, 3, 12]
    """
    return min(max(ceil(-log10(half / 2)), 0), most) if half > 0 else most


def _size(number: float, digits: int) -> int:
    """The power of ten of the first digit, after rounding to this many digits."""
    return int(f"{number:.{digits - 1}e}".partition("e")[2])


def _power(exponent: int) -> str:
    return f"10{str(exponent).translate(_RAISED)}"


@checked
@dataclass(frozen=True)
class Series:
    """One run: y over x, the ends of the intervals, and the exact values (None where one is not known).

    >>> Series("coin", (0, 1), (0.4, 0.6), exact=(0.5, 0.5)).exact
    (0.5, 0.5)
    """

    label: str
    x: tuple[int, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] | None = None
    high: tuple[float, ...] | None = None
    exact: tuple[float | None, ...] | None = None

    def __post_init__(self) -> None:
        if any(a >= b for a, b in pairwise(self.x)):
            raise SpecError(f"the values of {self.label!r} are out of order: give each once, the smallest first")
        if (self.low is None) != (self.high is None):
            raise SpecError(f"{self.label!r} has one end of its intervals only: give low and high, or neither")
        for name, numbers in (("y", self.y), ("low", self.low), ("high", self.high), ("exact", self.exact)):
            if numbers is not None and len(numbers) != len(self.x):
                have, need = plural(len(numbers), "number"), len(self.x)
                raise SpecError(f"{self.label!r} has {have} in {name} for {need} in x: give as many")

    @property
    def intervals(self) -> tuple[Interval, ...] | None:
        """The intervals, if there are any."""
        if self.low is None or self.high is None:
            return None
        return tuple(Interval(low, high) for low, high in zip(self.low, self.high, strict=True))


@checked
def proportion_series(
    label: str,
    histogram: Mapping[int, int],
    exact: Mapping[int, Fraction] | None = None,
    confidence: float = 0.95,
    values: Iterable[int] = (),
) -> Series:
    """The proportions of a histogram with their intervals; `values` are shown even if they never occurred.

    >>> series = proportion_series("game", {0: 12, 6: 468, 9: 445, 12: 75}, values=[3])
    >>> series.x, series.y
    ((0, 3, 6, 9, 12), (0.012, 0.0, 0.468, 0.445, 0.075))
    """
    trials = sum(histogram.values())
    if not trials:
        raise SpecError(f"{label!r} has no trials: there are no proportions to draw")
    x = tuple(sorted({*histogram, *values, *(exact or {})}))
    ends = [proportion_interval(histogram.get(value, 0), trials, confidence) for value in x]
    low, high = tuple(interval.low for interval in ends), tuple(interval.high for interval in ends)
    known = None if exact is None else tuple(float(exact.get(value, 0)) for value in x)
    return Series(label, x, tuple(histogram.get(value, 0) / trials for value in x), low, high, known)


@checked
def exact_series(label: str, values: Mapping[int, Fraction | int | float]) -> Series:
    """Exact values alone, or a line to compare with.

    >>> exact_series("maximum", {3: 1, 9: 12}).y
    (1.0, 12.0)
    """
    x = tuple(sorted(values))
    return Series(label, x, tuple(float(values[at]) for at in x))


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
            axis.axvspan(run[0] - 0.5, run[-1] + 0.5, facecolor=GRID, alpha=0.6, linewidth=0, zorder=0.5)
            _write_upright(axis, (run[0] + run[-1]) / 2, 0.5, "not known", "center")
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
    """The dots of exact values, which there are for whole numbers only; the line between them guides the eye.

    There are also dots where a number has no neighbour, which a line alone would not show.
    """
    known = [False, *(not isnan(number) for number in numbers), False]
    is_lonely = any(
        here and not (before or after) for before, here, after in zip(known, known[1:], known[2:], strict=False)
    )
    if len(numbers) > MOST_DOTS and not is_lonely:
        return {}
    return {"marker": mark, "ms": 2.6 if len(numbers) > MANY else 4.0, "clip_on": False}


def _write_upright(axis: Axes, x: float, y: float, text: str, align: str) -> None:
    """Write a text from below, y as a proportion of the height of the axes."""
    look: dict[str, Any] = {"rotation": 90, "ha": "center", "va": align, "size": 8, "color": FAINT}
    axis.text(x, y, text, transform=axis.get_xaxis_transform(), **look)


def _set_axis(axis: Axes, least: float, percent: bool) -> None:
    from matplotlib.ticker import MaxNLocator

    axis.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 3, 5, 10]))
    axis.margins(x=0.02)
    axis.set_ylim(bottom=least)
    _clear_left(axis, " %" if percent else "")


def _clear_left(axis: Axes, unit: str) -> None:
    """Numbers with a unit at the left, without ticks and without a line."""
    axis.tick_params(which="both", length=0)
    axis.spines["left"].set_visible(False)
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
        _set_bar_axis(axis, series_list, values, log)
        _name_values(axis, [(names or {}).get(value, str(value)) for value in values])
        axis.set(xlabel=fold_label_below(axis, x_label), ylabel=fold_label(axis, y_label))
        for number, series in enumerate(series_list):
            shift = (number - (len(series_list) - 1) / 2) * room
            positions = [values.index(value) + shift for value in series.x]
            (_draw_dots if log else _draw_bars)(axis, series, positions, number, room)
            if texts:
                _write(axis, series, positions, texts[number], size)
        for value in never:
            _write_upright(axis, values.index(value), 0.03, "impossible", "bottom")
    if legend:
        legend_above(axis)


def _set_bar_axis(axis: Axes, series_list: Sequence[Series], values: list[int], log: bool) -> None:
    tops = [100 * top for series in series_list for top in (*series.y, *(series.high or ()))]
    axis.set_xlim(-0.6, len(values) - 0.4)
    if log:
        shown = [100 * y for series in series_list for y in (*series.y, *(series.exact or ())) if y]
        least, most = 10.0 ** floor(log10(min(shown, default=1.0)) - 0.15), max(tops)
        axis.set_yscale("log")
        axis.set_ylim(least, most * (most / least) ** 0.1)
    else:
        axis.set_ylim(0, 1.1 * max(tops) or 1)
    _clear_left(axis, " %")


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
    ink, hatch = series_ink(number), HATCHES[number % len(HATCHES)]
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
    heights = zip(series.y, series.high or series.y, series.exact or series.y, strict=True)
    tops = [100 * max(y, top, exact or 0) for y, top, exact in heights]
    lift = 5.5 if series.exact else 3.0
    look: dict[str, Any] = {"textcoords": "offset points", "ha": "center", "va": "bottom", "size": size}
    ground = {"facecolor": "white", "edgecolor": "none", "pad": 0.6}
    for position, top, text in zip(positions, tops, texts, strict=True):
        axis.annotate(text, (position, top), (0, lift), bbox=ground, **look)


ORDER = ("blue", "red", "green", "pink", "purple")


TINT = 0.55
"""The proportion of white in the inks of the second round."""


def series_ink(number: int) -> str:
    """The ink of a series: five from the palette, then five tints, and so on in turn.

    >>> series_ink(0), series_ink(5), series_ink(10) == series_ink(0)
    ('#0a4a9c', '#91aed2', True)
    """
    ink = find_palette("safe").ink(ORDER[number % 5], "white")
    return mix_with_white(ink, TINT) if number % 10 >= 5 else ink


def mix_with_white(ink: str, white: float) -> str:
    """The ink mixed with a proportion of white.

    >>> mix_with_white("#000000", 0.5)
    '#808080'
    """
    parts = (int(ink[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * white):02x}" for part in parts)


def is_tint(ink: str) -> bool:
    """True for light inks, on which dark lines are seen better than white ones.

    >>> is_tint(series_ink(0)), is_tint(series_ink(5))
    (False, True)
    """
    return sum(int(ink[i : i + 2], 16) for i in (1, 3, 5)) > 450


DASHES: tuple[Any, ...] = ("solid", (0, (6, 2)), (0, (1.2, 1.4)), (0, (6, 2, 1.2, 2)), (0, (3, 1.5)))


MARKS = ("o", "s", "^", "D", "v", "P", "X")


HATCHES = ("", "////", "....", "\\\\\\\\", "xxxx")
"""The hatching of the bars of series in turn; the first has none."""


def series_dash(number: int) -> Any:
    """The dashes of the line of a series; the first is solid."""
    return DASHES[number % len(DASHES)]


def series_mark(number: int) -> str:
    """The mark at the values of a series.

    >>> [series_mark(number) for number in range(3)]
    ['o', 's', '^']
    """
    return MARKS[number % len(MARKS)]
