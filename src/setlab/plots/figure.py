"""Figures in one style, their look and their legends, and how they are saved: whole files, the same bytes every time.

A look is a title, a width and a family of letters. A legend is a line of small entries above the axes, or below the
title for all axes of a figure.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any, TypeVar

from setlab.answers.latex import latex_text
from setlab.arguments import checked
from setlab.errors import SpecError, quote, unknown_name
from setlab.files import File, whole_file

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


FAMILIES = {"sans": "DejaVu Sans", "serif": "DejaVu Serif"}
"""The families of letters. Both come with matplotlib, so that every machine and every format sets the same text."""

UNITS = {"in": 1.0, "cm": 1 / 2.54, "mm": 1 / 25.4, "pt": 1 / 72.27}
"""Inches to a unit; a point is that of TeX."""

NARROWEST, WIDEST = 1.5, 40.0
"""In inches."""


@checked
@dataclass(frozen=True)
class Look:
    """A title instead of the figure's own, the width in inches, and the family of letters.

    An empty title is for a paper with captions: only its axes and its legend have text.
    """

    title: str | None = None
    width: float | None = None
    font: str = "sans"

    def __post_init__(self) -> None:
        if self.font not in FAMILIES:
            raise SpecError(f"{quote(self.font)} is not a family of letters: choose {' or '.join(FAMILIES)}")

    @property
    def is_bare(self) -> bool:
        """True if the figure shows no title, no subtitle and no note."""
        return self.title == ""

    @property
    def family(self) -> str:
        """The name of the family."""
        return FAMILIES[self.font]


_CURRENT: ContextVar[Look | None] = ContextVar("look", default=None)


def current_look() -> Look:
    """The look of the figures that are drawn now."""
    return _CURRENT.get() or Look()


@checked
@contextmanager
def figure_look(look: Look) -> Iterator[None]:
    """Draw figures with this look.

    >>> with figure_look(Look(font="serif")):
    ...     current_look().family
    'DejaVu Serif'
    """
    token = _CURRENT.set(look)
    try:
        yield
    finally:
        _CURRENT.reset(token)


@checked
def read_width(text: str) -> float:
    """The inches of a width such as 12cm, 120mm, 4.7in or 341pt.

    >>> round(read_width("12cm"), 3), read_width("3.5 in")
    (4.724, 3.5)
    >>> read_width("12")
    Traceback (most recent call last):
    setlab.errors.SpecError: '12' is not a width: write a number and a unit, such as 12cm, 120mm, 4.7in or 341pt
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(in|cm|mm|pt)\s*", text)
    if found is None:
        example = "write a number and a unit, such as 12cm, 120mm, 4.7in or 341pt"
        raise SpecError(f"{quote(text)} is not a width: {example}")
    inches = float(found[1]) * UNITS[found[2]]
    if not NARROWEST <= inches <= WIDEST:
        raise SpecError(f"{quote(text)} is out of range for a width: choose {NARROWEST}in to {WIDEST:g}in")
    return inches


T = TypeVar("T")


def choose_panels(asked: str | None, known: dict[str, T]) -> list[T]:
    """The panels with these names, in their order; all that are shown by default if none is named.

    >>> choose_panels("log", {"linear": 1, "log": 2}), choose_panels(None, {"linear": 1, "log": 2})
    ([2], [1, 2])
    """
    if asked is None:
        return list(known.values())
    names = [name.strip() for name in asked.split(",")]
    for name in names:
        if name not in known:
            raise SpecError(unknown_name(name, "a panel of this figure", list(known)))
    return [known[name] for name in names]


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
    "font.size": 9, "text.color": INK, "text.parse_math": False,
    "figure.titlesize": 12.5, "figure.titleweight": "bold",
    "axes.titlesize": 10, "axes.titleweight": "bold", "axes.titlelocation": "left",
    "axes.edgecolor": FAINT, "axes.labelcolor": INK, "axes.labelsize": 9.5, "axes.linewidth": 0.8,
    "axes.spines.top": False, "axes.spines.right": False,
    "axes.grid": True, "axes.grid.axis": "y", "axes.axisbelow": True, "grid.color": GRID, "grid.linewidth": 0.8,
    "xtick.color": FAINT, "ytick.color": FAINT, "xtick.labelcolor": INK, "ytick.labelcolor": INK,
    "svg.hashsalt": "setlab", "pdf.fonttype": 42,
    "svg.fonttype": "path",  # outlines: a page or a drawing program that lacks the family shows the same letters
    "pgf.rcfonts": False,  # the letters of the document
}  # fmt: skip


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
    metadata = dict.fromkeys(_METADATA[kind]) | {name: text for name, text in about.items() if text}
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


def show_in_notebook(fig: Figure) -> Figure:
    """The figure, which a notebook shows as a picture, and whose `savefig` keeps the letters of the present look."""
    family = current_look().family

    def as_png() -> bytes:
        file = io.BytesIO()
        fig.savefig(file, format="png")
        return file.getvalue()

    fig._repr_png_ = as_png  # type: ignore[attr-defined]
    fig.savefig = partial(_save, fig, family)  # type: ignore[method-assign]
    return fig


