"""The positions of cards in a photo: a network finds their centres and corners, and their edges refine these.

Corners count pixels of the array, clockwise in the picture, and the first side is one of the two long ones of the card,
however short it looks: the network knows it by the symbols. From the cards seen, all of one size, follows the map to
the view of the table from above.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from setlab.photo.image import cv2

SIDES = (640, 1152)
"""The network sees the photo with a longer side of this many pixels, and again larger if its cards are small."""

SMALL = 56
"""The long side of a small card, in pixels of the smaller photo."""

HOT = 0.25
"""Middles of cards are hotter than this, between 0 and 1."""

SAMPLES, TRACK = 24, 25
"""The number of places along a side at which an edge is sought, and the length in pixels of the track across it."""


TILTED = (1.25, 1.6)
"""How many times longer a card must look in one direction than in another for the table to be looked at from above,
once, and once more with the better corners."""

LONG_SIDE, LARGEST = 96.0, 1024
"""The long side of a card in the view from above, and the largest such view, in pixels."""


@dataclass(frozen=True)
class Quads:
    """Quadrilaterals that may be cards, (n, 4, 2), how sure the network is of each, and where it saw their corners."""

    quads: Any
    scores: Any
    rough: Any = None


def find_quads(pixels: NDArray[np.uint8]) -> Quads:
    """The quadrilaterals that may be cards, the surest first."""
    found = _found_at(pixels, SIDES[0])
    if len(found.quads) and max(pixels.shape[:2]) > 1.3 * SIDES[0]:
        shown = SIDES[0] / max(pixels.shape[:2])
        if np.median(long_sides(found.quads)) * shown < SMALL:
            found = _apart(_together(found, _found_at(pixels, SIDES[1])))
    for tilt in TILTED:
        found = _seen_from_above(pixels, found, tilt)
    return Quads(refine(pixels, found.quads), found.scores, found.quads)


def long_sides(quads: Any) -> Any:
    """The lengths of the longer sides in pixels."""
    sides = np.hypot(*np.moveaxis(np.roll(quads, -1, axis=1) - quads, -1, 0))
    return np.maximum(sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]) / 2


def _found_at(pixels: Any, side: int) -> Quads:
    """The quadrilaterals that the network finds in the photo at a given size."""
    height, width = pixels.shape[:2]
    scale = side / max(height, width)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(pixels, (max(1, round(width * scale)), max(1, round(height * scale))), interpolation=way)
    down, right = (-small.shape[0]) % WHOLE, (-small.shape[1]) % WHOLE
    answer = find_places(cv2.copyMakeBorder(small, 0, down, 0, right, cv2.BORDER_REPLICATE)[None])[0]
    found = _decode(answer)
    scales = np.array([small.shape[1] / width, small.shape[0] / height], np.float32)
    return _apart(Quads((found.quads + 0.5) / scales - 0.5, found.scores))


def _decode(answer: Any) -> Quads:
    """The cards in an answer of the network, the surest first, in pixels of the picture that it was given."""
    heat = 1 / (1 + np.exp(-answer[0]))
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= top) & (heat > HOT))
    order = np.argsort(-heat[rows, columns], kind="stable")[:300]
    rows, columns = rows[order], columns[order]
    quads = np.array([_corners_around(answer, heat, r, c) for r, c in zip(rows, columns, strict=True)], np.float32)
    return Quads(quads.reshape(-1, 4, 2), heat[rows, columns])


def _seen_from_above(pixels: Any, found: Quads, tilted: float) -> Quads:
    """The cards as the network finds them in the view from above, where it knows their corners best.

    A card that is not found again stays where it was; a table that is seen from above anyway stays as it is.
    """
    sure = found.quads[found.scores > 0.5]
    if not len(sure):
        return found
    above = map_from_above(sure)
    if _stretch(above, sure) < tilted:
        return found
    corners = cv2.perspectiveTransform(found.quads.reshape(1, -1, 2).astype(np.float64), above)[0]
    low, high = corners.min(axis=0) - 30, corners.max(axis=0) + 30
    scale = min(LONG_SIDE / LONG, LARGEST / float((high - low).max()))
    move = np.array([[scale, 0, -scale * low[0]], [0, scale, -scale * low[1]], [0, 0, 1]])
    width, height = (int(np.ceil(each / WHOLE)) * WHOLE for each in (high - low) * scale)
    if scale < 0.3 or not np.isfinite(scale):
        return found
    above, edges = move @ above, cv2.BORDER_REPLICATE
    view = cv2.warpPerspective(pixels, above, (width, height), flags=cv2.INTER_AREA, borderMode=edges)
    again = _decode(find_places(view[None])[0])
    back = cv2.perspectiveTransform(again.quads.reshape(1, -1, 2).astype(np.float64), np.linalg.inv(above))[0]
    again = Quads(back.reshape(-1, 4, 2).astype(np.float32), again.scores)
    return _apart(Quads(np.concatenate([again.quads, found.quads]), np.concatenate([again.scores, 0.5 * found.scores])))


def _stretch(above: Any, quads: Any) -> float:
    """The largest ratio of two scales in different directions of a map, at the middles of the quadrilaterals."""
    middles = quads.mean(axis=1, dtype=np.float64)
    around = middles[:, None] + np.array([[0, 0], [0.5, 0], [0, 0.5]])
    seen = cv2.perspectiveTransform(around.reshape(1, -1, 2), above)[0].reshape(-1, 3, 2)
    scales = np.linalg.svd(seen[:, 1:] - seen[:, :1], compute_uv=False)
    return float((scales[:, 0] / np.maximum(scales[:, 1], 1e-9)).max())


def _corners_around(answer: Any, heat: Any, row: Any, column: Any) -> Any:
    """The corners of the card whose middle is here, averaged over the places around it."""
    rows = np.arange(max(0, row - 1), min(heat.shape[0], row + 2))
    columns = np.arange(max(0, column - 1), min(heat.shape[1], column + 2))
    ways = answer[2:, rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] * REACH
    places = np.stack(np.meshgrid(columns, rows), 0) * STEP + (STEP - 1) / 2  # x, y
    quads = (ways.reshape(4, 2, *ways.shape[1:]) + places).transpose(2, 3, 0, 1).reshape(-1, 4, 2)
    middle = quads[len(quads) // 2] if len(quads) == 9 else quads[0]
    turned = np.roll(quads, 2, axis=1)
    nearer = np.abs(quads - middle).sum((1, 2)) <= np.abs(turned - middle).sum((1, 2))
    weights = heat[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].ravel()
    return np.average(np.where(nearer[:, None, None], quads, turned), axis=0, weights=weights)


def _together(one: Quads, other: Quads) -> Quads:
    scores = np.concatenate([one.scores, other.scores])
    order = np.argsort(-scores, kind="stable")
    return Quads(np.concatenate([one.quads, other.quads])[order], scores[order])


def _apart(found: Quads) -> Quads:
    """Drop quadrilaterals that mostly cover a surer one, or cannot be a card."""
    kept: list[int] = []
    for i, quad in enumerate(found.quads):
        if is_plausible(quad) and not any(overlap(quad, found.quads[j]) > 0.5 for j in kept):
            kept.append(i)
    return Quads(found.quads[kept], found.scores[kept])


def overlap(a: Any, b: Any) -> float:
    """The area that two quadrilaterals share, as a part of the smaller one."""
    if (a.max(axis=0) < b.min(axis=0)).any() or (b.max(axis=0) < a.min(axis=0)).any():
        return 0.0
    smaller = min(cv2.contourArea(a), cv2.contourArea(b))
    return float(cv2.intersectConvexConvex(a, b)[0] / max(smaller, 1e-6))


def is_plausible(quad: Any) -> bool:
    """True for a convex quadrilateral that may be a card seen at up to about 70°."""
    sides = np.roll(quad, -1, axis=0) - quad
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    following = np.roll(sides, -1, axis=0)
    cross = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    convex = (cross > 0.2 * lengths * np.roll(lengths, -1)).all()
    return bool(lengths.min() > 5 and convex and lengths.max() < 7 * lengths.min())


def refine(pixels: Any, quads: Any) -> Any:
    """The quadrilaterals with their sides moved to visible edges nearby."""
    if not len(quads):
        return quads
    for reach in (0.09, 0.035):
        quads = np.array([_laid_on_edges(pixels, quad, reach) for quad in quads], np.float32)
    return quads


def _laid_on_edges(pixels: Any, quad: Any, reach: float) -> Any:
    """The quadrilateral with each side moved to a straight edge within reach, a share of the card's height."""
    ends = np.roll(quad, -1, axis=0)
    sides = ends - quad
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    along = sides / lengths[:, None]
    outward = np.stack([along[:, 1], -along[:, 0]], 1)  # clockwise in a picture whose y points down
    span = max(3.0, reach * float(np.sort(lengths)[:2].mean()))
    t = np.linspace(0.1, 0.9, SAMPLES)
    d = np.linspace(-span, span, TRACK)
    starts = quad[:, None, None] + t[None, :, None, None] * sides[:, None, None]
    at = (starts + d[None, None, :, None] * outward[:, None, None]).astype(np.float32)
    x, y = np.moveaxis(at.reshape(4 * SAMPLES, TRACK, 2), -1, 0)
    tracks = cv2.remap(pixels, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    grey = tracks.reshape(4, SAMPLES, TRACK, 3).astype(np.float32) @ np.array([0.25, 0.45, 0.3], np.float32)
    grey = (grey[:, :, :-2] + 2 * grey[:, :, 1:-1] + grey[:, :, 2:]) / 4
    fall = grey[:, :, :-1] - grey[:, :, 1:]  # positive where the card is lighter than what is around it
    near = np.exp(-(((np.arange(fall.shape[2]) - (fall.shape[2] - 1) / 2) / (0.6 * fall.shape[2])) ** 2))
    strength = np.maximum(fall, -0.5 * fall) * near
    best = strength.argmax(axis=2)
    power = np.take_along_axis(strength, best[..., None], 2)[..., 0]
    places = (best - (fall.shape[2] - 1) / 2) * (d[1] - d[0])
    middles = at[:, :, TRACK // 2]
    inside = ((middles > 1) & (middles < np.array(pixels.shape[1::-1]) - 2)).all(-1)
    seen = zip(places, power * inside, lengths, strict=True)
    moved = np.array([_edge_line(t, *side, max(0.7, 0.08 * span)) for side in seen])
    return _meetings(quad + moved[:, :1] * outward, ends + moved[:, 1:] * outward, quad)


def _edge_line(t: Any, places: Any, power: Any, length: float, tolerance: float) -> tuple[float, float]:
    """The shifts of the two ends of a side: a line through most of the places; (0, 0) if they agree on none."""
    strong = power > max(2.0, 0.25 * float(np.median(power[power > 0])) if (power > 0).any() else 2.0)
    if strong.sum() < 10:
        return 0.0, 0.0
    i, j = np.triu_indices(SAMPLES, 5)
    usable = strong[i] & strong[j]
    i, j = i[usable], j[usable]
    if not len(i):
        return 0.0, 0.0
    slope = (places[j] - places[i]) / (t[j] - t[i])
    level = places[i] - slope * t[i]
    away = np.abs(level[:, None] + slope[:, None] * t - places)
    weight = np.where(strong, np.sqrt(power), 0.0)
    votes = ((away < tolerance) * weight).sum(axis=1) - np.abs(slope) / length * weight.sum()
    best = int(votes.argmax())
    agreed = (away[best] < tolerance) & strong
    if agreed.sum() < 0.45 * SAMPLES:
        return 0.0, 0.0
    at, off = t[agreed], places[agreed]
    spread = at - at.mean()
    slope_fit = float(spread @ off / (spread @ spread))
    level_fit = float(off.mean()) - slope_fit * float(at.mean())
    return level_fit, level_fit + slope_fit


def _meetings(first: Any, second: Any, quad: Any) -> Any:
    """The corners where each line meets the one before it; the old quadrilateral where that makes no card."""
    way = second - first
    before, before_way = np.roll(first, 1, axis=0), np.roll(way, 1, axis=0)
    cross = before_way[:, 0] * way[:, 1] - before_way[:, 1] * way[:, 0]
    if (np.abs(cross) < 1e-3).any():
        return quad
    gap = first - before
    share = (gap[:, 0] * way[:, 1] - gap[:, 1] * way[:, 0]) / cross
    corners = before + share[:, None] * before_way
    return corners if is_plausible(corners) else quad


WEIGHTS = "finder.onnx.gz"
"""The network as `python -m scripts.finder_network` writes it."""

STEP = 4
"""Pixels of the photo for one place of the answer."""

REACH = 64.0
"""Pixels that the unit of a way to a corner stands for."""

WHOLE = 32
"""The sides of a photo that is given to the network are multiples of this."""


def find_places(pictures: Any) -> Any:
    """The network's answers (n, 10, height / 4, width / 4) for RGB pictures (n, height, width, 3) of 32 k pixels."""
    network = _network()
    network.setInput(np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), np.float32) / 127.5 - 1)
    return np.asarray(network.forward(), np.float32)


