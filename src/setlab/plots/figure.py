"""Figures in one style, and how they are saved: whole files, the same bytes every time."""

from __future__ import annotations

import io
import os
import shutil
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from typing import TYPE_CHECKING, Any

from setlab.answers.latex import latex_text
from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.files import File, whole_file
from setlab.plots.look import current_look

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
TITLE, TITLE_LINE, LINE, NARROW, SHORTEST = 0.32, 0.21, 0.155, 2.7, 2.3
"""In inches: the title, a further line of it, a line of the subtitle, the narrowest axes beside others, the lowest."""
TITLE_LETTER, BROADEST = 8.4, 1.1
"""The mean width of the letters of a title in points; width by height of axes that were put into several rows."""
SMALL, LETTER = 8.0, 4.35
"""In points: the size of the subtitle, and the mean width of its letters."""
LABEL, UNDER = 5.4, 0.6
"""The mean width of the letters of a label in points, and the inches that ticks and label take below axes."""
NOTE_SIZE, NOTE_LETTER, NOTE_LINE, EDGE = 6.5, 3.9, 0.11, 0.13
"""The size and the mean width of the letters of a note in points; the inches of a line of it, and of an edge."""
SUBTITLE = "subtitle"

_STYLE: Any = {
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
    "svg.fonttype": "path",  # outlines: a page or a drawing program that lacks the family shows the same letters
    "pdf.fonttype": 42,
    "pgf.rcfonts": False,  # the letters of the document
}


@checked
def new_figure(
    title: str = "",
    note: str = "",
    rows: int = 1,
    columns: int = 1,
    size: tuple[float, float] = SIZE,
    share_y: bool = False,
    titles: Sequence[str] = (),
    subtitle: str = "",
) -> tuple[Figure, tuple[Axes, ...]]:
    """An empty figure and its axes, row by row. The subtitle says what was run; the note is small in the corner.

    The `Look` that the user wants replaces the title and the width; in a narrow figure, axes are put below each other.
    A figure without a title, for a paper with captions, shows neither subtitle nor note: its file alone carries them.

    >>> fig, axes = new_figure("Cards left", note="3f9c", columns=3, titles=["81 cards", "80 cards", "79 cards"])
    >>> len(axes), fig.get_suptitle()
    (3, 'Cards left')
    """
    if rows < 1 or columns < 1:
        raise SpecError(f"{rows} × {columns} axes are no figure: choose at least one row and one column")
    look, number = current_look(), rows * columns
    rows, columns, size = arrange(rows, columns, size, look.width)
    title = "\n".join(wrap_title(title if look.title is None else look.title, size[0], TITLE_LETTER))
    hidden = "; ".join(filter(None, (subtitle, note))) if look.is_bare else ""
    subtitle, note = ("", "") if look.is_bare else (subtitle, note)
    lines = wrap_title(subtitle, size[0])
    with house_style():
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine

        notes = wrap_title(note, size[0], NOTE_LETTER)
        below, foot = LINE * len(lines), EDGE + NOTE_LINE * max(len(notes) - 1, 0)
        more = below + foot - EDGE + title_height(title) - title_height(title[:1])
        size = (size[0], size[1] + more)
        rect = (0, foot / size[1], 1, 1 - (foot + below) / size[1])
        fig = Figure(figsize=size, layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.08, rect=rect), facecolor="white")
        axes = fig.subplots(rows, columns, squeeze=False, sharey=share_y)
        for axis, text in zip(axes.flat, titles, strict=False):
            axis.set_title(text)
        if title:
            fig.suptitle(title, x=MARGIN, ha="left")
        if lines:
            top = 1 - title_height(title) / size[1]
            fig.text(MARGIN, top, "\n".join(lines), ha="left", va="top", size=SMALL, color=FAINT, gid=SUBTITLE)
        if hidden:
            fig.text(MARGIN, 1, hidden, gid=SUBTITLE, visible=False)
        if notes:
            where: dict[str, Any] = {"ha": "right", "va": "bottom", "size": NOTE_SIZE, "color": FAINT}
            fig.text(0.992, 0.012, "\n".join(notes), **where)
        for spare in axes.flat[number:]:
            spare.remove()
    return fig, tuple(axes.flat[:number])


