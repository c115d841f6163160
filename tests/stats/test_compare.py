"""Comparisons of distributions: SciPy, closed forms, how cells are pooled, and what swapping must not change."""

from collections.abc import Mapping
from fractions import Fraction
from math import exp, inf, log, log10

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import SpecError
from setlab.stats import compare_samples, compare_with_proportions, p_text, total_variation

POPULAR = {0: 12_600, 6: 471_000, 9: 441_500, 12: 74_100, 15: 800}
REJECT = {0: 11_900, 6: 466_000, 9: 447_200, 12: 74_150, 15: 749, 18: 1}
HISTOGRAMS = st.dictionaries(st.integers(0, 30), st.integers(0, 10**6), min_size=1).filter(lambda h: any(h.values()))


def table_of(one: Mapping[int, int], other: Mapping[int, int], cells: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    return [[sum(sample.get(value, 0) for value in cell) for cell in cells] for sample in (one, other)]


@pytest.mark.parametrize("test", ["chi-square", "G"])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (POPULAR, REJECT),
        ({0: 10, 1: 20, 2: 30}, {0: 11, 1: 22, 2: 30}),
        ({0: 100, 1: 5}, {0: 3, 1: 200}),
        ({0: 6, 1: 500}, {1: 40_000, 0: 300, 2: 9000}),
    ],
)
def test_homogeneity_against_scipy(one: dict[int, int], other: dict[int, int], test: str) -> None:
    import scipy.stats as scipy_stats

    found = compare_samples(one, other, test)
    table = table_of(one, other, found.cells)
    method = "pearson" if test == "chi-square" else "log-likelihood"
    expected = scipy_stats.chi2_contingency(table, correction=False, lambda_=method)
    assert found.statistic == pytest.approx(expected.statistic, rel=1e-9)
    assert found.degrees == expected.dof
    assert found.p == pytest.approx(expected.pvalue, rel=1e-8)
    assert found.log10_p == pytest.approx(log10(found.p), rel=1e-9)
    assert found.effect == pytest.approx(scipy_stats.contingency.association(table, "cramer"), rel=1e-9)


def test_fit_against_scipy() -> None:
    import scipy.stats as scipy_stats

    counts, proportions = {0: 52, 1: 61, 2: 40, 3: 47}, {value: Fraction(1, 4) for value in range(4)}
    expected = scipy_stats.chisquare(list(counts.values()))
    found = compare_with_proportions(counts, proportions)
    assert (found.statistic, found.p) == pytest.approx((expected.statistic, expected.pvalue))
    expected = scipy_stats.power_divergence(list(counts.values()), lambda_="log-likelihood")
    found = compare_with_proportions(counts, proportions, test="G")
    assert (found.statistic, found.p) == pytest.approx((expected.statistic, expected.pvalue))


def test_a_known_table() -> None:
    """2 × 2 with rows 10, 20 and 30, 40: chi-square is 100 (10·40 − 20·30)² / (30·70·40·60), by hand."""
    found = compare_samples({0: 10, 1: 20}, {0: 30, 1: 40})
    assert found.statistic == pytest.approx(100 * 200**2 / (30 * 70 * 40 * 60), rel=1e-12)
    assert found.degrees == 1
    assert found.p == pytest.approx(0.372998483613487, rel=1e-12)
    assert found.effect == pytest.approx((found.statistic / 100) ** 0.5)
    assert found.distance == pytest.approx(3 / 7 - 1 / 3)


def test_two_degrees_of_freedom_have_a_closed_form() -> None:
    found = compare_samples({0: 30, 6: 470, 9: 500}, {0: 10, 6: 430, 9: 560})
    assert found.degrees == 2
    assert found.p == pytest.approx(exp(-found.statistic / 2), rel=1e-12)


def test_p_values_below_every_float() -> None:
    found = compare_samples({0: 10**12, 1: 10**12}, {0: 10**12, 1: 2 * 10**12, 2: 10**9})
    assert found.p == 0.0
    assert found.log10_p < -(10**9)
    assert "e-" in found.sentence()
    assert found.log10_p == pytest.approx(-found.statistic / 2 / log(10), rel=1e-6)


def test_small_differences_of_huge_counts_keep_their_digits() -> None:
    """A difference of one standard error in 10^18 trials; chi-square and G agree to 9 digits there."""
    half = 5 * 10**17
    one, other = {0: half, 1: half}, {0: half + 10**9, 1: half - 10**9}
    square, likelihood = (compare_samples(one, other, test) for test in ("chi-square", "G"))
    assert square.statistic == pytest.approx(2.0, rel=1e-9)
    assert likelihood.statistic == pytest.approx(square.statistic, rel=1e-8)


