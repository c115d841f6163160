"""Printed figures: how they are read, and what agrees with them; the rule is checked by an exact sum."""

from fractions import Fraction
from functools import partial
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import SpecError
from setlab.sources import find_claim
from setlab.stats import Agreement, Interval, Origin, compare_with_printed, mean_interval, our_interval, read_printed

CONFIDENCE = 0.999
compare = partial(compare_with_printed, confidence=CONFIDENCE)

PERCENT = Fraction(1, 100)


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("46.9%", Fraction(469, 1000), Fraction(1, 1000)),
        ("46,9 %", Fraction(469, 1000), Fraction(1, 1000)),
        ("0%", Fraction(0), PERCENT),
        ("0.0001%", Fraction(1, 10**6), Fraction(1, 10**6)),
        ("1.223%", Fraction(1223, 10**5), Fraction(1, 10**5)),
        ("4.2e-7%", Fraction(42, 10**10), Fraction(1, 10**10)),
        ("$4,2\\cdot 10^{-7}\\%$", Fraction(42, 10**10), Fraction(1, 10**10)),
        ("$3, 3 \\cdot 10^{-3}\\%$", Fraction(33, 10**6), Fraction(1, 10**6)),
        ("1,4·10⁻⁴ %", Fraction(14, 10**7), Fraction(1, 10**7)),
        ("3.37508×10^-14", Fraction(337508, 10**19), Fraction(1, 10**19)),
        ("24.5e6", Fraction(24_500_000), Fraction(100_000)),
        ("$24, 5 \\cdot 10^6$", Fraction(24_500_000), Fraction(100_000)),
        ("34060", Fraction(34060), Fraction(1)),
        ("30.000.000", Fraction(30_000_000), Fraction(1)),
        ("1,234,567.8", Fraction(12345678, 10), Fraction(1, 10)),
        ("1.234.567,8", Fraction(12345678, 10), Fraction(1, 10)),
        ("0.078", Fraction(78, 1000), Fraction(1, 1000)),
        ("1234.567", Fraction(1234567, 1000), Fraction(1, 1000)),
        ("7.", Fraction(7), Fraction(1)),
        ("100.0%", Fraction(1), Fraction(1, 1000)),
    ],
)
def test_figures_as_they_are_printed(text: str, value: Fraction, unit: Fraction) -> None:
    figure = read_printed(text)
    assert (figure.text, figure.value, figure.unit) == (text, value, unit)
    assert figure.high - figure.low == unit
    assert eval(repr(figure), {"Printed": type(figure), "Fraction": Fraction}) == figure


@pytest.mark.parametrize(
    ("text", "decimal", "value"),
    [
        ("39,226", ".", 39226),
        ("39,226", ",", Fraction(39226, 1000)),
        ("765.970", ",", 765970),
        ("765.970", ".", Fraction(76597, 100)),
    ],
)
def test_a_mark_that_can_be_read_in_two_ways(text: str, decimal: str, value: Fraction | int) -> None:
    with pytest.raises(SpecError, match="can be read in two ways"):
        read_printed(text)
    assert read_printed(text, decimal).value == value


@pytest.mark.parametrize("text", ["", "%", "about 5", "1.2.3", "12,34,5", "1e", "-3", "5%%", "1,2345,678", "\x00"])
def test_what_is_not_a_figure(text: str) -> None:
    with pytest.raises(SpecError, match="is not a"):
        read_printed(text)
    with pytest.raises(SpecError, match="decimal mark 'x'"):
        read_printed("1.5", decimal="x")


def outcome(text: str, ours: Fraction | int | tuple[int, int] | Interval, origin: Origin | None = None) -> str:
    return compare(text, ours, origin).outcome


def test_a_table_of_proportions() -> None:
    """Table 1 of Stanke & Stenzelbarton: two figures have the decimal point one place too far to the left."""
    claim = find_claim("B2.table1")
    ours = {"0": 1_223_000, "3": 0, "6": 46_830_000, "9": 44_500_000, "12": 7_370_000, "15": 77_000, "18": 80}
    found = {
        place: compare(claim.figures[place], (count, 10**8), Origin(claim.trials_at(place)))
        for place, count in ours.items()
    }
    assert [place for place in ours if found[place].outcome == "differs"] == ["0", "12"]
    assert {found[place].slip for place in ("0", "12")} == {1}
    assert all("ten times the figure would agree" in found[place].reason for place in ("0", "12"))


def test_a_table_of_counts() -> None:
    """Table 8 of Abrahamsen & Eriksen: the last percentage lacks two powers of ten; the counts fit themselves."""
    counts, percentages = find_claim("A10.table8"), find_claim("A10.shares")
    trials = counts.trials_at("18")
    last = Fraction(int(counts.figures["18"]), trials or 1)
    found = compare(percentages.figures["18"], last, Origin(trials))
    assert (found.outcome, found.slip) == ("differs", 2)
    origin = Origin(trials, counts=True)
    assert outcome(counts.figures["18"], last, origin) == "agrees"
    assert outcome(counts.figures["6"], Fraction(49, 100), origin) == "agrees"
    assert compare(counts.figures["0"], Fraction(153, 10_000), origin, decimal=",").outcome == "agrees"
    assert compare(counts.figures["0"], Fraction(16, 1000), origin, decimal=",").outcome == "differs"


