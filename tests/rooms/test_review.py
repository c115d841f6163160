"""The review of a round: small games by hand, and random games against all that follows from the events."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setlab.errors import RuleError
from setlab.rooms.review import review
from tests.rooms.logs import Log, random_log, sets_by_hand

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("standard", {}), ("junior", {}), ("five", {}), ("timed", {}), ("team", {"teams": 3}), ("ultra", {}), ("chain", {}),
    ("find-all", {"sets": 5}), ("find-all", {"sets": 4, "cards": 9, "dimension": 3}),
)  # fmt: skip


def fates(moment: dict[str, Any]) -> list[tuple[tuple[int, ...], str]]:
    return [(tuple(there["cards"]), there["fate"]) for there in moment["sets"]]


def small_game(**options: Any) -> Log:
    """SETs 012 and 036 share card 0; 9 10 11 lies apart; 40 is in none of them."""
    log = Log(**options)
    log.start(100.0, [0, 1, 2, 3, 6, 9, 10, 11, 40])
    log.claim(104.0, 2, [2, 0, 1])
    log.add(107.0, "pause", left=None)
    log.add(167.0, "resume", deadline=None)
    log.claim(169.5, 1, [9, 10, 11])
    log.add(170.0, "deal", cards=[13, 50, 77], why="host")
    log.add(175.0, "over", why="host")
    return log


def test_each_set_has_its_fate() -> None:
    first, second, deal, over = review(small_game().records)["moments"]
    assert fates(first) == [((0, 1, 2), "now"), ((9, 10, 11), "later"), ((0, 3, 6), "broken")]
    assert fates(second) == [((9, 10, 11), "now")]
    assert (deal["kind"], deal["why"], fates(deal)) == ("deal", "host", [])
    assert fates(over) == [((3, 40, 77), "never")]


def test_a_broken_set_names_the_claim_that_broke_it() -> None:
    broken = review(small_game().records)["moments"][0]["sets"][2]
    assert (broken["by"], broken["when"], broken["there"]) == (2, 4.0, 4.0)


def test_pauses_do_not_count() -> None:
    found = review(small_game().records)
    assert [moment["at"] for moment in found["moments"]] == [4.0, 9.5, 10.0, 15.0]
    assert [moment["after"] for moment in found["moments"]] == [4.0, 5.5, 0.5, 5.0]
    assert found["seconds"] == 15.0
    assert found["moments"][1]["sets"][0]["there"] == 9.5


def test_players_winners_and_cards_left() -> None:
    log = Log(players=("Ada", "Ben", "Cleo"))
    log.start(0.0, [0, 1, 2, 9, 10, 11, 40])
    log.claim(1.0, 3, [0, 1, 2])
    log.add(2.0, "reject", seat=1, cards=[9, 10, 40], why="not-a-set", properties=[
        {"property": "number", "values": ["one", "one", "two"], "verdict": "neither"},
        {"property": "shape", "values": ["oval", "diamond", "diamond"], "verdict": "neither"},
        {"property": "colour", "values": ["red", "red", "red"], "verdict": "same"}], until=5.0)  # fmt: skip
    log.add(3.0, "over", why="host")
    found = review(log.records)
    assert [(p["name"], p["found"], p["wrong"]) for p in found["players"]] == [
        ("Cleo", 1, 0),
        ("Ada", 0, 1),
        ("Ben", 0, 0),
    ]
    assert (found["winners"], found["left"]) == ([3], 78)
    assert [p["property"] for p in found["rejects"][0]["properties"]] == ["number", "shape"]


def test_two_players_may_win() -> None:
    found = review(small_game().records)
    assert sorted(found["winners"]) == [1, 2]


def test_quiet_mode_ranks_nobody() -> None:
    log = Log(players=("Ada", "Ben", "Cleo"), quiet=True)
    log.start(0.0, [0, 1, 2, 9, 10, 11])
    log.claim(1.0, 3, [0, 1, 2])
    log.add(3.0, "over", why="host")
    found = review(log.records)
    assert found["quiet"]
    assert found["winners"] == []
    assert [p["seat"] for p in found["players"]] == [1, 2, 3]


def test_a_game_without_a_claim_has_its_end() -> None:
    log = Log()
    log.start(0.0, [0, 1, 2, 40])
    log.add(60.0, "over", why="time")
    found = review(log.records)
    assert [m["kind"] for m in found["moments"]] == ["over"]
    assert fates(found["moments"][0]) == [((0, 1, 2), "never")]
    assert found["winners"] == []


def test_who_left_without_a_find_is_not_listed() -> None:
    log = Log(players=("Ada", "Ben", "Cleo"))
    log.start(0.0, [0, 1, 2, 40])
    log.claim(1.0, 2, [0, 1, 2])
    log.add(2.0, "leave", seat=2)
    log.add(2.0, "leave", seat=3)
    log.add(3.0, "over", why="host")
    assert [p["name"] for p in review(log.records)["players"]] == ["Ben", "Ada"]


def test_find_all_on_own_copies() -> None:
    log = Log("find-all", sets=2, together=False, cards=9, dimension=3)
    log.start(0.0, [0, 1, 2, 3, 6, 13, 14, 16, 17], sets=2)
    log.claim(3.0, 1, [0, 1, 2])
    log.claim(5.0, 2, [0, 1, 2])
    log.add(9.0, "over", why="time")
    first, second, end = review(log.records)["moments"]
    assert dict(fates(first))[0, 1, 2] == "now"
    assert dict(fates(second))[0, 1, 2] == "now"
    assert dict(fates(end))[0, 1, 2] == "before"
    assert dict(fates(first))[0, 3, 6] == "never"


def test_teams_and_their_points() -> None:
    log = Log("team", players=("Ada", "Ben", "Cleo", "Dan"), teams=2)
    log.start(0.0, [0, 1, 2, 9, 10, 11])
    log.claim(4.0, 2, [0, 1, 2], team=2, shares=[2, 2, 2])
    log.add(9.0, "over", why="host")
    found = review(log.records)
    assert [(t["name"], t["score"], t["members"]) for t in found["teams"]] == [("Fano", 1, [2, 4]), ("Abel", 0, [1, 3])]
    assert (found["winners"], found["winning_teams"]) == ([2, 4], [2])


def test_rounds_are_chosen_by_number() -> None:
    log = small_game()
    log.start(200.0, [0, 1, 2])
    log.add(203.0, "over", why="host")
    assert (review(log.records)["round"], review(log.records, 1)["seconds"]) == (2, 15.0)
    assert review(log.records, 2)["rounds"] == 2
    log.start(300.0, [0, 1, 2])
    assert review(log.records)["round"] == 2, "the last round that is over"
    with pytest.raises(RuleError, match="round 4 was not played: choose 1 to 3"):
        review(log.records, 4)
    with pytest.raises(RuleError, match="no round yet"):
        review(log.records[:3])


@pytest.mark.long
@pytest.mark.parametrize(("game", "options"), GAMES)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_random_games(game: str, options: dict[str, Any], seed: int) -> None:
    found = review(random_log(game, seed, **options).records)
    claims = [(tuple(sorted(m["cards"])), m["at"]) for m in found["moments"] if m["kind"] == "claim"]
    now = [(tuple(s["cards"]), m["at"]) for m in found["moments"] for s in m["sets"] if s["fate"] == "now"]
    assert now == claims, "every claim occurs exactly once with the fate now"
    for moment in found["moments"]:
        assert {tuple(s["cards"]) for s in moment["sets"]} == sets_by_hand(game, found["dimension"], moment)
        assert len(moment["sets"]) == len({tuple(s["cards"]) for s in moment["sets"]})
        later = sorted((tuple(s["cards"]), s["when"]) for s in moment["sets"] if s["fate"] == "later")
        there = {tuple(s["cards"]) for s in moment["sets"]}
        assert later == sorted((c, at) for c, at in claims if at > moment["at"] and c in there)
        assert all(0 <= s["there"] <= moment["at"] for s in moment["sets"])
    assert Counter(m["seat"] for m in found["moments"] if m["kind"] == "claim") == Counter(
        {p["seat"]: p["found"] for p in found["players"] if p["found"]}
    )
