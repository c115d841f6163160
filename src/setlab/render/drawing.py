"""Drawings: what is to be seen, as frozen values, before anyone asks for SVG, PDF or PNG.

A unit is a point, 1/72 inch, when a drawing is printed at scale 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from setlab.render.path import Path


@dataclass(frozen=True)
class Shape:
    """A path with its paint: a fill, a stroke, or both; painted only inside `clip` where there is one."""

    path: Path
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    round_caps: bool = False
    clip: Path | None = None


@dataclass(frozen=True)
class Label:
    """One line of text; (x, y) is its anchor on the base line: its start, middle or end."""

    x: float
    y: float
    text: str
    size: float
    ink: str
    anchor: str = "middle"
    bold: bool = False


@dataclass(frozen=True)
class Group:
    """Elements drawn about their own origin and put at (x, y).

    A title is shown when the pointer rests on the group, and read aloud by screen readers.
    """

    elements: tuple[Element, ...]
    x: float = 0.0
    y: float = 0.0
    title: str = ""


Element = Shape | Label | Group


@dataclass(frozen=True)
class Drawing:
    """Elements on a page of a width and a height, painted in their order."""

    width: float
    height: float
    elements: tuple[Element, ...]
    title: str = ""

    def at(self, x: float, y: float) -> Group:
        """The drawing as a part of a larger one."""
        return Group(self.elements, x, y, self.title)

    def parts(self) -> Iterator[tuple[Shape | Label, float, float]]:
        """Every shape and label in order of painting, each with the place of its origin on the page."""
        return _parts(self.elements, 0.0, 0.0)


def _parts(elements: tuple[Element, ...], x: float, y: float) -> Iterator[tuple[Shape | Label, float, float]]:
    for element in elements:
        if isinstance(element, Group):
            yield from _parts(element.elements, x + element.x, y + element.y)
        else:
            yield element, x, y
