"""Fits the weights to games: curves from sums and exact values, then linear values backwards by value iteration.

Linear values with beliefs come last; they are fitted to pairs of moves in the same position, so that their difference
counts.

The seed determines everything: the games are addressed, the sums are of integers, and the result is rounded to integers
once. On another machine the last digits of a fit may differ; the shipped weights are those in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import TYPE_CHECKING

from setlab.errors import SpecError
from setlab.solitaire.training.regression import fit_curve, fit_linear
from setlab.solitaire.values.budgets import Budgets
from setlab.solitaire.values.engine import new_engine
from setlab.solitaire.values.weights import BELIEF_FEATURES, FEATURE_ONE, FEATURES, MOST_LINES, ONE, Weights

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Positions = tuple[NDArray[np.int64], NDArray[np.int64]]

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
    """Games of a seed, played with the weights so far, and what is fitted to them."""

    seed: int
    deals: int
    threads: int | None
    report: Callable[[str], object]

    def fit_curves(self, weights: Weights, stages: Sequence[int], first: int, games: int) -> Weights:
        import numpy as np

        engine = new_engine("valued", Budgets(sums_from=3 * stages[-1]), weights)
        blocks = [
            engine.log_sums(self.seed, start, size, threads=self.threads) for start, size in _blocks(first, games)
        ]
        values = np.concatenate([block["value"] for block in blocks])
        logs = np.concatenate([block["logs"] for block in blocks])
        features = np.concatenate([block["features"] for block in blocks])
        self.report(f"curves: {games} games of mean value {values.mean() / ONE:.4f}")
        curves, tilts = dict(weights.curves), dict(weights.tilts)
        for stage in stages:
            seen = logs[:, stage] >= 0
            curves[stage], tilts[stage] = fit_curve(
                logs[seen, stage].tolist(), values[seen].tolist(), features[seen, stage].astype(np.int64)
            )
        return replace(weights, curves=curves, tilts=tilts)

    def fit_linear(self, weights: Weights, stage: int, first: int, games: int) -> Weights:
        features, targets = self.samples(weights, stage, first, games, Budgets())
        seen = features[:, 0, 0] == 1
        fitted, explained = fit_linear(features[seen, 0, :FEATURES], targets[seen, 0])
        self.report(_fitted(stage, targets[seen, 0], explained))
        return replace(weights, linear=weights.linear | {stage: fitted})

    def fit_beliefs(self, weights: Weights, stage: int, first: int, games: int) -> Weights:
        budgets = Budgets(sums_from=3 * SUM_STAGES[-1], beliefs_from=3 * (stage - 1))
        features, targets = self.samples(weights, stage, first, games, budgets)
        seen = features[:, 1, 0] == 1
        features, targets = features[seen], targets[seen]
        pairs = features[:, 1] - features[:, 0], targets[:, 1] - targets[:, 0]
        fitted, explained = fit_linear(features.reshape(-1, BELIEF_FEATURES), targets.reshape(-1), pairs)
        self.report(_fitted(stage, targets.reshape(-1), explained) + " with beliefs")
        return replace(weights, beliefs=weights.beliefs | {stage: fitted})

    def samples(self, weights: Weights, stage: int, first: int, games: int, budgets: Budgets) -> Positions:
        import numpy as np

        engine = new_engine("valued", budgets, weights)
        blocks = [
            engine.samples(self.seed, start, size, undealt=3 * stage, deals=self.deals, threads=self.threads)
            for start, size in _blocks(first, games)
        ]
        features, targets = ([block["features"] for block in blocks], [block["targets"] for block in blocks])
        return np.concatenate(features), np.concatenate(targets)


def _blocks(first: int, games: int) -> list[tuple[int, int]]:
    """The first game of each block, and the number of its games."""
    return [(first + done, min(BLOCK, games - done)) for done in range(0, games, BLOCK)]


def _fitted(stage: int, targets: NDArray[np.int64], explained: float) -> str:
    value = targets.mean() / ONE
    return f"{3 * stage} undealt: {len(targets)} positions of mean value {value:.4f}, {explained:.3f} explained"
