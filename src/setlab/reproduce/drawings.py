"""The figures of the sources drawn again: printed numbers beside ours."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from setlab.plots import draw_curve, draw_histogram, exact_series, figure
from setlab.plots.figure import house_style
from setlab.reproduce.drawing import Drawing

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def drawn(drawing: Drawing, note: str) -> Figure:
    """The figure of a drawing; the note says which item it belongs to."""
    fig, (axis,) = figure(drawing.title, note)
    series = [exact_series(label, dict(points)) for label, points in drawing.series if points]
    if drawing.kind == "histogram":
        draw_histogram(axis, series, drawing.x_label, drawing.y_label, legend=len(series) > 1)
    else:
        draw_curve(axis, series, drawing.x_label, drawing.y_label, percent=drawing.kind == "curve of proportions")
    return fig


def svg_text(fig: Figure) -> str:
    """The figure as an SVG element that can stand in a page."""
    text = io.StringIO()
    with house_style():
        fig.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    _, tag, rest = text.getvalue().partition("<svg")
    return tag + rest