def grow(fig: Figure, inches: float) -> None:
    """Make a figure taller; texts keep their distance from its upper and lower edges.

    >>> fig, axes = new_figure("Cards left", subtitle="endgame", note="29dbb2c9009a", size=(4, 3))
    >>> before = fig.get_figheight()
    >>> grow(fig, 1.0)
    >>> round(float(fig.get_figheight() - before), 6)
    1.0
    """
    before, after = fig.get_figheight(), fig.get_figheight() + inches
    fig.set_figheight(after)
    for text in fig.texts:
        x, y = text.get_position()
        text.set_position((x, 1 - (1 - y) * before / after if y > 0.5 else y * before / after))
    layout = fig.get_layout_engine()
    if layout is not None:
        left, bottom, width, height = layout.get()["rect"]
        outside = (1 - height) * before / after
        layout.set(rect=(left, bottom * before / after, width, 1 - outside))  # type: ignore[call-arg]


def arrange(
    rows: int, columns: int, size: tuple[float, float], width: float | None
) -> tuple[int, int, tuple[float, float]]:
    """The rows, the columns and the inches of a figure of this width: its axes keep their shape.

    Axes that do not fit side by side are put into several rows.

    >>> arrange(1, 2, (9.6, 4.3), None), arrange(1, 2, (9.6, 4.3), 4.8), arrange(1, 5, (9.6, 4.3), None)
    ((1, 2, (9.6, 4.3)), (2, 1, (4.8, 8.0)), (2, 3, (9.6, 5.82)))
    """
    number, fitting = rows * columns, max(1, int((width or size[0]) / NARROW))
    if width is None and columns <= max(fitting, 3):
        return rows, columns, size
    width, shape = width or size[0], size[0] / columns / (size[1] / rows)
    if columns > fitting:
        rows = ceil(number / fitting)
        columns, shape = ceil(number / rows), max(shape, BROADEST)
    height = rows * min(max(width / columns / shape, SHORTEST), max(size[1], SHORTEST))
    return rows, columns, (width, round(min(height, rows * 4.0), 2))


def wrap_title(text: str, inches: float, letter: float = LETTER) -> list[str]:
    """The lines of a title or subtitle in a figure of this width, for letters of this mean width in points.

    >>> wrap_title("Cards left at the end of the game", 3.15, TITLE_LETTER)
    ['Cards left at the end of', 'the game']
    """
    room = inches * (1 - 2 * MARGIN) * POINTS_PER_INCH
    return textwrap.wrap(text, max(12, int(room / letter))) if text else []


def title_height(title: str) -> float:
    """The inches that a title takes, or the upper edge of a figure without one."""
    return TITLE + TITLE_LINE * title.count("\n") if title else 0.06


@checked
def save_figure(fig: Figure, path: File) -> None:
    """Write the figure in the format that the file's name ends in: .svg, .png, .pdf or .pgf.

    The file appears whole or not at all, and the same figure gives the same bytes. PDF files embed their letters as
    TrueType, SVG files have them as outlines; PGF files take the letters of the LaTeX document that inputs them, and
    writing one needs pdflatex, which measures the text.

    >>> save_figure(new_figure()[0], "leftover.jpg")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'leftover.jpg' is not a picture: let its name end in .svg, .png, .pdf or .pgf
    """
    kind = os.path.splitext(path)[1].lower().removeprefix(".")
    if kind == "pgf":
        save_pgf(fig, path)
        return
    if kind not in _METADATA:
        raise SpecError(f"{os.fspath(path)!r} is not a picture: let its name end in .svg, .png, .pdf or .pgf")
    title = "" if kind == "png" else " ".join(fig.get_suptitle().split())
    about = {"Title": title, _ABOUT[kind]: subtitle_of(fig)}
    metadata = _METADATA[kind] | {name: text for name, text in about.items() if text}
    with house_style(), whole_file(path) as file:
        fig.savefig(file, format=kind, dpi=DOTS, metadata=metadata)


