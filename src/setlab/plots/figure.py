"""Figures in one style, and how they are saved: whole files, the same bytes every time."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from setlab.errors import SpecError
from setlab.files import File, whole_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, FAINT, GRID = "#22262b", "#6b7178", "#e3e6ea"
"""The colours of text and marks, of the background, and of the grid."""

SIZE = (7.2, 4.3)
DOTS = 200
"""The inches of a figure, and the dots of a PNG file to an inch."""
POINTS_PER_INCH = 72
LABELS = 62.0
"""The points that labels and ticks take beside the axes."""
MARGIN = 0.014
"""Where the title begins, as a proportion of the width."""

_STYLE: Any = {
    "font.family": "DejaVu Sans",  # it comes with matplotlib, so that every machine sets the same text
    "font.size": 9,
    "text.color": INK,
    "text.parse_math": False,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.labelsize": 9.5,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.8,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "figure.titlesize": 12.5,
    "figure.titleweight": "bold",
    "svg.hashsalt": "setlab",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
}


def new_figure(
    title: str = "",
    note: str = "",
    rows: int = 1,
    columns: int = 1,
    size: tuple[float, float] = SIZE,
    share_y: bool = False,
    titles: Sequence[str] = (),
) -> tuple[Figure, tuple[Axes, ...]]:
    """An empty figure and its axes, row by row; the note, such as the id of a spec, is small in the corner.

    >>> fig, axes = new_figure("Cards left", note="3f9c", columns=3, titles=["81 cards", "80 cards", "79 cards"])
    >>> len(axes), fig.get_suptitle()
    (3, 'Cards left')
    """
    if rows < 1 or columns < 1:
        raise SpecError(f"{rows} × {columns} axes are no figure: choose at least one row and one column")
    with house_style():
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine

        layout = ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.08, rect=(0, 0.03, 1, 0.97))
        fig = Figure(figsize=size, layout=layout, facecolor="white")
        axes = fig.subplots(rows, columns, squeeze=False, sharey=share_y)
        for axis, text in zip(axes.flat, titles, strict=False):
            axis.set_title(text)
        if title:
            fig.suptitle(title, x=MARGIN, ha="left")
        if note:
            fig.text(0.992, 0.012, note, ha="right", va="bottom", size=6.5, color=FAINT)
    return fig, tuple(axes.flat)


def save_figure(fig: Figure, path: File) -> None:
    """Writes the figure in the format that the file's name ends in: .svg, .png or .pdf.

    The file appears whole or not at all, and the same figure gives the same bytes.

    >>> save_figure(new_figure()[0], "leftover.jpg")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'leftover.jpg' is not a picture: let its name end in .svg, .png or .pdf
    """
    kind = os.path.splitext(path)[1].lower().removeprefix(".")
    if kind not in _METADATA:
        raise SpecError(f"{os.fspath(path)!r} is not a picture: let its name end in .svg, .png or .pdf")
    metadata = _METADATA[kind] | ({} if kind == "png" else {"Title": fig.get_suptitle().strip() or None})
    with house_style(), whole_file(path) as file:
        fig.savefig(file, format=kind, dpi=DOTS, metadata=metadata)


_METADATA: dict[str, dict[str, None]] = {
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None},
}


def axis_width(axis: Axes) -> float:
    """The approximate width of axes in points, once the figure is laid out: a part of its width, less the labels.

    >>> axis_width(new_figure(columns=2, size=(8, 4))[1][0])
    226.0
    """
    slot = axis.get_subplotspec()
    columns = slot.get_gridspec().ncols if slot else 1
    return float(axis.figure.bbox.width) / axis.figure.dpi * POINTS_PER_INCH / columns - LABELS


@contextmanager
def house_style() -> Iterator[None]:
    """matplotlib with its own defaults and the style of these figures, whatever the user's settings are."""
    try:
        import matplotlib.style
    except ImportError as error:
        raise ImportError("figures need matplotlib: pip install 'setlab[pictures]'") from error
    with matplotlib.style.context("default"), matplotlib.rc_context(_STYLE):
        yield
