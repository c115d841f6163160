"""Strategies side by side: how often each succeeds, a dot with its interval in a row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from setlab.plots.figure import house_style, new_figure
from setlab.plots.inks import series_ink
from setlab.stats import Interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH, ROOM, ROW = 7.2, 1.4, 0.26
"""In inches: the figure, what stands above and below the rows, and a row."""


def draw_strategies(
    found: Mapping[str, tuple[float, Interval]], title: str, x_label: str, subtitle: str = "", note: str = ""
) -> Figure:
    """The figure of the proportions, with a row for each strategy.

    >>> fig = draw_strategies({"S9": (0.09, Interval(0.07, 0.11))}, "Solitaire SET", "tables cleared")
    >>> [label.get_text() for label in fig.axes[0].get_yticklabels()]
    ['S9']
    """
    fig, (axis,) = new_figure(title, note, size=(WIDTH, ROOM + ROW * len(found)), subtitle=subtitle)
    ink = series_ink(0)
    with house_style():
        for row, (proportion, interval) in enumerate(found.values()):
            axis.plot([100 * interval.low, 100 * interval.high], [row, row], color=ink, linewidth=2.2, alpha=0.45)
            axis.plot([100 * proportion], [row], color=ink, marker="o", ms=5, linestyle="none", zorder=3, clip_on=False)
        axis.set_yticks(range(len(found)), list(found))
        axis.set_ylim(len(found) - 0.5, -0.5)
        axis.set(xlabel=x_label, xlim=(0, 100))
        axis.xaxis.set_major_formatter(lambda value, _: f"{value:g} %")
        axis.grid(True, axis="x")
        axis.grid(False, axis="y")
        axis.tick_params(length=0)
    return fig