def test_rare_values_are_pooled_with_neighbours() -> None:
    assert compare_samples(POPULAR, REJECT).cells == ((0,), (6,), (9,), (12,), (15, 18))
    assert compare_samples({0: 4, 1: 3, 2: 50}, {0: 4, 1: 3, 2: 50}).cells == ((0, 1), (2,))
    assert compare_samples({0: 5, 1: 50}, {0: 5, 1: 50}).cells == ((0,), (1,))
    assert compare_samples({0: 50, 3: 1, 6: 50, 9: 2}, {0: 50, 6: 50}).cells == ((0,), (3, 6, 9))
    assert compare_samples({0: 2}, {0: 2}).cells == ((0,),)


def test_the_smaller_sample_decides_how_cells_are_pooled() -> None:
    few, many = {0: 1, 1: 19}, {0: 10**6, 1: 19 * 10**6}
    assert compare_samples(few, many).cells == ((0, 1),)
    assert compare_samples({0: 5, 1: 95}, many).cells == ((0,), (1,))


def test_pooling_by_exact_proportions() -> None:
    proportions = {0: Fraction(1, 100), 6: Fraction(47, 100), 9: Fraction(52, 100), 3: Fraction(0)}
    assert compare_with_proportions({6: 200, 9: 299}, proportions).cells == ((0, 6), (9,))
    assert compare_with_proportions({6: 200, 9: 300}, proportions).cells == ((0,), (6,), (9,))


def test_what_cannot_happen_and_did() -> None:
    """The 5-dimensional table of the end-game study has two games with 3 cards left, which the sums exclude."""
    half = Fraction(1, 2)
    found = compare_with_proportions({3: 2, 6: 500, 9: 498}, {3: Fraction(0), 6: half, 9: half})
    assert (found.p, found.log10_p, found.impossible) == (0.0, -inf, (3,))
    assert found.sentence() == "differs: 3 came up, with exact proportion 0"


@given(HISTOGRAMS, HISTOGRAMS, st.sampled_from(["chi-square", "G"]))
def test_comparison_does_not_depend_on_the_order(one: dict[int, int], other: dict[int, int], test: str) -> None:
    found, swapped = compare_samples(one, other, test), compare_samples(other, one, test)
    assert found.cells == swapped.cells
    assert found.statistic == pytest.approx(swapped.statistic, rel=1e-9, abs=1e-9)
    assert found.distance == swapped.distance
    assert 0 <= found.p <= 1
    assert 0 <= found.distance <= 1
    assert 0 <= found.effect <= 1 + 1e-12


@given(HISTOGRAMS, st.integers(1, 1000))
def test_proportional_samples_do_not_differ(one: dict[int, int], factor: int) -> None:
    found = compare_samples(one, {value: factor * count for value, count in one.items()}, "G")
    assert found.statistic == pytest.approx(0, abs=1e-9)
    assert found.p == pytest.approx(1)
    assert found.distance == 0


@given(HISTOGRAMS)
def test_every_value_is_in_one_cell(histogram: dict[int, int]) -> None:
    cells = compare_samples(histogram, histogram).cells
    assert [value for cell in cells for value in cell] == sorted(v for v, count in histogram.items() if count)


def test_total_variation() -> None:
    assert total_variation({0: Fraction(1)}, {1: Fraction(1)}) == 1
    assert total_variation({0: Fraction(1)}, {0: Fraction(1)}) == 0


def test_sentences() -> None:
    assert compare_samples(POPULAR, REJECT).sentence() == (
        "differs at the 1 % level: chi-square = 84.87, 4 degrees of freedom, p = 1.6e-17, V = 0.0065, distance 0.0058"
    )
    same = compare_samples({0: 50, 1: 50}, {0: 52, 1: 48}, "G")
    assert same.sentence(0.05) == (
        "no difference shows at the 5 % level: G = 0.08004, 1 degree of freedom, p = 0.78, V = 0.02, distance 0.02"
    )
    assert compare_samples({0: 2}, {0: 1}).sentence().startswith("cannot be compared")
    assert p_text(-inf) == "0"


def test_what_cannot_be_compared() -> None:
    for empty in ({}, {0: 0}):
        with pytest.raises(SpecError, match="empty histogram"):
            compare_samples(empty, {0: 1})
    with pytest.raises(SpecError, match="-3 is not a count"):
        compare_samples({0: -3}, {0: 1})
    with pytest.raises(SpecError, match="'t' is not a test"):
        compare_samples({0: 1}, {0: 1}, "t")
    with pytest.raises(SpecError, match="add up to 1/2"):
        compare_with_proportions({0: 1}, {0: Fraction(1, 2)})
