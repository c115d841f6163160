"""Paired differences: Tango's interval against the likelihood itself, its coverage, and the exact sign test."""

from fractions import Fraction
from itertools import product
from math import comb, exp, isclose, lgamma, log, sqrt

import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import binomtest

from setlab.errors import SpecError
from setlab.stats import log10_sign_test, normal_quantile, paired_interval, paired_mean_interval, sign_test

Z = -normal_quantile(0.025)


def score(difference: float, b: int, c: int, n: int) -> float:
    """The score statistic with the nuisance parameter found by maximising the likelihood numerically."""
    low = max(0.0, -difference)
    high = (1 - difference) / 2

    def loss(other: float) -> float:
        rest = 1 - 2 * other - difference
        terms = ((b, other + difference), (c, other), (n - b - c, rest))
        return -sum(count * log(max(p, 1e-300)) for count, p in terms if count)

    other = minimize_scalar(loss, bounds=(low, high), method="bounded", options={"xatol": 1e-12}).x
    return float((b - c - n * difference) / sqrt(n * (2 * other + difference * (1 - difference))))


@pytest.mark.parametrize(("b", "c", "n"), [(53, 16, 500), (16, 53, 500), (8, 2, 30), (0, 5, 40), (1, 0, 44)])
def test_the_ends_are_where_the_score_test_begins_to_reject(b: int, c: int, n: int) -> None:
    ends = paired_interval(b, c, n)
    assert isclose(score(ends.low, b, c, n), Z, rel_tol=1e-3)
    assert isclose(score(ends.high, b, c, n), -Z, rel_tol=1e-3)


def test_the_interval_is_antisymmetric_and_contains_what_was_seen() -> None:
    for b, c in product(range(8), repeat=2):
        ends, other = paired_interval(b, c, 15), paired_interval(c, b, 15)
        assert (b - c) / 15 in ends
        assert isclose(ends.low, -other.high, abs_tol=1e-12)
        assert -1 <= ends.low <= ends.high <= 1


def test_no_difference_is_not_certainty() -> None:
    ends = paired_interval(0, 0, 1000)
    assert isclose(ends.high, Z**2 / (1000 + Z**2), rel_tol=1e-9)
    assert isclose(ends.low, -ends.high, rel_tol=1e-9)
    assert (paired_interval(0, 0, 0).low, paired_interval(0, 0, 0).high) == (-1, 1)


def trinomial(b: int, c: int, n: int, p: float, q: float) -> float:
    """The probability of b and c differing cases, if they have probabilities p and q."""
    ways = lgamma(n + 1) - lgamma(b + 1) - lgamma(c + 1) - lgamma(n - b - c + 1)
    return exp(ways + b * log(p) + c * log(q) + (n - b - c) * log(1 - p - q))


@pytest.mark.parametrize(("p", "q"), [(0.05, 0.05), (0.1, 0.02), (0.3, 0.2), (0.02, 0.02), (0.4, 0.1)])
def test_the_coverage_is_near_its_level(p: float, q: float) -> None:
    """Summed over all samples of 100 cases: exact, without chance."""
    n = 100
    total = covered = 0.0
    for b in range(n + 1):
        for c in range(n + 1 - b):
            chance = trinomial(b, c, n, p, q)
            if chance > 1e-9:
                total += chance
                covered += chance * (p - q in paired_interval(b, c, n))
    assert total > 0.9999
    assert 0.935 < covered < 0.985


def test_paired_games_are_more_precise_than_independent_ones() -> None:
    """Half of the cases succeed in both ways: the interval of independent samples would be wider by far."""
    independent = 2 * Z * sqrt(2 * 0.25 / 1000)
    assert paired_interval(20, 10, 1000).width < independent / 3


@pytest.mark.parametrize(("b", "c"), [(8, 2), (0, 5), (5, 5), (0, 0), (300, 250), (4, 3), (1, 0)])
def test_the_sign_test_is_the_exact_binomial_test(b: int, c: int) -> None:
    expected = binomtest(b, b + c).pvalue if b + c else 1.0
    assert isclose(sign_test(b, c), expected, rel_tol=1e-9)
    if b + c < 20:
        tail = Fraction(2 * sum(comb(b + c, k) for k in range(min(b, c) + 1)), 2 ** (b + c))
        assert isclose(sign_test(b, c), float(min(Fraction(1), tail)), rel_tol=1e-9)


def test_a_p_value_below_all_floats_keeps_its_size() -> None:
    """Against the integers: with n cases of which k are fewer, p = 2 Σ C(n, j) / 2^n for j ≤ k."""
    n, k = 3000, 400
    exact = 2 * sum(comb(n, j) for j in range(k + 1))
    assert sign_test(n - k, k) == 0
    assert isclose(log10_sign_test(n - k, k), (log(exact) - n * log(2)) / log(10), rel_tol=1e-9)


def test_means_of_differences() -> None:
    ends = paired_mean_interval({-3: 200, 0: 500, 3: 300})
    assert 0.3 in ends
    assert 0 not in ends
    assert paired_mean_interval({0: 50}).width == 0


def test_impossible_numbers_are_refused() -> None:
    for numbers in ((-1, 0, 5), (3, 3, 5)):
        with pytest.raises(SpecError, match="differing cases of 5 are not possible"):
            paired_interval(*numbers)
    with pytest.raises(SpecError, match="is not a confidence"):
        paired_interval(1, 1, 5, 1.0)
    with pytest.raises(SpecError, match="make at least 2"):
        paired_mean_interval({0: 1})
