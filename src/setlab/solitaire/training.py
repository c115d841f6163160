"""The fitting of weights by regression on positions of games played; loaded only on request."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import setlab.solitaire.values as units
from setlab.errors import SpecError
from setlab.files import whole_file
from setlab.solitaire.bounds import informed_games
from setlab.solitaire.values import ONE, Budgets, EstimateWeights, Numbers, Weights, estimate_to_json, new_engine

Floats = NDArray[np.float64]
Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]

DOUBLINGS_PER_KNOT = 0.5
RIDGE = 3e-4
LEAST_SLOPE = 0.05
"""For every doubling of a sum the log odds grow by at least this, however few the games."""

PAIRS = 5.0
"""The weight of the difference of two moves in one position, relative to their values."""


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
    x = np.array(logs, dtype=np.float64) / units.LOG_DOUBLING
    seen = x > 0
    y = np.array(values, dtype=np.float64)[seen] / ONE
    others = np.zeros((len(y), units.FEATURES - 1)) if features is None else features[seen, 1:].astype(np.float64)
    columns = np.column_stack([x[seen], others])
    mean, scale, used = _standard(columns)
    a, *slopes = _logistic(np.where(used, (columns - mean) / scale, 0.0), y)
    slope = np.where(used, np.array(slopes) / scale, 0.0)
    b = max(slope[0], LEAST_SLOPE)
    powers = [knot * DOUBLINGS_PER_KNOT for knot in range(units.KNOTS)]
    knots = tuple(round(ONE / (1 + exp(-max(-40.0, min(40.0, a + b * (power - mean[0])))))) for power in powers)
    tilt = slope[1:] / b * units.LOG_DOUBLING * units.TILT_ONE
    return knots, tuple(round(float(number)) for number in (-tilt @ mean[1:], *tilt))


def fit_linear(
    features: NDArray[np.int64], targets: NDArray[np.int64], pairs: Pairs | None = None
) -> tuple[tuple[int, ...], float]:
    """Linear weights by ridge regression on standardised features, and the proportion of variance explained.

    The weights are on the scale LINEAR_ONE. `pairs` are differences of features and of targets; they count PAIRS times
    as much as the values.
    """
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
    return tuple(round(float(weight) * units.LINEAR_ONE) for weight in weights), explained


def _standard(columns: Floats) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Mean and standard deviation of every column (1 where it does not vary), and whether it varies."""
    deviation = columns.std(axis=0)
    used = deviation > 1e-9
    return columns.mean(axis=0), np.where(used, deviation, 1.0), used


def _logistic(x: Floats, y: Floats) -> list[float]:
    """a, b, c, … such that 1/(1 + exp(−a − b x₀ − c x₁ − …)) fits y, from 0 to 1, by Newton's method."""
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


SEED = 20261
GAMES = {12: 4000, 15: 2500, 18: 1500, 21: 2500, 24: 1200}
"""The number of games for each number of undealt cards and each kind of table."""

EXACT_TO = {12: 12, 15: 15, 18: 15, 21: 12, 24: 12}
ROUNDS = 60


