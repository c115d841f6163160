"""Drawings as frozen values, independent of the format in which they are written.

At scale 1 a unit is a point, 1/72 inch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from setlab.arguments import checked
from setlab.render.path import Path


@dataclass(frozen=True)
class Shape:
    """A path with a fill, a stroke, or both, restricted to the inside of `clip` if there is one."""

    path: Path
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    round_caps: bool = False
    clip: Path | None = None


@dataclass(frozen=True)
class Label:
    """One line of text; (x, y) is the start, middle or end of its base line, as `anchor` says."""

    x: float
    y: float
    text: str
    size: float
    ink: str
    anchor: str = "middle"
    bold: bool = False


@dataclass(frozen=True)
class Group:
    """Elements in coordinates of their own, whose origin is put at (x, y).

    Browsers show the title when the pointer rests on the group, and screen readers read it aloud.
    """

    elements: tuple[Element, ...]
    x: float = 0.0
    y: float = 0.0
    title: str = ""


Element = Shape | Label | Group


@checked
@dataclass(frozen=True)
class Drawing:
    """Elements on a page, painted in their order."""

    width: float
    height: float
    elements: tuple[Element, ...] = field(repr=False)
    title: str = ""

    @checked
    def at(self, x: float, y: float) -> Group:
        """The drawing as a group within a larger drawing."""
        return Group(self.elements, x, y, self.title)

    def parts(self) -> Iterator[tuple[Shape | Label, float, float]]:
        """Every shape and label in the order of painting, with the position of its origin on the page."""
        return _parts(self.elements, 0.0, 0.0)


def _parts(elements: tuple[Element, ...], x: float, y: float) -> Iterator[tuple[Shape | Label, float, float]]:
    for element in elements:
        if isinstance(element, Group):
            yield from _parts(element.elements, x + element.x, y + element.y)
        else:
            yield element, x, y
