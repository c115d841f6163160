"""`Look`: what a user wants of a figure, whatever it shows: its title, its width, the family of its letters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from setlab.arguments import checked
from setlab.errors import SpecError, quoted

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

    An empty title is for a paper with captions: the figure has no text but that of its axes and its legend.
    """

    title: str | None = None
    width: float | None = None
    font: str = "sans"

    def __post_init__(self) -> None:
        if self.font not in FAMILIES:
            raise SpecError(f"{quoted(self.font)} is not a family of letters: choose {' or '.join(FAMILIES)}")

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
        raise SpecError(f"{quoted(text)} is not a width: {example}")
    inches = float(found[1]) * UNITS[found[2]]
    if not NARROWEST <= inches <= WIDEST:
        raise SpecError(f"{quoted(text)} is out of range for a width: choose {NARROWEST}in to {WIDEST:g}in")
    return inches
