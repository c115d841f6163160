"""The figures of the sources drawn again, printed numbers beside ours."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from setlab.plots import draw_curve, draw_histogram, exact_series, new_figure
from setlab.plots.figure import FAINT, GRID, INK, house_style
from setlab.reproduce.judging import Drawing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INKS = {INK: "var(--ink)", FAINT: "var(--ink-2)", GRID: "var(--line)", "#ffffff": "var(--paper)"}
"""The colours that follow the theme of the page."""


def drawn(drawing: Drawing, note: str) -> Figure:
    """The figure of a drawing; the note names its item."""
    fig, (axis,) = new_figure(drawing.title, note)
    series = [exact_series(label, dict(points)) for label, points in drawing.series if points]
    if drawing.kind == "histogram":
        draw_histogram(axis, series, drawing.x_label, drawing.y_label, legend=len(series) > 1)
    else:
        draw_curve(axis, series, drawing.x_label, drawing.y_label, percent=drawing.kind == "curve of proportions")
    return fig


def svg_text(fig: Figure, as_paths: bool = False) -> str:
    """The figure as an SVG element, with letters as paths or as text in the theme of the surrounding page."""
    import matplotlib

    text = io.StringIO()
    with house_style(), matplotlib.rc_context({"svg.fonttype": "path" if as_paths else "none"}):
        fig.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    _, tag, rest = text.getvalue().partition("<svg")
    svg = re.sub(r"<metadata>.*?</metadata>", "", tag + rest, flags=re.DOTALL)
    if not as_paths:
        for ink, variable in INKS.items():
            svg = svg.replace(ink, variable)
    return svg
