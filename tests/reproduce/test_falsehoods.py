"""No item accepts a falsehood: changing a figure, negating a statement or spoiling our result changes the verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest

from setlab.reproduce import Item, items, judge
from setlab.reproduce.evidence import Figures
from tests.reproduce.conftest import answered
from tests.reproduce.falsehoods import BAD, GOOD, corrected, falsified, spoilt

SUBJECTS = sorted({item.claim.part for item in items()})


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_falsehood_changes_the_verdict(subject: str) -> None:
    for item in items():
        if item.claim.part == subject:
            assert_a_false_record_is_noticed(item)
            assert_a_spoilt_result_is_noticed(item)


def assert_a_false_record_is_noticed(item: Item) -> None:
    evidence, finding = answered(item.id)
    if item.claim.kind == "statement":
        assert judge(replace(item.claim, negated=True), evidence).verdict != finding.verdict, item.id
    for number, place in enumerate(item.claim.figures):
        row = judge(falsified(item.claim, place), evidence).rows[number]
        if finding.rows[number].verdict in GOOD:
            assert row.verdict in BAD, f"{item.id}: {row.printed} at {row.at} goes unnoticed"
    if item.claim.figures and finding.verdict in BAD:
        assert isinstance(evidence, Figures)
        assert judge(corrected(item.claim, finding, evidence), evidence).verdict not in BAD, item.id


def assert_a_spoilt_result_is_noticed(item: Item) -> None:
    evidence, finding = answered(item.id)
    ways = list(spoilt(evidence, finding))
    for other in ways:
        found = judge(item.claim, other)
        assert (found.verdict, [row.verdict for row in found.rows]) != (
            finding.verdict,
            [row.verdict for row in finding.rows],
        ), item.id
        if finding.verdict not in BAD:
            assert found.verdict != finding.verdict, item.id
    unanswered = item.claim.kind == "question" and finding.verdict == "open"
    nothing_to_spoil = unanswered or (item.claim.kind == "picture" and not item.claim.figures)
    all_wrong = bool(finding.rows) and all(row.verdict in BAD for row in finding.rows)
    assert ways or nothing_to_spoil or all_wrong, item.id
