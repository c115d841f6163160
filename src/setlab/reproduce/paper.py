"""The report as a PDF: a page of verdicts, then the items with their figures."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

from setlab.plots.figure import FAINT, INK, house_style
from setlab.reproduce.drawings import drawn
from setlab.reproduce.item import Finding, Item
from setlab.reproduce.summary import SEEDS, Findings, summary

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAGE = (8.27, 11.69)
LEFT, TOP, BOTTOM = 0.08, 0.95, 0.06
LINE = 0.0148
WIDTH = 96

Line = tuple[str, float, str, str]
"""A line of text: the text, its size, its weight, its colour."""


def write_paper(findings: Findings, depth: str, file: IO[bytes]) -> int:
    """Write the PDF and tell how many pages it has."""
    from matplotlib.backends.backend_pdf import PdfPages

    pages = 0
    with house_style(), PdfPages(file, metadata={"Title": "setlab reproduce", "CreationDate": None}) as pdf:
        for fig in _pages(findings, depth):
            pdf.savefig(fig)
            pages += 1
    return pages


def _pages(findings: Findings, depth: str) -> Iterator[Figure]:
    heading: list[Line] = [
        ("Every table of the seeds, with a verdict", 17, "bold", INK),
        *(
            (text, 10, "normal", INK)
            for text in textwrap.wrap(f"{summary(findings)}. setlab reproduce --{depth}", WIDTH)
        ),
        ("", 9, "normal", INK),
    ]
    yield from _set_pages(heading + [line for item, finding in findings for line in _row(item, finding)])
    for seed, title in SEEDS.items():
        mine = [(item, finding) for item, finding in findings if item.seed == seed]
        lines: list[Line] = [(f"{seed} · {title}", 14, "bold", INK), ("", 9, "normal", INK)]
        lines += [line for item, finding in mine for line in _entry(item, finding)]
        if mine:
            yield from _set_pages(lines)
            for item, finding in mine:
                if finding.drawing is not None:
                    yield drawn(finding.drawing, " ".join((item.id, *finding.specs[:2])))


def _row(item: Item, finding: Finding) -> Iterator[Line]:
    yield (f"{item.id:<14}{finding.verdict:<12}{textwrap.shorten(item.what, 62, placeholder=' …')}", 8.5, "mono", INK)


def _entry(item: Item, finding: Finding) -> Iterator[Line]:
    yield (f"{item.id}  {item.what}: {finding.verdict}", 10, "bold", INK)
    yield (item.where, 8, "normal", FAINT)
    for label, text in (("printed", finding.seed_value), ("ours", finding.ours), ("", finding.why)):
        for part in textwrap.wrap(f"{label}: {text}" if label else text, WIDTH):
            yield (part, 9, "normal", INK)
    for cell in finding.cells:
        text = f"{cell.at[:34]:<36}{cell.printed[:16]:<18}{cell.ours[:26]:<28}{cell.verdict}"
        yield (text, 7.2, "mono", INK)
    for text in finding.commands[:4]:
        yield from ((part, 7.2, "mono", FAINT) for part in textwrap.wrap(f"$ {text}", WIDTH + 14))
    yield ("", 9, "normal", INK)


def _set_pages(lines: list[Line]) -> Iterator[Figure]:
    from matplotlib.figure import Figure

    fig, y = Figure(figsize=PAGE, facecolor="white"), TOP
    for text, size, weight, colour in lines:
        if y < BOTTOM:
            yield fig
            fig, y = Figure(figsize=PAGE, facecolor="white"), TOP
        mono = weight == "mono"
        fig.text(
            LEFT,
            y,
            text,
            size=size,
            color=colour,
            weight="normal" if mono else weight,
            family="DejaVu Sans Mono" if mono else "DejaVu Sans",
            va="top",
        )
        y -= LINE * max(1.0, size / 8.6)
    yield fig