@cache
def _network() -> Any:
    packed = files("setlab.photo").joinpath(WEIGHTS).read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(gzip.decompress(packed), np.uint8))


LONG, SHORT = 88.0, 57.0
"""The sides of a card in millimetres."""

CARD = np.array([-LONG - 1j * SHORT, LONG - 1j * SHORT, LONG + 1j * SHORT, -LONG + 1j * SHORT]) / 2
"""The corners of a card around its centre, as complex numbers."""

ROUNDS = 25


def map_from_above(quads: Any) -> Any:
    """The map (3, 3) from pixels to millimetres in which the quadrilaterals are most nearly equal rectangles.

    The five unknowns (the horizon, the squash and shear, the size) minimise the distances of the corners from those of
    cards, turned freely, by the method of Levenberg and Marquardt; a card that fits badly counts less.

    >>> import numpy as np
    >>> card = np.array([[0, 0], [88, 0], [88, 57], [0, 57]], float)
    >>> above = map_from_above(np.array([card * [1, 0.5], card * [1, 0.5] + [100, 0]]))      # seen from the side
    >>> x, y, w = above @ [[0, 88, 88], [0, 0, 28.5], [1, 1, 1]]
    >>> bool(np.allclose(np.hypot(np.diff(x / w), np.diff(y / w)), [88, 57], atol=0.1))
    True
    """
    points = np.asarray(quads, float)
    middle = points.mean(axis=(0, 1))
    unit = float(np.abs(points - middle).max()) or 1.0
    centred = (points - middle) / unit
    around = np.hypot(*np.moveaxis(np.roll(centred, -1, axis=1) - centred, -1, 0)).sum(axis=1)
    size = np.median(around) / 2 / (LONG + SHORT)
    unknown = np.array([0.0, 0.0, 0.0, 0.0, -np.log(size)])
    damping, (off, weights) = 1e-2, _residuals(unknown, centred)
    for _ in range(ROUNDS):
        steps = np.array([1e-5] * 5)
        slopes = np.stack([(_residuals(unknown + d, centred)[0] - off) / 1e-5 for d in np.diag(steps)], -1)
        weighed = slopes * weights[:, None]
        normal, gradient = weighed.T @ slopes, weighed.T @ off
        change = np.linalg.solve(normal + damping * (np.diag(np.diag(normal)) + 1e-9 * np.eye(5)), -gradient)
        tried, tried_weights = _residuals(unknown + change, centred)
        if (tried_weights * tried**2).sum() < (weights * off**2).sum() * 1.0001:
            unknown, off, weights, damping = unknown + change, tried, tried_weights, damping / 3
            if np.abs(change).max() < 1e-3:
                break
        else:
            damping *= 4
    p, q, squash, shear, scale = unknown
    view = np.array([[np.exp(scale), np.exp(scale) * shear, 0], [0, np.exp(scale + squash), 0], [p, q, 1]])
    return view @ np.array([[1 / unit, 0, -middle[0] / unit], [0, 1 / unit, -middle[1] / unit], [0, 0, 1]])


def _residuals(unknown: Any, points: Any) -> tuple[Any, Any]:
    """The distances of the corners from those of cards, in millimetres, and their weights."""
    p, q, squash, shear, scale = unknown
    depth = np.maximum(1 + p * points[..., 0] + q * points[..., 1], 0.05)
    x = (points[..., 0] + shear * points[..., 1]) / depth * np.exp(scale)
    y = points[..., 1] / depth * np.exp(scale + squash)
    corners = x + 1j * y
    corners = corners - corners.mean(axis=1, keepdims=True)
    turn = (corners * CARD.conj()).sum(axis=1)
    turn = turn / np.maximum(np.abs(turn), 1e-9)
    off = corners - turn[:, None] * CARD
    error = np.sqrt((np.abs(off) ** 2).mean(axis=1))
    weights = 1 / (1 + (error / max(4.0, float(np.median(error)))) ** 2)
    prior = np.array([3.0 * p, 3.0 * q, 1.0 * squash, 1.0 * shear])  # without evidence the camera looks from above
    each = np.repeat(weights, 4)
    return np.concatenate([off.real.ravel(), off.imag.ravel(), prior]), np.concatenate([each, each, np.ones(4)])
