"""Draws the map of docs/architecture.md: `python -m scripts.architecture` writes docs/images/architecture.svg.

The map shows the packages as rooms, one floor per level, and the way of six requests through them, one panel each.
tests/test_architecture.py holds it to the code: every room is a package or module at its level, and along every step of
a way one of the two rooms imports the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path

MAP = Path(__file__).parents[1] / "docs" / "images" / "architecture.svg"

FLOORS: tuple[tuple[int, tuple[str, ...]], ...] = (
    (9, ("cli",)),
    (8, ("web", "client")),
    (7, ("reproduce",)),
    (6, ("plots", "classroom", "envs")),
    (5, ("experiment", "seeing")),
    (4, ("antiset", "rooms")),
    (3, ("caps", "puzzles", "photo", "notebook")),
    (2, ("render", "exact", "exchange", "solitaire")),
    (1, ("notation", "counting", "stats", "sources", "rules", "answers")),
    (0, ("geometry", "draws")),
    (-1, ("arguments", "_core")),
)
"""The rooms of every level, from the top to the compiled core."""


@dataclass(frozen=True)
class Way:
    """The way of a request: the command, its colour, and the rooms in order."""

    command: str
    colour: str
    rooms: tuple[str, ...]


WAYS = (
    Way("setlab find CARD …", "#c2410c", ("cli", "notation", "cli", "geometry", "cli", "render", "cli")),
    Way(
        "setlab simulate endgame",
        "#1d4ed8",
        ("cli", "experiment", "_core", "experiment", "stats", "experiment", "cli", "plots", "cli"),
    ),
    Way(
        "setlab solitaire advise",
        "#15803d",
        ("cli", "notation", "cli", "solitaire", "_core", "solitaire", "cli", "render", "cli"),
    ),
    Way(
        "setlab reproduce A11",
        "#7e22ce",
        (
            *("cli", "reproduce", "sources", "reproduce", "experiment", "_core"),
            *("experiment", "reproduce", "stats", "reproduce", "cli"),
        ),
    ),
    Way("a claim in a room", "#be123c", ("web", "rooms", "geometry", "rooms", "draws", "rooms", "web")),
    Way(
        "the puzzle of the day",
        "#0f766e",
        ("web", "puzzles", "draws", "puzzles", "exact", "puzzles", "web"),
    ),
)
"""A step leads from a room to one that it calls, or back."""

PANEL, FLOOR, HEIGHT, GAP, LEFT, TOP = 560, 50, 38, 8, 36, 44
STOP = 9
"""The radius of a numbered stop."""


@dataclass(frozen=True)
class Room:
    """A rectangle in a panel."""

    name: str
    x: float
    y: float
    width: float

    def stop(self, number: int, of: int) -> tuple[float, float]:
        """The centre of stop `number` of the `of` stops in the room: they stand at its right end."""
        step = min(78, (self.width - 84) / of)
        return self.x + self.width - STOP - 5 - (of - 1 - number) * max(step, 2 * STOP), self.y + HEIGHT / 2


def rooms(x: float, y: float) -> dict[str, Room]:
    """The rooms of a panel whose corner is (x, y); the rooms of a floor share its width."""
    placed = {}
    for floor, (_, names) in enumerate(FLOORS):
        width = (PANEL - LEFT - GAP * len(names)) / len(names)
        for i, name in enumerate(names):
            placed[name] = Room(name, x + LEFT + i * (width + GAP), y + TOP + floor * FLOOR, width)
    return placed


def to_svg() -> str:
    """The map as an SVG file."""
    height = TOP + FLOOR * len(FLOORS) + 16
    panels = [_panel(way, i % 2 * PANEL, i // 2 * height) for i, way in enumerate(WAYS)]
    size = f"{2 * PANEL + 12} {(len(WAYS) + 1) // 2 * height}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-family="sans-serif">\n'
        "<title>The packages of setlab by level, and the way of six requests through them</title>\n"
        f'<rect width="100%" height="100%" fill="#fdfcf9"/>\n{"".join(panels)}</svg>\n'
    )


def _panel(way: Way, x: float, y: float) -> str:
    placed = rooms(x, y)
    title = _text(x + LEFT, y + 28, way.command, 16, way.colour, bold=True)
    levels = [
        _text(x + 14, placed[names[0]].y + 24, str(level) if level >= 0 else "", 13, "#777") for level, names in FLOORS
    ]
    walls = [_walls(room, way) for room in placed.values()]
    return "\n".join([title, *levels, *walls, _steps(way, placed)]) + "\n"


def _walls(room: Room, way: Way) -> str:
    entered = room.name in way.rooms
    stroke, ink = (way.colour, "#222") if entered else ("#ddd", "#999")
    opacity = f' fill-opacity="{0.08 if entered else 0}"'
    return (
        f'<rect x="{room.x:.1f}" y="{room.y:.1f}" width="{room.width:.1f}" height="{HEIGHT}" rx="6" '
        f'fill="{way.colour}"{opacity} stroke="{stroke}"/>' + _text(room.x + 9, room.y + 24, room.name, 14, ink)
    )


def _steps(way: Way, placed: dict[str, Room]) -> str:
    """The way as curves from stop to stop, the stops numbered."""
    visits = {name: [k for k, room in enumerate(way.rooms) if room == name] for name in way.rooms}
    points = [placed[name].stop(visits[name].index(k), len(visits[name])) for k, name in enumerate(way.rooms)]
    curves = [_curve(start, end, way.colour) for start, end in pairwise(points)]
    return "\n".join([*curves, *(_stop(*point, k, way.colour) for k, point in enumerate(points, 1))])


def _curve(start: tuple[float, float], end: tuple[float, float], colour: str) -> str:
    (x0, y0), (x1, y1) = start, end
    bend = 0.4 * (y1 - y0)
    path = f"M{x0:.1f} {y0:.1f} C{x0:.1f} {y0 + bend:.1f} {x1:.1f} {y1 - bend:.1f} {x1:.1f} {y1:.1f}"
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-opacity="0.7"/>'


def _stop(x: float, y: float, number: int, colour: str) -> str:
    circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{STOP}" fill="{colour}"/>'
    return circle + _text(x, y + 4, str(number), 11, "#fff", anchor="middle")


def _text(x: float, y: float, words: str, size: int, colour: str, *, bold: bool = False, anchor: str = "start") -> str:
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
    return f"<text {place}{weight}>{escape(words)}</text>"


if __name__ == "__main__":
    MAP.write_text(to_svg(), encoding="utf-8")
    print(MAP)
