"""The report of `setlab reproduce`: a page for the browser, a PDF, and the findings as JSON.

`page` holds the outline, the drawings and the HTML, `document` the PDF.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from setlab.errors import SpecError
from setlab.files import whole_file
from setlab.reproduce.judging import Finding
from setlab.reproduce.judging.judgement import records
from setlab.reproduce.report.document import pdf
from setlab.reproduce.report.page import html

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
        "index.html": html(findings, depth).encode(),
        "report.pdf": pdf(findings, depth),
        "report.json": json.dumps(records(findings, depth), ensure_ascii=False, indent=1).encode() + b"\n",
    }
    for name, content in contents.items():
        with whole_file(folder / name) as file:
            file.write(content)
    return tuple(folder / name for name in contents)
