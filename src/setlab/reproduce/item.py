"""What is reproduced: an item of a seed document, and what was found about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from setlab.reproduce.lab import Lab

Verdict = Literal["confirmed", "consistent", "misprint", "wrong", "settled", "bounded", "open"]

VERDICTS: dict[Verdict, str] = {
    "confirmed": "computed exactly, and as printed",
    "consistent": "sampled there, and no further from ours than chance explains",
    "misprint": "not the number that must have been meant",
    "wrong": "refuted, by proof or by the odds",
    "settled": "was asked and left open there, and is answered here",
    "bounded": "was asked and left open there, and is narrowed down here",
    "open": "not decided",
}
"""The verdicts, and what they say; the worst of its figures decides about a table (`WORST`)."""

WORST: tuple[Verdict, ...] = ("wrong", "misprint", "open", "bounded", "settled", "consistent", "confirmed")


@dataclass(frozen=True)
class Cell:
    """One printed figure beside ours."""

    at: str
    printed: str
    ours: str
    verdict: Verdict
    why: str = ""


@dataclass(frozen=True)
class Finding:
    """What came out: the seed's value and ours, exact or with an interval, and why the verdict is what it is.

    `drawing` names a picture for the report, with the numbers it is drawn from.
    """

    verdict: Verdict
    seed_value: str
    ours: str
    why: str = ""
    exact: str | None = None
    interval: tuple[float, float] | None = None
    cells: tuple[Cell, ...] = ()
    commands: tuple[str, ...] = ()
    specs: tuple[str, ...] = ()
    drawing: Drawing | None = None


Points = tuple[tuple[int, float], ...]
"""Numbers over whole numbers, such as shares over the cards left."""


@dataclass(frozen=True)
class Drawing:
    """A figure of a seed redrawn: its printed numbers, ours, and how they are drawn; shares are drawn in percent."""

    kind: Literal["histogram", "curve", "curve of shares"]
    title: str
    x_label: str
    y_label: str
    series: tuple[tuple[str, Points], ...]


@dataclass(frozen=True)
class Item:
    """A table, figure or claim of a seed, and the function that answers it."""

    id: str
    where: str
    what: str
    answer: Callable[[Lab], Finding]

    @property
    def seed(self) -> str:
        """The seed document it belongs to, by its number."""
        return {"A": "000", "B": "001", "C": "002", "D": "003", "E": "004"}[self.id[0]]

    @property
    def part(self) -> str:
        """The item of the mission that it is a part of: A11 for A11.table9."""
        return self.id.partition(".")[0]


def worst(cells: tuple[Cell, ...]) -> Verdict:
    """The verdict on a table, from those on its figures."""
    return min((cell.verdict for cell in cells), key=WORST.index)
