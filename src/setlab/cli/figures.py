"""The options of every figure: title, width, letters and panels."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from setlab.cli.options import option
from setlab.errors import SpecError

if TYPE_CHECKING:
    from setlab.experiment.run import Result

CONFIDENCE = 0.95
"""The level of the intervals in figures of verbs that have no option for it."""

Plot = Annotated[Path | None, option("--plot", "FILE", "Draw the result: .svg, .png, .pdf or .pgf.")]
Title = Annotated[str | None, option("--title", "TEXT", "The title of the figure.")]
NoTitle = Annotated[bool, typer.Option("--no-title", help="No title, subtitle or foot, for a paper with captions.")]
Width = Annotated[str | None, option("--width", "W", "The width of the figure: 12cm, 120mm, 4.7in or 341pt.")]
Font = Annotated[str, option("--font", "NAME", "The letters of the figure: sans or serif.")]
Panels = Annotated[str | None, option("--panels", "NAMES", "Which parts of the figure, with commas between them.")]

FIGURE_OPTIONS: dict[str, tuple[Any, Any]] = {
    "title": (Title, None),
    "no_title": (NoTitle, False),
    "width": (Width, None),
    "font": (Font, "sans"),
    "panels": (Panels, None),
}
"""The options with their defaults, for verbs whose options are made."""


def read_look(plot: Path | None, title: str | None, no_title: bool, width: str | None, font: str) -> Any:
    """The look of the figure that the options ask for. Raise `SpecError` if they have no figure to be about."""
    from setlab.plots.look import Look, read_width

    if title is not None and no_title:
        raise SpecError("--title and --no-title exclude each other: choose one")
    inches = None if width is None else read_width(width)
    look = Look("" if no_title else title, inches, font)
    if plot is None and look != Look():
        raise SpecError("--title, --no-title, --width and --font are about a figure: name one by --plot FILE")
    return look


def looking(look: Any) -> AbstractContextManager[None]:
    """Draw figures with this look."""
    from setlab.plots.look import figure_look

    return figure_look(look)


def draw(results: Sequence[Result], path: Path, look: Any, panels: str | None) -> None:
    """Write a figure of the results, with intervals at 95 %."""
    from setlab.cli.pictures import plot_results

    with looking(look):
        plot_results(results, path, CONFIDENCE, panels)