def save_pgf(fig: Figure, path: File) -> None:
    """Write the figure as commands of PGF. Raise `SpecError` without LaTeX, which measures the text."""
    name = os.fspath(path)
    system = next((name for name in ("pdflatex", "lualatex", "xelatex") if shutil.which(name)), None)
    if system is None:
        raise SpecError(f"{name!r} needs LaTeX to measure its text: install pdflatex, or choose .pdf or .svg")
    import matplotlib
    from matplotlib.backends import backend_pgf

    with house_style(), matplotlib.rc_context({"pgf.texsystem": system}), _escaping(backend_pgf):
        text = io.BytesIO()
        try:
            fig.savefig(text, format="pgf")
        except (RuntimeError, OSError, backend_pgf.LatexError) as error:
            raise SpecError(f"{name!r} cannot be written: {system} or its package pgf does not work") from error
    with whole_file(path) as file:
        file.write(text.getvalue())


@contextmanager
def _escaping(backend: Any) -> Iterator[None]:
    """The backend with our escapes: its own leaves % and most characters beyond ASCII as they are."""
    before = backend._tex_escape
    backend._tex_escape = latex_text
    try:
        yield
    finally:
        backend._tex_escape = before


def subtitle_of(fig: Figure) -> str:
    """The subtitle in one line, which the files carry as their description."""
    return " ".join(" ".join(text.get_text() for text in fig.texts if text.get_gid() == SUBTITLE).split())


@contextmanager
def saving_style(family: str) -> Iterator[None]:
    """matplotlib with the user's settings, except those for the letters in a file."""
    import matplotlib

    kept = {name: _STYLE[name] for name in ("text.parse_math", *(n for n in _STYLE if n[:3] in ("svg", "pdf", "pgf")))}
    with matplotlib.rc_context(kept | {"font.family": family}):
        yield


_ABOUT = {"svg": "Description", "png": "Description", "pdf": "Subject"}
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


def fold_label(axis: Axes, text: str) -> str:
    """The label of a vertical axis, in as many lines as its height asks for.

    >>> fold_label(new_figure(size=(3, 2.6))[1][0], "proportion of games, logarithmic")
    'proportion of games,\\nlogarithmic'
    """
    slot = axis.get_subplotspec()
    rows = slot.get_gridspec().nrows if slot else 1
    fig = axis.figure
    shown = [each.get_text() for each in fig.texts if each.get_gid() == SUBTITLE and each.get_visible()]
    above = LINE * sum(text.count("\n") + 1 for text in shown)
    inches = (float(fig.bbox.height) / fig.dpi - above - TITLE) / rows - UNDER
    return _fold(text, inches * POINTS_PER_INCH)


def fold_label_below(axis: Axes, text: str) -> str:
    """The label of a horizontal axis, in as many lines as its width asks for.

    >>> fold_label_below(new_figure(size=(3, 2.6))[1][0], "cards on the table at its largest")
    'cards on the table at its\\nlargest'
    """
    return _fold(text, axis_width(axis))


def _fold(text: str, points: float) -> str:
    return "\n".join(textwrap.wrap(text, max(12, int(points / LABEL))))


@contextmanager
def house_style() -> Iterator[None]:
    """matplotlib with its defaults and the style of these figures, independent of the user's settings."""
    try:
        import matplotlib.style
    except ImportError as error:
        raise ImportError("figures need matplotlib: pip install 'setlab[pictures]'") from error
    with matplotlib.style.context("default"), matplotlib.rc_context(_STYLE | {"font.family": current_look().family}):
        yield
