"""Figures and terminal text of estimates: they take series and an axis, and never simulate.

matplotlib is loaded by the functions that draw (`pip install 'setlab[pictures]'`).
"""

from setlab.plots.curve import draw_curve
from setlab.plots.figure import new_figure, save_figure
from setlab.plots.histogram import draw_histogram
from setlab.plots.legend import legend_above, shared_legend
from setlab.plots.look import Look, figure_look, read_width
from setlab.plots.series import Series, exact_series, proportion_series
from setlab.plots.text import Row, histogram_text, series_rows

__all__ = [
    "Look",
    "Row",
    "Series",
    "draw_curve",
    "draw_histogram",
    "exact_series",
    "figure_look",
    "histogram_text",
    "legend_above",
    "new_figure",
    "proportion_series",
    "read_width",
    "save_figure",
    "series_rows",
    "shared_legend",
]