def test_computed_figures_have_no_error_by_chance() -> None:
    computed = Origin(computed=True)
    assert outcome("20%", Fraction(216, 1080), computed) == "agrees"
    assert outcome("20%", Fraction(195, 1000), computed) == "agrees", "it is rounded up to 20 %"
    assert outcome("20%", Fraction(1949, 10_000), computed) == "differs"
    assert outcome("7.07 · 10^13", comb(81, 12), computed) == "agrees"
    plane = compare("4.5 · 10^-11 %", Fraction(1170, comb(81, 9)), computed)
    assert (plane.outcome, plane.slip) == ("differs", 4)


def test_trials_that_are_not_known_leave_it_open() -> None:
    assert outcome("5.0%", Fraction(5, 100)) == "agrees"
    found = compare("5.0%", Fraction(49, 1000))
    assert found.outcome == "cannot tell"
    assert found.reason.endswith(
        "the source does not say how many trials it made, and chance explains the figure for up to about 2,000,000"
    )
    assert outcome("0.0001%", 0) == "differs", "what cannot happen does not happen by chance"
    assert outcome("99.9%", 1) == "differs"
    assert outcome("2.5", Fraction(220, 79), Origin(deviation=1.37)) == "cannot tell"


def test_few_trials_of_ours_cannot_tell() -> None:
    origin = Origin(10**6)
    assert outcome("46.9%", (4683, 10_000), origin) == "cannot tell"
    assert outcome("46.9%", (46_830_000, 10**8), origin) == "agrees"
    assert outcome("46.9%", (3683, 10_000), origin) == "differs"
    found = compare("46.9%", (4683, 10_000), origin)
    assert found.reason.endswith("about 1,000,000 trials would tell")
    needed = compare("46.9%", (4_683_000, 10_000_000), origin)
    assert needed.outcome == "agrees"
    assert compare("46.9%", (0, 0), origin).outcome == "cannot tell"
    assert compare("46.9%", Interval(0.4, 0.5), origin).reason.endswith("a narrower interval would tell")
    edge = compare("50%", (495, 1000), Origin(computed=True))
    assert edge.reason.endswith("ours lies at the edge")


def test_means() -> None:
    origin = Origin(1000, deviation=1.376)
    assert outcome("2.78", Fraction(220, 79), origin) == "agrees"
    assert outcome("2.5", Fraction(220, 79), origin) == "differs"
    assert outcome("2.78", mean_interval(2_784_810, 9_648_002, 10**6, 0.999), origin) == "agrees"


def test_a_figure_that_no_number_of_cases_gives() -> None:
    found = compare("33.3%", Fraction(1, 3), Origin(100))
    assert "no number of cases is printed so" in found.reason
    assert found.outcome == "agrees", "33 and 34 of 100 are both likely"
    assert Origin(100).cases(read_printed("33%")) == (33, 33)


@given(st.integers(0, 1000), st.integers(1, 10**9), st.integers(-49, 49))
def test_what_rounds_to_the_figure_always_agrees(tenths: int, trials: int, hundredths: int) -> None:
    exact = Fraction(100 * tenths + hundredths, 100_000)
    if 0 <= exact <= 1 and trials >= 1000:
        assert outcome(f"{tenths / 10}%", exact, Origin(trials)) == "agrees"


@pytest.mark.parametrize("decimals", [0, 1])
def test_a_right_figure_is_hardly_ever_said_to_differ(decimals: int) -> None:
    """The exact probability, over all samples of 150 trials and the way they are printed, for many true proportions."""
    trials = 150
    origin = Origin(trials)
    allowed = [
        origin.possible_range(read_printed(f"{rounded(k, trials, decimals)}%"), CONFIDENCE) for k in range(trials + 1)
    ]
    for i in range(1, 200):
        proportion = i / 200
        wrong = sum(
            comb(trials, k) * proportion**k * (1 - proportion) ** (trials - k)
            for k, interval in enumerate(allowed)
            if proportion not in interval
        )
        assert wrong <= 0.001


def rounded(successes: int, trials: int, decimals: int) -> str:
    return f"{round(float(Fraction(100 * successes, trials)), decimals):.{decimals}f}"


def test_ours_as_an_interval() -> None:
    assert our_interval(1, CONFIDENCE) == Interval(1.0, 1.0)
    assert our_interval(Interval(0.1, 0.2), CONFIDENCE) == Interval(0.1, 0.2)
    assert 0.4683 in our_interval((4683, 10_000), CONFIDENCE)


def test_agreements_are_values() -> None:
    one, other = (compare("46.9%", Fraction(469, 1000), Origin(100)) for _ in range(2))
    assert one == other
    assert isinstance(one, Agreement)
    assert one.sentence().startswith("46.9% agrees: 46.9 % is exact; rounding and chance in 100 trials allow ")


def test_what_an_origin_cannot_be() -> None:
    with pytest.raises(SpecError, match="0 is not a number of trials"):
        Origin(0)
    with pytest.raises(SpecError, match="give both"):
        Origin(counts=True)
    with pytest.raises(SpecError, match=r"'24\.5' is not a proportion"):
        compare("24.5", Fraction(1, 2), Origin(100))
