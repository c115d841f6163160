"""Intervals: exact limits and exact coverage of small cases, SciPy, and what must hold for all counts."""

from fractions import Fraction
from math import comb, expm1, log, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import SpecError
from setlab.stats import (
    RARE,
    Interval,
    RatioSums,
    clopper_pearson,
    deviation_interval,
    mean_interval,
    normal_quantile,
    proportion_interval,
    student_quantile,
    wilson,
)

COUNTS = st.integers(1, 10**12).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials)))
CONFIDENCES = st.sampled_from([0.5, 0.9, 0.95, 0.99, 0.999])
KINDS = [wilson, clopper_pearson, proportion_interval]


def at_least(successes: int, trials: int, proportion: float) -> float:
    p = Fraction(proportion)
    return float(sum(comb(trials, k) * p**k * (1 - p) ** (trials - k) for k in range(successes, trials + 1)))


def coverage(intervals: list[Interval], proportion: float) -> float:
    """The probability that a sample's interval contains the true proportion, by an exact sum."""
    n = len(intervals) - 1
    return sum(
        comb(n, k) * proportion**k * (1 - proportion) ** (n - k)
        for k, interval in enumerate(intervals)
        if proportion in interval
    )


@pytest.mark.parametrize("trials", [1, 2, 7, 20])
def test_clopper_pearson_leaves_its_tail_at_both_ends(trials: int) -> None:
    for successes in range(trials + 1):
        ends = clopper_pearson(successes, trials, 0.9)
        if successes:
            assert at_least(successes, trials, ends.low) == pytest.approx(0.05, rel=1e-11)
        if successes < trials:
            assert 1 - at_least(successes + 1, trials, ends.high) == pytest.approx(0.05, rel=1e-11)


def test_clopper_pearson_with_closed_forms() -> None:
    for trials in (1, 10, 10**6, 10**12):
        none = clopper_pearson(0, trials, 0.95)
        assert none.low == 0
        assert none.high == pytest.approx(-expm1(log(0.025) / trials), rel=1e-9)
        everything = clopper_pearson(trials, trials, 0.95)
        assert (everything.low, everything.high) == (1 - none.high, 1.0)


@pytest.mark.parametrize("trials", [1, 5, 20, 60])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.999])
def test_clopper_pearson_covers_at_least_what_it_says(trials: int, confidence: float) -> None:
    intervals = [clopper_pearson(k, trials, confidence) for k in range(trials + 1)]
    for i in range(1, 200):
        assert coverage(intervals, i / 200) >= confidence


@pytest.mark.long
def test_the_printed_interval_covers_nearly_what_it_says() -> None:
    """docs/statistics.md: at 95 % never below 94.4 %, where Wilson's alone can fall to 84 % for rare events."""
    trials = 2000
    ours = [proportion_interval(k, trials) for k in range(trials + 1)]
    edges = [end + shift for k in range(60, 400) for end in (ours[k].low, ours[k].high) for shift in (-1e-9, 1e-9)]
    assert min(fast_coverage(ours, proportion) for proportion in edges) > 0.944
    alone = [wilson(k, trials) for k in range(trials + 1)]
    assert fast_coverage(alone, alone[1].low - 1e-9) < 0.84


@pytest.mark.parametrize(("confidence", "least"), [(0.95, 0.944), (0.999, 0.9984)])
@pytest.mark.parametrize("trials", [200, 1000, 5000, 10**6])
def test_the_least_coverage_of_the_printed_interval(trials: int, confidence: float, least: float) -> None:
    """docs/statistics.md: it is attained at the end of an interval; here for up to 400 expected successes."""
    from scipy.stats import binom as binomial

    ours = [proportion_interval(k, trials, confidence) for k in range(min(trials, 600) + 1)]
    ends = sorted({end * factor for each in ours for end in (each.low, each.high) for factor in (1 - 1e-9, 1 + 1e-9)})
    lowest = 1.0
    for proportion in (end for end in ends if 0 < end < min(0.5, 400 / trials)):
        inside = [k for k, each in enumerate(ours) if proportion in each]
        lowest = min(
            lowest, binomial.cdf(inside[-1], trials, proportion) - binomial.cdf(inside[0] - 1, trials, proportion)
        )
    assert least < lowest < confidence


def fast_coverage(intervals: list[Interval], proportion: float) -> float:
    """The same as `coverage`, in floats, by the ratio of neighbouring terms."""
    n, mode = len(intervals) - 1, int(proportion * (len(intervals)))
    terms = {mode: 1.0}
    for k in range(mode, n):
        terms[k + 1] = terms[k] * (n - k) / (k + 1) * proportion / (1 - proportion)
    for k in range(mode, 0, -1):
        terms[k - 1] = terms[k] * k / (n - k + 1) * (1 - proportion) / proportion
    return sum(term for k, term in terms.items() if proportion in intervals[k]) / sum(terms.values())


