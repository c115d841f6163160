"""Tails and quantiles against exact sums, closed forms and SciPy, out to 1e-300 and to counts of 1e12."""

from fractions import Fraction
from math import comb, erfc, exp, factorial, inf, log, pi, sqrt, tan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import SpecError
from setlab.stats import (
    Tails,
    beta_quantile,
    beta_tails,
    deviance,
    exp_excess,
    gamma_quantile,
    gamma_tails,
    log_excess,
    normal_quantile,
    stirling_rest,
    student_quantile,
)

CLOSE = 1e-12
"""The relative error that is allowed, unless a test says otherwise."""

SIZES = st.floats(0.5, 1e4)
PROBABILITIES = st.floats(-100, -0.31).map(lambda power: 10.0**power)


def binomial_tail(n: int, x: float, fewest: int) -> Fraction:
    """P(at least so many successes) of n, by exact arithmetic."""
    p = Fraction(x)
    return sum((comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(fewest, n + 1)), Fraction(0))


@pytest.mark.parametrize("a", [1, 2, 7, 40])
@pytest.mark.parametrize("x", [0.001, 0.5, 1.0, 7.0, 39.5, 200.0, 600.0])
def test_gamma_of_whole_numbers_is_a_sum(a: int, x: float) -> None:
    above = float(sum((Fraction(x) ** k / factorial(k) for k in range(a)), Fraction(0))) * exp(-x)
    assert gamma_tails(a, x).upper == pytest.approx(above, rel=CLOSE)


@pytest.mark.parametrize("x", [1e-12, 0.01, 0.5, 2.0, 30.0, 650.0])
def test_gamma_of_one_half_is_the_error_function(x: float) -> None:
    assert gamma_tails(0.5, x).upper == pytest.approx(erfc(sqrt(x)), rel=CLOSE)


@pytest.mark.parametrize(("a", "b"), [(1, 1), (1, 30), (3, 4), (20, 5), (50, 50), (200, 3)])
@pytest.mark.parametrize("x", [2.0**-40, 0.03125, 0.25, 0.5, 0.75, 0.96875])
def test_beta_of_whole_numbers_is_a_binomial_sum(a: int, b: int, x: float) -> None:
    below = binomial_tail(a + b - 1, x, a)
    tails = beta_tails(a, b, x)
    for found, expected in ((tails.lower, below), (tails.upper, 1 - below)):
        if expected > Fraction(1, 10**300):
            assert found == pytest.approx(float(expected), rel=CLOSE)


def test_logarithms_go_on_where_floats_end() -> None:
    far = gamma_tails(1, 5000)
    assert far.upper == 0.0
    assert far.log_upper == pytest.approx(-5000, rel=CLOSE)
    deep = beta_tails(1000, 1, 0.25)
    assert deep.log_lower == pytest.approx(1000 * log(0.25), rel=CLOSE)
    assert deep.upper == 1.0


def test_ends_of_the_range() -> None:
    assert gamma_tails(2, 0) == Tails(-inf, 0.0)
    assert gamma_tails(2, inf) == Tails(0.0, -inf)
    assert beta_tails(2, 3, 0) == Tails(-inf, 0.0)
    assert beta_tails(2, 3, 1) == Tails(0.0, -inf)


@given(SIZES, SIZES, st.floats(0.001, 0.999))
def test_tails_add_up_and_mirror(a: float, b: float, x: float) -> None:
    tails = beta_tails(a, b, x)
    assert tails.lower + tails.upper == pytest.approx(1, rel=CLOSE)
    y = 1 - x
    other = beta_tails(b, a, y)
    assert other.log_upper == pytest.approx(beta_tails(a, b, 1 - y).log_lower, rel=1e-9, abs=1e-12)


@given(SIZES, SIZES, PROBABILITIES, st.booleans())
def test_beta_quantiles_invert_tails(a: float, b: float, p: float, upper: bool) -> None:
    x = beta_quantile(a, b, p, upper)
    if 0 < x < 0.999:  # nearer to 1 a float is too coarse to hold the quantile
        tails = beta_tails(a, b, x)
        assert (tails.log_upper if upper else tails.log_lower) == pytest.approx(log(p), rel=1e-9, abs=1e-9)


@given(SIZES, PROBABILITIES, st.booleans())
def test_gamma_quantiles_invert_tails(a: float, p: float, upper: bool) -> None:
    tails = gamma_tails(a, gamma_quantile(a, p, upper))
    assert (tails.log_upper if upper else tails.log_lower) == pytest.approx(log(p), rel=1e-9, abs=1e-9)


@pytest.mark.long
@given(SIZES, SIZES, PROBABILITIES, PROBABILITIES)
def test_quantiles_grow_with_the_probability(a: float, b: float, p: float, q: float) -> None:
    low, high = sorted((p, q))
    slack = 1 + 1e-12
    assert beta_quantile(a, b, low) <= beta_quantile(a, b, high) * slack
    assert gamma_quantile(a, high, upper=True) <= gamma_quantile(a, low, upper=True) * slack


def test_the_two_sides_of_a_quantile_agree() -> None:
    for p in (0.001, 0.25, 0.5, 0.75):
        assert beta_quantile(3, 8, p) == pytest.approx(beta_quantile(3, 8, 1 - p, upper=True), rel=CLOSE)
        assert gamma_quantile(3, p) == pytest.approx(gamma_quantile(3, 1 - p, upper=True), rel=CLOSE)