def fit_estimate(games: dict[int, int], seed: int = SEED, report: Callable[[str], object] = print) -> EstimateWeights:
    """The weights of every stage, each fitted with those of the stages below."""
    weights: EstimateWeights = {}
    for undealt, number in sorted(games.items()):
        found: Numbers = ()
        for kind in range(3):
            seen = informed_games(number, undealt, seed, exact_to=EXACT_TO[undealt], kind=kind, weights=weights)
            used = (seen["undealt"] == undealt) & (seen["kind"] == kind) & (seen["chances"] >= 0)
            x, y = (sums[used].astype(np.float64) - units.LOG_ONE for sums in (seen["chances"], seen["squares"]))
            target = seen["best"][used]
            row, left = fit_stage(x, y, target)
            report(f"{undealt} undealt: {len(target)} positions, {left:.4f} of {np.std(target):.4f} unexplained")
            found += row
        weights[undealt // 3] = found
    return weights


def fit_stage(x: NDArray[np.float64], y: NDArray[np.float64], target: NDArray[np.float64]) -> tuple[Numbers, float]:
    """Three weights by least squares (the Gauss–Newton method), and the root mean square error that is left."""
    features = np.stack([np.ones_like(x), x, y], axis=1)
    scale = np.abs(features).max(axis=0)
    scaled, weights = features / scale, np.zeros(3)
    for _ in range(ROUNDS):
        score = scaled @ weights
        root = np.sqrt(score * score + 1)
        slope = scaled * (0.5 / root**3)[:, None]
        left = target - (score / root + 1) / 2
        weights += np.linalg.solve(slope.T @ slope + 1e-6 * np.eye(3), slope.T @ left)
    return tuple(int(w) for w in np.rint(ONE * weights / scale)), float(np.sqrt(np.mean(left * left)))


SUM_STAGES = range(4, 10)
"""Stages (undealt cards / 3) with a curve: 12 to 27 undealt cards."""

LINEAR_STAGES = range(9, 24)
"""Stages with linear values: 27 to 69 undealt cards."""

BELIEF_STAGES = range(10, 17)
"""Stages with beliefs: 30 to 48 undealt cards. The first also gets a curve, for look-ahead from 33."""

BLOCK = 2000


def first_weights() -> Weights:
    """Weights before anything is fitted: only the two tables.

    >>> first_weights().logs[:4], first_weights().inverses[:3]
    ((-2048, 0, 710, 1125), (2048, 1024, 512))
    """
    lines = range(1, units.MOST_LINES + 1)
    logs = (-2 * units.FEATURE_ONE, *(round(units.FEATURE_ONE * log(d)) for d in lines))
    inverses = (2 * units.FEATURE_ONE, *(round(units.FEATURE_ONE / d) for d in lines))
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
    """Weights fitted to games of a seed; the same arguments give the same weights.

    In every round, games with the present weights give the curves; then, for 27, 30, … 69 undealt cards, `games`
    positions after a random move are valued by the mean of the best value after `deals` deals. Finally the same is done
    with beliefs, for two moves in each position, for 30, 33, … 48 undealt cards.
    """
    if min(curve_games, games, rounds, deals) < 1:
        raise SpecError(f"{games} games in {rounds} rounds are too few to learn from: choose at least 1 of each")
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


@dataclass(frozen=True)
class _Games:
    """Games of a seed, played with the weights so far, and the fits to them."""

    seed: int
    deals: int
    threads: int | None
    report: Callable[[str], object]

    def fit_curves(self, weights: Weights, stages: Sequence[int], first: int, games: int) -> Weights:
        engine = new_engine("valued", Budgets(sums_from=3 * stages[-1]), weights)
        blocks = [engine.log_sums(self.seed, *block, threads=self.threads) for block in _blocks(first, games)]
        values, logs, features = (
            np.concatenate([block[name] for block in blocks]) for name in ("value", "logs", "features")
        )
        self.report(f"curves: {games} games of mean value {values.mean() / ONE:.4f}")
        curves, tilts = dict(weights.curves), dict(weights.tilts)
        for stage in stages:
            seen = logs[:, stage] >= 0
            sums, kinds = logs[seen, stage].tolist(), features[seen, stage].astype(np.int64)
            curves[stage], tilts[stage] = fit_curve(sums, values[seen].tolist(), kinds)
        return replace(weights, curves=curves, tilts=tilts)

    def fit_linear(self, weights: Weights, stage: int, first: int, games: int) -> Weights:
        features, targets = self.samples(weights, stage, first, games, Budgets())
        seen = features[:, 0, 0] == 1
        fitted, explained = fit_linear(features[seen, 0, : units.FEATURES], targets[seen, 0])
        self.report(_fit_line(stage, targets[seen, 0], explained))
        return replace(weights, linear=weights.linear | {stage: fitted})

    def fit_beliefs(self, weights: Weights, stage: int, first: int, games: int) -> Weights:
        budgets = Budgets(sums_from=3 * SUM_STAGES[-1], beliefs_from=3 * (stage - 1))
        features, targets = self.samples(weights, stage, first, games, budgets)
        seen = features[:, 1, 0] == 1
        features, targets = features[seen], targets[seen]
        pairs = features[:, 1] - features[:, 0], targets[:, 1] - targets[:, 0]
        fitted, explained = fit_linear(features.reshape(-1, units.BELIEF_FEATURES), targets.reshape(-1), pairs)
        self.report(_fit_line(stage, targets.reshape(-1), explained) + " with beliefs")
        return replace(weights, beliefs=weights.beliefs | {stage: fitted})

    def samples(self, weights: Weights, stage: int, first: int, games: int, budgets: Budgets) -> Pairs:
        engine = new_engine("valued", budgets, weights)
        blocks = [
            engine.samples(self.seed, start, size, undealt=3 * stage, deals=self.deals, threads=self.threads)
            for start, size in _blocks(first, games)
        ]
        features, targets = (np.concatenate([block[name] for block in blocks]) for name in ("features", "targets"))
        return features, targets


def _blocks(first: int, games: int) -> list[tuple[int, int]]:
    """The first game of each block, and the number of its games."""
    return [(first + done, min(BLOCK, games - done)) for done in range(0, games, BLOCK)]


def _fit_line(stage: int, targets: NDArray[np.int64], explained: float) -> str:
    value = targets.mean() / ONE
    return f"{3 * stage} undealt: {len(targets)} positions of mean value {value:.4f}, {explained:.3f} explained"


def main() -> None:
    """Fit the weights of the estimate and write the file that ships."""
    path = Path(__file__).parent / "data" / "estimate.json"
    text = estimate_to_json(fit_estimate(GAMES, report=lambda line: print(line, file=sys.stderr, flush=True)))
    with whole_file(path) as file:
        file.write(text.encode())


if __name__ == "__main__":
    main()
