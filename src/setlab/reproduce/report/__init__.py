"""The report of `setlab reproduce`: a page for the browser, a PDF, and the findings as JSON.

`page` holds the outline, the drawings and the HTML; typst sets the PDF from JSON and from the figures as SVG.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setlab.errors import SpecError
from setlab.files import whole_file
from setlab.reproduce.judgement import Finding, record, records, summary
from setlab.reproduce.report import page
from setlab.reproduce.verdicts import VERDICTS
from setlab.sources import Source, source_of

__all__ = ["check_folder", "write_report"]


def check_folder(folder: Path) -> None:
    """Raise `SpecError` unless the folder exists or can be created."""
    if folder.exists() and not folder.is_dir():
        raise SpecError(f"{folder} is a file: choose a folder for the report")
    if not folder.absolute().parent.is_dir():
        raise SpecError(f"{folder} cannot be created: there is no folder {folder.absolute().parent}")


def write_report(folder: Path, findings: Sequence[Finding], depth: str) -> tuple[Path, ...]:
    """Write index.html, report.pdf and report.json, each file completely or not at all, and return their paths."""
    folder.mkdir(exist_ok=True)
    contents = {
        "index.html": page.html(findings, depth).encode(),
        "report.pdf": pdf(findings, depth),
        "report.json": json.dumps(records(findings, depth), ensure_ascii=False, indent=1).encode() + b"\n",
    }
    for name, content in contents.items():
        with whole_file(folder / name) as file:
            file.write(content)
    return tuple(folder / name for name in contents)


TEMPLATE = "report.typ"


def pdf(findings: page.Findings, depth: str) -> bytes:
    """The contents of the PDF file."""
    try:
        import typst
    except ImportError:
        raise ImportError("the report needs typst: pip install 'setlab[paper]'") from None
    with TemporaryDirectory() as folder:
        place = Path(folder)
        content = {**outline(findings, depth), "sources": [_source(*part, place) for part in page.by_source(findings)]}
        (place / "report.json").write_text(json.dumps(content), encoding="utf-8")
        (place / TEMPLATE).write_text(page.read_part(TEMPLATE), encoding="utf-8")
        made: bytes = typst.compile(str(place / TEMPLATE), ignore_system_fonts=True, timestamp=0)
    return made


def outline(findings: page.Findings, depth: str) -> dict[str, Any]:
    """The front matter: title, summary, rule of judgement, headlines, and the meaning of the verdicts."""
    return {
        "title": page.TITLE,
        "summary": f"{summary(findings)}.",
        "rule": page.rule(),
        "command": f"setlab reproduce --{depth}",
        "verdicts": [list(pair) for pair in VERDICTS.items()],
        "headlines": [
            {"verdict": verdict, "heading": heading, "items": [_gist(finding) for finding in chosen]}
            for verdict, heading, chosen in page.headlines(findings)
        ],
    }


def _gist(finding: Finding) -> dict[str, str]:
    where = f"{source_of(finding.claim.id).cited}, {finding.claim.place}"
    return record(finding) | {"where": where, "quote": page.quotation(finding), "gist": page.gist(finding)}


def _source(source: Source, subjects: list[tuple[str, list[Finding]]], place: Path) -> dict[str, Any]:
    authors, year = ", ".join(source.authors) or "no author named", str(source.year or "")
    head = {"key": source.key, "cited": source.cited, "authors": authors, "title": source.title, "kind": source.kind}
    parts = [
        {"part": part, "name": page.subject(source, part), "items": [_item(finding, place) for finding in chosen]}
        for part, chosen in subjects
    ]
    return head | {"year": year, "subjects": parts}


def _item(finding: Finding, place: Path) -> dict[str, Any]:
    commands = list(dict.fromkeys(finding.commands))
    further = {"interval": _interval(finding), "commands": commands, "figure": _figure(finding, place)}
    return record(finding) | further


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
    (place / name).write_text(page.svg_text(page.draw_finding(finding), as_paths=True), encoding="utf-8")
    return name
