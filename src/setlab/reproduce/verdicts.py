"""The verdicts, and the rules that lead from evidence to a verdict. No other module names a verdict.

| evidence | verdict |
|---|---|
| an exact value rounds to a figure that the source computed | confirmed |
| our value or interval lies where chance can have led from it to a sampled figure | consistent |
| it does not, but the corrected figure fits | misprint |
| it does not, and no correction is known to fit | wrong |
| our sample is too small to tell | open |
| proved bounds contain a computed figure and other values too | bounded |
| a statement holds in every case of its whole domain, or every step of its proof was replayed | confirmed |
| it holds in every case of a part of its domain, or in a sample | consistent |
| it fails in some case; it fails, but the corrected statement holds | wrong; misprint |
| a question is answered by an exact value, a proof, or a sample as large as the source's own | settled |
| it is answered by bounds, in a part of all cases, or by a smaller sample; it is not answered | bounded; open |
| a picture has no feature that could be compared | redrawn |
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from setlab.reproduce.evidence import Answer, Check
    from setlab.stats import Agreement

Verdict = Literal["confirmed", "consistent", "redrawn", "misprint", "wrong", "settled", "bounded", "open"]

VERDICTS: dict[Verdict, str] = {
    "wrong": "refuted, by a counterexample, a proof or the odds",
    "misprint": "not as printed; the corrected figure or statement holds",
    "settled": "left open there, and answered here",
    "bounded": "narrowed down here, but not decided",
    "open": "not decided here",
    "consistent": "agrees as far as a sample, or a part of all cases, can tell",
    "confirmed": "as printed: computed exactly, tried in every case, or proved step by step",
    "redrawn": "a picture without numbers: drawn again, nothing to compare",
}
"""The verdicts and what they say, those that need a reader's attention first. The first one among the rows of a
table is the verdict on the table."""

HEADLINES: dict[Verdict, str] = {
    "wrong": "What is wrong",
    "misprint": "What is misprinted",
    "settled": "What was open and is settled",
    "bounded": "What is narrowed down",
    "open": "What stays open",
}
"""The verdicts with which a report opens, and its headings."""

PLURALS: dict[str, str] = {"misprint": "misprints"}
"""The verdicts whose plural differs."""

TELLING = 10
"""Our interval may be this many times as wide as the range that a figure allows: beyond that, overlap says nothing."""


_DENIED: dict[Verdict, Verdict] = {"wrong": "confirmed", "open": "open"}
"""The verdict on the denial of a statement; a statement that holds makes its denial wrong."""


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict on a whole, from those on its parts.

    >>> worst(["confirmed", "misprint", "consistent"]), worst([])
    ('misprint', 'open')
    """
    order = list(VERDICTS)
    return min(verdicts, key=order.index, default="open")


def of_agreement(found: Agreement, corrected_fits: bool) -> Verdict:
    """The verdict on a figure: how it agrees with ours, and whether the corrected figure does."""
    if found.outcome == "agrees":
        return "confirmed" if found.origin.computed else "consistent"
    if found.outcome == "differs":
        return "misprint" if corrected_fits else "wrong"
    telling = found.ours.width <= TELLING * found.allowed.width
    return "consistent" if found.ours.meets(found.allowed) and telling and not found.origin.computed else "open"


def of_text(same: bool, corrected_fits: bool) -> Verdict:
    """The verdict on a printed word, vector or formula whose value we computed."""
    if same:
        return "confirmed"
    return "misprint" if corrected_fits else "wrong"


def of_bounds(inside: bool, decided: bool) -> Verdict:
    """The verdict on a computed figure of which we know proved bounds."""
    if not inside:
        return "wrong"
    return "confirmed" if decided else "bounded"


def of_test(p: float, level: float) -> Verdict:
    """The verdict on a printed histogram, from the p value of its comparison with ours."""
    return "wrong" if p < level else "consistent"


def of_check(check: Check) -> Verdict:
    """The verdict on a statement, from one check of it."""
    if check.refuted:
        return "wrong"
    if check.undecided or not check.cases:
        return "open"
    return "confirmed" if check.whole and not check.sampled else "consistent"


def of_checks(checks: Sequence[Check], corrected: Sequence[Check], negated: bool) -> Verdict:
    """The verdict on a statement: every check must hold; a denied statement is judged the other way round."""
    found = worst(map(of_check, checks))
    if negated:
        return _DENIED.get(found, "wrong")
    if found == "wrong" and corrected and worst(map(of_check, corrected)) == "confirmed":
        return "misprint"
    return found


def of_answer(answer: Answer, wanted_trials: int | None) -> Verdict:
    """The verdict on a question: how far the answer goes.

    An answer by proof is complete if every check covers its whole domain; one by bounds if they meet; one by a
    sample if it has at least as many trials as the source's own.
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
    """The verdict on a picture with nothing to compare."""
    return "redrawn"
