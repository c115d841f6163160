"""Simulated players: intervals hold the truth as often as they say; effects are claimed and found where they are."""

from __future__ import annotations

from math import log

import pytest

from setlab.seeing import Viewer, analyse, read_games, simulate_room
from setlab.seeing.analysis import rates_by_differing
from tests.seeing.truth import COMPANIES, Company, claims_anything, fewest, hits, most

pytestmark = pytest.mark.long

REPETITIONS = range(40)


@pytest.mark.parametrize("company", COMPANIES, ids=lambda company: company.name)
def test_intervals_hold_the_truth(company: Company) -> None:
    held, known = hits(company, REPETITIONS, level=0.9)
    assert known >= 0.95 * len(REPETITIONS)
    assert held >= fewest(known, 0.9)


def test_intervals_are_no_wider_than_they_must_be() -> None:
    held, known = hits(COMPANIES[0], REPETITIONS, level=0.5)
    assert fewest(known, 0.5) <= held <= most(known, 0.5)


@pytest.mark.parametrize("players", [1, 6])
def test_nothing_is_claimed_where_all_sets_are_equally_easy(players: int) -> None:
    rooms = (simulate_room([Viewer(1.0)] * players, seed=21, trial=k, rounds=2) for k in range(40))
    false = sum(claims_anything(analyse([room], level=0.9)) for room in rooms)
    assert false <= most(40, 0.1)


def test_an_effect_that_is_detectable_is_found() -> None:
    """The factor of which the analysis says that 80 % would see it is seen by about 80 %."""
    plain = [analyse([simulate_room(seed=31, trial=k, rounds=4)], ["differ"]) for k in range(20)]
    factor = sum(each.effect("differ").detectable or 0 for each in plain) / len(plain)
    viewers = [Viewer(1.0, {"differ": -log(factor)})]
    rooms = (simulate_room(viewers, seed=32, trial=k, rounds=4) for k in range(40))
    found = sum(analyse([room], ["differ"]).effect("differ").is_shown(0.95) for room in rooms)
    assert fewest(40, 0.7) <= found <= most(40, 0.9)


def test_rates_hold_the_truth() -> None:
    """A SET in which n properties differ is found at the rate 2 · 0.7ⁿ per minute."""
    viewers, held, known = [Viewer(2.0, {"differ": log(0.7)})], 0, 0
    for k in REPETITIONS:
        searches = read_games([("", simulate_room(viewers, seed=41, trial=k))]).searches
        for rate in rates_by_differing(searches, level=0.9):
            if rate.low is not None and rate.high is not None:
                known += 1
                held += rate.low <= 2 * 0.7**rate.differ <= rate.high
    assert known > 3 * len(REPETITIONS)
    assert held >= fewest(known, 0.9)


def test_crowding_is_one_where_sets_are_found_independently() -> None:
    viewers, held, known = [Viewer(2.0, {"differ": log(0.6)})], 0, 0
    for k in REPETITIONS:
        if found := analyse([simulate_room(viewers, seed=42, trial=k, rounds=2)], ["differ"], level=0.9).crowding:
            known, held = known + 1, held + (found.low <= 1 <= found.high)
    assert known > 0.9 * len(REPETITIONS)
    assert held >= fewest(known, 0.9)
