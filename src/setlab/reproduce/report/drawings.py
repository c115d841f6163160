"""The figures of the sources drawn again, printed numbers beside ours."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from setlab.plots import draw_curve, draw_histogram, exact_series, new_figure
from setlab.plots.figure import FAINT, GRID, INK, house_style
from setlab.reproduce.judging import Drawing, Finding
from setlab.sources import source_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INKS = {INK: "var(--ink)", FAINT: "var(--ink-2)", GRID: "var(--line)", "#ffffff": "var(--paper)"}
"""The colours that follow the theme of the page."""


def drawn_finding(finding: Finding) -> Figure:
    """The figure of a finding: it names the place in the source, and the command that gave our numbers."""
    claim, drawing = finding.claim, finding.drawing
    assert drawing is not None
    ours = f". Ours: {finding.commands[0]}" if finding.commands else ""
    subtitle = f"{source_of(claim.id).cited}, {claim.place}{ours}"
    return drawn(drawing, " ".join((claim.id, *finding.specs[:2])), subtitle)


def drawn(drawing: Drawing, note: str, subtitle: str = "") -> Figure:
    """The figure of a drawing; the note names its item, the subtitle what was run."""
    fig, (axis,) = new_figure(drawing.title, note, subtitle=subtitle)
    series = [exact_series(label, dict(points)) for label, points in drawing.series if points]
    if drawing.kind == "histogram":
        never, several = drawing.impossible, len(series) > 1
        draw_histogram(axis, series, drawing.x_label, drawing.y_label, legend=several, impossible=never)
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
