"""The plane of the table: from the cards seen in a photo, all of one size, the map to the view from above."""

from __future__ import annotations

from typing import Any

LONG, SHORT = 88.0, 57.0
"""The sides of a card in millimetres."""

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
    import numpy as np

    points = np.asarray(quads, float)
    middle = points.mean(axis=(0, 1))
    unit = float(np.abs(points - middle).max()) or 1.0
    centred = (points - middle) / unit
    size = (
        np.median(np.hypot(*np.moveaxis(np.roll(centred, -1, axis=1) - centred, -1, 0)).sum(axis=1))
        / 2
        / (LONG + SHORT)
    )
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
    """How far the corners are from those of cards, in millimetres, and the weights of these distances."""
    import numpy as np

    p, q, squash, shear, scale = unknown
    depth = np.maximum(1 + p * points[..., 0] + q * points[..., 1], 0.05)
    x = (points[..., 0] + shear * points[..., 1]) / depth * np.exp(scale)
    y = points[..., 1] / depth * np.exp(scale + squash)
    corners = x + 1j * y
    corners = corners - corners.mean(axis=1, keepdims=True)
    card = np.array([-LONG - 1j * SHORT, LONG - 1j * SHORT, LONG + 1j * SHORT, -LONG + 1j * SHORT]) / 2
    turn = (corners * card.conj()).sum(axis=1)
    turn = turn / np.maximum(np.abs(turn), 1e-9)
    off = corners - turn[:, None] * card
    error = np.sqrt((np.abs(off) ** 2).mean(axis=1))
    weights = 1 / (1 + (error / max(4.0, float(np.median(error)))) ** 2)
    prior = np.array([3.0 * p, 3.0 * q, 1.0 * squash, 1.0 * shear])  # without evidence the camera looks from above
    return (
        np.concatenate([off.real.ravel(), off.imag.ravel(), prior]),
        np.concatenate([np.repeat(weights, 4), np.repeat(weights, 4), np.ones(4)]),
    )
