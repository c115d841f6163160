"""Falsehoods for the judge: a changed figure, a negated statement, a spoilt result of ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from setlab.reproduce.evidence import Bounds, Check, ClaimEvidence, Figures, Resolution, Sample, Statement, Value
from setlab.reproduce.judgement import Finding, decimal_mark
from setlab.sources import Claim
from setlab.stats import Interval, read_printed

GOOD = ("confirmed", "consistent", "bounded")
BAD = ("wrong", "misprint")


def falsified(claim: Claim, place: str) -> Claim:
    """The claim with one printed figure changed beyond what chance explains."""
    text = claim.figures[place]
    changed = changed_text(text, rare(claim, place))
    if more_than_all(claim, place, changed):
        changed = changed_text(text, rare=True)
    return replace(claim, figures={**claim.figures, place: changed})


def more_than_all(claim: Claim, place: str, text: str) -> bool:
    """True if a sampled figure would stand for more cases than trials."""
    trials = claim.trials_at(place)
    return trials is not None and figure(claim, text) > (trials if claim.counts else 1)


def figure(claim: Claim, text: str) -> Fraction:
    """The number that a printed text stands for."""
    return read_printed(text, claim.decimal or decimal_mark(text)).value


def rare(claim: Claim, place: str) -> bool:
    """True if a sampled figure stands for so few cases that a small change could be chance."""
    trials = claim.trials_at(place)
    if trials is None:
        return False
    value = figure(claim, claim.figures[place])
    return value < 100 if claim.counts else value * trials < 100


def changed_text(text: str, rare: bool) -> str:
    """Another number in the same form, or another word.

    >>> changed_text("46.9%", False), changed_text("0.0001%", True), changed_text("green", False)
    ('86.9%', '9.9%', 'not green')
    """
    digits = re.search(r"[1-9]", text)
    if digits is None or not re.fullmatch(r"[\d.,\s%e·^*×⋅−+-]+", text):
        return f"7{text}" if re.fullmatch(r"[\d.,\s%e·^*×⋅−+-]+", text) else f"not {text}"
    if rare:
        return "9.9%" if "%" in text else "9999"
    new = str((int(digits[0]) + 3) % 9 + 1)
    return text[: digits.start()] + new + text[digits.end() :]


def corrected(claim: Claim, finding: Finding, evidence: Figures) -> Claim:
    """The claim with every figure that failed replaced by a text that fits our value."""
    figures = dict(claim.figures)
    for place, row in zip(claim.figures, finding.rows, strict=False):
        if row.verdict in BAD:
            figures[place] = text_for(claim, place, evidence.values[place])
    return replace(claim, figures=figures)


def text_for(claim: Claim, place: str, value: Value) -> str:
    """Our value as the claim would print it."""
    if isinstance(value, str):
        return value
    if isinstance(value, Bounds):
        return str(value.lower)
    if isinstance(value, Interval):
        number = Fraction((value.low + value.high) / 2)
    else:
        number = Fraction(*value) if isinstance(value, Sample) else Fraction(value)
    trials = claim.trials_at(place)
    if claim.counts and trials and not isinstance(value, int):
        return str(round(number * trials))
    if "%" in claim.figures[place]:
        return f"{float(100 * number):.6e}%"
    return f"{float(number):.6e}" if number.denominator > 1 else str(int(number))


def spoilt(evidence: ClaimEvidence, finding: Finding) -> Iterator[ClaimEvidence]:
    """The evidence with our result changed, in every way that must affect the verdict."""
    if isinstance(evidence, Figures):
        for place, row in zip(finding.claim.figures, finding.rows, strict=False):
            if row.verdict in GOOD:
                values = {**evidence.values, place: spoilt_value(evidence.values[place])}
                yield replace(evidence, values=values)
    elif isinstance(evidence, Statement):
        yield Statement(*flipped(evidence.checks), corrected=evidence.corrected)
    elif isinstance(evidence, Resolution) and finding.verdict != "open":
        broken = (replace(check, counterexample="spoilt") for check in evidence.checks)
        yield Resolution(evidence.answer, *broken, lower=evidence.lower, upper=evidence.upper)


def spoilt_value(value: Value) -> Value:
    """A value far from the given one."""
    if isinstance(value, str):
        return f"not {value}"
    if isinstance(value, Sample):
        half = value.trials // 2
        return Sample(value.cases // 3 if value.cases > half else (value.trials + value.cases) // 2, value.trials)
    if isinstance(value, Interval):
        return Interval(3 * value.high + 1, 4 * value.high + 2)
    if isinstance(value, Bounds):
        return Bounds(10 * value.lower + 7, None)
    return 3 * value + 2


def flipped(checks: tuple[Check, ...]) -> Iterator[Check]:
    """The opposite checks: those that failed hold, and if none failed, the first one fails."""
    failed = any(check.is_refuted for check in checks)
    for number, check in enumerate(checks):
        wrong = not failed and number == 0
        yield replace(check, counterexample="spoilt" if wrong else None)
