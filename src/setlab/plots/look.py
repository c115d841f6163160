"""The look of a figure: title, width, family of letters, choice of panels, and the inks, dashes and marks of series.

Inks are those of the palette `safe`, and their tints. Neighbours differ also in the dashes of lines, in the marks of
dots and in the hatching of bars: colour-blind readers and readers of grey prints can tell them apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar

from setlab.arguments import checked
from setlab.errors import SpecError, quoted, unknown_name
from setlab.render import find_palette

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


ORDER = ("blue", "red", "green", "pink", "purple")
TINT = 0.55
"""The proportion of white in the inks of the second round."""


def series_ink(number: int) -> str:
    """The ink of a series: five from the palette, then five tints, and so on in turn.

    >>> series_ink(0), series_ink(5), series_ink(10) == series_ink(0)
    ('#0a4a9c', '#91aed2', True)
    """
    ink = find_palette("safe").ink(ORDER[number % 5], "white")
    return mix_with_white(ink, TINT) if number % 10 >= 5 else ink


def mix_with_white(ink: str, white: float) -> str:
    """The ink mixed with a proportion of white.

    >>> mix_with_white("#000000", 0.5)
    '#808080'
    """
    parts = (int(ink[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * white):02x}" for part in parts)


def is_tint(ink: str) -> bool:
    """True for light inks, on which dark lines are seen better than white ones.

    >>> is_tint(series_ink(0)), is_tint(series_ink(5))
    (False, True)
    """
    return sum(int(ink[i : i + 2], 16) for i in (1, 3, 5)) > 450


DASHES: tuple[Any, ...] = ("solid", (0, (6, 2)), (0, (1.2, 1.4)), (0, (6, 2, 1.2, 2)), (0, (3, 1.5)))
MARKS = ("o", "s", "^", "D", "v", "P", "X")
HATCHES = ("", "////", "....", "\\\\\\\\", "xxxx")


def series_dash(number: int) -> Any:
    """The dashes of the line of a series; the first is solid."""
    return DASHES[number % len(DASHES)]


def series_mark(number: int) -> str:
    """The mark at the values of a series.

    >>> [series_mark(number) for number in range(3)]
    ['o', 's', '^']
    """
    return MARKS[number % len(MARKS)]


def series_hatch(number: int) -> str:
    """The hatching of the bars of a series; the first has none."""
    return HATCHES[number % len(HATCHES)]


T = TypeVar("T")


def choose_panels(asked: str | None, known: dict[str, T]) -> list[T]:
    """The panels with these names, in their order; all that are shown by default if none is named.

    >>> choose_panels("log", {"linear": 1, "log": 2}), choose_panels(None, {"linear": 1, "log": 2})
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
            raise SpecError(unknown_name(name, "a panel of this figure", possible))
    return names
