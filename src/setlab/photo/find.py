"""Where the cards lie in a photo: a network finds their middles and corners, and their edges make these exact.

Corners count pixels of the array, clockwise in the picture, and the first side is one of the two long ones of the card,
however short it looks: the network knows it by the symbols.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from setlab.photo.image import opencv
from setlab.photo.network import REACH, STEP, WHOLE, find_places
from setlab.photo.plane import LONG, map_from_above

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIDES = (640, 1152)
"""The network sees the photo with a longer side of this many pixels, and again larger if its cards are small."""

SMALL = 56
"""The long side of a small card, in pixels of the smaller photo."""

HOT = 0.25
"""Middles of cards are hotter than this, between 0 and 1."""

SAMPLES, TRACK = 24, 25
"""An edge is looked for at this many places along a side, on a short track across it of this many pixels."""


TILTED = (1.25, 1.6)
"""How many times longer a card must look in one direction than in another for the table to be looked at from above,
once, and once more with the better corners."""

LONG_SIDE, LARGEST = 96.0, 1024
"""The long side of a card in the view from above, and the largest such view, in pixels."""


@dataclass(frozen=True)
class Found:
    """Quadrilaterals that may be cards, (n, 4, 2), how sure the network is of each, and where it saw their corners."""

    quads: Any
    scores: Any
    rough: Any = None


def find_quads(pixels: NDArray[np.uint8]) -> Found:
    """The quadrilaterals that may be cards, the surest first."""
    import numpy as np

    found = _found_at(pixels, SIDES[0])
    if len(found.quads) and max(pixels.shape[:2]) > 1.3 * SIDES[0]:
        shown = SIDES[0] / max(pixels.shape[:2])
        if np.median(long_sides(found.quads)) * shown < SMALL:
            found = _apart(_together(found, _found_at(pixels, SIDES[1])))
    for tilt in TILTED:
        found = _seen_from_above(pixels, found, tilt)
    return Found(refined(pixels, found.quads), found.scores, found.quads)


def long_sides(quads: Any) -> Any:
    """The lengths of the longer sides in pixels."""
    import numpy as np

    sides = np.hypot(*np.moveaxis(np.roll(quads, -1, axis=1) - quads, -1, 0))
    return np.maximum(sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]) / 2


def _found_at(pixels: Any, side: int) -> Found:
    """What the network finds in the photo at a size."""
    cv2 = opencv()
    import numpy as np

    height, width = pixels.shape[:2]
    scale = side / max(height, width)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(pixels, (max(1, round(width * scale)), max(1, round(height * scale))), interpolation=way)
    down, right = (-small.shape[0]) % WHOLE, (-small.shape[1]) % WHOLE
    answer = find_places(cv2.copyMakeBorder(small, 0, down, 0, right, cv2.BORDER_REPLICATE)[None])[0]
    found = _decoded(answer)
    scales = np.array([small.shape[1] / width, small.shape[0] / height], np.float32)
    return _apart(Found((found.quads + 0.5) / scales - 0.5, found.scores))


def _decoded(answer: Any) -> Found:
    """The cards in an answer of the network, the surest first, in pixels of the picture that it was given."""
    cv2 = opencv()
    import numpy as np

    heat = 1 / (1 + np.exp(-answer[0]))
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= top) & (heat > HOT))
    order = np.argsort(-heat[rows, columns], kind="stable")[:300]
    rows, columns = rows[order], columns[order]
    quads = np.array([_corners_around(answer, heat, r, c) for r, c in zip(rows, columns, strict=True)], np.float32)
    return Found(quads.reshape(-1, 4, 2), heat[rows, columns])


def _seen_from_above(pixels: Any, found: Found, tilted: float) -> Found:
    """The cards as the network finds them in the view from above, where it knows their corners best.

    A card that is not found again stays where it was; a table that is seen from above anyway stays as it is.
    """
    cv2 = opencv()
    import numpy as np

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
    view = cv2.warpPerspective(
        pixels, move @ above, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    again = _decoded(find_places(view[None])[0])
    back = cv2.perspectiveTransform(again.quads.reshape(1, -1, 2).astype(np.float64), np.linalg.inv(move @ above))[0]
    again = Found(back.reshape(-1, 4, 2).astype(np.float32), again.scores)
    return _apart(Found(np.concatenate([again.quads, found.quads]), np.concatenate([again.scores, 0.5 * found.scores])))


def _stretch(above: Any, quads: Any) -> float:
    """The largest ratio of two scales in different directions of a map, at the middles of the quadrilaterals."""
    cv2 = opencv()
    import numpy as np

    middles = quads.mean(axis=1, dtype=np.float64)
    around = middles[:, None] + np.array([[0, 0], [0.5, 0], [0, 0.5]])
    seen = cv2.perspectiveTransform(around.reshape(1, -1, 2), above)[0].reshape(-1, 3, 2)
    scales = np.linalg.svd(seen[:, 1:] - seen[:, :1], compute_uv=False)
    return float((scales[:, 0] / np.maximum(scales[:, 1], 1e-9)).max())


def _corners_around(answer: Any, heat: Any, row: Any, column: Any) -> Any:
    """The corners of the card whose middle is here, averaged over the places around it."""
    import numpy as np

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


def _together(one: Found, other: Found) -> Found:
    import numpy as np

    scores = np.concatenate([one.scores, other.scores])
    order = np.argsort(-scores, kind="stable")
    return Found(np.concatenate([one.quads, other.quads])[order], scores[order])


def _apart(found: Found) -> Found:
    """Without those that lie mostly over a surer one, or cannot be a card."""
    kept: list[int] = []
    for i, quad in enumerate(found.quads):
        if is_plausible(quad) and not any(overlap(quad, found.quads[j]) > 0.5 for j in kept):
            kept.append(i)
    return Found(found.quads[kept], found.scores[kept])


def overlap(a: Any, b: Any) -> float:
    """The area that two quadrilaterals share, as a part of the smaller one."""
    cv2 = opencv()
    if (a.max(axis=0) < b.min(axis=0)).any() or (b.max(axis=0) < a.min(axis=0)).any():
        return 0.0
    smaller = min(cv2.contourArea(a), cv2.contourArea(b))
    return float(cv2.intersectConvexConvex(a, b)[0] / max(smaller, 1e-6))


def is_plausible(quad: Any) -> bool:
    """True for a convex quadrilateral that a card may be, seen from up to some 70°."""
    import numpy as np

    sides = np.roll(quad, -1, axis=0) - quad
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    following = np.roll(sides, -1, axis=0)
    cross = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    return bool(
        lengths.min() > 5 and (cross > 0.2 * lengths * np.roll(lengths, -1)).all() and lengths.max() < 7 * lengths.min()
    )


def refined(pixels: Any, quads: Any) -> Any:
    """The quadrilaterals with their sides laid on the edges that are seen near them."""
    import numpy as np

    if not len(quads):
        return quads
    for reach in (0.09, 0.035):
        quads = np.array([_laid_on_edges(pixels, quad, reach) for quad in quads], np.float32)
    return quads


def _laid_on_edges(pixels: Any, quad: Any, reach: float) -> Any:
    """The quadrilateral with each side moved to a straight edge within reach, a share of the card's height."""
    cv2 = opencv()
    import numpy as np

    ends = np.roll(quad, -1, axis=0)
    sides = ends - quad
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    along = sides / lengths[:, None]
    outward = np.stack([along[:, 1], -along[:, 0]], 1)  # clockwise in a picture whose y points down
    span = max(3.0, reach * float(np.sort(lengths)[:2].mean()))
    t = np.linspace(0.1, 0.9, SAMPLES)
    d = np.linspace(-span, span, TRACK)
    at = (
        quad[:, None, None]
        + t[None, :, None, None] * sides[:, None, None]
        + d[None, None, :, None] * outward[:, None, None]
    )
    at = at.reshape(4 * SAMPLES, TRACK, 2).astype(np.float32)
    tracks = cv2.remap(pixels, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    grey = tracks.reshape(4, SAMPLES, TRACK, 3).astype(np.float32) @ np.array([0.25, 0.45, 0.3], np.float32)
    grey = (grey[:, :, :-2] + 2 * grey[:, :, 1:-1] + grey[:, :, 2:]) / 4
    fall = grey[:, :, :-1] - grey[:, :, 1:]  # positive where the card is lighter than what is around it
    near = np.exp(-(((np.arange(fall.shape[2]) - (fall.shape[2] - 1) / 2) / (0.6 * fall.shape[2])) ** 2))
    strength = np.maximum(fall, -0.5 * fall) * near
    best = strength.argmax(axis=2)
    power = np.take_along_axis(strength, best[..., None], 2)[..., 0]
    offsets = d[1] - d[0]
    places = (best - (fall.shape[2] - 1) / 2) * offsets
    inside = (at.reshape(4, SAMPLES, TRACK, 2)[:, :, TRACK // 2] > 1).all(-1)
    inside &= (at.reshape(4, SAMPLES, TRACK, 2)[:, :, TRACK // 2] < np.array(pixels.shape[1::-1]) - 2).all(-1)
    lines = [
        _edge_line(t, places[side], power[side] * inside[side], max(0.7, 0.08 * span), float(lengths[side]))
        for side in range(4)
    ]
    moved = np.array([line[0] for line in lines]), np.array([line[1] for line in lines])
    first = quad + moved[0][:, None] * outward
    second = ends + moved[1][:, None] * outward
    return _meetings(first, second, quad)


def _edge_line(t: Any, places: Any, power: Any, tolerance: float, length: float) -> tuple[float, float]:
    """How far the two ends of a side are moved: a line through most of the places; (0, 0) if they agree on none."""
    import numpy as np

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
    import numpy as np

    way = second - first
    before, before_way = np.roll(first, 1, axis=0), np.roll(way, 1, axis=0)
    cross = before_way[:, 0] * way[:, 1] - before_way[:, 1] * way[:, 0]
    if (np.abs(cross) < 1e-3).any():
        return quad
    gap = first - before
    share = (gap[:, 0] * way[:, 1] - gap[:, 1] * way[:, 0]) / cross
    corners = before + share[:, None] * before_way
    return corners if is_plausible(corners) else quad
