"""The inks, dashes and marks of series: told apart by colour-blind readers and in grey.

Inks are those of the palette `safe`, and their tints. Neighbours differ also in the dashes of lines, in the marks of
dots and in the hatching of bars.
"""

from __future__ import annotations

from typing import Any

from setlab.render import find_palette

ORDER = ("blue", "red", "green", "pink", "purple")
TINT = 0.55
"""The proportion of white in the inks of the second round."""


def series_ink(number: int) -> str:
    """The ink of a series: five from the palette, then five tints, and so on in turn.

    >>> series_ink(0), series_ink(5), series_ink(10) == series_ink(0)
    ('#0a4a9c', '#91aed2', True)
    """
    ink = find_palette("safe").ink(ORDER[number % 5], "white")
    return tinted(ink, TINT) if number % 10 >= 5 else ink


def tinted(ink: str, white: float) -> str:
    """The ink mixed with a proportion of white.

    >>> tinted("#000000", 0.5)
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