@pytest.mark.parametrize(("successes", "trials"), [(3, 10), (0, 10), (10, 10), (468_312, 10**6), (77, 10**12)])
def test_wilson_inverts_the_normal_test(successes: int, trials: int) -> None:
    z, proportion = -normal_quantile(0.005), successes / trials
    ends = wilson(successes, trials, 0.99)
    for end in (ends.low, ends.high):
        assert abs(proportion - end) == pytest.approx(z * sqrt(end * (1 - end) / trials), rel=1e-9, abs=1e-20)


def test_against_scipy() -> None:
    import scipy.stats as scipy_stats

    for successes, trials in ((0, 3), (1, 3), (7, 50), (468, 1000), (77, 10**5), (10**5 - 2, 10**5)):
        for confidence in (0.9, 0.95, 0.999):
            test = scipy_stats.binomtest(successes, trials)
            exact, normal = (test.proportion_ci(confidence, method) for method in ("exact", "wilson"))
            ours = clopper_pearson(successes, trials, confidence)
            assert (ours.low, ours.high) == pytest.approx((exact.low, exact.high))
            ours = wilson(successes, trials, confidence)
            assert (ours.low, ours.high) == pytest.approx((normal.low, normal.high))
    numbers = [1, 4, 4, 7, 0, 2, 2, 3]
    mean, error = sum(numbers) / 8, scipy_stats.sem(numbers)
    low, high = scipy_stats.t.interval(0.99, 7, mean, error)
    ours = mean_interval(sum(numbers), sum(x * x for x in numbers), 8, 0.99)
    assert (ours.low, ours.high) == pytest.approx((low, high))


@given(COUNTS, CONFIDENCES)
def test_intervals_contain_the_proportion_and_stay_in_range(counts: tuple[int, int], confidence: float) -> None:
    successes, trials = counts
    for kind in KINDS:
        ends = kind(successes, trials, confidence)
        assert 0 <= ends.low <= successes / trials <= ends.high <= 1


@given(st.integers(0, 300), st.integers(1, 300), CONFIDENCES)
def test_intervals_shrink_with_trials(successes: int, failures: int, confidence: float) -> None:
    trials = successes + failures
    for kind in (wilson, clopper_pearson):
        assert kind(4 * successes, 4 * trials, confidence).width < kind(successes, trials, confidence).width


@given(st.integers(1, 500), st.data(), CONFIDENCES)
def test_intervals_move_with_the_successes(trials: int, data: st.DataObject, confidence: float) -> None:
    successes = data.draw(st.integers(0, trials - 1))
    for kind in (wilson, clopper_pearson):
        fewer, more = (kind(k, trials, confidence) for k in (successes, successes + 1))
        assert fewer.low < more.low
        assert fewer.high < more.high


@given(COUNTS)
def test_intervals_grow_with_the_confidence(counts: tuple[int, int]) -> None:
    for kind in KINDS:
        narrow, wide = (kind(*counts, confidence) for confidence in (0.9, 0.999))
        assert narrow.within(wide)


@given(COUNTS, CONFIDENCES)
def test_failures_mirror_successes(counts: tuple[int, int], confidence: float) -> None:
    successes, trials = counts
    for kind in KINDS:
        one, other = kind(successes, trials, confidence), kind(trials - successes, trials, confidence)
        assert one.low == pytest.approx(1 - other.high, rel=1e-9, abs=1e-15)


def test_rare_events_are_exact() -> None:
    for successes in (0, RARE - 1, 10**6 - RARE + 1, 10**6):
        assert proportion_interval(successes, 10**6) == clopper_pearson(successes, 10**6)
    for successes in (RARE, 10**6 - RARE):
        assert proportion_interval(successes, 10**6) == wilson(successes, 10**6)


def test_no_trials_say_nothing() -> None:
    assert wilson(0, 0) == clopper_pearson(0, 0) == proportion_interval(0, 0) == Interval(0.0, 1.0)


