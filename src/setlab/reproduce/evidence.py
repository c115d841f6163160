"""What we found about a claim: values for its figures, checks of a statement, or the answer to a question.

Evidence says nothing about a verdict: `judge` compares it with the record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from setlab.experiment.run import Result
from setlab.reproduce.drawing import Drawing
from setlab.stats import Interval


class Sample(NamedTuple):
    """Cases among trials of ours."""

    cases: int
    trials: int


@dataclass(frozen=True)
class Bounds:
    """Proved bounds on a whole number; `upper` is None where no upper bound is proved here."""

    lower: int
    upper: int | None


Value = int | Fraction | Sample | Interval | Bounds | str
"""A number known exactly, a sample, an interval, proved bounds, or a word, vector or formula."""


@dataclass(frozen=True)
class Check:
    """A statement tried on cases: made by the functions of `setlab.reproduce.checking`, never by hand.

    `domain` says what was tried, `cases` how many cases there were. `whole` says that the domain is all that the
    statement speaks about, or that the cases are all the steps of a proof. `sampled` says that the cases came by
    chance. A check is `undecided` if the sample was too small to tell. `sample` has the cases of a proportion.
    """

    what: str
    domain: str
    cases: int
    counterexample: str | None = None
    whole: bool = True
    sampled: bool = False
    undecided: bool = False
    sample: Sample | None = None

    @property
    def refuted(self) -> bool:
        """True if some case contradicts the statement."""
        return self.counterexample is not None

    @property
    def found(self) -> str:
        """What was found, in words."""
        if self.counterexample is not None:
            return f"not so: {self.counterexample}"
        if self.undecided or not self.cases:
            return f"cannot be told from {self.domain}"
        return f"holds: {self.domain}" if self.sampled else f"holds for {self.domain}"


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What all evidence has: why in a sentence, the runs it rests on, the commands that repeat it, a picture."""

    why: str = ""
    results: tuple[Result, ...] = ()
    commands: tuple[str, ...] = ()
    drawing: Drawing | None = None
    exact: str | None = None


@dataclass(frozen=True, kw_only=True)
class Figures(Evidence):
    """Our values for the figures of a claim, by their places.

    `corrected` has the texts that must have been meant where a figure does not fit. `trials` has the numbers of
    trials of single figures where the source's statement about them is refuted. `histogram` is a sample of ours that
    is compared with the printed counts as a whole.
    """

    values: Mapping[str, Value] = field(default_factory=dict)
    corrected: Mapping[str, str] = field(default_factory=dict)
    trials: Mapping[str, int] = field(default_factory=dict)
    histogram: Mapping[int, int] | None = None


@dataclass(frozen=True, kw_only=True)
class Statement(Evidence):
    """Checks of a statement as printed, and of the statement that must have been meant."""

    checks: tuple[Check, ...]
    corrected: tuple[Check, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Answer(Evidence):
    """The answer to a question, and what it rests on: checks, bounds that meet or do not, a number of trials."""

    answer: str
    checks: tuple[Check, ...] = ()
    lower: Fraction | int | None = None
    upper: Fraction | int | None = None
    trials: int | None = None
    interval: Interval | None = None
