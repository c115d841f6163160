"""The report of a run of `setlab reproduce`: a page for the browser, and a PDF."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from setlab.errors import SpecError
from setlab.files import whole_file
from setlab.reproduce.finding import Finding
from setlab.reproduce.report.document import pdf
from setlab.reproduce.report.page import page

__all__ = ["check_folder", "write_report"]


def check_folder(folder: Path) -> None:
    """Raise `SpecError` before any work is done if the folder cannot be made."""
    if folder.exists() and not folder.is_dir():
        raise SpecError(f"{folder} is a file: choose a folder for the report")
    if not folder.absolute().parent.is_dir():
        raise SpecError(f"{folder} cannot be made: there is no folder {folder.absolute().parent}")


def write_report(folder: Path, findings: Sequence[Finding], depth: str) -> tuple[Path, Path]:
    """Write index.html and report.pdf, each whole, and return their paths."""
    folder.mkdir(exist_ok=True)
    written = folder / "index.html", folder / "report.pdf"
    for path, content in zip(written, (page(findings, depth).encode(), pdf(findings, depth)), strict=True):
        with whole_file(path) as file:
            file.write(content)
    return written
