"""The five borders of a card, just inside its edge."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from setlab.render.drawing import Shape
from setlab.render.path import Path, Point, curve, rounded

INSET = 5.5
"""The distance of the middle of the border from the edge of the card."""


def draw_border(border: str, width: float, height: float, radius: float, ink: str, ground: str) -> tuple[Shape, ...]:
    """The shapes of a border; a thin border has none, since it is the edge of the card itself.

    >>> len(draw_border("thin", 186, 120, 10, "#000000", "#ffffff"))
    0
    """
    inner = width - 2 * INSET, height - 2 * INSET, radius - INSET / 2
    frame = rounded(INSET, INSET, *inner)
    if border == "dashed":
        dash = _perimeter(*inner) / 48
        return (Shape(frame, None, ink, 2.2, (dash * 0.6, dash * 0.4)),)
    if border == "heavy":
        return (Shape(frame, None, ink, 5.0),)
    if border == "wavy":
        return (Shape(_wave(*inner), None, ink, 1.7),)
    if border == "chain":
        pitch = _perimeter(*inner) / 64
        return (
            Shape(frame, None, ink, 1.3),
            Shape(frame, None, ink, 6.6, (0, pitch), round_caps=True),
            Shape(frame, None, ground, 4.0, (0, pitch), round_caps=True),
        )
    return ()


def _perimeter(width: float, height: float, radius: float) -> float:
    return 2 * (width + height) - 8 * radius + 2 * math.pi * radius


def _wave(width: float, height: float, radius: float, waves: int = 44, swing: float = 2.4) -> Path:
    """A wave along the frame: cubics from crest to trough, level at both ends, which approximate a sine."""
    reach = 0.42 * _perimeter(width, height, radius) / waves / 2
    crests = list(_stations(width, height, radius, 2 * waves, swing))
    cubics = [
        (x + along_x * reach, y + along_y * reach, to_x - on_x * reach, to_y - on_y * reach, to_x, to_y)
        for ((x, y), (along_x, along_y)), ((to_x, to_y), (on_x, on_y)) in pairwise([*crests, crests[0]])
    ]
    return curve(crests[0][0], cubics)


def _stations(width: float, height: float, radius: float, count: int, swing: float) -> Iterator[tuple[Point, Point]]:
    """Points at equal steps along the frame, alternately outside and inside it, with the direction of travel."""
    step = _perimeter(width, height, radius) / count
    for i in range(count):
        x, y, angle = _along(width, height, radius, i * step)
        out = swing if i % 2 else -swing
        yield (
            (INSET + x + out * math.sin(angle), INSET + y - out * math.cos(angle)),
            (math.cos(angle), math.sin(angle)),
        )


def _along(width: float, height: float, radius: float, way: float) -> tuple[float, float, float]:
    """The point at a distance along the frame, clockwise from the upper left, and the angle of travel there."""
    arc, straights = math.pi / 2 * radius, (width - 2 * radius, height - 2 * radius)
    x, y = radius, 0.0
    for side in range(5):
        angle, straight = side * math.pi / 2, straights[side % 2]
        dx, dy = math.cos(angle), math.sin(angle)
        if way <= straight:
            return x + dx * way, y + dy * way, angle
        x, y, way = x + dx * straight, y + dy * straight, way - straight
        centre = x - dy * radius, y + dx * radius
        if way <= arc:
            angle += way / radius
            return centre[0] + radius * math.sin(angle), centre[1] - radius * math.cos(angle), angle
        x, y, way = centre[0] + dx * radius, centre[1] + dy * radius, way - arc
    return x, y, 0.0