def _save(fig: Figure, family: str, file: Any, **options: Any) -> None:
    """matplotlib's `savefig` with the user's settings, except those for the letters: a PDF embeds them as TrueType."""
    import matplotlib

    if isinstance(file, str | os.PathLike) and os.fspath(file).lower().endswith(".pgf"):
        save_pgf(fig, file)
        return
    kept = {name: _STYLE[name] for name in ("text.parse_math", *(n for n in _STYLE if n[:3] in ("svg", "pdf", "pgf")))}
    with matplotlib.rc_context(kept | {"font.family": family}):
        type(fig).savefig(fig, file, **{"dpi": DOTS} | options)


_ABOUT = {"svg": "Description", "png": "Description", "pdf": "Subject"}
_METADATA = {"svg": ("Date", "Creator"), "png": ("Software",), "pdf": ("CreationDate",)}
"""The fields that matplotlib would fill in, differently every time."""


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


MOST_COLUMNS = 5
ENTRY_SIZE, ENTRY_LETTER, KEY = 9.0, 5.3, 44.0
"""In points: the size of the letters, their mean width, and the room of a key with the gaps beside it."""
TITLE_HEIGHT, ENTRY_HEIGHT = 0.02, 0.2
"""In inches: the gap between title and legend, and the height of an entry."""

_LOOK: dict[str, Any] = {
    "frameon": False, "fontsize": ENTRY_SIZE, "handlelength": 2.2, "handletextpad": 0.5, "columnspacing": 1.6,
    "borderpad": 0.0, "borderaxespad": 0.4,
}  # fmt: skip


@checked
def legend_above(axis: Axes) -> None:
    """Put a legend above the axes, if they have more than one label.

    >>> from setlab.plots import draw_curve, exact_series, new_figure
    >>> fig, (axis,) = new_figure()
    >>> draw_curve(axis, [exact_series("P(no SET)", {0: 1, 21: 0})], legend=False)
    >>> legend_above(axis)
    >>> axis.get_legend() is None
    True
    """
    entries = _entries([axis])
    if len(entries) < 2:
        return
    handles, labels, columns = _in_rows(entries, axis_width(axis))
    rows = ceil(len(labels) / columns)
    slot = axis.get_subplotspec()
    if slot is None or slot.colspan.start == 0:  # axes beside each other share the room
        grow(axis.figure, ENTRY_HEIGHT * (rows - 1))  # type: ignore[arg-type]
    with house_style():
        axis.legend(handles, labels, loc="lower left", bbox_to_anchor=(0, 1), ncols=columns, **_LOOK)
        if axis.get_title("left"):
            axis.set_title(axis.get_title("left"), pad=6 + 72 * ENTRY_HEIGHT * rows)


@checked
def shared_legend(fig: Figure) -> None:
    """Put one legend below the title, with every label of any axes once.

    >>> from setlab.plots import draw_histogram, new_figure, proportion_series
    >>> fig, axes = new_figure(columns=2)
    >>> for axis in axes:
    ...     both = [proportion_series(name, {0: 1, 1: 1}) for name in ("popular", "reject")]
    ...     draw_histogram(axis, both, legend=False)
    >>> shared_legend(fig)
    >>> [text.get_text() for text in fig.legends[0].get_texts()]
    ['popular', 'reject']
    """
    entries = _entries(fig.axes)
    if len(entries) < 2:
        return
    handles, labels, columns = _in_rows(entries, 72 * fig.get_figwidth())
    title = fig.get_suptitle()
    lines = sum(text.get_text().count("\n") + 1 for text in fig.texts if text.get_gid() == SUBTITLE)
    above = title_height(title) + (TITLE_HEIGHT if title else 0)
    below = 1 - (above + LINE * lines) / fig.get_figheight()
    with house_style():
        # Empty lines in the title keep the room in which the legend is put.
        fig.suptitle(title + "\n" * ceil(len(labels) / columns), x=MARGIN, ha="left")
        fig.legend(handles, labels, loc="upper left", bbox_to_anchor=(MARGIN - 0.004, below), ncols=columns, **_LOOK)


def _entries(axes: list[Axes]) -> dict[str, Artist]:
    """Every label once with its artist: runs first, then the exact values."""
    found: dict[str, Artist] = {}
    for axis in axes:
        for handle, label in zip(*axis.get_legend_handles_labels(), strict=True):
            found.setdefault(label, handle)
    return dict(sorted(found.items(), key=lambda entry: entry[0].startswith("exact")))


def _in_rows(entries: dict[str, Artist], points: float) -> tuple[list[Artist], list[str], int]:
    """The entries in the order that makes matplotlib, which fills columns, show them row by row."""
    columns = next(n for n in range(min(len(entries), MOST_COLUMNS), 0, -1) if n == 1 or _width(entries, n) <= points)
    order = [label for column in range(columns) for label in list(entries)[column::columns]]
    return [entries[label] for label in order], order, columns


def _width(labels: Iterable[str], columns: int) -> float:
    """The approximate width of a legend with this many columns, in points."""
    lengths = [len(label) for label in labels]
    return sum(KEY + ENTRY_LETTER * max(lengths[column::columns]) for column in range(columns))
