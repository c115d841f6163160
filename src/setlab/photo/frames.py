"""The frames of cards: what is read between four corners, and better corners for cards that are not clear.

The reader is the judge: between exact corners it is sure of a card. A card that is not clear is tried in the size that
the clear cards of the photo have, and with its sides moved; where that makes nothing clear it stays as it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from setlab.photo.find import CARD, LONG, SHORT, Quads, map_from_above, overlap
from setlab.photo.image import cv2
from setlab.photo.reader import CROP_HEIGHT, CROP_WIDTH, CropReading, read_crops

CLEAR = 0.9
"""A frame in which the reader is less sure of a whole card is not clear."""

MOVED = 0.75
"""The factor for the probability of a card that was clear only after its frame had been moved: the best of many
frames flatters, and of such cards on rendered photos about three in four were right."""

LIKELY = 0.4
"""The finder's score of candidates whose frames are worth moving."""

MOST_MOVED = 12
"""Frames moved in a photo; each costs the reading of up to fifty crops."""

STEPS = (1.0, 0.6, 0.35)
"""Frames are moved by these parts of `MOVES`, one after the other."""

HOPELESS = 0.02
"""A frame that is no likelier a card after the first step is given up."""

SIDES = (0.65, 1.5)
"""The smallest and the largest side of a card, as a part of what the clear cards of the photo say."""

UNIT = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))


@dataclass
class Frames:
    """Quadrilaterals (n, 4, 2), the probabilities (n, 81) of what lies between, and that it is a whole card, (n,)."""

    quads: Any
    shares: Any
    whole: Any

    @property
    def clarity(self) -> Any:
        """The probability of a whole card and of its reading, (n,)."""
        return self.whole * self.shares.max(axis=1)

    def improve(self, at: Any, other: Frames) -> None:
        """Replace the frames at some positions by others."""
        self.quads[at], self.shares[at], self.whole[at] = other.quads, other.shares, other.whole

    def part(self, at: Any) -> Frames:
        """The frames at some positions."""
        return Frames(self.quads[at].copy(), self.shares[at].copy(), self.whole[at].copy())


def frame_cards(array: NDArray[np.uint8], found: Quads) -> Frames:
    """The candidates of the finder, each in the frame in which it is read most clearly."""
    frames = read_frames(array, found.quads.copy())
    doubtful = np.flatnonzero(frames.clarity < 0.95)
    _improve(frames, doubtful, read_frames(array, found.rough[doubtful]), 0.02)
    moved = [np.empty(0, int)]
    for _ in range(2):
        clear = frames.whole > CLEAR
        unclear = _worth_moving(frames, found.scores, clear)
        if not len(unclear):
            break
        if clear.any():
            above = map_from_above(frames.quads[clear])
            _improve(frames, unclear, read_frames(array, standard_frames(found.rough[unclear], above)))
        moved.append(_move(array, frames, unclear[frames.whole[unclear] <= CLEAR]))
        if not (frames.whole > CLEAR).sum() > clear.sum() > 0:
            break
    frames.whole[np.concatenate(moved)] *= MOVED
    rim = np.array(array.shape[1::-1]) - 2
    cut = (frames.quads < 1).any(axis=(1, 2)) | (frames.quads > rim).any(axis=(1, 2))
    frames.whole[cut] *= MOVED  # a symbol may be outside
    return _without_doubles(frames)


def read_frames(array: NDArray[np.uint8], quads: Any) -> Frames:
    """The readings between given corners."""
    reading = read_crops(rectify(array, quads))
    return Frames(quads, joint_probabilities(reading), reading.card)


def _improve(frames: Frames, at: Any, others: Frames, margin: float = 0.0) -> None:
    """Replace each frame by the other one if that is clearer."""
    better = np.flatnonzero(others.clarity > frames.clarity[at] + margin)
    frames.improve(at[better], others.part(better))


def _worth_moving(frames: Frames, scores: Any, clear: Any) -> Any:
    """The likeliest candidates that are not clear, do not lie on a clear card and have about the size of one."""
    unclear = np.flatnonzero(~clear & (scores > LIKELY))
    if clear.any():
        above = map_from_above(frames.quads[clear])
        corners = _map_quads(frames.quads[unclear], above)
        sides = np.hypot(*np.moveaxis(np.roll(corners, -1, axis=1) - corners, -1, 0)) / [LONG, SHORT, LONG, SHORT]
        unclear = unclear[(sides.min(axis=1) > SIDES[0]) & (sides.max(axis=1) < SIDES[1])]
    free = [i for i in unclear if not any(overlap(frames.quads[i], each) > 0.6 for each in frames.quads[clear])]
    return np.array(free[:MOST_MOVED], int)


