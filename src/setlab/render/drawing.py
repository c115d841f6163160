"""Paths and drawings as frozen values, independent of the format in which they are written.

Paths consist of straight lines and cubic Bézier curves, as in SVG and PDF. At scale 1 a unit is a point, 1/72 inch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from setlab.arguments import checked

Point = tuple[float, float]
Command = tuple[str, tuple[float, ...]]

ROUND = 0.5522847498  # the handle of the cubic that best approximates a quarter of the unit circle


@dataclass(frozen=True)
class Path:
    """Commands as in SVG: ("M", (x, y)), ("L", (x, y)), ("C", (x1, y1, x2, y2, x, y)) and ("Z", ()).

    x grows to the right and y down.

    >>> polygon([(0, 0), (4, 0), (4, 2)]).bounds
    (0.0, 0.0, 4.0, 2.0)
    """

    commands: tuple[Command, ...]

    def __add__(self, other: Path) -> Path:
        return Path(self.commands + other.commands)

    def map(self, change: Callable[[float, float], Point]) -> Path:
        """The image of the path under an affine map."""
        return Path(tuple((op, _flat(change(x, y) for x, y in _pairs(at))) for op, at in self.commands))

    def move(self, dx: float, dy: float) -> Path:
        """The path moved to the right by dx and down by dy."""
        return self.map(lambda x, y: (x + dx, y + dy))

    def scale(self, factor: float) -> Path:
        """The path scaled by a factor from the origin."""
        return self.map(lambda x, y: (factor * x, factor * y))

    def polygons(self, steps: int = 16) -> list[list[Point]]:
        """The path as polygons, with each curve replaced by `steps` segments."""
        polygons: list[list[Point]] = []
        for op, at in self.commands:
            if op == "M":
                polygons.append(_pairs(at))
            elif op == "L":
                polygons[-1].extend(_pairs(at))
            elif op == "C":
                start = polygons[-1][-1]
                polygons[-1].extend(_cubic(start, _pairs(at), step / steps) for step in range(1, steps + 1))
        return polygons

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The smallest upright box around the path: left, top, right, bottom."""
        points = [point for polygon in self.polygons(64) for point in polygon]
        xs, ys = [float(x) for x, _ in points], [float(y) for _, y in points]
        return min(xs), min(ys), max(xs), max(ys)


def inside(polygons: Sequence[Sequence[Point]], x: float, y: float) -> bool:
    """True if the point lies inside the polygons, by the even-odd rule.

    >>> square = polygon([(0, 0), (2, 0), (2, 2), (0, 2)]).polygons()
    >>> inside(square, 1, 1), inside(square, 3, 1)
    (True, False)
    """
    within = False
    for points in polygons:
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                within = not within
    return within


def polygon(points: Iterable[Point]) -> Path:
    """The closed path through the points."""
    first, *rest = points
    return Path((("M", first), *(("L", point) for point in rest), ("Z", ())))


def segments(ends: Iterable[tuple[Point, Point]]) -> Path:
    """Segments, each given by its two ends."""
    return Path(tuple(command for start, end in ends for command in (("M", start), ("L", end))))


def curve(start: Point, cubics: Iterable[tuple[float, ...]]) -> Path:
    """The closed path of cubic curves, each given by its two handles and its end."""
    return Path((("M", start), *(("C", cubic) for cubic in cubics), ("Z", ())))


def rounded_rectangle(left: float, top: float, width: float, height: float, radius: float) -> Path:
    """The rectangle with rounded corners; a stadium if the radius is half the width.

    >>> rounded_rectangle(0, 0, 10, 6, 3).bounds
    (0.0, 0.0, 10.0, 6.0)
    """
    right, bottom, bend = left + width, top + height, radius * (1 - ROUND)
    corners = (
        ((right - radius, top), (right - bend, top, right, top + bend, right, top + radius)),
        ((right, bottom - radius), (right, bottom - bend, right - bend, bottom, right - radius, bottom)),
        ((left + radius, bottom), (left + bend, bottom, left, bottom - bend, left, bottom - radius)),
        ((left, top + radius), (left, top + bend, left + bend, top, left + radius, top)),
    )
    commands: list[Command] = [("M", (left + radius, top))]
    for straight, corner in corners:
        if commands[-1][1][-2:] != straight:
            commands.append(("L", straight))
        commands.append(("C", corner))
    return Path((*commands, ("Z", ())))


def _pairs(at: Sequence[float]) -> list[Point]:
    return list(zip(at[::2], at[1::2], strict=True))


def _flat(points: Iterable[Point]) -> tuple[float, ...]:
    return tuple(number for point in points for number in point)


def _cubic(start: Point, rest: Sequence[Point], t: float) -> Point:
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = start, *rest
    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    return a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


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
class PlacedGroup:
    """Elements in local coordinates with the origin at (x, y).

    Browsers show the title when the pointer rests on the group, and screen readers read it aloud.
    """

    elements: tuple[Element, ...]
    x: float = 0.0
    y: float = 0.0
    title: str = ""


Element = Shape | Label | PlacedGroup


@checked
@dataclass(frozen=True)
class Drawing:
    """Elements on a page, painted in their order."""

    width: float
    height: float
    elements: tuple[Element, ...] = field(repr=False)
    title: str = ""

    def at(self, x: float, y: float) -> PlacedGroup:
        """The drawing as a group within a larger drawing."""
        return PlacedGroup(self.elements, x, y, self.title)

    def parts(self) -> Iterator[tuple[Shape | Label, float, float]]:
        """Every shape and label in the order of painting, with the position of its origin on the page."""
        return _parts(self.elements, 0.0, 0.0)


def _parts(elements: tuple[Element, ...], x: float, y: float) -> Iterator[tuple[Shape | Label, float, float]]:
    for element in elements:
        if isinstance(element, PlacedGroup):
            yield from _parts(element.elements, x + element.x, y + element.y)
        else:
            yield element, x, y
