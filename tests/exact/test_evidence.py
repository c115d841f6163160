"""Evidence is truthful: a claim that was only read is called read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from setlab.answers import Evidence
from setlab.errors import RuleError
from setlab.exact import extremes, planes
from setlab.exact.evidence import MEANING
from setlab.exact.extremes import Replay, evidence_of_extremes, replay_extremes
from setlab.exact.leftovers import evidence_of_leftovers
from setlab.exact.no_set import evidence_of_no_set, exact_no_set
from setlab.exact.planes import QUICK, PlaneFree, Planes, evidence_of_planes, exact_planes, verify_planes
from setlab.exact.sets import evidence_of_sets, exact_sets
from setlab.geometry import CardSet, Space


def hows(evidence: tuple[Evidence, ...]) -> set[str]:
    assert {each.how for each in evidence} <= set(MEANING)
    return {each.how for each in evidence}


def test_what_ships_is_read_unless_it_is_computed_anew() -> None:
    assert hows(evidence_of_no_set(exact_no_set(4))) == {"read"}
    assert hows(evidence_of_no_set(exact_no_set(4, recompute=True), recomputed=True)) == {"recomputed"}
    assert hows(evidence_of_planes(exact_planes(4))) == {"read"}
    assert hows(evidence_of_extremes(4)) == {"read"}
    assert hows(evidence_of_leftovers(3)) == {"read"}
    assert [each.how for each in evidence_of_sets(exact_sets(19))] == ["read", "computed"]


def test_what_does_not_ship_is_computed() -> None:
    for dimension in (2, 3):
        assert hows(evidence_of_no_set(exact_no_set(dimension))) == {"computed"}
        assert hows(evidence_of_planes(exact_planes(dimension))) == {"computed"}
        assert hows(evidence_of_extremes(dimension)) == {"computed"}
    assert hows(evidence_of_leftovers(2)) == {"computed"}
    assert hows(evidence_of_sets(exact_sets(5, 3))) == {"computed"}


def test_nothing_is_claimed_where_nothing_is_known() -> None:
    five = evidence_of_no_set(exact_no_set(5))
    assert [each.claim for each in five] == ["counts, orbits and complete caps, n = 0 – 12", "counts, n = 13 – 15"]
    assert [each.claim for each in evidence_of_sets(exact_sets(40))] == ["total, mean, variance"]


def test_proofs_with_a_search_are_not_called_replayed_without_it() -> None:
    claims = " ".join(each.claim for each in replay_extremes(4, most=False, searches=False))
    assert "n = 25 – 27" in claims
    for n in ("21", "22", "24", "28", "30", "33"):
        assert n not in claims.replace("25 – 27", "")


def test_a_proof_that_fails_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extremes, "verify", lambda dimension, searches: [Replay(5, False, True, "")])
    with pytest.raises(RuleError, match="the proof for 5 cards does not hold"):
        replay_extremes(4, most=True)


def test_a_plane_in_the_largest_collection_is_noticed() -> None:
    known = exact_planes(3)
    plane_first = CardSet(range(20), Space(3))
    with pytest.raises(RuleError, match="please report it"):
        verify_planes(replace(known, largest=plane_first))
    with pytest.raises(RuleError, match="20 cards can be without a plane, but 19 are claimed"):
        verify_planes(replace(known, largest=CardSet(list(known.largest)[:19], Space(3))))


def test_a_wrong_count_is_noticed() -> None:
    known = exact_planes(3)
    counts = list(known.table.counts)
    counts[20] = (counts[20] or 0) + 1
    with pytest.raises(RuleError, match="120042 collections of 20 cards contain no plane"):
        verify_planes(replace(known, table=PlaneFree(3, tuple(counts))))


@pytest.mark.long
def test_every_count_of_planes_is_claimed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """In AG(4,3), with the slow steps left out: what is recomputed, what is replayed and what is read are all."""
    known = exact_planes(4)
    monkeypatch.setattr(planes, "_replay_largest", lambda known: Evidence("54", "replayed", ""))
    monkeypatch.setattr(planes, "_replay_classes", lambda known: ())
    *_, again, rest = verify_planes(known).evidence
    assert (again.how, rest.how) == ("recomputed", "read")
    assert again.claim == f"plane_free, n = 0 – {QUICK}"
    assert rest.claim == "plane_free, n = 37 – 40, 53"


@pytest.mark.long
def test_a_count_that_ships_wrong_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planes, "_replay_largest", lambda known: Evidence("54", "replayed", ""))
    monkeypatch.setattr(planes, "_replay_classes", lambda known: ())
    monkeypatch.setattr(planes, "QUICK", 20)
    with pytest.raises(RuleError, match="n ≤ 20"):
        verify_planes(_spoilt(exact_planes(4), 17))


def _spoilt(known: Planes, n: int) -> Planes:
    counts = list(known.table.counts)
    counts[n] = (counts[n] or 0) + 1
    return replace(known, table=PlaneFree(known.dimension, tuple(counts)))
