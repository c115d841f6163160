"""Evidence about a claim: values of its figures, checks of a statement, or the answer to a question.

Evidence contains no verdict: `judge` compares it with the record, and the `Finding` holds the verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, Literal, NamedTuple, TypedDict, TypeVar, Unpack

from setlab.experiment.result import Result
from setlab.sources import claims
from setlab.stats import Interval, proportion_interval

Points = tuple[tuple[int, float], ...]
"""Pairs (n, y), such as the proportion y of the games that leave n cards."""


@dataclass(frozen=True)
class Redrawing:
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

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the proportion, as it is shown."""
        return proportion_interval(self.cases, self.trials, SHOWN)

    def deciding(self, tests: int = 1) -> Interval:
        """The interval on which verdicts are based; several tests can share the level of one comparison."""
        return proportion_interval(self.cases, self.trials, confidence(tests))


@dataclass(frozen=True)
class Bounds:
    """Proved bounds on an integer; `upper` is None if no upper bound is proved here."""

    lower: int
    upper: int | None


Value = int | Fraction | Sample | Interval | Bounds | str
"""An exact number, a sample, an interval, proved bounds, or a word, vector or formula."""

Values = Mapping[str, Value]
"""Our values of the figures of a claim, by place in the table."""


@dataclass(frozen=True)
class Check:
    """A statement and the cases on which it was tried: made by the functions below, never by hand.

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
    def is_refuted(self) -> bool:
        """True if the statement fails in some case."""
        return self.counterexample is not None

    @property
    def outcome(self) -> str:
        """The outcome in words."""
        if self.counterexample is not None:
            return f"fails: {self.counterexample}"
        if self.undecided or not self.cases:
            return f"not decided by {self.domain}"
        return f"holds: {self.domain}" if self.sampled or self.is_fact else f"holds for {self.domain}"


@dataclass(frozen=True, kw_only=True)
class ClaimEvidence:
    """The fields of all evidence: the reason in a sentence, the runs, the commands that repeat it, a drawing."""

    why: str = ""
    results: tuple[Result, ...] = ()
    commands: tuple[str, ...] = ()
    drawing: Redrawing | None = None
    exact: str | None = None


@dataclass(frozen=True, kw_only=True)
class Figures(ClaimEvidence):
    """Our values of the figures of a claim, by place in the table.

    `corrected` holds the presumably intended text of a figure that does not fit. `trials` holds the number of trials
    behind single figures where the number that the source states is refuted. `histogram` is a sample of ours that is
    compared with the printed counts as a whole.
    """

    values: Values = field(default_factory=dict)
    corrected: Mapping[str, str] = field(default_factory=dict)
    trials: Mapping[str, int] = field(default_factory=dict)
    histogram: Mapping[int, int] | None = None


class Grounds(TypedDict, total=False):
    """The fields of `ClaimEvidence` as keywords."""

    why: str
    results: tuple[Result, ...]
    commands: tuple[str, ...]
    drawing: Redrawing | None
    exact: str | None


@dataclass(frozen=True, init=False)
class Statement(ClaimEvidence):
    """Checks of a statement as printed, and of the statement that was presumably intended."""

    checks: tuple[Check, ...]
    corrected: tuple[Check, ...]

    def __init__(self, *checks: Check, corrected: Check | tuple[Check, ...] = (), **grounds: Unpack[Grounds]) -> None:
        super().__init__(**grounds)
        vars(self).update(checks=checks, corrected=(corrected,) if isinstance(corrected, Check) else corrected)


@dataclass(frozen=True, init=False)
class Resolution(ClaimEvidence):
    """The answer to an open question, with its grounds: checks, a lower and an upper bound, or a number of trials."""

    answer: str
    checks: tuple[Check, ...]
    lower: Fraction | int | None
    upper: Fraction | int | None
    trials: int | None
    interval: Interval | None

    def __init__(
        self,
        answer: str,
        *checks: Check,
        lower: Fraction | int | None = None,
        upper: Fraction | int | None = None,
        trials: int | None = None,
        interval: Interval | None = None,
        **grounds: Unpack[Grounds],
    ) -> None:
        super().__init__(**grounds)
        vars(self).update(answer=answer, checks=checks, lower=lower, upper=upper, trials=trials, interval=interval)


Checks = Generator[Check, None, Any]
"""The checks of a statement, yielded one by one; a `Statement` or `Resolution` with the rest may be returned last."""


LEVEL = 0.01


@cache
def comparisons() -> int:
    """The number of figures and statements in the record of the sources."""
    return sum(claim.comparisons for claim in claims())


def level(tests: int = 1) -> float:
    """The level of one comparison, or of each of several tests that share one comparison."""
    return LEVEL / comparisons() / tests


def confidence(tests: int = 1) -> float:
    """The confidence of the intervals on which verdicts are based."""
    return 1 - level(tests)


SHOWN = 0.95
"""The confidence of the intervals that are shown; verdicts are based on `confidence`."""


T = TypeVar("T")


def check(
    statement: str, cases: Iterable[T], holds: Callable[[T], bool], say: Callable[[T], str] = str, whole: bool = True
) -> Check:
    """Try a statement on every case; the first case in which it fails is the counterexample.

    The statement ends with its domain, after ", for"; there "{}" stands for the number of cases. `say` puts a case
    into words.

    >>> check("twice a number is even, for all {} numbers", range(3), lambda n: 2 * n % 2 == 0).outcome
    'holds for all 3 numbers'
    >>> check("a number is even, for all {} numbers", [2, 3], lambda n: n % 2 == 0).outcome
    'fails: 3'
    """
    what, _, domain = statement.partition(", for ")
    number = 0
    for number, case in enumerate(cases, 1):
        if not holds(case):
            return Check(what, domain.format(f"{number:,}"), number, say(case), whole)
    return Check(what, domain.format(f"{number:,}"), number, None, whole)


def check_fact(what: str, found: str, holds: bool, whole: bool = True) -> Check:
    """State a computed fact: `found` is the result in words, whether or not the statement holds.

    >>> check_fact("a plane has 9 + 3 SETs", "12 SETs", 12 == 9 + 3).outcome
    'holds: 12 SETs'
    """
    return Check(what, found, 1, None if holds else found, whole, is_fact=True)


def check_proportion(
    what: str, domain: str, sample: Sample, above: Fraction | None = None, below: Fraction | None = None, tests: int = 1
) -> Check:
    """Test by a sample whether a proportion lies above or below a limit: the whole confidence interval must lie there.

    >>> found = check_proportion("rare", "games", Sample(1, 10**6), below=Fraction(1, 100))
    >>> found.is_refuted, found.undecided, found.domain[:27]
    (False, False, '0.0001 % of 1,000,000 games')
    """
    ends = sample.deciding(tests)
    inside = (above is None or ends.low > above) and (below is None or ends.high < below)
    outside = (above is not None and ends.high <= above) or (below is not None and ends.low >= below)
    words = (
        f"{100 * sample.cases / sample.trials:.4g} % of {sample.trials:,} {domain} "
        f"({100 * ends.low:.4g} to {100 * ends.high:.4g} % at {100 * confidence(tests):.5g} %)"
    )
    found = words if outside else None
    return Check(what, words, sample.trials, found, sampled=True, undecided=not inside, sample=sample)


def check_test(what: str, domain: str, p: float, cases: int, words: str, tests: int = 1) -> Check:
    """Test a hypothesis by its p value; `words` state the result of the test."""
    return Check(what, domain, cases, words if p < 1 - confidence(tests) else None, sampled=True)
