"""Legends: one line of small entries above the axes, or below the title for all axes of a figure."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import TYPE_CHECKING, Any

from setlab.arguments import checked
from setlab.plots.figure import LINE, MARGIN, SUBTITLE, axis_width, grow, house_style, title_height

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_COLUMNS = 5
LETTERS, LETTER, KEY = 9.0, 5.3, 44.0
"""In points: the size of the letters, their mean width, and the room of a key with the gaps beside it."""
TITLE_HEIGHT, ENTRY_HEIGHT = 0.02, 0.2
"""In inches: the gap between title and legend, and the height of an entry."""

_LOOK: dict[str, Any] = {
    "frameon": False,
    "fontsize": LETTERS,
    "handlelength": 2.2,
    "handletextpad": 0.5,
    "columnspacing": 1.6,
    "borderpad": 0.0,
    "borderaxespad": 0.4,
}


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
    return sum(KEY + LETTER * max(lengths[column::columns]) for column in range(columns))
