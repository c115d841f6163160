"""Histograms for the terminal: label, bar, percentage and interval, one row for each value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.plots.charts import Series, meaningful_decimals
from setlab.render import visible_width
from setlab.render.terminal import pad
from setlab.stats import Interval

EIGHTHS = " ▏▎▍▌▋▊▉█"
LEAST_BAR = 8
"""The least number of columns of the longest bar."""
DECIMALS = 2
"""The decimals of percentages without an interval."""


@checked
@dataclass(frozen=True)
class Row:
    """A line of the histogram: its label, its proportion, and the interval of the proportion if there is one."""

    label: str
    proportion: float
    interval: Interval | None = None


@checked
def series_rows(series: Series) -> list[Row]:
    """The rows of a series.

    >>> series_rows(Series("coin", (0, 1), (0.25, 0.75)))[1]
    Row(label='1', proportion=0.75, interval=None)
    """
    ends = series.intervals or [None] * len(series.x)
    return [Row(str(x), y, interval) for x, y, interval in zip(series.x, series.y, ends, strict=True)]


@checked
def histogram_text(rows: Sequence[Row], width: int = 80, unicode: bool = True) -> str:
    """The rows as lines of at most this width: labels at the right of their column, decimal points below each other.

    >>> print(histogram_text([Row("0", 0.0125), Row("6", 0.47), Row("9", 0.4475), Row("12", 0.07)], width=40))
     0  ▊                             1.25 %
     6  ███████████████████████████  47.00 %
     9  █████████████████████████▊   44.75 %
    12  ████                          7.00 %
    >>> print(histogram_text([Row("0", 0.0125), Row("6", 0.47)], width=30, unicode=False))
    0  .                    1.25 %
    6  ##################  47.00 %
    """
    if not rows:
        raise SpecError("there is nothing to draw: give at least one row")
    labels, numbers = _right([row.label for row in rows]), _numbers(rows, unicode)
    room = width - visible_width(labels[0]) - visible_width(numbers[0]) - 4
    if room < LEAST_BAR:
        raise SpecError(f"{width} columns are too few for this histogram: give at least {width - room + LEAST_BAR}")
    longest = max(row.proportion for row in rows) or 1.0
    bars = [_bar(row.proportion / longest, room, unicode) for row in rows]
    return "\n".join("  ".join(parts).rstrip() for parts in zip(labels, bars, numbers, strict=True))


def _bar(part: float, room: int, unicode: bool) -> str:
    """A bar that fills this part of the room; a number above 0 always shows."""
    if not unicode:
        return ("#" * round(part * room) or "." * (part > 0)).ljust(room)
    eighths = max(round(8 * part * room), int(part > 0))
    return ("█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()).ljust(room)


def _numbers(rows: Sequence[Row], unicode: bool) -> list[str]:
    """Percentages, and the ends of the intervals, with as many decimals as mean something."""
    decimals = [DECIMALS if row.interval is None else meaningful_decimals(50 * row.interval.width) for row in rows]
    columns = [_align_points([row.proportion for row in rows], decimals, " %")]
    if any(row.interval for row in rows):
        ends = [(row.interval.low, row.interval.high) if row.interval else (None, None) for row in rows]
        dash = " –" if unicode else " to"
        lows, highs = _align_points([low for low, _ in ends], decimals, dash), [high for _, high in ends]
        columns.append([f"{low} {high}" for low, high in zip(lows, _align_points(highs, decimals), strict=True)])
    return ["  ".join(parts) for parts in zip(*columns, strict=True)]


def _align_points(proportions: Sequence[float | None], decimals: Sequence[int], unit: str = "") -> list[str]:
    """Proportions as percentages with these decimals and a unit, the decimal points below each other."""
    texts = [_percentage(proportion, places) for proportion, places in zip(proportions, decimals, strict=True)]
    whole = max(text.find(".") if "." in text else len(text) for text in texts)
    shifted = [" " * (whole - len(text.partition(".")[0])) + text + unit * bool(text) for text in texts]
    return [text.ljust(max(map(len, shifted))) for text in shifted]


def _percentage(proportion: float | None, decimals: int) -> str:
    if not proportion:
        return "" if proportion is None else "0"
    return f"{100 * proportion:.{decimals}f}"


def _right(texts: list[str]) -> list[str]:
    """The texts filled up with blanks at the left to one width."""
    width = max(visible_width(text) for text in texts)
    return [pad(text, width, ">") for text in texts]
