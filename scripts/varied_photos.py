"""Variations of photos: other light, cameras, views and tables, for `python -m scripts.photos PATH --varied`.

Each changes the pixels of a photo; those of the table need the corners of its cards. All are seeded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import cv2
import numpy as np

Change = Callable[[Any, Any], Any]

LONGEST = 2000
"""The longer side of the photos that are varied, in pixels."""


def _light(*gains: float, gamma: float = 1.0) -> Change:
    """A tint, in linear light, and another curve of tones."""

    def change(photo: Any, _: Any) -> Any:
        values = (np.arange(256) / 255.0) ** 2.2
        curves = [np.clip((values * gain) ** (gamma / 2.2), 0, 1) * 255 for gain in gains]
        return np.stack([(curve + 0.5).astype(np.uint8)[photo[:, :, k]] for k, curve in enumerate(curves)], -1)

    return change


def _small(longest: int) -> Change:
    def change(photo: Any, _: Any) -> Any:
        by = longest / max(photo.shape[:2])
        return cv2.resize(photo, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)

    return change


def _blurred(share: float) -> Change:
    return lambda photo, _: cv2.GaussianBlur(photo, (0, 0), share * max(photo.shape[:2]))


def _jpeg(quality: int, longest: int) -> Change:
    def change(photo: Any, _: Any) -> Any:
        data = cv2.imencode(".jpg", _small(longest)(photo, None), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return cv2.imdecode(data, cv2.IMREAD_COLOR)

    return change


def _turned(degrees: float) -> Change:
    """The photo turned, in a frame that holds all of it; its rim goes on outside."""

    def change(photo: Any, _: Any) -> Any:
        high, wide = photo.shape[:2]
        turn = cv2.getRotationMatrix2D((wide / 2, high / 2), degrees, 1)
        cos, sin = abs(turn[0, 0]), abs(turn[0, 1])
        size = round(wide * cos + high * sin), round(wide * sin + high * cos)
        turn[:, 2] += (size[0] - wide) / 2, (size[1] - high) / 2
        return cv2.warpAffine(photo, turn, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)

    return change


def _leaning(squash: float, narrow: float, turns: int = 0) -> Change:
    """The photo as it looks from the side: its far rim is narrower, and its height is less."""

    def change(photo: Any, _: Any) -> Any:
        photo = np.ascontiguousarray(np.rot90(photo, turns))
        high, wide = photo.shape[:2]
        inset, far = wide * narrow / 2, high * squash
        corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
        to = np.array([[inset, 0], [wide - inset, 0], [wide, far], [0, far]], np.float32)
        view = cv2.getPerspectiveTransform(corners, to)
        return cv2.warpPerspective(
            photo, view, (wide, round(far)), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
        )

    return change


def _ground(kind: str, high: int, wide: int) -> Any:
    """Another table."""
    random = np.random.default_rng(7)
    y, x = np.mgrid[:high, :wide] / max(high, wide)
    cloud = cv2.resize(random.normal(size=(48, 6)), (wide, high), interpolation=cv2.INTER_CUBIC)[..., None]
    grain = random.normal(size=(high, wide, 1))
    if kind == "light wood":
        return np.array([205, 170, 125]) + 14 * cloud + 4 * grain
    if kind == "white table":
        return np.array([226, 226, 224]) + 2.5 * cloud + 2 * grain - 18 * x[..., None]
    if kind == "checked cloth":
        checks = (np.sin(x * 150) > 0).astype(float) + (np.sin(y * 150) > 0)
        return np.array([235, 225, 220]) - checks[..., None] * np.array([20, 85, 90]) + 4 * grain
    return np.array([30, 105, 60]) + 9 * cloud + 7 * grain  # green felt


def _laid_on(kind: str) -> Change:
    """The cards on another table, with the shade of the photo's light at their edges left out."""

    def change(photo: Any, quads: Any) -> Any:
        mask = np.zeros(photo.shape[:2], np.float32)
        for quad in quads:
            middle = quad.mean(axis=0)
            cv2.fillConvexPoly(mask, np.round((middle + 0.985 * (quad - middle)) * 16).astype(np.int32), 1, 16, 4)
        mask = cv2.GaussianBlur(mask, (0, 0), 1.2)[..., None]
        table = np.clip(_ground(kind, *photo.shape[:2]), 0, 255)
        return np.uint8(photo * mask + table * (1 - mask))

    return change


VARIATIONS: Mapping[str, Change] = {
    "as it is": lambda photo, _: photo,
    "lamp light": _light(1.1, 0.82, 0.5),
    "blue light": _light(0.68, 0.88, 1.15),
    "greenish light": _light(0.8, 1.0, 0.72),
    "dark": _light(0.3, 0.3, 0.3),
    "bright": _light(1.7, 1.7, 1.7),
    "flat tones": _light(1, 1, 1, gamma=0.7),
    "deep tones": _light(1, 1, 1, gamma=1.5),
    "800 pixels": _small(800),
    "640 pixels": _small(640),
    "blurred": _blurred(0.0012),
    "JPEG 40": _jpeg(40, 1200),
    "quarter turn": _turned(90),
    "half turn": _turned(180),
    "turned by 17°": _turned(17),
    "turned by 45°": _turned(45),
    "leaning": _leaning(0.75, 0.2),
    "steep": _leaning(0.55, 0.35),
    "steep from a side": _leaning(0.55, 0.35, turns=1),
    "light wood": _laid_on("light wood"),
    "white table": _laid_on("white table"),
    "checked cloth": _laid_on("checked cloth"),
    "green felt": _laid_on("green felt"),
}
"""What is done to a photo in RGB with the corners (n, 4, 2) of its cards."""


def reduced(photo: Any) -> Any:
    """The photo with a longer side of at most `LONGEST` pixels."""
    return photo if max(photo.shape[:2]) <= LONGEST else _small(LONGEST)(photo, None)
