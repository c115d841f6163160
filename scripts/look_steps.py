"""Draws the steps of `setlab look` on a rendered photo, docs/images/look-steps.jpg: `python -m scripts.look_steps`."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

import setlab
from setlab.photo.find import find_places, find_quads
from setlab.photo.photo import look
from tests.photo.table import take_photo

PATH = Path(__file__).parents[1] / "docs" / "images" / "look-steps.jpg"


def main() -> None:
    cards = [setlab.Card(card) for card in setlab.deal(12, seed=5)]
    photo, _ = take_photo(cards, size=(640, 480), lean=0.15)
    answer = find_places(photo[None])[0]
    heat = cv2.resize(1 / (1 + np.exp(-answer[0])), (640, 480))
    middles = (photo * 0.35 + heat[..., None] * np.array([160, 140, 20])).astype(np.uint8)
    corners = photo.copy()
    found = find_quads(photo)
    for rough, exact in zip(found.rough, found.quads, strict=True):
        cv2.polylines(corners, [np.round(rough).astype(np.int32)], True, (230, 60, 50), 1, cv2.LINE_AA)
        cv2.polylines(corners, [np.round(exact).astype(np.int32)], True, (40, 220, 90), 2, cv2.LINE_AA)
    sheet = np.vstack([np.hstack([photo, middles]), np.hstack([corners, look(photo).show().pixels])])
    cv2.imwrite(str(PATH), sheet[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 82])


if __name__ == "__main__":
    main()
