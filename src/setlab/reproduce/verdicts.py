"""The verdicts, and the rules by which evidence leads to them. No other module names a verdict.

| evidence | verdict |
|---|---|
| an exact value rounds to a figure that the source computed | confirmed |
| a sampled figure differs from our value or interval by no more than chance explains | consistent |
| it differs by more, but the corrected figure fits | misprint |
| it differs by more, and no known correction fits | wrong |
| our sample is too small to decide | open |
| proved bounds contain a computed figure, but other values as well | bounded |
| a statement holds in every case of its domain, or every step of its proof was replayed | confirmed |
| it holds in a part of its domain, or in a sample | consistent |
| it fails in some case; it fails, but the corrected statement holds | wrong; misprint |
| a question is answered by an exact value, a proof, or a sample as large as the source's own | settled |
| it is answered by bounds, in some cases, or by a smaller sample; it is not answered | bounded; open |
| a picture has no features to compare | redrawn |
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from setlab.reproduce.evidence import Check, Resolution
    from setlab.stats import Agreement

Verdict = Literal["confirmed", "consistent", "redrawn", "misprint", "wrong", "settled", "bounded", "open"]
"""The verdict on a claim; `VERDICTS` explains each."""

VERDICTS: dict[Verdict, str] = {
    "wrong": "refuted by a counterexample, a proof or a test",
    "misprint": "false as printed; the corrected figure or statement holds",
    "settled": "left open by the source, answered here",
    "bounded": "narrowed down here, not decided",
    "open": "not decided here",
    "consistent": "agrees as far as a sample, or some of the cases, can show",
    "confirmed": "correct as printed: computed exactly, tried in every case, or proved step by step",
    "redrawn": "a picture without numbers: drawn again, with nothing to compare",
}
"""The verdicts and their meaning, in order of importance to a reader. The verdict on a table is the first in this order
among the verdicts on its rows."""

HEADLINES: dict[Verdict, str] = {
    "wrong": "Refuted",
    "misprint": "Misprinted",
    "settled": "Open there, settled here",
    "bounded": "Narrowed down",
    "open": "Still open",
}
"""The verdicts with which a report opens, and their headings."""

PLURALS: dict[str, str] = {"misprint": "misprints"}
"""Verdicts that are nouns, in the plural."""

TELLING = 10
"""An overlap counts as agreement only if our interval is at most this many times as wide as the range of the figure."""


_DENIED: dict[Verdict, Verdict] = {"wrong": "confirmed", "open": "open"}
"""The verdict on the negation of a statement; every other verdict makes the negation wrong."""


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict on a whole, from the verdicts on its parts.

    >>> worst(["confirmed", "misprint", "consistent"]), worst([])
    ('misprint', 'open')
    """
    order = list(VERDICTS)
    return min(verdicts, key=order.index, default="open")


def of_agreement(found: Agreement, corrected_fits: bool) -> Verdict:
    """The verdict on a figure: whether it agrees with ours, and if not, whether the corrected figure does."""
    if found.outcome == "agrees":
        return "confirmed" if found.origin.computed else "consistent"
    if found.outcome == "differs":
        return "misprint" if corrected_fits else "wrong"
    telling = found.ours.width <= TELLING * found.allowed.width
    return "consistent" if found.ours.meets(found.allowed) and telling and not found.origin.computed else "open"


def of_text(same: bool, corrected_fits: bool) -> Verdict:
    """The verdict on a printed word, vector or formula, compared with the one that we computed."""
    return "confirmed" if same else "misprint" if corrected_fits else "wrong"


def of_bounds(inside: bool, decided: bool) -> Verdict:
    """The verdict on a computed figure for which we have proved bounds."""
    return "wrong" if not inside else "confirmed" if decided else "bounded"


def of_test(p: float, level: float) -> Verdict:
    """The verdict on a printed histogram, from the p value of the comparison with ours."""
    return "wrong" if p < level else "consistent"


def of_check(check: Check) -> Verdict:
    """The verdict on a statement, from one check."""
    if check.is_refuted:
        return "wrong"
    if check.undecided or not check.cases:
        return "open"
    return "confirmed" if check.whole and not check.sampled else "consistent"


def of_checks(checks: Sequence[Check], corrected: Sequence[Check], negated: bool) -> Verdict:
    """The verdict on a statement: every check must hold. A negated statement gets the opposite verdict."""
    found = worst(map(of_check, checks))
    if negated:
        return _DENIED.get(found, "wrong")
    if found == "wrong" and corrected and worst(map(of_check, corrected)) == "confirmed":
        return "misprint"
    return found


def of_answer(answer: Resolution, wanted_trials: int | None) -> Verdict:
    """The verdict on a question: whether the answer is complete.

    An answer by proof is complete if every check covers its whole domain, an answer by bounds if the bounds meet, and
    an answer by a sample if the sample is at least as large as the source's own.
    """
    if any(of_check(check) in ("wrong", "open") for check in answer.checks):
        return "open"
    if not answer.checks and not answer.trials:
        return "open"
    complete = all(check.whole and not check.sampled for check in answer.checks)
    if answer.trials is not None:
        complete = complete and wanted_trials is not None and answer.trials >= wanted_trials
    return "settled" if complete and answer.lower == answer.upper else "bounded"


def of_picture_without_features() -> Verdict:
    """The verdict on a picture that has no features to compare."""
    return "redrawn"
