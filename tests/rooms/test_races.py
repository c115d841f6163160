"""Races at own tables: the same deck for everybody, nobody takes a SET from another, and nobody sees what comes."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from setlab.geometry import Space
from setlab.rooms import event_json, replay_room, state_json
from setlab.rooms.events import Claim, Deal
from setlab.rooms.games import deck_order
from setlab.rooms.review import review
from tests.rooms.driver import Room, playing
from tests.rooms.logs import is_set


def sets_of(room: Room, seat: int) -> list[tuple[int, ...]]:
    """The SETs on the table that a seat sees, by trying all cards."""
    shown = [card for card in state_json(room.state, seat)["slots"] if card is not None]
    return [cards for cards in combinations(shown, 3) if is_set(cards, 4)]


def go_on(room: Room, seat: int) -> None:
    """Claim the first SET of the own table, or ask for cards."""
    found = sets_of(room, seat)
    decision = room.say(seat, "claim", cards=list(found[0])) if found else room.say(seat, "more")
    assert decision.is_accepted, decision.refusal


def finish(room: Room, seat: int) -> None:
    """Play until the player is through or the round is over."""
    for _ in range(100):
        if room.state.phase == "over" or room.state.players[seat].through is not None:
            return
        go_on(room, seat)
        room.wait(1.0)
    raise AssertionError("the race does not end")


def player(room: Room, seat: int, viewer: int | None = None) -> dict[str, Any]:
    return next(each for each in state_json(room.state, viewer)["players"] if each["seat"] == seat)


@pytest.mark.parametrize("seed", range(4))
def test_everybody_has_the_same_deck_and_the_first_who_is_through_wins(seed: int) -> None:
    room = playing("race", players=3, seed=seed)
    order = deck_order(seed, 1, 4)
    for seat in (1, 2, 3):
        assert state_json(room.state, seat)["slots"] == list(order[:12])
    go_on(room, 2)
    go_on(room, 3)
    assert (player(room, 1)["found"], player(room, 2)["found"]) == (0, player(room, 2)["score"])
    finish(room, 1)
    state = state_json(room.state, 3)
    assert (state["phase"], state["winners"]) == ("over", [1])
    assert player(room, 1)["through"] == room.state.seconds
    mine = room.state.position_of(1)
    assert sorted([*(card for cards in mine.found for card in cards.cards), *mine.table.cards]) == list(range(81))
    dealt = [event.cards or () for event in events(room) if isinstance(event, Deal) and event.seat in (0, 1)]
    assert [card for cards in dealt for card in cards] == list(order)
    assert replay_room("KRTM", room.events) == room.state


def events(room: Room) -> list[Any]:
    return [timed.event for timed in room.events]


def test_a_set_is_not_taken_from_another_player() -> None:
    room = playing("race", players=2, seed=3)
    (cards, *_) = sets_of(room, 1)
    assert room.say(1, "claim", cards=list(cards)).is_accepted
    assert room.say(2, "claim", cards=list(cards)).is_accepted
    assert [player(room, seat)["score"] for seat in (1, 2)] == [1, 1]
    assert room.code(1, "claim", cards=list(cards)) == "gone"


def test_nobody_sees_the_cards_of_others_before_the_end() -> None:
    room = playing("race", players=2, seed=5)
    while not sets_of(room, 1):
        go_on(room, 1)
    go_on(room, 1)
    secret = set(room.state.position_of(1).table.cards) - set(room.state.position_of(2).table.cards)
    assert len(secret) >= 3
    for viewer in (2, None):
        state = state_json(room.state, viewer)
        assert not secret & {card for card in state["slots"] if card is not None}
        seen = [event_json(event, room.state, viewer) for event in events(room)]
        assert [each["cards"] for each in seen if each["event"] == "claim"] == [None]
        assert not secret & {card for each in seen if each["event"] == "deal" for card in each["cards"] or ()}
    own = [event_json(event, room.state, 1) for event in events(room)]
    assert all(each["cards"] for each in own if each["event"] in ("claim", "deal"))
    assert state_json(room.state, None)["slots"] == []
    assert state_json(room.state, None)["undealt"] == 81


def test_a_wrong_no_set_costs_its_player_alone() -> None:
    room = playing("race", players=3, seed=3, penalty=5)
    refusal = room.say(2, "more").refusal
    assert refusal is not None
    assert refusal.code == "there-is-a-set"
    assert room.code(2, "claim", cards=list(sets_of(room, 2)[0])) == "wait"
    assert room.code(1, "claim", cards=list(sets_of(room, 1)[0])) == "accepted"


def test_a_latecomer_begins_at_the_beginning() -> None:
    room = playing("race", players=1, seed=3)
    go_on(room, 1)
    late = room.join("Late")
    room.wait(0.0)
    assert state_json(room.state, late)["slots"] == list(deck_order(3, 1, 4)[:12])


def test_all_can_finish_and_the_first_who_is_through_still_wins() -> None:
    room = playing("race", players=2, seed=6, until="all")
    finish(room, 2)
    assert room.state.phase == "playing"
    assert room.code(2, "claim", cards=list(room.cards_of(2)[:3])) != "accepted"
    finish(room, 1)
    assert (room.state.phase, room.state.winners) == ("over", (2,))


def test_the_most_sets_win_when_the_time_is_over() -> None:
    room = playing("race", players=2, seed=6, seconds=60)
    while not any(isinstance(event, Claim) for event in events(room)):
        go_on(room, 2)
    room.wait(61.0)
    assert (room.state.phase, room.state.winners) == ("over", (2,))


@pytest.mark.parametrize("option", [{"call": True}, {"more": "vote"}])
def test_what_a_race_lacks(option: dict[str, Any]) -> None:
    from setlab.errors import RuleError

    with pytest.raises(RuleError):
        Room("race", **option)
    room = Room("standard", **option)
    room.join("Ada", host=True)
    assert room.host("next", game="race").is_accepted
    assert room.code(1, "call") == "bad-message"


def test_a_class_of_thirty_races_and_the_review_knows_every_table() -> None:
    room = playing("race", players=30, seed=8)
    for turn in range(60):
        go_on(room, 1 + turn % 30)
        room.wait(0.5)
    room.host("stop")
    log = [{"seq": t.seq, "at": t.at, "event": event_json(t.event, room.state, None)} for t in room.events]
    found = review(log)
    claims = [moment for moment in found["moments"] if moment["kind"] == "claim"]
    assert sum(row["found"] for row in found["table"]) == len(claims) > 30
    for moment in claims:
        there = {tuple(sorted(three["cards"])) for three in moment["sets"]}
        table = [card for card in moment["slots"] if card is not None]
        assert there == {tuple(sorted(three)) for three in Space(4).sets(table)}
        assert [three["by"] for three in moment["sets"] if three["fate"] == "now"] == [moment["seat"]]


@pytest.mark.parametrize("sets", [1, 10, 30])
def test_a_sprint_always_has_a_set_until_its_last_one(sets: int) -> None:
    room = playing("sprint", players=2, seed=sets, sets=sets)
    assert room.state.sets == sets
    for n in range(sets):
        assert player(room, 1)["remaining"] == sets - n
        assert state_json(room.state, 1)["undealt"] == 81 - 12
        assert sets_of(room, 1)
        assert room.code(1, "more") == "there-is-a-set"
        room.wait(2.5)
        go_on(room, 1)
    assert (room.state.phase, room.state.winners) == ("over", (1,))
    assert player(room, 1)["through"] == pytest.approx(2.5 * sets)
    assert replay_room("KRTM", room.events) == room.state


def test_sprints_deal_alike_after_alike_finds() -> None:
    room = playing("sprint", players=2, seed=9)
    for _ in range(5):
        assert room.cards_of(1) == room.cards_of(2)
        for seat in (1, 2):
            go_on(room, seat)


@pytest.mark.parametrize("game", ["race", "sprint"])
def test_opponents_race_at_their_own_tables(game: str) -> None:
    room = Room(game, opponents=2, speed="quick")
    room.join("Ada", host=True)
    room.host("start")
    for _ in range(2000):
        if room.state.phase == "over":
            break
        room.wait(20.0)
    assert room.state.winners in ((1,), (2,))
    assert all(player(room, seat)["found"] for seat in (1, 2))
