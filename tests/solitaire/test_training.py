"""Fitting: curves and linear weights find what was put in; the same seed gives the same weights."""

from __future__ import annotations

import numpy as np
import pytest

from setlab.errors import SpecError
from setlab.solitaire.training import BELIEF_STAGES, LINEAR_STAGES, SUM_STAGES, fit_curve, fit_linear, train
from setlab.solitaire.values import LINEAR_ONE, LOG_DOUBLING, ONE, TILT_ONE


def test_a_logistic_curve_and_its_tilt_are_found_again() -> None:
    """The features shift the logarithm: by 0.02 doublings for each of the first, by −0.05 for each of the last."""
    generator = np.random.default_rng(3)
    logs = np.arange(10 * LOG_DOUBLING, 40 * LOG_DOUBLING, 64)
    features = np.ones((len(logs), 10), dtype=np.int64)
    features[:, 1], features[:, 9] = generator.integers(0, 100, (2, len(logs)))
    shift = 0.02 * features[:, 1] - 0.05 * features[:, 9]
    values = ONE / (1 + np.exp(-(logs / LOG_DOUBLING + shift - 25) * 0.7))
    knots, tilt = fit_curve(logs.tolist(), np.rint(values).astype(int).tolist(), features)
    per_doubling = LOG_DOUBLING * TILT_ONE
    assert abs(tilt[1] / per_doubling - 0.02) < 5e-4
    assert abs(tilt[9] / per_doubling + 0.05) < 5e-4
    assert abs(tilt[0] + sum(tilt[i] * features[:, i].mean() for i in range(1, 10))) < per_doubling / 100
    centre = 25 - shift.mean()
    for knot in range(20, 80):
        assert abs(knots[knot] / ONE - 1 / (1 + np.exp(-(knot / 2 - centre) * 0.7))) < 0.005


def test_linear_weights_are_found_again() -> None:
    generator = np.random.default_rng(4)
    features = np.concatenate(
        [np.ones((4000, 1), dtype=np.int64), generator.integers(0, 100, (4000, 9))], axis=1, dtype=np.int64
    )
    truth = np.array([0.3, 0.001, -0.002, 0.0, 0.004, 0.0, 0.0, 0.0005, 0.0, 0.0])
    targets = np.rint(features @ truth * ONE).astype(np.int64)
    fitted, explained = fit_linear(features, targets)
    assert np.allclose(np.array(fitted) / LINEAR_ONE, truth, atol=2e-4)
    assert explained > 0.999


def test_differences_within_a_position_count_more() -> None:
    """Where one weight cannot serve both, the difference of the two moves has its way."""
    generator = np.random.default_rng(5)
    position, move = generator.normal(size=(2, 3000)) * 100
    features = np.ones((6000, 3), dtype=np.int64)
    features[::2, 1], features[1::2, 1] = position, position + move
    targets = np.zeros(6000, dtype=np.int64)
    targets[::2] = np.rint(position * 1e-3 * ONE)
    targets[1::2] = np.rint((position * 1e-3 + move * 3e-3) * ONE)
    pairs = features[1::2] - features[::2], targets[1::2] - targets[::2]
    plain, _ = fit_linear(features, targets)
    paired, _ = fit_linear(features, targets, pairs)
    assert plain[1] / LINEAR_ONE < 2e-3 < paired[1] / LINEAR_ONE < 3e-3


def test_training_is_decided_by_the_seed() -> None:
    lines: list[str] = []
    once = train(3, curve_games=150, games=60, rounds=1, deals=1, report=lines.append)
    again = train(3, curve_games=150, games=60, rounds=1, deals=1, threads=1)
    assert once == again
    assert once.checksum == again.checksum
    assert set(once.curves) == set(once.tilts) == {*SUM_STAGES, BELIEF_STAGES[0]}
    assert set(once.linear) == set(LINEAR_STAGES)
    assert set(once.beliefs) == set(BELIEF_STAGES)
    assert len(lines) == 2 + len(LINEAR_STAGES) + len(BELIEF_STAGES)
    assert all(list(curve) == sorted(curve) for curve in once.curves.values())


def test_nothing_to_learn_from_is_refused() -> None:
    with pytest.raises(SpecError, match="0 games"):
        train(1, games=0)
