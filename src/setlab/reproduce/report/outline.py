"""The common part of the page and the PDF: title, rule of judgement, headlines, findings by source and subject."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from setlab.reproduce.judging import HEADLINES, Finding, Verdict
from setlab.reproduce.judging.levels import LEVEL, comparisons
from setlab.reproduce.judging.summary import shortened
from setlab.sources import Source, source_of, sources

TITLE = "Five documents on SET: claims and verdicts"

Findings = Sequence[Finding]


def rule() -> str:
    """The level of significance and the intervals, in two sentences."""
    number, level = comparisons(), f"{100 * LEVEL:g} %"
    return (
        f"Each of the {number} printed figures and statements is judged at the level {level} / {number}; so the "
        f"probability that any correct one is called wrong by chance is below {level}. Intervals shown beside our "
        "figures are 95 % intervals."
    )


def headlines(findings: Findings) -> Iterator[tuple[Verdict, str, list[Finding]]]:
    """The findings with which the report opens, by verdict."""
    for verdict, heading in HEADLINES.items():
        if chosen := [finding for finding in findings if finding.verdict == verdict]:
            yield verdict, heading, chosen


def by_source(findings: Findings) -> Iterator[tuple[Source, list[tuple[str, list[Finding]]]]]:
    """The findings by source and subject, within a subject in the order of the document."""
    for source in sources():
        subjects: dict[str, list[Finding]] = {}
        for finding in findings:
            if source_of(finding.claim.id) == source:
                subjects.setdefault(finding.claim.part, []).append(finding)
        if subjects:
            yield source, sorted(subjects.items(), key=lambda subject: int(subject[0][1:]))


def subject(source: Source, part: str) -> str:
    """The subject in words: A11 is "P(n cards have no SET)"."""
    return source.subjects.get(part, part)


def gist(finding: Finding, most: int = 300) -> str:
    """The finding in one line: the rows that decide it, or what we found."""
    deciding = [row for row in finding.rows if row.verdict == finding.verdict and row.printed]
    if deciding and len(deciding) < len(finding.rows):
        text = "; ".join(f"{row.at}: printed {row.printed}, ours {row.ours}" for row in deciding)
    elif finding.claim.figures:
        text = f"printed {finding.printed}; ours {finding.ours}"
    else:
        text = finding.ours
    return shortened(text, most)


def quotation(finding: Finding, most: int = 220) -> str:
    """The printed statement or question in quotation marks; empty for figures, which the gist shows."""
    return "" if finding.claim.figures else f"“{shortened(finding.claim.quote, most)}”"
