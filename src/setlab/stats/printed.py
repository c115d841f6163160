"""Figures as sources print them: their meaning, their precision, and whether a number of ours agrees with them.

A figure stands for every number that rounds to it: "46.9%" for all from 46.85 % to 46.95 %. All printed digits
count, trailing zeros too: "20%" is 19.5 % to 20.5 %, "20.0%" is 19.95 % to 20.05 %. A sampled figure is off by
chance as well; `Origin.allowed` is the range of true values that can lead to it.

An exact value agrees if it is allowed, and differs otherwise. A sample has a confidence interval: it agrees
if the whole interval is allowed, differs if no part of it is, and cannot tell otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, inf, nextafter, sqrt
from typing import Literal

from setlab.arguments import checked
from setlab.errors import SpecError, quoted
from setlab.stats.intervals import Interval, clopper_pearson, proportion_interval
from setlab.stats.special import normal_quantile

_RAISED = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "+-0123456789")
_POWER = re.compile(r"(?:[·∙⋅×*]|\\cdot|\\times)10(?:\^\{?([+-]?\d+)\}?|([⁺⁻⁰¹²³⁴-⁹]+))")
_FIGURE = re.compile(r"(\d[\d.,]*)(?:e([+-]?\d+))?(%?)")


@checked
@dataclass(frozen=True)
class Printed:
    """A figure as it is printed: its value, and the unit of its last digit.

    >>> read_printed("46.9%")
    Printed(text='46.9%', value=Fraction(469, 1000), unit=Fraction(1, 1000))
    """

    text: str
    value: Fraction
    unit: Fraction

    @property
    def low(self) -> Fraction:
        """The smallest number that rounds to the figure."""
        return self.value - self.unit / 2

    @property
    def high(self) -> Fraction:
        """The largest number that rounds to the figure."""
        return self.value + self.unit / 2

    @checked
    def times(self, factor: Fraction) -> Printed:
        """The figure multiplied by a factor.

        >>> read_printed("24.5e6").times(Fraction(1, 50_000_000)).value
        Fraction(49, 100)
        """
        return Printed(self.text, self.value * factor, self.unit * factor)


@checked
@dataclass(frozen=True)
class Origin:
    """Where a printed figure comes from: `trials` trials, an unknown number of trials (None), or a computation.

    The figure is a proportion; with `counts` it is a number of cases among the trials; with `deviation`, the
    standard deviation of one trial, it is a mean.
    """

    trials: int | None = None
    computed: bool = False
    counts: bool = False
    deviation: float | None = None

    def __post_init__(self) -> None:
        if self.trials is not None and self.trials < 1:
            raise SpecError(f"{self.trials} is not a number of trials: choose at least 1, or None if it is not known")
        if self.counts and self.trials is None:
            raise SpecError("a number of cases says nothing without the number of trials: give both")

    @checked
    def proportion(self, figure: Printed) -> Printed:
        """The figure as a proportion: a number of cases divided by the trials, any other figure unchanged.

        >>> Origin(50_000_000, counts=True).proportion(read_printed("24.5e6")).value
        Fraction(49, 100)
        """
        return figure.times(Fraction(1, self.trials)) if self.counts and self.trials else figure

    @checked
    def allowed(self, figure: Printed, confidence: float) -> Interval:
        """The true values that can lead to the figure, by rounding and by chance in the known number of trials.

        >>> ends = Origin(10**6).allowed(read_printed("46.9%"), confidence=0.999)
        >>> round(ends.low, 4), round(ends.high, 4)
        (0.4669, 0.4711)
        """
        proportion = self.proportion(figure)
        low, high = nextafter(float(proportion.low), -inf), nextafter(float(proportion.high), inf)
        if self.trials is None or self.computed:
            return Interval(low, high)
        if self.deviation is not None:
            chance = -normal_quantile((1 - confidence) / 2) * self.deviation / sqrt(self.trials)
            return Interval(low - chance, high + chance)
        fewest, most = sorted(self.cases(figure))
        ends = (clopper_pearson(cases, self.trials, confidence) for cases in (fewest, most))
        return Interval(next(ends).low, next(ends).high)

    @checked
    def cases(self, figure: Printed) -> tuple[int, int]:
        """The fewest and the most cases that are printed as the figure; if none are, the two nearest, in falling order.

        >>> Origin(10**6).cases(read_printed("0.078%")), Origin(100).cases(read_printed("33.3%"))
        ((775, 785), (34, 33))
        """
        proportion, trials = self.proportion(figure), self.trials or 0
        if proportion.low > 1:
            raise SpecError(
                f"{quoted(figure.text)} is not a proportion: say counts=True, or give the deviation of a mean"
            )
        return max(ceil(proportion.low * trials), 0), min(floor(proportion.high * trials), trials)


@checked
def read_printed(text: str, decimal: str | None = None) -> Printed:
    """The figure that a text shows, with a decimal point or a decimal comma, and powers of ten.

    A single mark before three digits may also separate thousands. With a percent sign or a power of ten it is taken
    for the decimal mark; otherwise `decimal` must name the decimal mark.

    >>> [float(read_printed(text).value) for text in ("1,5%", "4.2e-7%", "24,5 · 10^6", "30.000.000")]
    [0.015, 4.2e-09, 24500000.0, 30000000.0]
    >>> read_printed("765.970")
    Traceback (most recent call last):
    setlab.errors.SpecError: '765.970' can be read in two ways: say decimal="." or decimal=","
    >>> int(read_printed("765.970", decimal=",").value)
    765970
    """
    match = _FIGURE.fullmatch(_plain(text))
    if match is None:
        raise SpecError(f"{quoted(text)} is not a printed figure: write it like 46.9%, 1,5% or 4.2e-7%")
    digits, exponent, percent = match.groups()
    whole, _, decimals = _with_point(digits, text, decimal, bool(exponent or percent)).partition(".")
    scale = Fraction(10) ** int(exponent or 0) / (100 if percent else 1)
    unit = scale / 10 ** len(decimals)
    return Printed(text, int(whole + decimals) * unit, unit)


def _plain(text: str) -> str:
    """The text without blanks and TeX markup, with its power of ten written as e."""
    bare = re.sub(r"[\s$]", "", text).replace("\\%", "%").replace("−", "-").lower()
    return _POWER.sub(lambda match: "e" + (match[1] or match[2].translate(_RAISED)), bare)


def _with_point(digits: str, text: str, decimal: str | None, is_decimal: bool) -> str:
    """The digits with a point before the decimals and no other mark."""
    mark = _decimal_mark(digits, is_decimal) if decimal is None else decimal
    if mark is None:
        raise SpecError(f'{quoted(text)} can be read in two ways: say decimal="." or decimal=","')
    other = "," if mark == "." else "."
    grouped, point, decimals = digits.partition(mark)
    thousands = rf"\d+|\d{{1,3}}({re.escape(other)}\d{{3}})+"
    if mark not in (".", ",") or not re.fullmatch(thousands, grouped) or not re.fullmatch(r"\d*", decimals):
        raise SpecError(f"{quoted(text)} is not a number with decimal mark {mark!r}: its digits are grouped otherwise")
    return grouped.replace(other, "") + point.replace(mark, ".") + decimals


def _decimal_mark(digits: str, is_decimal: bool) -> str | None:
    """The mark that must be the decimal one; None if it may separate thousands as well."""
    marks = [character for character in digits if character in ".,"]
    if len(set(marks)) == 2:
        return marks[-1]
    if len(marks) > 1:
        return "," if marks[0] == "." else "."
    if re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", digits) and not is_decimal:
        return None
    return marks[0] if marks else "."


SLIPS = (1, -1, 2, -2, 3, -3, 4, -4)
"""The powers of ten that are tried on a figure that differs."""

MOST_TRIALS = 1e15
"""More trials than this are not a remedy."""

_FACTORS = {1: "ten times", -1: "a tenth of"}

Outcome = Literal["agrees", "differs", "cannot tell"]
Ours = Fraction | int | tuple[int, int] | Interval


@checked
@dataclass(frozen=True)
class Agreement:
    """Whether a printed figure agrees with ours, and the values on which this rests.

    `ours` is our interval, of width 0 for an exact value; `sample` holds our successes and trials, if there are
    any. `slip` is the power of ten that makes a figure agree which differs.
    """

    outcome: Outcome
    printed: Printed
    origin: Origin
    allowed: Interval
    ours: Interval
    confidence: float
    sample: tuple[int, int] | None = None
    slip: int | None = None

    @property
    def reason(self) -> str:
        """What the outcome rests on.

        >>> print(compare_with_printed("46.9%", Fraction(4683, 10_000), Origin(10**6), confidence=0.999).reason)
        46.83 % is exact; rounding and chance in 1,000,000 trials allow 46.686 % to 47.114 %
        """
        return "; ".join(_reasons(self))

    def sentence(self) -> str:
        """The figure, the outcome and the reason in one line.

        >>> compare_with_printed("20%", Fraction(3, 10), Origin(computed=True), confidence=0.999).sentence()
        '20% differs: 30 % is exact; rounding allows 19.5 % to 20.5 %'
        """
        return f"{self.printed.text} {self.outcome}: {self.reason}"


@checked
def compare_with_printed(
    text: str, ours: Ours, origin: Origin | None = None, *, confidence: float, decimal: str | None = None
) -> Agreement:
    """Whether a printed figure agrees with ours: an exact value, (successes, trials), or an interval.

    A correct figure differs by chance with probability at most 1 − confidence. If the number of trials behind the
    figure is unknown, so is its error by chance: a figure outside the range of rounding then cannot tell, unless the
    true value is exactly 0 or 1, where there is no chance.

    >>> compare_with_printed("1,5%", Fraction(3, 200), Origin(50_000_000), confidence=0.999).outcome
    'agrees'
    >>> compare_with_printed("46.9%", (4683, 10_000), Origin(10**6), confidence=0.999).outcome
    'cannot tell'
    >>> compare_with_printed("20%", Fraction(324, 1080), Origin(computed=True), confidence=0.999).outcome
    'differs'
    """
    figure, origin = read_printed(text, decimal), origin or Origin()
    mine, allowed = our_interval(ours, confidence), origin.allowed(figure, confidence)
    outcome = _outcome(mine, allowed, origin)
    slip = _slip(figure, mine, origin, confidence) if outcome == "differs" else None
    sample = ours if isinstance(ours, tuple) else None
    return Agreement(outcome, figure, origin, allowed, mine, confidence, sample, slip)


@checked
def our_interval(ours: Ours, confidence: float) -> Interval:
    """Our value as an interval: that of `proportion_interval` for a sample, of width 0 for an exact value.

    >>> our_interval(Fraction(1, 4), confidence=0.999)
    Interval(low=0.25, high=0.25)
    """
    if isinstance(ours, Interval):
        return ours
    if isinstance(ours, tuple):
        return proportion_interval(*ours, confidence)
    return Interval(float(ours), float(ours))


def _outcome(mine: Interval, allowed: Interval, origin: Origin) -> Outcome:
    if mine.within(allowed):
        return "agrees"
    return "cannot tell" if mine.meets(allowed) or _may_be_chance(mine, origin) else "differs"


def _may_be_chance(mine: Interval, origin: Origin) -> bool:
    """True if the figure was sampled with an unknown number of trials; never and always are exact."""
    certain = mine.width == 0 and mine.low in (0, 1)
    return origin.trials is None and not origin.computed and not certain


def _slip(figure: Printed, mine: Interval, origin: Origin, confidence: float) -> int | None:
    """The power of ten that a figure with a misplaced decimal point lacks."""
    for power in SLIPS:
        moved = figure.times(Fraction(10) ** power)
        possible = origin.deviation is not None or origin.computed or origin.proportion(moved).low <= 1
        if possible and _outcome(mine, origin.allowed(moved, confidence), origin) == "agrees":
            return power
    return None


def _reasons(found: Agreement) -> Iterator[str]:
    mine, origin = found.ours, found.origin
    exact = f"{_number(found, mine.low)} is exact"
    yield exact if mine.width == 0 else f"we have {_range(found, mine)} at {100 * found.confidence:g} %"
    sampled = origin.trials is not None and not origin.computed
    cause = f"rounding and chance in {origin.trials:,} trials allow" if sampled else "rounding allows"
    yield f"{cause} {_range(found, found.allowed)}"
    if sampled and origin.deviation is None:
        fewest, most = origin.cases(found.printed)
        if fewest > most:
            yield "no number of cases is printed so"
    if found.slip is not None:
        yield f"{_FACTORS.get(found.slip, f'10^{found.slip} times')} the figure would agree"
    if found.outcome == "cannot tell":
        yield _remedy(found) if mine.meets(found.allowed) else _open(found)


def _remedy(found: Agreement) -> str:
    """The number of our trials that would tell; intervals shrink with the square root of the trials."""
    successes, trials = found.sample or (0, 0)
    if not trials:
        return "a narrower interval would tell"
    gap = min(abs(successes / trials - edge) for edge in (found.allowed.low, found.allowed.high))
    needed = trials * (found.ours.width / 2 / gap) ** 2 if gap else inf
    return f"about {_one_digit(needed)} trials would tell" if needed < MOST_TRIALS else "ours lies at the edge"


def _open(found: Agreement) -> str:
    """The largest number of trials for which chance explains the figure."""
    unsaid = "the source does not say how many trials it made"
    near = found.ours.low if found.ours.low > found.allowed.high else found.ours.high
    if found.origin.deviation is not None or not 0 < near < 1:
        return unsaid
    gap = max(near - found.allowed.high, found.allowed.low - near)
    fewest = normal_quantile((1 - found.confidence) / 2) ** 2 * near * (1 - near) / gap**2
    return f"{unsaid}, and chance explains the figure for up to about {_one_digit(fewest)}"


def _one_digit(number: float) -> str:
    return f"{float(f'{max(number, 1):.0e}'):,.0f}"


def _range(found: Agreement, ends: Interval) -> str:
    return f"{_number(found, ends.low)} to {_number(found, ends.high)}"


def _number(found: Agreement, value: float) -> str:
    percent = "%" in found.printed.text or found.origin.counts
    return f"{100 * value:.5g} %" if percent else f"{value:.5g}"
