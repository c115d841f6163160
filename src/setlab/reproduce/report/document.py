"""The report as a PDF, typeset by typst from the findings as JSON and the figures as SVG."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setlab.reproduce.judging import VERDICTS, Finding
from setlab.reproduce.judging.judgement import summary
from setlab.reproduce.report.page import (
    TITLE,
    Findings,
    by_source,
    drawn_finding,
    gist,
    headlines,
    quotation,
    rule,
    subject,
    svg_text,
)
from setlab.sources import Source, source_of

TEMPLATE = "report.typ"


def pdf(findings: Findings, depth: str) -> bytes:
    """The contents of the PDF file."""
    try:
        import typst
    except ImportError:
        raise ImportError("the report needs typst: pip install 'setlab[paper]'") from None
    with TemporaryDirectory() as folder:
        place = Path(folder)
        content = {**outline(findings, depth), "sources": [_source(*part, place) for part in by_source(findings)]}
        (place / "report.json").write_text(json.dumps(content), encoding="utf-8")
        (place / TEMPLATE).write_text(_template(), encoding="utf-8")
        made: bytes = typst.compile(str(place / TEMPLATE), ignore_system_fonts=True, timestamp=0)
    return made


def outline(findings: Findings, depth: str) -> dict[str, Any]:
    """The front matter: title, summary, rule of judgement, headlines, and the meaning of the verdicts."""
    return {
        "title": TITLE,
        "summary": f"{summary(findings)}.",
        "rule": rule(),
        "command": f"setlab reproduce --{depth}",
        "verdicts": [list(pair) for pair in VERDICTS.items()],
        "headlines": [
            {"verdict": verdict, "heading": heading, "items": [_gist(finding) for finding in chosen]}
            for verdict, heading, chosen in headlines(findings)
        ],
    }


def _gist(finding: Finding) -> dict[str, str]:
    claim = finding.claim
    where = f"{source_of(claim.id).cited}, {claim.place}"
    return {
        "id": claim.id,
        "what": claim.what,
        "where": where,
        "quote": quotation(finding),
        "gist": gist(finding),
        "why": finding.why,
    }


def _source(source: Source, subjects: list[tuple[str, list[Finding]]], place: Path) -> dict[str, Any]:
    return {
        "key": source.key,
        "cited": source.cited,
        "authors": ", ".join(source.authors) or "no author named",
        "title": source.title,
        "kind": source.kind,
        "year": str(source.year or ""),
        "subjects": [
            {"part": part, "name": subject(source, part), "items": [_item(finding, place) for finding in chosen]}
            for part, chosen in subjects
        ],
    }


def _item(finding: Finding, place: Path) -> dict[str, Any]:
    claim = finding.claim
    return {
        "id": claim.id,
        "what": claim.what,
        "verdict": finding.verdict,
        "place": claim.place,
        "quote": claim.quote,
        "ours": finding.ours,
        "kind": claim.kind,
        "interval": _interval(finding),
        "rows": [asdict(row) for row in finding.rows],
        "why": finding.why,
        "commands": list(dict.fromkeys(finding.commands)),
        "figure": _figure(finding, place),
    }


def _interval(finding: Finding) -> str:
    """The interval of the answer to a question; the intervals of figures are shown in their rows."""
    if finding.interval is None or finding.claim.kind != "question":
        return ""
    return f"{finding.interval[0]:.4g} to {finding.interval[1]:.4g}"


def _figure(finding: Finding, place: Path) -> str:
    """Write the figure as an SVG file and return its name; empty if there is no figure."""
    if finding.drawing is None:
        return ""
    name = f"{finding.claim.id}.svg"
    (place / name).write_text(svg_text(drawn_finding(finding), as_paths=True), encoding="utf-8")
    return name


def _template() -> str:
    return (files("setlab.reproduce.report") / TEMPLATE).read_text(encoding="utf-8")
