"""Checks of a statement: on every case of a domain, by one computed fact, or by a sample."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeVar

from setlab.reproduce.judging.evidence import Check, Sample
from setlab.reproduce.judging.levels import confidence
from setlab.stats import proportion_interval

T = TypeVar("T")


def check(
    what: str,
    domain: str,
    cases: Iterable[T],
    holds: Callable[[T], bool],
    say: Callable[[T], str] = str,
    whole: bool = True,
) -> Check:
    """Try a statement on every case; the first case in which it fails is the counterexample.

    In `domain`, "{}" stands for the number of cases, and `say` puts a case into words.

    >>> check("even", "all {} numbers", range(0, 6, 2), lambda n: n % 2 == 0).found
    'holds for all 3 numbers'
    >>> check("even", "all {} numbers", [2, 3], lambda n: n % 2 == 0).found
    'fails: 3'
    """
    number = 0
    for number, case in enumerate(cases, 1):
        if not holds(case):
            return Check(what, domain.format(f"{number:,}"), number, say(case), whole)
    return Check(what, domain.format(f"{number:,}"), number, None, whole)


def check_fact(what: str, found: str, holds: bool, whole: bool = True) -> Check:
    """State a computed fact: `found` says what came out, whether or not the statement holds.

    >>> check_fact("a plane has 9 + 3 SETs", "12 SETs", 12 == 9 + 3).found
    'holds: 12 SETs'
    """
    return Check(what, found, 1, None if holds else found, whole, is_fact=True)


def check_proportion(
    what: str, domain: str, sample: Sample, above: Fraction | None = None, below: Fraction | None = None, tests: int = 1
) -> Check:
    """Test by a sample whether a proportion lies above or below a limit: the whole confidence interval must lie there.

    >>> found = check_proportion("rare", "games", Sample(1, 10**6), below=Fraction(1, 100))
    >>> found.refuted, found.undecided, found.domain[:27]
    (False, False, '0.0001 % of 1,000,000 games')
    """
    ends = proportion_interval(*sample, confidence(tests))
    inside = (above is None or ends.low > above) and (below is None or ends.high < below)
    outside = (above is not None and ends.high <= above) or (below is not None and ends.low >= below)
    words = (
        f"{100 * sample.cases / sample.trials:.4g} % of {sample.trials:,} {domain} "
        f"({100 * ends.low:.4g} to {100 * ends.high:.4g} % at {100 * confidence(tests):.5g} %)"
    )
    found = words if outside else None
    return Check(what, words, sample.trials, found, sampled=True, undecided=not inside, sample=sample)


def check_test(what: str, domain: str, p: float, cases: int, words: str, tests: int = 1) -> Check:
    """Test a hypothesis by its p value; `words` say what the test found."""
    return Check(what, domain, cases, words if p < 1 - confidence(tests) else None, sampled=True)
