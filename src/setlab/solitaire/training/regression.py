"""Regression for the weights: a logistic curve by Newton's method, linear values by ridge regression."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import TYPE_CHECKING

from setlab.solitaire.values.curves import LOG_DOUBLING, TILT_ONE
from setlab.solitaire.values.weights import FEATURES, KNOTS, LINEAR_ONE, ONE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]

DOUBLINGS_PER_KNOT = 0.5
RIDGE = 3e-4
LEAST_SLOPE = 0.05
"""For every doubling of a sum the log odds grow by at least this, however few the games."""

PAIRS = 5.0
"""The weight of the difference of two moves in one position, beside their values."""


def fit_curve(
    logs: Sequence[int], values: Sequence[int], features: NDArray[np.int64] | None = None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The knots of a curve and a tilt: a logistic function of the logarithm of a sum and of features, fitted to values.

    `logs` are logarithms, 4096 for every doubling; the logarithm 0, of an empty sum, is left out. `values` are in parts
    of ONE.

    >>> knots, tilt = fit_curve([4096 * 20] * 10 + [4096 * 24] * 10, [ONE // 4] * 10 + [3 * ONE // 4] * 10)
    >>> [round(knots[2 * power] / ONE, 2) for power in (16, 20, 22, 24)], set(tilt)
    ([0.04, 0.25, 0.5, 0.75], {0})
    """
    import numpy as np

    x = np.array(logs, dtype=np.float64) / LOG_DOUBLING
    seen = x > 0
    y = np.array(values, dtype=np.float64)[seen] / ONE
    others = np.zeros((len(y), FEATURES - 1)) if features is None else features[seen, 1:].astype(np.float64)
    columns = np.column_stack([x[seen], others])
    mean, scale, used = _standard(columns)
    a, *slopes = _logistic(np.where(used, (columns - mean) / scale, 0.0), y)
    slope = np.where(used, np.array(slopes) / scale, 0.0)
    b = max(slope[0], LEAST_SLOPE)
    powers = [knot * DOUBLINGS_PER_KNOT for knot in range(KNOTS)]
    knots = tuple(round(ONE / (1 + exp(-max(-40.0, min(40.0, a + b * (power - mean[0])))))) for power in powers)
    tilt = slope[1:] / b * LOG_DOUBLING * TILT_ONE
    return knots, tuple(round(float(number)) for number in (-tilt @ mean[1:], *tilt))


def fit_linear(
    features: NDArray[np.int64], targets: NDArray[np.int64], pairs: Pairs | None = None
) -> tuple[tuple[int, ...], float]:
    """Linear weights by ridge regression on standardised features, and the proportion of variance explained.

    The weights are on the scale LINEAR_ONE. `pairs` are differences of features and of targets; they count PAIRS times
    as much as the values.
    """
    import numpy as np

    x, y = features[:, 1:].astype(np.float64), targets.astype(np.float64) / ONE
    mean, scale, used = _standard(x)
    scaled = np.where(used, (x - mean) / scale, 0.0)
    gram, covariance = scaled.T @ scaled / len(y), scaled.T @ (y - y.mean()) / len(y)
    variance = y.var()
    penalty = RIDGE * np.eye(len(mean))
    solved = gram + penalty, covariance
    if pairs is not None:
        change = np.where(used, pairs[0][:, 1:] / scale, 0.0)
        weight = PAIRS / 2 / len(y)
        solved = solved[0] + weight * change.T @ change, covariance + weight * change.T @ (pairs[1] / ONE)
    slope = np.linalg.solve(*solved)
    explained = float((2 * covariance @ slope - slope @ gram @ slope) / max(variance, 1e-12))
    slope = np.where(used, slope / scale, 0.0)
    weights = [y.mean() - slope @ mean, *slope]
    return tuple(round(float(weight) * LINEAR_ONE) for weight in weights), explained


def _standard(columns: Floats) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Mean and standard deviation of every column (1 where it does not vary), and whether it varies."""
    import numpy as np

    deviation = columns.std(axis=0)
    used = deviation > 1e-9
    return columns.mean(axis=0), np.where(used, deviation, 1.0), used


def _logistic(x: Floats, y: Floats) -> list[float]:
    """a, b, c, … such that 1/(1 + exp(−a − b x₀ − c x₁ − …)) fits y, from 0 to 1, by Newton's method."""
    import numpy as np

    columns = np.column_stack([np.ones(len(y)), x])
    weights = np.zeros(columns.shape[1])
    penalty = RIDGE * len(y) * np.diag([0.0, *np.ones(columns.shape[1] - 1)]) * 0.25
    for _ in range(30):
        p = 1 / (1 + np.exp(-(columns @ weights)))
        weight = p * (1 - p) + 1e-9
        gradient = columns.T @ (y - p) - penalty @ weights
        hessian = (columns * weight[:, None]).T @ columns + penalty
        weights = weights + np.linalg.solve(hessian + 1e-9 * np.eye(len(weights)), gradient)
    return [float(weight) for weight in weights]
