"""A photo with its cards outlined and named and its SETs marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setlab.photo.image import opencv
from setlab.photo.photo import COLOURS, UNSURE_COLOUR, Photo

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def draw_marks(photo: Photo, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The photo with an outline for each SET around its cards, a thin one around the others, and letters."""
    cv2 = opencv()
    import numpy as np

    canvas = np.ascontiguousarray(pixels).copy()
    scale = canvas.shape[1] / photo.width
    width = max(2, round(max(canvas.shape[:2]) / 500))
    members = {card: [n for n, line in enumerate(photo.sets) if card in line] for card in photo.table}
    for seen in photo.cards:
        corners = np.array(seen.corners) * scale
        _outline(cv2, canvas, corners, (255, 255, 255) if seen.is_sure else UNSURE_COLOUR, width, 0)
        for ring, n in enumerate(members[seen.card], 1):
            _outline(cv2, canvas, corners, COLOURS[n % len(COLOURS)], 2 * width, -2.5 * width * ring)
    for seen in photo.cards:
        text = seen.card.letters + ("" if seen.is_sure else "?")
        _label(cv2, canvas, np.array(seen.corners).mean(axis=0) * scale, text, width)
    return canvas


def _outline(cv2: Any, canvas: Any, corners: Any, colour: tuple[int, int, int], width: int, outwards: float) -> None:
    """A closed line through the corners, moved away from their middle."""
    import numpy as np

    away = corners - corners.mean(axis=0)
    away /= np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-9)
    points = np.round((corners - away * outwards) * 16).astype(np.int32)
    cv2.polylines(canvas, [points], True, colour, width, cv2.LINE_AA, 4)


def _label(cv2: Any, canvas: Any, middle: Any, text: str, width: int) -> None:
    """Text on a dark plate."""
    font, size = cv2.FONT_HERSHEY_SIMPLEX, 0.28 * width
    (across, high), _ = cv2.getTextSize(text, font, size, width)
    x, y = (int(each) for each in middle - [across / 2, -high / 2])
    cv2.rectangle(canvas, (x - width, y - high - width), (x + across + width, y + width), (30, 30, 30), -1)
    cv2.putText(canvas, text, (x, y), font, size, (255, 255, 255), max(1, width // 2), cv2.LINE_AA)