def test_a_million_million_trials() -> None:
    trials = 10**12
    for successes in (1, 50, 10**6, trials // 2, trials - 1):
        one, other = wilson(successes, trials), clopper_pearson(successes, trials)
        assert one.meets(other)
        if successes > 10**5:
            assert one.low == pytest.approx(other.low, rel=1e-8)
            assert one.high == pytest.approx(other.high, rel=1e-8)


def test_means_lose_no_digit() -> None:
    """Values 10^9 and 10^9 + 1: the squares agree in 18 digits."""
    big = 10**9
    near = mean_interval(2 * big + 1, big**2 + (big + 1) ** 2, 2, 0.5)
    assert near.width == pytest.approx(1.0, rel=1e-6), "Student with 1 degree of freedom has its quartile at 1"
    exact = mean_interval(3 * 10**15, 9 * 10**15, 10**15)
    assert (exact.low, exact.high) == (3.0, 3.0)


def test_deviations_are_covered_as_often_as_said() -> None:
    """400 samples of 500 values of a skew distribution, 95 %: 380 expected, 13 is three standard errors."""
    random, truth = Random(81), sqrt(10 * 0.2 * 0.8)
    found = 0
    for _ in range(400):
        sample = [sum(random.random() < 0.2 for _ in range(10)) for _ in range(500)]
        found += truth in deviation_interval({value: sample.count(value) for value in set(sample)})
    assert abs(found - 380) <= 13


def test_deviations_of_simple_samples() -> None:
    assert deviation_interval({7: 100}) == Interval(0.0, 0.0)
    coin = deviation_interval({0: 5000, 1: 5000})
    assert 0.5 in Interval(coin.low, coin.high)
    assert coin.width < 1e-3
    assert deviation_interval({0: 3, 5: 4}, 0.9).within(deviation_interval({0: 3, 5: 4}, 0.99))


def test_intervals_as_sets() -> None:
    half = Interval(0.0, 0.5)
    assert Fraction(1, 2) in half
    assert 0.6 not in half
    assert half.meets(Interval(0.5, 1.0))
    assert not half.meets(Interval(0.6, 1.0))
    assert Interval(0.1, 0.2).within(half)
    assert not half.within(Interval(0.1, 0.6))
    assert eval(repr(half)) == half


def test_what_is_not_a_sample() -> None:
    for successes, trials in ((-1, 5), (6, 5), (0, -1)):
        for kind in KINDS:
            with pytest.raises(SpecError, match="is not a proportion"):
                kind(successes, trials)
    for confidence in (0.0, 1.0, 95.0):
        with pytest.raises(SpecError, match="is not a confidence"):
            wilson(1, 2, confidence)
    with pytest.raises(SpecError, match="1 trials give no interval of a mean"):
        mean_interval(1, 1, 1)
    with pytest.raises(SpecError, match="too small"):
        mean_interval(10, 3, 5)
    with pytest.raises(SpecError, match="standard deviation"):
        deviation_interval({3: 1})
    with pytest.raises(SpecError, match="lower end first"):
        Interval(1.0, 0.0)


# --- trials that come in groups


@given(COUNTS, CONFIDENCES, st.sampled_from([1.0, 1.5, 2.0, 40.0]))
def test_a_design_effect_is_as_many_fewer_trials(counts: tuple[int, int], confidence: float, effect: float) -> None:
    successes, trials = counts
    ends = proportion_interval(successes, trials, confidence, effect)
    assert successes / trials in ends
    alone = proportion_interval(successes, trials, confidence)
    assert ends == alone if effect == 1 else ends.width >= alone.width * 0.999
    few = round(successes / effect), round(trials / effect)
    if few[0] * effect == successes and few[1] * effect == trials:
        assert ends == proportion_interval(*few, confidence)


def test_an_impossible_design_effect_is_refused() -> None:
    for effect in (0.0, -1.0, float("inf"), float("nan")):
        with pytest.raises(SpecError, match="design effect"):
            proportion_interval(1, 2, 0.95, effect)


def ratio_sums(groups: list[tuple[int, int]]) -> RatioSums:
    return RatioSums(
        sum(x for x, _ in groups),
        sum(y for _, y in groups),
        sum(x * x for x, _ in groups),
        sum(y * y for _, y in groups),
        sum(x * y for x, y in groups),
    )


GROUPS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 90)), min_size=2, max_size=9).filter(
    lambda groups: any(x for x, _ in groups)
)


@given(GROUPS)
def test_the_variance_of_a_ratio_is_that_of_its_residuals(groups: list[tuple[int, int]]) -> None:
    sums = ratio_sums(groups)
    ratio = Fraction(sums.totals, sums.numbers)
    assert sums.variance == sum((y - ratio * x) ** 2 for x, y in groups) / Fraction(sums.numbers) ** 2
    assert sums.groups <= len(groups) + 1e-9
    ends = sums.interval()
    assert (ends is None) == (sums.groups < 2)
    assert ends is None or sums.ratio in ends


@given(st.lists(st.integers(0, 90), min_size=2, max_size=9))
def test_groups_of_one_give_the_interval_of_a_mean(values: list[int]) -> None:
    ends = ratio_sums([(1, value) for value in values]).interval()
    alone = mean_interval(sum(values), sum(value * value for value in values), len(values))
    assert ends is not None
    assert ends.low == pytest.approx(alone.low)
    assert ends.high == pytest.approx(alone.high)


def test_the_design_effect_of_equal_trials_in_a_group_is_their_number() -> None:
    """Five trials that are always alike are worth one; the effect of trials that differ more than others is 1."""
    alike = ratio_sums([(5, 5), (5, 0)] * 50)
    assert alike.design_effect == pytest.approx(5)
    assert ratio_sums([(2, 1)] * 50).design_effect == 1
    assert ratio_sums([(2, 0)] * 50).design_effect == 1
    ends = alike.interval()
    assert ends is not None
    half = student_quantile(99, 0.025) * sqrt(0.25 / 99)
    assert ends.width == pytest.approx(2 * half)


def test_sums_that_no_groups_have_are_refused() -> None:
    with pytest.raises(SpecError, match="there is no ratio without any"):
        RatioSums(0, 0, 0, 0, 0)
    with pytest.raises(SpecError, match="3 is not a sum of squares beside 20: it is too small"):
        RatioSums(4, 10, 8, 3, 20)