@pytest.mark.parametrize("p", [0.3, 0.025, 1e-10, 1e-100, 1e-300])
def test_a_million_million_trials(p: float) -> None:
    """For 10^12 trials: the normal limit in the middle, the law of rare events at the edge."""
    half = 5 * 10**11
    z = -normal_quantile(p)
    assert beta_quantile(half, half, p, upper=True) == pytest.approx(0.5 + z / (2 * sqrt(2 * half)), rel=1e-11)
    assert beta_quantile(half, half, p) == pytest.approx(0.5 - z / (2 * sqrt(2 * half)), rel=1e-11)
    assert gamma_quantile(1e12, p, upper=True) == pytest.approx(1e12 + z * 1e6, rel=1e-9)
    rare = gamma_quantile(5, p, upper=True) / 1e12
    assert beta_quantile(5, 1e12, p, upper=True) == pytest.approx(rare, rel=1e-8)
    assert beta_quantile(1e12, 5, p) == pytest.approx(1 - rare, rel=1e-12)


@pytest.mark.parametrize("p", [0.5, 0.3, 0.025, 1e-9, 1e-100, 1e-300])
def test_normal_quantiles(p: float) -> None:
    assert erfc(-normal_quantile(p) / sqrt(2)) / 2 == pytest.approx(p, rel=1e-10)
    if p > 1e-3:
        assert normal_quantile(1 - p) == pytest.approx(-normal_quantile(p), rel=CLOSE, abs=CLOSE)


@pytest.mark.parametrize("p", [0.5, 0.4, 0.05, 0.0005, 1e-12])
def test_student_quantiles_with_closed_forms(p: float) -> None:
    assert student_quantile(1, p) == pytest.approx(1 / tan(pi * p) if p < 0.5 else 0.0, rel=1e-11, abs=1e-15)
    proportion = 1 - 2 * p
    assert student_quantile(2, p) == pytest.approx(proportion * sqrt(2 / (4 * p * (1 - p))), rel=1e-11, abs=1e-15)
    assert student_quantile(1e14, p) == pytest.approx(-normal_quantile(p), rel=1e-9, abs=1e-15)


def test_against_scipy() -> None:
    from scipy import special

    for a in (0.5, 1, 1.5, 4, 9.5, 33, 500):
        for factor in (0.01, 0.5, 0.95, 1.0, 1.05, 2, 9):
            tails = gamma_tails(a, a * factor)
            assert tails.lower == pytest.approx(special.gammainc(a, a * factor), rel=1e-11)
            assert tails.upper == pytest.approx(special.gammaincc(a, a * factor), rel=1e-11)
        for b in (0.5, 2, 17, 800):
            for x in (0.001, 0.1, 0.4, 0.6, 0.9, 0.999):
                tails = beta_tails(a, b, x)
                assert tails.lower == pytest.approx(special.betainc(a, b, x), rel=1e-11, abs=1e-300)
                assert tails.upper == pytest.approx(special.betaincc(a, b, x), rel=1e-11, abs=1e-300)
            for p in (1e-30, 1e-3, 0.025, 0.5, 0.9):
                assert beta_quantile(a, b, p) == pytest.approx(special.betaincinv(a, b, p), rel=1e-10)
                assert gamma_quantile(a, p) == pytest.approx(special.gammaincinv(a, p), rel=1e-10)
                assert gamma_quantile(a, p, upper=True) == pytest.approx(special.gammainccinv(a, p), rel=1e-10)
    for degrees in (1, 3, 10, 1000):
        for p in (1e-8, 0.0005, 0.025, 0.2):
            assert student_quantile(degrees, p) == pytest.approx(-special.stdtrit(degrees, p), rel=1e-10)


def test_differences_keep_their_digits() -> None:
    t = Fraction(1, 1000)
    assert log_excess(1e-3) == pytest.approx(float(sum((-t) ** k / k for k in range(2, 12))), rel=1e-14)
    assert exp_excess(-1e-3) == pytest.approx(float(sum((-t) ** k / factorial(k) for k in range(2, 12))), rel=1e-14)
    for edge in (-0.3, 0.5):
        assert log_excess(edge * 0.999999) == pytest.approx(log_excess(edge * 1.000001), rel=1e-5)
    assert exp_excess(0.5) == pytest.approx(exp(0.5) - 1.5, rel=1e-14)
    assert stirling_rest(9.999999) == pytest.approx(stirling_rest(10.000001), rel=1e-6)
    assert stirling_rest(20) == pytest.approx(log(factorial(20)) - 20.5 * log(20) + 20 - log(2 * pi) / 2, abs=1e-13)
    assert deviance(3, 1e-9) == pytest.approx(3 * log(3e9) + 1e-9 - 3, rel=1e-14)


def test_what_is_not_defined() -> None:
    for a, x in ((0, 1), (1, -1)):
        with pytest.raises(SpecError, match="there are no tails of Gamma"):
            gamma_tails(a, x)
    with pytest.raises(SpecError, match="there is no distribution Gamma"):
        gamma_quantile(-1, 0.5)
    with pytest.raises(SpecError, match="there is no distribution Beta"):
        beta_tails(1, 0, 0.5)
    with pytest.raises(SpecError, match=r"1\.5 is not in the range"):
        beta_tails(1, 1, 1.5)
    for p in (0.0, 1.0, -1.0, float("nan")):
        with pytest.raises(SpecError, match="not a probability with a quantile"):
            beta_quantile(1, 1, p)
        with pytest.raises(SpecError, match="not a probability with a quantile"):
            normal_quantile(p)
    with pytest.raises(SpecError, match="up to 1/2"):
        student_quantile(3, 0.6)
