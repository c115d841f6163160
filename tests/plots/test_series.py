"""What is drawn: series agree with themselves, and numbers are written with the digits that mean something."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import SpecError
from setlab.plots import Series, exact_series, proportion_series
from setlab.plots.charts import meaningful_decimals, number_text, tick_text
from setlab.stats import proportion_interval


def test_shares_of_a_histogram() -> None:
    half = Fraction(1, 2)
    series = proportion_series("game", {6: 40, 9: 60}, {6: half, 9: half, 12: Fraction(0)}, values=[0])
    assert series.x == (0, 6, 9, 12)
    assert series.y == (0.0, 0.4, 0.6, 0.0)
    assert series.exact == (0.0, 0.5, 0.5, 0.0)
    assert series.intervals == tuple(proportion_interval(count, 100) for count in (0, 40, 60, 0))
    assert eval(repr(series)) == series


def test_exact_values_alone() -> None:
    series = exact_series("mean", {12: Fraction(220, 79), 3: Fraction(1, 79)})
    assert (series.x, series.y) == ((3, 12), (1 / 79, 220 / 79))
    assert series.intervals is None


def test_series_that_do_not_fit() -> None:
    with pytest.raises(SpecError, match="out of order"):
        Series("a", (1, 1), (0.5, 0.5))
    with pytest.raises(SpecError, match="'a' has 1 number in y for 2 in x"):
        Series("a", (1, 2), (0.5,))
    with pytest.raises(SpecError, match="one end"):
        Series("a", (1,), (0.5,), low=(0.4,))
    with pytest.raises(SpecError, match="has no trials"):
        proportion_series("a", {0: 0})


@pytest.mark.parametrize(
    ("number", "digits", "half", "text"),
    [
        (46.8312, 4, 0.098, "46.83"),
        (44.5, 4, 0.098, "44.50"),
        (44.5, 2, 0.098, "44"),
        (1.223, 4, 0.0216, "1.22"),
        (0.077, 4, 0.0054, "0.077"),
        (100, 4, 0.0, "100.0"),
        (47.0, 4, 30.0, "47"),
        (0.0000801, 4, 0.00002, "8·10⁻⁵"),
        (0.0000801, 2, 0.0, "8.0·10⁻⁵"),
        (9.999999999999999e-05, 4, 0.0003, "0.0001"),
        (0.00009996, 2, 0.0, "0.00010"),
        (99.996, 4, 0.0, "100.0"),
        (0.4, 4, 30.0, "0"),
        (0, 4, 1.0, "0"),
    ],
)
def test_numbers_with_the_digits_that_mean_something(number: float, digits: int, half: float, text: str) -> None:
    assert number_text(number, digits, half) == text


@given(st.floats(1e-12, 100))
def test_a_unit_of_the_last_decimal_is_at_most_half_of_the_half(half: float) -> None:
    decimals = meaningful_decimals(half, most=99)
    assert 10.0**-decimals <= half / 2 * (1 + 1e-9) or decimals == 0
    assert decimals == 0 or 10.0 ** -(decimals - 1) > half / 2 * (1 - 1e-9)


def test_ticks() -> None:
    assert [tick_text(number) for number in (0, 0.1, 100, 1e-5, 2e-7)] == ["0", "0.1", "100", "10⁻⁵", "2·10⁻⁷"]