def _move(array: NDArray[np.uint8], frames: Frames, at: Any) -> Any:
    """Move the sides of unclear frames and turn them, in smaller and smaller steps; the positions that became clear."""
    unclear, first = at, frames.part(at)
    for step in STEPS:
        at = at[(frames.whole[at] <= CLEAR) & ((step == 1) | (frames.whole[at] > HOPELESS))]
        if not len(at):
            break
        tried = read_frames(array, np.concatenate([moved_frames(quad, step) for quad in frames.quads[at]]))
        each = len(tried.quads) // len(at)
        best = tried.clarity.reshape(len(at), each).argmax(axis=1) + each * np.arange(len(at))
        _improve(frames, at, tried.part(best))
    still = np.flatnonzero(frames.whole[unclear] <= CLEAR)
    frames.improve(unclear[still], first.part(still))
    return np.delete(unclear, still)


def moved_frames(quad: Any, step: float) -> Any:
    """The frame with one side moved in or out, with two moved alike, and turned either way, (14, 4, 2).

    >>> import numpy as np
    >>> moved_frames(np.array([[0, 0], [100, 0], [100, 50], [0, 50]]), 1)[0].round().tolist()
    [[-7.0, 0.0], [100.0, 0.0], [100.0, 50.0], [-7.0, 50.0]]
    """
    unit = np.array(UNIT)
    changed = []
    for axis, far in ((0, 0.07), (1, 0.1)):
        for sign in (-far, far):
            way = sign * step * np.eye(2)[axis]
            changed += [unit + way * (np.sign(unit) == -1), unit + way * (np.sign(unit) == 1), unit + 0.7 * way]
    sides = np.array([LONG, SHORT])
    for angle in np.radians([-4 * step, 4 * step]):
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        changed.append(unit * sides @ turn / sides)
    return _map_quads(
        np.array(changed), cv2.getPerspectiveTransform(np.array(UNIT, np.float32), quad.astype(np.float32))
    )


def standard_frames(quads: Any, above: Any) -> Any:
    """The frames of cards of the size of the others that lie where these lie; `above` maps pixels to millimetres."""
    corners = _map_quads(quads, above) @ np.array([1, 1j])
    middle = corners.mean(axis=1, keepdims=True)
    turn = ((corners - middle) * CARD.conj()).sum(axis=1, keepdims=True)
    exact = middle + turn / np.maximum(np.abs(turn), 1e-9) * CARD
    return _map_quads(np.stack([exact.real, exact.imag], -1), np.linalg.inv(above))


def _map_quads(quads: Any, view: Any) -> Any:
    """The quadrilaterals (n, 4, 2) under a projective map."""
    if not len(quads):
        return np.empty((0, 4, 2), np.float32)
    points = cv2.perspectiveTransform(np.asarray(quads, np.float64).reshape(1, -1, 2), np.asarray(view, float))
    return points.reshape(-1, 4, 2).astype(np.float32)


def _without_doubles(frames: Frames) -> Frames:
    """The frames without duplicates: of frames that mostly overlap, the clearest."""
    kept: list[int] = []
    for i in np.argsort(-frames.clarity, kind="stable"):
        if not any(overlap(frames.quads[i], frames.quads[j]) > 0.5 for j in kept):
            kept.append(int(i))
    return frames.part(np.array(sorted(kept), int))


def joint_probabilities(reading: CropReading) -> Any:
    """The probability of each of the 81 cards, (n, 81), from those of the four properties."""
    logs = (reading.number, reading.colour, reading.filling, reading.shape)
    n, c, f, s = (np.exp(each) for each in logs)
    return np.einsum("in,ic,if,is->incfs", n, c, f, s).reshape(-1, 81)


def rectify(array: Any, quads: Any) -> Any:
    """The cards as they look from above, their long sides lying: (n, height, width, 3)."""
    width, height = size = CROP_WIDTH, CROP_HEIGHT
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    crops = np.empty((len(quads), height, width, 3), np.uint8)
    for crop, quad in zip(crops, quads, strict=True):
        across = float(np.hypot(*(quad[1] - quad[0])))
        if across > 2 * width:  # average first, or fine stripes alias
            step = across / width / 1.5
            large = cv2.getPerspectiveTransform(quad.astype(np.float32), (target + 0.5) * step - 0.5)
            warped = cv2.warpPerspective(array, large, (round(width * step), round(height * step)))
            crop[:] = cv2.resize(warped, size, interpolation=cv2.INTER_AREA)
        else:
            straight = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
            crop[:] = cv2.warpPerspective(array, straight, size)
    return crops
