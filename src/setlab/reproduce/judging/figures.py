"""Comparison of one printed figure with ours: both in the printed unit, the difference, and the verdict."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from math import floor, log10

from setlab.reproduce.judging import verdicts
from setlab.reproduce.judging.evidence import Bounds, Figures, Row, Sample, Value
from setlab.reproduce.judging.levels import SHOWN, confidence, level
from setlab.sources import Claim
from setlab.stats import (
    Agreement,
    Interval,
    Origin,
    Printed,
    compare_samples,
    compare_with_printed,
    proportion_interval,
    read_printed,
)


def figure_row(claim: Claim, place: str, evidence: Figures) -> Row:
    """The row of one figure: the printed text, our value, and the verdict."""
    text, at = claim.figures[place], claim.at(place)
    if place not in evidence.values:
        return Row(at, text, "not computed", verdicts.worst([]), "we have no value for it")
    value, meant = evidence.values[place], evidence.corrected.get(place)
    if isinstance(value, str):
        fits = meant is not None and _bare(meant) == _bare(value)
        return Row(at, text, value, verdicts.of_text(_bare(text) == _bare(value), fits), _correction(meant, fits))
    if isinstance(value, Bounds):
        return _bounds_row(at, text, value, claim)
    origin = origin_of(claim, place, evidence.trials.get(place))
    found = _agreement(text, value, origin, claim)
    fits = found.slip is not None
    if meant is not None:
        fits = _agreement(meant, value, origin, claim).outcome == "agrees"
    why = "; ".join(part for part in (found.reason, _correction(meant, fits)) if part)
    return Row(at, text, shown(value, found), verdicts.of_agreement(found, fits), why, difference(found, value))


def histogram_row(claim: Claim, ours: Mapping[int, int]) -> Row:
    """The row that compares a whole table of counts with ours, by the chi-square test of homogeneity."""
    texts = claim.numbers().items()
    printed = {n: int(read_printed(text, claim.decimal or decimal_mark(text)).value) for n, text in texts}
    found = compare_samples(ours, printed)
    return Row("the whole table", "", f"p = {found.p:.2g}", verdicts.of_test(found.p, level()), found.sentence(level()))


def origin_of(claim: Claim, place: str, trials: int | None = None) -> Origin:
    """The origin of a printed figure: a sample of the source, or a computation."""
    number = trials or claim.trials_at(place)
    return Origin(number, computed=number is None, counts=claim.counts)


def decimal_mark(text: str) -> str | None:
    """The decimal mark of a figure whose only mark stands before three digits and so separates thousands.

    >>> decimal_mark("505.440"), decimal_mark("9,801"), decimal_mark("24,5e6"), decimal_mark("0,078%")
    (',', '.', None, None)
    """
    thousands = re.fullmatch(r"\d+([.,])\d{3}", text)
    return None if thousands is None else {".": ",", ",": "."}[thousands[1]]


def shown(value: int | Fraction | Sample | Interval, found: Agreement) -> str:
    """Our value in the printed unit, a sample with its 95 % interval."""
    scale, sign, unit = _unit(found.printed, found.origin)
    if isinstance(value, Sample):
        ends = proportion_interval(*value, SHOWN)
        if not value.cases:
            return f"0, at most {_number(scale * ends.high, scale * ends.high)}{sign}"
        half = scale * (ends.high - ends.low) / 2
        return f"{_number(scale * value.cases / value.trials, half)} ± {_number(half, half)}{sign}"
    if isinstance(value, Interval):
        start = f"{_number(scale * value.low, unit)} to" if value.low else "at most"
        return f"{start} {_number(scale * value.high, unit)}{sign}"
    exact = Fraction(value) * (1 if found.origin.counts and value > 1 else Fraction(scale))
    if exact.denominator == 1 and exact < 10**15:
        return f"{int(exact):,}{sign}"
    return f"{_number(float(exact), unit / 100)}{sign}"


def difference(found: Agreement, value: Value) -> str:
    """Printed − ours in the printed unit.

    >>> difference(compare_with_printed("16,7%", Fraction(17, 100), Origin(1000), confidence=0.99), Fraction(17, 100))
    '−0.30 %'
    """
    if isinstance(value, Interval | Bounds | str):
        return ""
    scale, sign, _ = _unit(found.printed, found.origin)
    ours = Fraction(*value) if isinstance(value, Sample) else Fraction(value)
    gap = float((found.origin.proportion(found.printed).value - ours) * Fraction(scale))
    if gap == 0:
        return "0"
    digits = 1 - floor(log10(abs(gap)))
    text = f"{gap:+.1e}" if digits > 6 else f"{round(gap, digits):+,.{max(digits, 0)}f}"
    return text.replace("-", "−") + sign


def _agreement(text: str, value: int | Fraction | Sample | Interval, origin: Origin, claim: Claim) -> Agreement:
    ours = tuple(value) if isinstance(value, Sample) else value
    mark = claim.decimal or decimal_mark(text)
    return compare_with_printed(text, ours, origin, confidence=confidence(), decimal=mark)  # type: ignore[arg-type]


def _bounds_row(at: str, text: str, value: Bounds, claim: Claim) -> Row:
    printed = read_printed(text, claim.decimal or decimal_mark(text)).value
    inside = value.lower <= printed and (value.upper is None or printed <= value.upper)
    upper = f"{value.lower} to {value.upper}" if value.lower != value.upper else str(value.lower)
    ours = f"at least {value.lower}" if value.upper is None else upper
    return Row(at, text, ours, verdicts.of_bounds(inside, value.lower == value.upper))


def _correction(meant: str | None, fits: bool) -> str:
    return "" if meant is None else f"{meant} {'fits' if fits else 'does not fit either'}"


def _bare(text: str) -> str:
    """The text in lower case and without blanks, for comparison."""
    return re.sub(r"\s", "", text).lower()


def _unit(printed: Printed, origin: Origin) -> tuple[int, str, float]:
    """The factor from a proportion to the printed unit, the sign of that unit, and the value of the last digit."""
    if "%" in printed.text:
        return 100, " %", float(100 * printed.unit)
    return (origin.trials or 1 if origin.counts else 1), "", float(printed.unit)


def _number(value: float, digit: float) -> str:
    """A number to one digit beyond the first digit of its uncertainty `digit`.

    >>> _number(46.8213, 0.021), _number(4.48e-7, 1e-13), _number(24_493_871.0, 7_000.0), _number(1.364e19, 1e17)
    ('46.821', '4.480e-07', '24,493,871', '1.364e+19')
    """
    if value and not 1e-3 <= abs(value) < 1e15:
        return f"{value:.3e}"
    decimals = 0 if digit <= 0 else min(max(1 - floor(log10(digit)), 0), 10)
    return f"{value:,.{decimals}f}"
