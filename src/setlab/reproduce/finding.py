"""What came out for a claim: the verdict, the printed text and ours, row by row, and how to repeat it."""

from __future__ import annotations

from dataclasses import dataclass

from setlab.reproduce.drawing import Drawing
from setlab.reproduce.verdicts import Verdict
from setlab.sources import Claim


@dataclass(frozen=True)
class Row:
    """One printed figure, or one check of a statement, beside ours.

    `difference` is printed − ours in the unit of the print, empty where there is none.
    """

    at: str
    printed: str
    ours: str
    verdict: Verdict
    why: str = ""
    difference: str = ""


@dataclass(frozen=True)
class Finding:
    """The verdict on a claim and what it rests on."""

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
    drawing: Drawing | None = None
