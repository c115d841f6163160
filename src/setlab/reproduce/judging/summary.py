"""Findings summed up in one line, and as JSON records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from setlab.errors import plural
from setlab.reproduce.judging.finding import Finding
from setlab.reproduce.judging.verdicts import PLURALS, VERDICTS
from setlab.sources import source_of


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
