"""The report of a run of `setlab reproduce` in a folder: a page for the browser and a PDF."""

from __future__ import annotations

from pathlib import Path

from setlab.errors import SpecError
from setlab.files import whole_file
from setlab.reproduce.page import page
from setlab.reproduce.paper import write_paper
from setlab.reproduce.summary import Findings


def check_folder(folder: Path) -> None:
    """An error before any work is done if the folder cannot be made."""
    if folder.exists() and not folder.is_dir():
        raise SpecError(f"{folder} is a file: choose a folder for the report")
    if not folder.absolute().parent.is_dir():
        raise SpecError(f"{folder} cannot be made: there is no folder {folder.absolute().parent}")


def write_report(folder: Path, findings: Findings, depth: str) -> tuple[Path, Path]:
    """Write index.html and report.pdf, each whole, and tell where they are."""
    folder.mkdir(exist_ok=True)
    html, pdf = folder / "index.html", folder / "report.pdf"
    with whole_file(html) as file:
        file.write(page(findings, depth).encode())
    with whole_file(pdf) as file:
        write_paper(findings, depth, file)
    return html, pdf
