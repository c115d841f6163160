"""Fits the weights from games: curves from sums and exact values, then linear values backwards by value iteration.

Everything is decided by the seed: the games are addressed, the sums are of integers, and the result is rounded to
integers once. On another machine the last digits of a fit may differ; the shipped weights are those in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import exp, log
from typing import TYPE_CHECKING

from setlab.errors import SpecError
from setlab.solitaire.budgets import Budgets
from setlab.solitaire.weights import FEATURE_ONE, FEATURES, KNOTS, LINEAR_ONE, MOST_LINES, ONE, Weights

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SUM_STAGES = range(4, 10)
"""Stages (undealt cards / 3) with a curve: 12 to 27 undealt cards."""

LINEAR_STAGES = range(9, 24)
"""Stages with linear values: 27 to 69 undealt cards."""

STEPS_PER_KNOT = 32
RIDGE = 3e-4
BLOCK = 2000


def first_weights() -> Weights:
    """Weights without anything fitted: only the tables.

    >>> first_weights().logs[:4], first_weights().inverses[:3]
    ((-2048, 0, 710, 1125), (2048, 1024, 512))
    """
    lines = range(1, MOST_LINES + 1)
    logs = (-2 * FEATURE_ONE, *(round(FEATURE_ONE * log(d)) for d in lines))
    inverses = (2 * FEATURE_ONE, *(round(FEATURE_ONE / d) for d in lines))
    return Weights({}, {}, logs, inverses)


def train(
    seed: int,
    curve_games: int = 40_000,
    games: int = 60_000,
    rounds: int = 2,
    deals: int = 4,
    *,
    threads: int | None = None,
    report: Callable[[str], object] = lambda line: None,
) -> Weights:
    """Weights fitted to games of a seed; the same seed and numbers give the same weights.

    In every round the games of the present weights give the curves, and then, for 27, 30, … 69 undealt cards, `games`
    positions after a random move are valued by the mean of the best value after `deals` deals.
    """
    if min(curve_games, games, rounds, deals) < 1:
        raise SpecError(f"{games} games in {rounds} rounds are nothing to learn from: choose 1 or more of each")
    weights = first_weights()
    for number in range(rounds):
        first = number * (curve_games + len(LINEAR_STAGES) * games)
        weights = _with_curves(weights, seed, first, curve_games, threads, report)
        for stage in LINEAR_STAGES:
            start = first + curve_games + (stage - LINEAR_STAGES.start) * games
            weights = _with_linear(weights, seed, start, games, stage, deals, threads, report)
    return weights


def fit_curve(steps: Sequence[int], values: Sequence[int]) -> tuple[int, ...]:
    """The knots of a curve: a logistic function of the logarithm of the sum, fitted to values in parts of ONE.

    `steps` are logarithms in 1/64 of a doubling; those of no sum are 0 and are left out.

    >>> knots = fit_curve([64 * 20] * 10 + [64 * 24] * 10, [ONE // 4] * 10 + [3 * ONE // 4] * 10)
    >>> [round(knots[2 * power] / ONE, 2) for power in (16, 20, 22, 24)]
    [0.04, 0.25, 0.5, 0.75]
    """
    import numpy as np

    x = np.array(steps, dtype=np.float64) / 64
    y = np.array(values, dtype=np.float64)[x > 0] / ONE
    x = x[x > 0]
    centre = x.mean()
    a, b = _logistic(x - centre, y)
    powers = [knot * STEPS_PER_KNOT / 64 for knot in range(KNOTS)]
    return tuple(round(ONE / (1 + exp(-max(-40.0, min(40.0, a + b * (power - centre)))))) for power in powers)


def fit_linear(features: NDArray[np.int64], targets: NDArray[np.int64]) -> tuple[tuple[int, ...], float]:
    """Linear weights by ridge regression on standardised features, on the scale LINEAR_ONE, and the share explained."""
    import numpy as np

    x, y = features[:, 1:].astype(np.float64), targets.astype(np.float64) / ONE
    mean, spread = x.mean(axis=0), x.std(axis=0)
    used = spread > 1e-9
    scaled = np.where(used, (x - mean) / np.where(used, spread, 1.0), 0.0)
    gram = scaled.T @ scaled / len(y) + RIDGE * np.eye(FEATURES - 1)
    covariance = scaled.T @ (y - y.mean()) / len(y)
    slope = np.linalg.solve(gram, covariance)
    explained = float(covariance @ slope / max(y.var(), 1e-12))
    slope = np.where(used, slope / np.where(used, spread, 1.0), 0.0)
    weights = [y.mean() - slope @ mean, *slope]
    return tuple(round(float(weight) * LINEAR_ONE) for weight in weights), explained


def _logistic(x: Floats, y: Floats) -> tuple[float, float]:
    """a, b such that 1/(1 + exp(−a − b x)) fits y, which may be any number from 0 to 1, by Newton's method."""
    import numpy as np

    a, b = 0.0, 0.5
    for _ in range(30):
        p = 1 / (1 + np.exp(-(a + b * x)))
        weight = p * (1 - p) + 1e-9
        error = y - p
        h = np.array([[weight.sum(), (weight * x).sum()], [(weight * x).sum(), (weight * x * x).sum()]])
        step = np.linalg.solve(h + 1e-9 * np.eye(2), np.array([error.sum(), (error * x).sum()]))
        a, b = a + float(step[0]), b + float(step[1])
    return a, b


def _with_curves(
    weights: Weights,
    seed: int,
    first: int,
    games: int,
    threads: int | None,
    report: Callable[[str], object],
) -> Weights:
    import numpy as np

    from setlab import _core

    budgets = Budgets(sums_from=3 * SUM_STAGES[-1]).row()
    blocks = [
        _core.solitaire_log_sums(
            seed, first + i, min(BLOCK, games - i), budgets=budgets, weights=weights.array(), threads=threads
        )
        for i in range(0, games, BLOCK)
    ]
    rows = np.concatenate(blocks)
    report(f"curves: {games} games of mean value {rows[:, 0].mean() / ONE:.4f}")
    curves = {}
    for stage in SUM_STAGES:
        seen = rows[rows[:, stage] >= 0]
        curves[stage] = fit_curve(seen[:, stage].tolist(), seen[:, 0].tolist())
    return replace(weights, curves=curves)


def _with_linear(
    weights: Weights,
    seed: int,
    first: int,
    games: int,
    stage: int,
    deals: int,
    threads: int | None,
    report: Callable[[str], object],
) -> Weights:
    import numpy as np

    from setlab import _core

    blocks = [
        _core.solitaire_samples(
            seed,
            first + i,
            min(BLOCK, games - i),
            undealt=3 * stage,
            deals=deals,
            budgets=Budgets().row(),
            weights=weights.array(),
            threads=threads,
        )
        for i in range(0, games, BLOCK)
    ]
    rows = np.concatenate(blocks)
    rows = rows[rows[:, 0] == 1]
    fitted, explained = fit_linear(rows[:, :FEATURES], rows[:, FEATURES])
    report(
        f"{3 * stage} undealt: {len(rows)} positions of mean value {rows[:, FEATURES].mean() / ONE:.4f}, "
        f"{explained:.3f} explained"
    )
    return replace(weights, linear=weights.linear | {stage: fitted})
