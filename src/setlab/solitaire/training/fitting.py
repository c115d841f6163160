"""Fits the weights from games: curves from sums and exact values, then linear values backwards by value iteration.

Last come the linear values with beliefs, fitted to pairs of moves in the same position, so that the difference counts.

Everything is decided by the seed: the games are addressed, the sums are of integers, and the result is rounded to
integers once. On another machine the last digits of a fit may differ; the shipped weights are those in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from typing import TYPE_CHECKING

from setlab.errors import SpecError
from setlab.solitaire.values.budgets import Budgets
from setlab.solitaire.values.curves import LOG_DOUBLING, TILT_ONE
from setlab.solitaire.values.weights import (
    BELIEF_FEATURES,
    FEATURE_ONE,
    FEATURES,
    KNOTS,
    LINEAR_ONE,
    MOST_LINES,
    ONE,
    Weights,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]

SUM_STAGES = range(4, 10)
"""Stages (undealt cards / 3) with a curve: 12 to 27 undealt cards."""

LINEAR_STAGES = range(9, 24)
"""Stages with linear values: 27 to 69 undealt cards."""

BELIEF_STAGES = range(10, 17)
"""Stages with beliefs: 30 to 48 undealt cards. The first also gets a curve, for look-ahead from 33."""

DOUBLINGS_PER_KNOT = 0.5
RIDGE = 3e-4
LEAST_SLOPE = 0.05
"""For every doubling of a sum the log odds grow by this at least, however few the games."""

PAIRS = 5.0
"""How much the difference of two moves in one position counts beside their values."""

BLOCK = 2000


def first_weights() -> Weights:
    """Weights without anything fitted: only the tables.

    >>> first_weights().logs[:4], first_weights().inverses[:3]
    ((-2048, 0, 710, 1125), (2048, 1024, 512))
    """
    lines = range(1, MOST_LINES + 1)
    logs = (-2 * FEATURE_ONE, *(round(FEATURE_ONE * log(d)) for d in lines))
    inverses = (2 * FEATURE_ONE, *(round(FEATURE_ONE / d) for d in lines))
    return Weights({}, {}, {}, {}, logs, inverses)


def train(
    seed: int,
    curve_games: int = 60_000,
    games: int = 40_000,
    rounds: int = 2,
    deals: int = 4,
    *,
    threads: int | None = None,
    report: Callable[[str], object] = lambda line: None,
) -> Weights:
    """Weights fitted to games of a seed; the same seed and numbers give the same weights.

    In every round the games of the present weights give the curves, and then, for 27, 30, … 69 undealt cards, `games`
    positions after a random move are valued by the mean of the best value after `deals` deals. In the end the same is
    done for two moves in each position, with beliefs, for 30 … 48 undealt cards.
    """
    if min(curve_games, games, rounds, deals) < 1:
        raise SpecError(f"{games} games in {rounds} rounds are nothing to learn from: choose 1 or more of each")
    play = _Games(seed, deals, threads, report)
    weights, first = first_weights(), 0
    for _ in range(rounds):
        weights = play.fit_curves(weights, SUM_STAGES, first, curve_games)
        first += curve_games
        for stage in LINEAR_STAGES:
            weights = play.fit_linear(weights, stage, first, games)
            first += games
    late = max(1, curve_games // 10)  # sums take longer here
    weights = play.fit_curves(weights, BELIEF_STAGES[:1], first, late)
    first += late
    for stage in BELIEF_STAGES:
        weights = play.fit_beliefs(weights, stage, first, games)
        first += games
    return weights


def fit_curve(
    logs: Sequence[int], values: Sequence[int], features: NDArray[np.int64] | None = None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The knots of a curve and a tilt: a logistic function of the logarithm of a sum and of features, fitted to values.

    `logs` are logarithms in 1/4096 of a doubling; those of no sum are 0 and are left out. `values` are in parts of ONE.

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
    """Linear weights by ridge regression on standardised features, on the scale LINEAR_ONE, and the share explained.

    `pairs` are differences of features and of targets; they count PAIRS times as much as the values.
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
    """Mean and spread of every column, and whether it varies at all; where it does not, the spread is 1."""
    import numpy as np

    spread = columns.std(axis=0)
    used = spread > 1e-9
    return columns.mean(axis=0), np.where(used, spread, 1.0), used


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


@dataclass(frozen=True)
class _Games:
    """Games of a seed, played with the weights so far, and what is fitted to them."""

    seed: int
    deals: int
    threads: int | None
    report: Callable[[str], object]

    def fit_curves(self, weights: Weights, stages: Sequence[int], first: int, games: int) -> Weights:
        import numpy as np

        from setlab import _core

        budgets = Budgets(sums_from=3 * stages[-1]).row()
        blocks = [
            _core.solitaire_log_sums(
                self.seed, start, size, budgets=budgets, weights=weights.array(), threads=self.threads
            )
            for start, size in _blocks(first, games)
        ]
        rows = np.concatenate(blocks)
        self.report(f"curves: {games} games of mean value {rows[:, 0, 0].mean() / ONE:.4f}")
        curves, tilts = dict(weights.curves), dict(weights.tilts)
        for stage in stages:
            seen = rows[rows[:, stage, 0] >= 0]
            curves[stage], tilts[stage] = fit_curve(
                seen[:, stage, 0].tolist(), seen[:, 0, 0].tolist(), seen[:, stage, 1:].astype(np.int64)
            )
        return replace(weights, curves=curves, tilts=tilts)

    def fit_linear(self, weights: Weights, stage: int, first: int, games: int) -> Weights:
        rows = self.samples(weights, stage, first, games, Budgets())[:, 0]
        rows = rows[rows[:, 0] == 1]
        fitted, explained = fit_linear(rows[:, :FEATURES], rows[:, -1])
        self.report(_fitted(stage, rows, explained))
        return replace(weights, linear=weights.linear | {stage: fitted})

    def fit_beliefs(self, weights: Weights, stage: int, first: int, games: int) -> Weights:
        budgets = Budgets(sums_from=3 * SUM_STAGES[-1], beliefs_from=3 * (stage - 1))
        rows = self.samples(weights, stage, first, games, budgets)
        rows = rows[rows[:, 1, 0] == 1]
        change = rows[:, 1] - rows[:, 0]
        both = rows.reshape(-1, rows.shape[2])
        pairs = change[:, :BELIEF_FEATURES], change[:, -1]
        fitted, explained = fit_linear(both[:, :BELIEF_FEATURES], both[:, -1], pairs)
        self.report(_fitted(stage, both, explained) + " with beliefs")
        return replace(weights, beliefs=weights.beliefs | {stage: fitted})

    def samples(self, weights: Weights, stage: int, first: int, games: int, budgets: Budgets) -> NDArray[np.int64]:
        import numpy as np

        from setlab import _core

        blocks = [
            _core.solitaire_samples(
                self.seed,
                start,
                size,
                undealt=3 * stage,
                deals=self.deals,
                budgets=budgets.row(),
                weights=weights.array(),
                threads=self.threads,
            )
            for start, size in _blocks(first, games)
        ]
        return np.concatenate(blocks)


def _blocks(first: int, games: int) -> list[tuple[int, int]]:
    """Where each block of games starts, and how many games it has."""
    return [(first + done, min(BLOCK, games - done)) for done in range(0, games, BLOCK)]


def _fitted(stage: int, rows: NDArray[np.int64], explained: float) -> str:
    value = rows[:, -1].mean() / ONE
    return f"{3 * stage} undealt: {len(rows)} positions of mean value {value:.4f}, {explained:.3f} explained"
