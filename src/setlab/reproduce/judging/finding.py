"""`Finding`: the verdict on a claim, the printed text beside ours row by row, and the commands that repeat the work."""

from __future__ import annotations

from dataclasses import dataclass

from setlab.arguments import checked
from setlab.reproduce.judging.drawing import Drawing
from setlab.reproduce.judging.verdicts import Verdict
from setlab.sources import Claim


@checked
@dataclass(frozen=True)
class Row:
    """One printed figure beside ours, or one check of a statement.

    `difference` is printed − ours in the printed unit; it is empty where there is no number.
    """

    at: str
    printed: str
    ours: str
    verdict: Verdict
    why: str = ""
    difference: str = ""


@checked
@dataclass(frozen=True)
class Finding:
    """The verdict on a claim, and what it rests on."""

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

    @property
    def deciding(self) -> tuple[Row, ...]:
        """The printed figures from which the verdict follows; none if it follows from all of them, or from checks."""
        figures = [row for row in self.rows if row.printed]
        found = tuple(row for row in figures if row.verdict == self.verdict)
        return found if len(found) < len(figures) else ()
