"""The judgement of a claim: each printed figure beside ours, the verdict, and the commands that repeat the work."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import floor, log10
from pathlib import Path
from typing import Any

from setlab.arguments import checked
from setlab.errors import plural
from setlab.experiment.result import command_line
from setlab.reproduce import verdicts
from setlab.reproduce.evidence import (
    Bounds,
    ClaimEvidence,
    Figures,
    Redrawing,
    Resolution,
    Sample,
    Statement,
    Value,
    confidence,
    level,
)
from setlab.reproduce.verdicts import PLURALS, VERDICTS, Verdict
from setlab.sources import Claim, source_of
from setlab.stats import Agreement, Interval, Origin, Printed, compare_samples, compare_with_printed, read_printed


@checked
@dataclass(frozen=True)
class Row:
    """One printed figure beside ours, or one check of a statement.

    `difference` is printed − ours in the printed unit; it is empty where there is no number.
    """

    at: str
    printed: str
    ours: str
    verdict: Verdict
    why: str = ""
    difference: str = ""


@checked
@dataclass(frozen=True)
class Finding:
    """The verdict on a claim, with the evidence behind it."""

    claim: Claim
    verdict: Verdict
    printed: str
    ours: str
    why: str = ""
    exact: str | None = None
    interval: tuple[float, float] | None = None
    rows: tuple[Row, ...] = ()
    commands: tuple[str, ...] = ()
    specs: tuple[str, ...] = ()
    drawing: Redrawing | None = None

    @property
    def deciding(self) -> tuple[Row, ...]:
        """The printed figures from which the verdict follows; none if it follows from all of them, or from checks."""
        figures = [row for row in self.rows if row.printed]
        found = tuple(row for row in figures if row.verdict == self.verdict)
        return found if len(found) < len(figures) else ()


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
    return Row(at, text, our_text(value, found), verdicts.of_agreement(found, fits), why, difference(found, value))


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


def our_text(value: int | Fraction | Sample | Interval, found: Agreement) -> str:
    """Our value in the printed unit, a sample with its 95 % interval."""
    scale, sign, unit = _unit(found.printed, found.origin)
    if isinstance(value, Sample):
        ends = value.interval
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


@checked
def judge(claim: Claim, evidence: ClaimEvidence) -> Finding:
    """Judge a claim by the evidence."""
    printed = claim.quote
    if isinstance(evidence, Figures):
        rows = tuple(_figure_rows(claim, evidence))
        bare = claim.kind == "picture" and not claim.figures
        verdict = verdicts.of_picture_without_features() if bare else verdicts.worst(row.verdict for row in rows)
        printed = "; ".join(f"{row.at}: {row.printed}" for row in rows if row.printed) or printed
        ours = "; ".join(f"{row.at}: {row.ours}" for row in rows) or evidence.exact or ""
    else:
        assert isinstance(evidence, Statement | Resolution)
        rows = tuple(Row(check.what, "", check.outcome, verdicts.of_check(check)) for check in evidence.checks)
        if isinstance(evidence, Statement):
            verdict = verdicts.of_checks(evidence.checks, evidence.corrected, claim.negated)
            refuted = [check for check in evidence.checks if check.is_refuted]
            ours = "; ".join(dict.fromkeys(check.outcome for check in refuted or evidence.checks))
        else:
            verdict, ours = verdicts.of_answer(evidence, claim.trials_at("")), evidence.answer
    interval = next(_intervals(evidence), None)
    ends = None if interval is None else (interval.low, interval.high)
    why = _sentence(evidence.why or _first_reason(verdict, rows))
    exact = evidence.exact or (None if is_sampled(evidence) else ours or None)
    runs = (command_line(each.spec, each.tally.trials, each.first) for each in evidence.results)
    commands, specs = (*evidence.commands, *runs), tuple(result.spec.id for result in evidence.results)
    return Finding(claim, verdict, printed, ours, why, exact, ends, rows, commands, specs, evidence.drawing)


def _figure_rows(claim: Claim, evidence: Figures) -> Iterator[Row]:
    yield from (figure_row(claim, place, evidence) for place in claim.figures)
    if evidence.histogram is not None:
        yield histogram_row(claim, evidence.histogram)


def _sentence(text: str) -> str:
    """The text as a sentence, with a capital letter and a full stop.

    >>> _sentence("all pairs were tried"), _sentence("σ is 0")
    ('All pairs were tried.', 'σ is 0.')
    """
    start = text[:1].upper() if text[:2].isascii() and text[1:2].islower() else text[:1]
    return f"{start}{text[1:]}{'' if text.endswith(('.', '?', '”', '.)')) or not text else '.'}"


def _first_reason(verdict: Verdict, rows: tuple[Row, ...]) -> str:
    """The reason given in the first row that decides a verdict with a headline."""
    if verdict not in verdicts.HEADLINES:
        return ""
    return next((row.why for row in rows if row.verdict == verdict and row.why), "")


def summary(findings: Sequence[Finding]) -> str:
    """The number of items with each verdict.

    >>> summary([])
    '0 items'
    """
    return verdict_counts(Counter(finding.verdict for finding in findings))


def verdict_counts(seen: Mapping[Any, int]) -> str:
    """The number of items with each verdict, from the counts.

    >>> verdict_counts(Counter(['misprint', 'misprint']))
    '2 items: 2 misprints'
    """
    parts = [
        f"{seen[verdict]} {PLURALS.get(verdict, verdict) if seen[verdict] > 1 else verdict}"
        for verdict in VERDICTS
        if seen.get(verdict)
    ]
    return f"{plural(sum(seen.values()), 'item')}{': ' * bool(parts)}{', '.join(parts)}"


def records(findings: Sequence[Finding], depth: str) -> dict[str, Any]:
    """The findings as a JSON object."""
    return {"depth": depth, "items": list(map(record, findings))}


def record(finding: Finding) -> dict[str, Any]:
    """A finding as a JSON object."""
    claim, source = finding.claim, source_of(finding.claim.id)
    known: dict[str, Any] = {"exact": finding.exact} if finding.exact is not None else {}
    if finding.interval is not None:
        known["interval"] = list(finding.interval)
    head = {"id": claim.id, "source": source.key, "cited": source.cited}
    head |= {name: getattr(claim, name) for name in ("kind", "place", "what", "quote")}
    found = {"printed": finding.printed, "ours": finding.ours, **known, "verdict": finding.verdict, "why": finding.why}
    rows = [vars(row) for row in finding.rows]
    return {**head, **found, "rows": rows, "commands": list(finding.commands), "specs": list(finding.specs)}


def shorten(text: str, most: int) -> str:
    """The text, cut at a space if it is longer than `most`.

    >>> shorten("one two three", 9)
    'one two …'
    """
    return text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0]} …"


def is_sampled(evidence: ClaimEvidence) -> bool:
    """True if some part of the evidence is a sample.

    >>> is_sampled(Figures(values={"SETs": 1080})), is_sampled(Figures(values={"cleared": Sample(7, 100)}))
    (False, True)
    """
    if isinstance(evidence, Figures):
        return evidence.histogram is not None or any(isinstance(v, Sample | Interval) for v in evidence.values.values())
    checks = evidence.checks if isinstance(evidence, Statement | Resolution) else ()
    return any(check.sampled for check in checks) or getattr(evidence, "trials", None) is not None


def _intervals(evidence: ClaimEvidence) -> Iterator[Interval]:
    """The interval of the answer, or those of the sampled figures or checks."""
    if isinstance(evidence, Resolution) and evidence.interval is not None:
        yield evidence.interval
    if isinstance(evidence, Figures):
        for value in evidence.values.values():
            if isinstance(value, Sample | Interval):
                yield value.interval if isinstance(value, Sample) else value
    if isinstance(evidence, Statement | Resolution):
        yield from (check.sample.interval for check in evidence.checks if check.sample is not None)


SHIPPED = Path(__file__).with_name("data") / "report.json"
"""The report of a full run, for the pages of the server: `python -m scripts.findings` copies it from docs/reproduce."""


@lru_cache
def shipped_report() -> dict[str, Any]:
    """The shipped report: `depth`, and the `items` with their verdicts.

    >>> shipped_report()["depth"], shipped_report()["items"][0]["id"]
    ('full', 'A1.deck')
    """
    found: dict[str, Any] = json.loads(SHIPPED.read_text(encoding="utf-8"))
    return found
