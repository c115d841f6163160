"""Fitting: curves and linear weights find what was put in; the same seed gives the same weights."""

from __future__ import annotations

import numpy as np
import pytest

from setlab.errors import SpecError
from setlab.solitaire.train import LINEAR_STAGES, SUM_STAGES, fit_curve, fit_linear, train
from setlab.solitaire.weights import LINEAR_ONE, ONE


def test_a_logistic_curve_is_found_again() -> None:
    steps = np.arange(10 * 64, 40 * 64, 8)
    values = ONE / (1 + np.exp(-(steps / 64 - 25) * 0.7))
    knots = fit_curve(steps.tolist(), np.rint(values).astype(int).tolist())
    for knot in range(20, 80):
        assert abs(knots[knot] / ONE - 1 / (1 + np.exp(-(knot / 2 - 25) * 0.7))) < 0.002


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


def test_training_is_decided_by_the_seed() -> None:
    lines: list[str] = []
    once = train(3, curve_games=150, games=60, rounds=1, deals=1, report=lines.append)
    again = train(3, curve_games=150, games=60, rounds=1, deals=1, threads=1)
    assert once == again
    assert once.checksum == again.checksum
    assert set(once.curves) == set(SUM_STAGES)
    assert set(once.linear) == set(LINEAR_STAGES)
    assert len(lines) == 1 + len(LINEAR_STAGES)
    assert all(list(curve) == sorted(curve) for curve in once.curves.values())


def test_nothing_to_learn_from_is_refused() -> None:
    with pytest.raises(SpecError, match="0 games"):
        train(1, games=0)
