"""Figures and terminal text of estimates: they take series and an axis, and never simulate.

matplotlib is loaded by the functions that draw (`pip install 'setlab[pictures]'`).
"""

from setlab.plots.charts import Series, draw_curve, draw_histogram, exact_series, proportion_series
from setlab.plots.figure import Look, figure_look, legend_above, new_figure, read_width, save_figure, shared_legend
from setlab.plots.text import Row, histogram_text, series_rows

__all__ = [
    "Look", "Row", "Series", "draw_curve", "draw_histogram", "exact_series", "figure_look", "histogram_text",
    "legend_above", "new_figure", "proportion_series", "read_width", "save_figure", "series_rows", "shared_legend",
]  # fmt: skip
