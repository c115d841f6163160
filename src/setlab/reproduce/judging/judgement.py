"""The judgement of a claim by its evidence, with the commands that repeat the work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from setlab.arguments import checked
from setlab.errors import plural
from setlab.experiment.table import command_line
from setlab.reproduce.judging import verdicts
from setlab.reproduce.judging.evidence import Answer, Check, Evidence, Figures, Finding, Row, Statement
from setlab.reproduce.judging.figures import figure_row, histogram_row
from setlab.reproduce.judging.levels import exact_text, main_interval
from setlab.reproduce.judging.verdicts import PLURALS, VERDICTS, Verdict
from setlab.sources import Claim, source_of


@checked
def judge(claim: Claim, evidence: Evidence) -> Finding:
    """Judge a claim by the evidence."""
    if isinstance(evidence, Statement):
        rows = tuple(map(_check_row, evidence.checks))
        verdict = verdicts.of_checks(evidence.checks, evidence.corrected, claim.negated)
        return _finding(claim, evidence, verdict, rows, claim.quote, _checked(evidence))
    if isinstance(evidence, Answer):
        rows = tuple(map(_check_row, evidence.checks))
        verdict = verdicts.of_answer(evidence, claim.trials_at(""))
        return _finding(claim, evidence, verdict, rows, claim.quote, evidence.answer)
    assert isinstance(evidence, Figures)
    rows = tuple(_figure_rows(claim, evidence))
    printed = "; ".join(f"{row.at}: {row.printed}" for row in rows if row.printed) or claim.quote
    ours = "; ".join(f"{row.at}: {row.ours}" for row in rows) or evidence.exact or ""
    return _finding(claim, evidence, _of_rows(claim, rows), rows, printed, ours)


def _of_rows(claim: Claim, rows: tuple[Row, ...]) -> Verdict:
    """The verdict on a figure, a table or a picture, from its rows; a picture without features has none."""
    if claim.kind == "picture" and not claim.figures:
        return verdicts.of_picture_without_features()
    return verdicts.worst(row.verdict for row in rows)


def _figure_rows(claim: Claim, evidence: Figures) -> Iterator[Row]:
    for place in claim.figures:
        yield figure_row(claim, place, evidence)
    if evidence.histogram is not None:
        yield histogram_row(claim, evidence.histogram)


def _check_row(check: Check) -> Row:
    return Row(check.what, "", check.found, verdicts.of_check(check))


def _checked(evidence: Statement) -> str:
    """What the checks found: the refuted ones if there are any, otherwise all."""
    refuted = [check.found for check in evidence.checks if check.refuted]
    return "; ".join(dict.fromkeys(refuted or [check.found for check in evidence.checks]))


def _finding(
    claim: Claim, evidence: Evidence, verdict: Verdict, rows: tuple[Row, ...], printed: str, ours: str
) -> Finding:
    interval = main_interval(evidence)
    return Finding(
        claim,
        verdict,
        printed,
        ours,
        _sentence(evidence.why or _first_reason(verdict, rows)),
        exact_text(evidence, ours),
        None if interval is None else (interval.low, interval.high),
        rows,
        (*evidence.commands, *(command_line(each.spec, each.tally.trials, each.first) for each in evidence.results)),
        tuple(result.spec.id for result in evidence.results),
        evidence.drawing,
    )


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
    return counted_verdicts(Counter(finding.verdict for finding in findings))


def counted_verdicts(seen: Mapping[Any, int]) -> str:
    """The number of items with each verdict, from the counts.

    >>> counted_verdicts(Counter(['misprint', 'misprint']))
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
    return {
        "id": claim.id,
        "source": source.key,
        "cited": source.cited,
        "kind": claim.kind,
        "place": claim.place,
        "what": claim.what,
        "quote": claim.quote,
        "printed": finding.printed,
        "ours": finding.ours,
        **known,
        "verdict": finding.verdict,
        "why": finding.why,
        "rows": [vars(row) for row in finding.rows],
        "commands": list(finding.commands),
        "specs": list(finding.specs),
    }


def shortened(text: str, most: int) -> str:
    """The text, cut at a space if it is longer than `most`.

    >>> shortened("one two three", 9)
    'one two …'
    """
    return text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0]} …"
