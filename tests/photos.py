"""Photos for tests: cards of our own glyphs on a wooden table, seen a little from the side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from setlab.geometry import Deck
from setlab.notation import find_notation
from setlab.render import PALETTES
from setlab.render.glyph import OUTLINES

WIDTH, HEIGHT = 372, 240
"""A card in pixels, before it is laid on the table."""

SYMBOL, PITCH, STRIPES = 156, 102, 16


@dataclass(frozen=True)
class DrawnPhoto:
    """A photo as a file, its size, and the corners of its cards."""

    content: bytes
    size: tuple[int, int]
    cards: tuple[int, ...]
    corners: tuple[tuple[tuple[float, float], ...], ...]

    def answer(self, unsure: Sequence[int] = (), read: Sequence[int] = ()) -> dict[str, Any]:
        """What `setlab look --json` says of the photo, or says where it reads other cards."""
        notation = find_notation()
        cards = list(read or self.cards)
        others = [[card + 3 if card < 78 else card - 3] for card in cards]
        return {
            "cards": [
                {
                    "card": notation.digits(card),
                    "name": notation.name(card),
                    "corners": [list(corner) for corner in corners],
                    "probability": 0.62 if i in unsure else 0.999,
                    "alternatives": [{"card": notation.digits(other), "probability": 0.3} for other in others[i]],
                }
                for i, (card, corners) in enumerate(zip(cards, self.corners, strict=True))
            ],
            "sets": [[notation.digits(card) for card in each] for each in Deck(4).sets(sorted(set(cards)))],
            "unsure": list(unsure),
        }


def draw_photo(cards: Sequence[int], columns: int = 4, width: int = 1200, kind: str = ".jpg") -> DrawnPhoto:
    """Cards in rows on a table, each a little turned, in the pixels of a camera above their near edge."""
    import cv2
    import numpy as np

    rows = max(1, math.ceil(len(cards) / columns))
    height = round(width * (rows * 1.35 + 0.8) * HEIGHT / ((columns * 1.2 + 0.5) * WIDTH))
    rng = np.random.default_rng(len(cards))
    table = np.empty((height, width, 3), np.uint8)
    grain = rng.normal(0, 7, (height, 1)) + rng.normal(0, 3, (height, width))
    for channel, tone in enumerate((62, 92, 128)):  # blue, green, red of a wooden table
        table[:, :, channel] = np.clip(tone + grain, 0, 255)
    step_x, step_y = width / (columns + 0.25), height / (rows + 0.45)
    scale = 0.8 * step_x / WIDTH
    corners = []
    for i, card in enumerate(cards):
        row, column = divmod(i, columns)
        far = 1 - 0.06 * (rows - 1 - row) / max(1, rows - 1)  # cards farther away are smaller
        x, y = step_x * (column + 0.625), step_y * (row + 0.725)
        x = width / 2 + (x - width / 2) * far
        turn = rng.uniform(-0.09, 0.09)
        quad = [
            (
                x + far * scale * (u * math.cos(turn) - v * math.sin(turn)),
                y + far * scale * (u * math.sin(turn) + v * math.cos(turn)),
            )
            for u, v in [
                (-WIDTH / 2, -HEIGHT / 2),
                (WIDTH / 2, -HEIGHT / 2),
                (WIDTH / 2, HEIGHT / 2),
                (-WIDTH / 2, HEIGHT / 2),
            ]
        ]
        _lay(table, draw_card(card), np.array(quad, np.float32))
        corners.append(tuple((round(u, 1), round(v, 1)) for u, v in quad))
    made, content = cv2.imencode(kind, cv2.GaussianBlur(table, (3, 3), 0))
    assert made
    return DrawnPhoto(content.tobytes(), (width, height), tuple(cards), tuple(corners))


def _lay(table: Any, image: Any, quad: Any) -> None:
    """Lay a card with round corners on the table, with a shadow at its lower edge."""
    import cv2
    import numpy as np

    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.rectangle(mask, (20, 0), (WIDTH - 20, HEIGHT), 255, -1)
    cv2.rectangle(mask, (0, 20), (WIDTH, HEIGHT - 20), 255, -1)
    for x in (20, WIDTH - 21):
        for y in (20, HEIGHT - 21):
            cv2.circle(mask, (x, y), 20, 255, -1)
    start = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float32)
    size = table.shape[1], table.shape[0]
    for shift, shade in ((3, True), (0, False)):
        change = cv2.getPerspectiveTransform(start, np.asarray(quad + shift, np.float32))
        cover = cv2.warpPerspective(mask, change, size, flags=cv2.INTER_AREA)[:, :, None] / 255
        flat = 0.45 * table if shade else cv2.warpPerspective(image, change, size, flags=cv2.INTER_AREA)
        table[:] = (cover * flat + (1 - cover) * table).astype(np.uint8)


def draw_card(card: int) -> Any:
    """A card in blue, green and red."""
    import cv2
    import numpy as np

    face = find_notation().face(card)
    ink = PALETTES["classic"].ink(face["colour"], "white")
    colour = tuple(int(ink[i : i + 2], 16) for i in (5, 3, 1))
    image = np.full((HEIGHT, WIDTH, 3), 244, np.uint8)
    count = int(face["number"])
    (points,) = OUTLINES[face["shape"]].scale(SYMBOL).polygons()
    for i in range(count):
        at = np.array([WIDTH / 2 + PITCH * (i - (count - 1) / 2), HEIGHT / 2])
        outline = np.round((np.array(points) + at) * 16).astype(np.int32)
        if face["filling"] != "open":
            inside = np.zeros((HEIGHT, WIDTH), np.uint8)
            cv2.fillPoly(inside, [outline], 255, cv2.LINE_AA, 4)
            if face["filling"] == "striped":
                inside[np.arange(HEIGHT) % (SYMBOL // STRIPES) > 3] = 0
            share = inside[:, :, None] / 255
            image = (share * np.array(colour) + (1 - share) * image).astype(np.uint8)
        cv2.polylines(image, [outline], True, colour, 5, cv2.LINE_AA, 4)
    return image
