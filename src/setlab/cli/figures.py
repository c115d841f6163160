"""The options of every figure: title, width, letters and panels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from setlab.cli.options import option
from setlab.errors import SpecError, quoted

T = TypeVar("T")

Title = Annotated[str | None, option("--title", "TEXT", "The title of the figure.")]
NoTitle = Annotated[bool, typer.Option("--no-title", help="A figure without a title, for a paper with captions.")]
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


def chosen_panels(asked: str | None, known: dict[str, T]) -> list[T]:
    """The panels with these names, in their order; all that are shown by default if none is named.

    >>> chosen_panels("log", {"linear": 1, "log": 2}), chosen_panels(None, {"linear": 1, "log": 2})
    ([2], [1, 2])
    """
    if asked is None:
        return list(known.values())
    return [known[name] for name in panel_names(asked, known)]


def panel_names(asked: str, known: Iterable[str]) -> Sequence[str]:
    """The names of panels that were typed. Raise `SpecError` unless each is known."""
    names, possible = [name.strip() for name in asked.split(",")], list(known)
    for name in names:
        if name not in possible:
            raise SpecError(f"{quoted(name)} is not a panel of this figure: choose {', '.join(possible)}")
    return names
