"""A photo of cards, drawn: the glyphs of setlab on a table, seen by a camera that leans."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import Any

import cv2
import numpy as np

from setlab.notation import Card
from setlab.render.drawing import Path
from setlab.render.glyph import OUTLINES

INKS = {"red": (205, 40, 45), "green": (30, 140, 70), "purple": (90, 45, 130)}
UNIT = 6
"""Pixels per millimetre of a drawn card."""


def _points(path: Path, steps: int = 12) -> Any:
    """The outline as a polygon."""
    found: list[tuple[float, float]] = []
    for command, numbers in path.commands:
        if command == "C":
            (x0, y0), (x1, y1, x2, y2, x3, y3) = found[-1], numbers
            for t in np.linspace(0, 1, steps + 1)[1:]:
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
                found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
        elif numbers:
            found.append((numbers[-2], numbers[-1]))
    return np.array(found)


def draw_card(card: Card) -> Any:
    """A card of 88 × 57 mm from above."""
    face, ink = card.face, INKS[card.face["colour"]]
    picture = np.full((57 * UNIT, 88 * UNIT, 3), 244, np.uint8)
    outline = _points(OUTLINES[face["shape"]]) * 37 * UNIT
    number = int(face["number"])
    for i in range(number):
        at = outline + np.array([44 + 23 * (i - (number - 1) / 2), 28.5]) * UNIT
        polygon = [np.round(at).astype(np.int32)]
        if face["filling"] != "open":
            mask = np.zeros(picture.shape[:2], np.uint8)
            cv2.fillPoly(mask, polygon, 1)
            if face["filling"] == "striped":
                mask[np.arange(len(mask)) % 12 > 4] = 0
            picture[mask > 0] = ink
        cv2.polylines(picture, polygon, True, ink, UNIT, cv2.LINE_AA)
    return picture


def take_photo(
    cards: Sequence[Card | None],
    columns: int = 3,
    size: tuple[int, int] = (1200, 900),
    lean: float = 0.1,
    seed: int = 1,
) -> tuple[Any, list[Any]]:
    """The photo and the corners of each card in it; None leaves a place empty."""
    noise = np.random.default_rng(seed)
    rows = -(-len(cards) // columns)
    width, height = columns * 104, rows * 72
    photo = np.full((size[1], size[0], 3), (105, 78, 52), np.uint8)
    wide, high = size
    left, right = wide * (0.06 + lean), wide * (0.94 - lean)
    to = np.array([[left, high * 0.1], [right, high * 0.1], [wide * 0.95, high * 0.93], [wide * 0.05, high * 0.93]])
    view = cv2.getPerspectiveTransform(
        np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32), to.astype(np.float32)
    )
    truth = []
    for i, card in enumerate(cards):
        if card is None:
            continue
        turn, (dx, dy) = np.radians(noise.normal(0, 2)), noise.normal(0, 1.2, 2)
        x, y = 52 + 104 * (i % columns) + dx, 36 + 72 * (i // columns) + dy
        half = np.array([[-44, -28.5], [44, -28.5], [44, 28.5], [-44, 28.5]])
        spun = half @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + (x, y)
        corners = cv2.perspectiveTransform(spun[None].astype(np.float32), view)[0]
        face = draw_card(card)
        h, w = face.shape[:2]
        onto = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5, corners)
        shrunk = cv2.GaussianBlur(face, (0, 0), 1.2)
        cv2.warpPerspective(shrunk, onto, size, dst=photo, borderMode=cv2.BORDER_TRANSPARENT, flags=cv2.INTER_LINEAR)
        truth.append(corners)
    grain = noise.normal(0, 3, photo.shape)
    return np.clip(cv2.GaussianBlur(photo, (0, 0), 0.7) + grain, 0, 255).astype(np.uint8), truth


def write_a_photo(path: FilePath) -> None:
    """A photo of nine cards as a file."""
    cv2.imwrite(str(path), take_photo([Card(card) for card in range(0, 81, 9)])[0][:, :, ::-1])
