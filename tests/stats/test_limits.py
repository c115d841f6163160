"""The limit of a mean of bounded numbers: exact coverage of small cases, and what must hold for all samples."""

from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import SpecError
from setlab.stats import clopper_pearson, mean_limit

SAMPLES = st.lists(st.floats(0, 1), min_size=1, max_size=40)


@pytest.mark.parametrize("trials", [1, 3, 20, 60])
@pytest.mark.parametrize("proportion", [0.001, 0.03, 0.2, 0.5, 0.9, 1.0])
def test_it_covers_a_share_at_least_as_often_as_it_says(trials: int, proportion: float) -> None:
    """Exactly: the sum of the probabilities of all samples whose limit lies below the truth."""
    missed = sum(
        comb(trials, k) * proportion**k * (1 - proportion) ** (trials - k)
        for k in range(trials + 1)
        if mean_limit([1.0] * k + [0.0] * (trials - k), 0, 1) < proportion
    )
    assert missed <= 0.05


@pytest.mark.parametrize("weights", [(0.9, 0.09, 0.01), (0.5, 0.0, 0.5), (0.98, 0.01, 0.01)])
def test_it_covers_the_mean_of_three_values(weights: tuple[float, ...]) -> None:
    values, chance = (0.0, 0.25, 1.0), dict(zip((0.0, 0.25, 1.0), weights, strict=True))
    mean = sum(value * chance[value] for value in values)
    missed = 0.0
    for sample in product(values, repeat=7):
        if mean_limit(sample, 0, 1) < mean:
            probability = 1.0
            for value in sample:
                probability *= chance[value]
            missed += probability
    assert missed <= 0.05


def test_nothing_seen_is_close_to_the_exact_limit() -> None:
    for trials in (60, 1000, 30_000):
        exact = clopper_pearson(0, trials, 0.9).high
        assert exact <= mean_limit([0.0] * trials, 0, 1) <= 1.06 * exact


@given(SAMPLES)
def test_it_lies_between_the_mean_and_the_end(sample: list[float]) -> None:
    assert sum(sample) / len(sample) - 1e-12 <= mean_limit(sample, 0, 1) <= 1


@given(SAMPLES, st.floats(-5, 5), st.floats(0.01, 20))
def test_it_moves_with_the_numbers(sample: list[float], low: float, width: float) -> None:
    moved = [min(max(low + width * value, low), low + width) for value in sample]
    assert mean_limit(moved, low, low + width) == pytest.approx(low + width * mean_limit(sample, 0, 1), abs=1e-6)


@given(SAMPLES, st.sampled_from([0.5, 0.9, 0.99]))
def test_more_confidence_is_a_higher_limit(sample: list[float], confidence: float) -> None:
    assert mean_limit(sample, 0, 1, confidence) <= mean_limit(sample, 0, 1, (1 + confidence) / 2)


@pytest.mark.parametrize(
    ("values", "low", "high", "confidence", "says"),
    [
        ([], 0, 1, 0.95, "at least 1"),
        ([0.5], 1, 1, 0.95, "not a range"),
        ([0.5, 2.0], 0, 1, 0.95, "2.0 lies outside"),
        ([0.5], 0, 1, 1.0, "not a confidence"),
    ],
)
def test_bad_questions(values: list[float], low: float, high: float, confidence: float, says: str) -> None:
    with pytest.raises(SpecError, match=says):
        mean_limit(values, low, high, confidence)
