"""The referee of rooms: who may do what, and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from setlab.errors import RuleError
from setlab.rooms import Request, event_json, event_record, join, next_due, opening, state_json
from setlab.rooms.events import Away, Back, Claim, Deal, Expire, Leave, Over, Point, Reject, Vote
from setlab.rooms.referee import MOST_SEATS
from setlab.rooms.review import review
from tests.rooms.driver import Room, playing


def first_set(room: Room) -> list[int]:
    return list(room.state.claimable[0])


def test_a_wrong_claim_names_the_property_and_costs_time() -> None:
    room = playing(penalty=4)
    decision = room.say(1, "claim", cards=list(room.wrong_cards()))
    assert decision.refusal is not None
    assert decision.refusal.code == "not-a-set"
    event = room.events[-1].event
    assert isinstance(event, Reject)
    failing = [each for each in event.properties if each["verdict"] == "neither"]
    assert failing
    assert failing[0]["property"].capitalize() in decision.refusal.reason
    assert room.state.players[1].wrong == 1
    assert room.code(1, "claim", cards=first_set(room)) == "wait"
    assert room.code(2, "claim", cards=first_set(room)) == "accepted"
    room.wait(4.0)
    assert room.code(1, "claim", cards=first_set(room)) == "accepted"


def test_a_wrong_claim_may_cost_a_point() -> None:
    room = playing(minus=True)
    room.say(1, "claim", cards=list(room.wrong_cards()))
    assert room.state.players[1].score == -1


def test_the_first_of_two_claims_wins() -> None:
    room = playing()
    cards = first_set(room)
    assert room.code(2, "claim", cards=cards) == "accepted"
    assert room.code(1, "claim", cards=cards) == "gone"
    assert [player.score for player in room.state.players.values()] == [0, 1]


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ([1, 2], "size"),
        ([1, 1, 2], "size"),
        ("abc", "bad-message"),
        ([1, 2, "3"], "bad-message"),
        (None, "bad-message"),
        ([True, 1, 2], "bad-message"),
        ([500, 501, 502], "gone"),
        ([-1, -2, -3], "gone"),
        ([1.0, 2.0, 3.0], "bad-message"),
    ],
)
def test_cards_that_cannot_be_claimed(cards: object, code: str) -> None:
    assert playing().code(1, "claim", cards=cards) == code


def test_who_calls_has_the_table_for_a_while() -> None:
    room = playing(call=True, penalty=3)
    assert room.code(1, "claim", cards=first_set(room)) == "call-first"
    assert room.code(1, "call") == "accepted"
    assert room.code(2, "call") == room.code(2, "claim", cards=first_set(room)) == "called"
    assert room.code(1, "claim", cards=first_set(room)) == "accepted"
    assert room.state.called is None
    assert room.code(2, "call") == "accepted"
    room.wait(10.0)
    assert isinstance(room.events[-1].event, Expire)
    assert room.state.called is None
    late = room.events[-1]
    assert late.at == pytest.approx(room.now - 5.0)
    assert room.state.players[2].until == pytest.approx(late.at + 3.0)
    assert playing().code(1, "call") == "bad-message"


def without_sets(**options: Any) -> Room:
    """A room whose first table has no SET."""
    for seed in range(200):
        room = playing(seed=seed, **options)
        if not room.state.claimable:
            return room
    raise AssertionError("every table has a SET")


def test_three_more_cards_where_there_is_no_set() -> None:
    room = without_sets()
    assert room.code(2, "more") == "accepted"
    assert len(room.cards) == 15
    assert isinstance(room.events[-1].event, Deal)
    assert room.events[-1].event.why == "none"


def test_more_than_half_may_vote_for_three_more_cards() -> None:
    room = playing(players=4)
    assert room.code(1, "more") == "accepted"
    assert room.code(1, "more") == "already"
    assert room.code(2, "more") == "accepted"
    assert room.events[-1].event == Vote(2, 2, 3)
    room.happen(Away(4), Away(3))
    assert room.state.votes_needed == 2
    room.happen(Back(3))
    assert room.code(3, "more") == "accepted"
    assert len(room.cards) == 15
    assert not room.state.votes
    assert [timed.event.why for timed in room.events if isinstance(timed.event, Deal)] == ["start", "vote"]


def test_votes_end_where_the_table_is_large() -> None:
    room = playing(players=1, more="vote")
    answers = [room.code(1, "more") for _ in range(5)]
    assert answers == ["accepted"] * 3 + ["there-is-a-set"] * 2
    assert len(room.cards) == 21


def test_alone_a_wrong_no_set_is_refused() -> None:
    room = playing(players=1)
    assert room.code(1, "more") == "there-is-a-set"
    assert room.state.players[1].wrong == 1


def test_the_referee_may_deal_by_itself() -> None:
    room = without_sets(more="vote")
    same = playing(seed=room.seed, more="auto")
    assert len(same.cards) > 12
    assert same.state.claimable


def test_pauses_are_no_seconds_of_play() -> None:
    room = playing()
    room.wait(14.6)
    room.host("pause")
    room.wait(100.0)
    room.host("resume")
    room.wait(0.3)
    room.host("stop")
    assert state_json(room.state, 1)["seconds"] == 14.9
    records = [{"seq": each.seq, "at": each.at, "event": event_record(each.event)} for each in room.events]
    assert review(records)["seconds"] == 14.9
    room.wait(5.0)
    room.host("next")
    assert state_json(room.state, 1)["seconds"] == 0.0


def test_the_time_ends_a_round_and_a_pause_stops_the_clock() -> None:
    room = playing("timed", seconds=60)
    assert room.state.deadline == room.now + 60
    room.wait(50.0)
    assert room.host("pause").is_accepted
    assert room.state.phase == "paused"
    assert room.code(1, "claim", cards=first_set(room)) == "paused"
    assert state_json(room.state, 1)["slots"] == [None] * 12
    room.wait(500.0)
    assert room.host("resume").is_accepted
    room.wait(9.0)
    assert room.state.phase == "playing"
    assert room.code(1, "claim", cards=first_set(room)) == "accepted"
    room.wait(1.5)
    assert room.events[-1].event == Over("time")
    assert room.events[-1].at == pytest.approx(room.now - 0.5)


def test_only_the_host_leads() -> None:
    room = playing()
    for kind in ("start", "pause", "next", "kick", "lock", "set", "stop", "resume", "move"):
        assert room.code(1, kind) == "not-host"
    assert room.code(1, "more", force=True) == "not-host"
    assert room.host("kick", seat=2).is_accepted
    assert room.events[-1].event == Leave(2, "host")
    assert room.host("lock", locked=True).is_accepted
    assert join(Request(room.state, room.now, room.seed), "Late").refusal is not None
    assert room.host("more", force=True).is_accepted
    assert len(room.cards) == 15
    assert room.host("set", options={"scores": False}).is_accepted
    assert room.state.options["scores"] is False
    wrong: list[dict[str, Any]] = [{"options": {"game": 1}}, {"options": {}}, {"options": {"seconds": -1}}, {}]
    for bad in wrong:
        assert room.host("set", **bad).refusal is not None


def test_the_next_round_may_be_another_game() -> None:
    room = playing("junior", penalty=7)
    room.say(1, "claim", cards=first_set(room))
    assert room.host("next", game="timed", options={"seconds": 90}).is_accepted
    state = room.state
    assert (state.round, state.game.name, state.phase, len(room.cards)) == (2, "timed", "playing", 12)
    assert (state.options["seconds"], state.options["penalty"]) == (90, 7)
    assert state.players[1].score == 0
    assert state_json(state, 1)["players"][0]["total"] == 1
    before = room.state
    for wrong in ({"game": "poker"}, {"options": {"opponents": 2}}, {"options": 3}, {"options": {"rule": "own"}}):
        assert room.host("next", **wrong).refusal is not None
    assert room.state == before
    assert room.host("start").refusal is not None


def test_names_are_clean_and_different() -> None:
    room = Room()
    room.join("Ada")
    second = room.join("  ada  ")
    assert room.state.players[second].name == "ada 2"
    for name in ("", "   ", "\u200b\u202e"):
        assert join(Request(room.state, room.now, room.seed), name).refusal is not None
    long = room.join("x" * 500)
    assert len(room.state.players[long].name) == 20
    while len(room.state.seated_players) < MOST_SEATS:
        room.join("Many")
    refusal = join(Request(room.state, room.now, room.seed), "Too many").refusal
    assert refusal is not None
    assert refusal.code == "full"


def test_wrong_options_are_named() -> None:
    wrong: list[tuple[str, dict[str, Any], str]] = [
        ("standard", {"speed": "fast"}, "calm, steady, quick"),
        ("standard", {"sets": 3}, "'sets' is not an option of standard"),
        ("find-all", {"cards": 9, "sets": 7}, "9 cards never have 7 SETs"),
        ("find-all", {"sets": True}, "whole number"),
        ("team", {"opponents": 1}, "opponents must be off"),
        ("bridge", {}, "is not a game"),
    ]
    for game, options, said in wrong:
        with pytest.raises(RuleError, match=said):
            opening(game, options)


@pytest.mark.parametrize("rule", ["own", "shared", "all"])
def test_three_members_point_at_the_three_cards(rule: str) -> None:
    room = playing("team", players=6, rule=rule)
    assert [player.team for player in room.state.seated_players] == [1, 2, 1, 2, 1, 2]
    a, b, c = first_set(room)
    assert room.code(1, "claim", cards=[a, b, c]) == "not-your-turn"
    assert room.code(1, "point", card=a) == "accepted"
    assert room.code(1, "point", card=b) == "not-your-turn"
    assert room.code(3, "point", card=a) == "already"
    assert room.code(3, "point", card=b) == "accepted"
    assert room.code(1, "point", card=c) == "not-your-turn"
    assert room.code(5, "point", card=c) == "accepted"
    claim = next(timed.event for timed in room.events if isinstance(timed.event, Claim))
    assert (claim.team, claim.points, claim.shares) == (1, 1, (1, 1, 1))
    assert [team["score"] for team in state_json(room.state, None)["teams"]] == [1, 0]
    assert not room.state.pointings


@pytest.mark.parametrize(("rule", "scores"), [("shared", [0, 1]), ("all", [0, 0])])
def test_under_the_harder_rules_both_teams_point_at_one_set(rule: str, scores: list[int]) -> None:
    room = playing("team", players=6, rule=rule)
    taken = first_set(room)
    for seat, card in zip((1, 2, 4), taken, strict=True):
        assert room.code(seat, "point", card=card) == "accepted"
    assert [team["score"] for team in state_json(room.state, None)["teams"]] == scores
    assert not set(taken) & set(room.cards)


def test_teams_of_their_own_do_not_disturb_each_other() -> None:
    room = playing("team", players=6, rule="own")
    a, b, c = first_set(room)
    assert room.code(1, "point", card=a) == "accepted"
    for seat, card in zip((2, 4, 6), (a, b, c), strict=True):
        assert room.code(seat, "point", card=card) == "accepted"
    assert state_json(room.state, None)["teams"][1]["score"] == 1
    assert not room.state.pointings, "team 1 pointed at a card that is gone"


def test_a_wrong_third_card_costs_the_team_time() -> None:
    room = playing("team", players=6, rule="own", penalty=5)
    for seat, card in zip((1, 3, 5), room.wrong_cards(), strict=True):
        answer = room.code(seat, "point", card=card)
    assert answer == "not-a-set"
    assert {room.code(seat, "point", card=room.cards[0]) for seat in (1, 3, 5)} == {"wait"}
    assert room.code(2, "point", card=room.cards[0]) == "accepted"


def test_pointing_ends_after_a_while() -> None:
    room = playing("team", players=6)
    room.say(1, "point", card=room.cards[0])
    assert isinstance(room.events[-1].event, Point)
    room.wait(30.0)
    assert not room.state.pointings
    assert room.code(1, "point", card=room.cards[0]) == "accepted"


def test_two_friends_and_one_can_play_team_set() -> None:
    for players in (1, 2, 4):
        room = playing("team", players=players)
        seats = room.state.member_seats(1)
        for turn, card in enumerate(first_set(room)):
            assert room.code(seats[turn % len(seats)], "point", card=card) == "accepted"
        assert state_json(room.state, None)["teams"][0]["score"] == 1


def test_teams_change_between_rounds() -> None:
    room = Room("team")
    seat = room.join("Ada", host=True)
    assert room.code(seat, "team", team=2) == "accepted"
    assert room.host("move", seat=seat, team=1).is_accepted
    assert room.code(seat, "team", team=3) == "bad-message"
    room.host("start")
    assert room.code(seat, "team", team=2) == "playing"
    assert playing().code(1, "team", team=1) == "playing"


def test_the_rights_of_a_host_who_stays_away_go_to_another() -> None:
    room = playing(players=3)
    assert room.state.host == 1
    room.happen(Away(1))
    room.wait(59.0)
    assert room.state.host == 1
    room.wait(2.0)
    assert room.state.host == 2
    room.say(2, "leave")
    room.wait(0.0)
    assert room.state.host == 3


def test_a_host_without_a_seat_keeps_the_rights() -> None:
    room = Room()
    first, second = room.join("Ada"), room.join("Emmy")
    assert room.host("kick", seat=second).is_accepted
    room.wait(1e4)
    assert room.state.host is None
    assert room.code(first, "start") == "not-host"


def test_others_do_not_see_what_is_found_on_a_copy() -> None:
    room = playing("find-all", together=False)
    room.say(1, "claim", cards=first_set(room))
    claim = room.events[-1].event
    assert event_json(claim, room.state, 1)["cards"]
    assert event_json(claim, room.state, 2)["cards"] is None
    assert event_json(claim, room.state, None)["cards"] is None
    assert len(state_json(room.state, 1)["found"]) == 1
    assert state_json(room.state, 2)["found"] == []
    room.host("stop")
    assert event_json(claim, room.state, 2)["cards"]


def test_nothing_happens_by_itself_in_a_quiet_room() -> None:
    room = playing()
    assert next_due(room.state, room.seed) is None
    before = room.state
    room.wait(1e6)
    assert room.state == before


def test_a_removed_player_is_shown_nowhere_and_a_player_who_left_with_points_is() -> None:
    room = Room()
    ada, eve, bob = room.join("Ada", True), room.join("Eve"), room.join("Bob")
    room.host("start")
    for seat in (eve, bob):
        while not room.state.claimable:
            room.host("more", force=True)
        room.say(seat, "claim", cards=list(room.state.claimable[0]))
    room.say(bob, "leave")
    room.host("kick", seat=eve)
    shown = state_json(room.state, None)["players"]
    assert [(player["seat"], player["name"], player["left"]) for player in shown] == [
        (ada, "Ada", False),
        (bob, "Bob", True),
    ]
    assert room.state.players[eve].name == ""
    room.host("next")
    assert room.state.removed == {eve}


def test_a_seat_is_never_given_twice() -> None:
    room = playing(players=2)
    assert room.code(2, "leave") == "accepted"
    assert room.host("next").is_accepted
    assert 2 not in room.state.players, "who left is forgotten when a round begins"
    assert room.join("Eve") == 3
