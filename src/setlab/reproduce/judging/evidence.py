"""Evidence about a claim: values of its figures, checks of a statement, or the answer to a question.

Evidence contains no verdict: `judge` compares it with the record, and the `Finding` holds what follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from setlab.arguments import checked
from setlab.experiment.result import Result
from setlab.reproduce.judging.verdicts import Verdict
from setlab.sources import Claim
from setlab.stats import Interval

Points = tuple[tuple[int, float], ...]
"""Pairs (n, y), such as the proportion y of the games that leave n cards."""


@dataclass(frozen=True)
class Drawing:
    """A figure of a source drawn again: its series, printed and ours, and the kind of plot; proportions in percent.

    `impossible` are values that are proved not to occur.
    """

    kind: Literal["histogram", "curve", "curve of proportions"]
    title: str
    x_label: str
    y_label: str
    series: tuple[tuple[str, Points], ...]
    impossible: tuple[int, ...] = ()


class Sample(NamedTuple):
    """The number of cases among our trials."""

    cases: int
    trials: int

    @property
    def proportion(self) -> float:
        """The proportion of the trials."""
        return self.cases / self.trials

    @property
    def percent(self) -> float:
        """The proportion in percent."""
        return 100 * self.cases / self.trials


@dataclass(frozen=True)
class Bounds:
    """Proved bounds on an integer; `upper` is None if no upper bound is proved here."""

    lower: int
    upper: int | None


Value = int | Fraction | Sample | Interval | Bounds | str
"""An exact number, a sample, an interval, proved bounds, or a word, vector or formula."""


@dataclass(frozen=True)
class Check:
    """A statement and the cases on which it was tried: made by the functions of `checking`, never by hand.

    `domain` describes the cases and `cases` is their number. `whole` is True if they exhaust what the statement is
    about, or are all the steps of a proof. `sampled` is True if the cases are random, and `undecided` if the sample is
    too small to decide. `sample` holds the counts behind a proportion. `is_fact` is True if the domain is a computed
    fact instead of a number of cases.
    """

    what: str
    domain: str
    cases: int
    counterexample: str | None = None
    whole: bool = True
    sampled: bool = False
    undecided: bool = False
    sample: Sample | None = None
    is_fact: bool = False

    @property
    def refuted(self) -> bool:
        """True if the statement fails in some case."""
        return self.counterexample is not None

    @property
    def found(self) -> str:
        """The outcome in words."""
        if self.counterexample is not None:
            return f"fails: {self.counterexample}"
        if self.undecided or not self.cases:
            return f"not decided by {self.domain}"
        return f"holds: {self.domain}" if self.sampled or self.is_fact else f"holds for {self.domain}"


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What all evidence has: the reason in a sentence, the runs behind it, the commands that repeat it, a drawing."""

    why: str = ""
    results: tuple[Result, ...] = ()
    commands: tuple[str, ...] = ()
    drawing: Drawing | None = None
    exact: str | None = None


@dataclass(frozen=True, kw_only=True)
class Figures(Evidence):
    """Our values of the figures of a claim, by place in the table.

    `corrected` holds the presumably intended text of a figure that does not fit. `trials` holds the number of trials
    behind single figures where the number that the source states is refuted. `histogram` is a sample of ours that is
    compared with the printed counts as a whole.
    """

    values: Mapping[str, Value] = field(default_factory=dict)
    corrected: Mapping[str, str] = field(default_factory=dict)
    trials: Mapping[str, int] = field(default_factory=dict)
    histogram: Mapping[int, int] | None = None


@dataclass(frozen=True, kw_only=True)
class Statement(Evidence):
    """Checks of a statement as printed, and of the statement that was presumably intended."""

    checks: tuple[Check, ...]
    corrected: tuple[Check, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Answer(Evidence):
    """The answer to a question, with its grounds: checks, a lower and an upper bound, or a number of trials."""

    answer: str
    checks: tuple[Check, ...] = ()
    lower: Fraction | int | None = None
    upper: Fraction | int | None = None
    trials: int | None = None
    interval: Interval | None = None


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
