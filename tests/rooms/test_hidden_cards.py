"""Cards that lie face down: the card laid aside until the end, and the table of memory. Nobody sees them before."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

import pytest

from setlab.rooms import event_json, replay_room, state_json
from setlab.rooms.events import Claim, Cover, Reject
from setlab.rooms.games import deck_order
from setlab.rooms.review import review
from tests.rooms.driver import Room, playing
from tests.rooms.logs import digits, is_set


def missing_card(cards: Iterable[int], d: int = 4) -> int:
    """The card that makes the sum of all cards zero in every property."""
    sums = [sum(column) % 3 for column in zip(*(digits(card, d) for card in cards), strict=True)]
    return sum(3**i * (-total % 3) for i, total in enumerate(sums))


def play_visible(room: Room) -> None:
    """Claim all SETs of the table and ask for cards until nothing more can be dealt."""
    for _ in range(200):
        if room.state.phase == "over":
            return
        found = [three for three in combinations(room.cards, 3) if is_set(three, 4)]
        if not found and not state_json(room.state, 1)["undealt"]:
            return
        decision = room.say(1, "claim", cards=list(found[0])) if found else room.say(1, "more")
        assert decision.is_accepted, decision.refusal
        room.wait(1.0)
    raise AssertionError("the cards do not end")


def told(room: Room, viewer: int | None) -> str:
    """All that a viewer is told: every event, and the state now."""
    return repr([event_json(t.event, room.state, viewer) for t in room.events] + [state_json(room.state, viewer)])


@pytest.mark.parametrize("seed", range(5))
def test_the_cards_that_are_left_prove_the_last_card(seed: int) -> None:
    room = playing("last-card", players=1, seed=seed)
    assert state_json(room.state, 1)["undealt"] == 80 - 12
    play_visible(room)
    assert room.state.phase == "playing"
    aside = missing_card(room.cards)
    assert aside == deck_order(seed, 1, 4)[-1]
    before = room.state.players[1].score
    assert room.say(1, "name", card=aside).is_accepted
    assert room.state.players[1].score == before + 3
    assert (room.state.phase, state_json(room.state, 1)["aside"]) == ("over", {"card": aside, "named": []})
    assert replay_room("KRTM", room.events) == room.state


def test_a_set_with_the_card_laid_aside_wins_the_bonus() -> None:
    for seed in range(20):
        room = playing("last-card", seed=seed, bonus=5)
        aside = deck_order(seed, 1, 4)[-1]
        pair = next((two for two in combinations(room.cards, 2) if is_set((*two, aside), 4)), None)
        if pair is None:
            continue
        assert room.say(2, "claim", cards=[aside, *pair]).is_accepted
        assert room.state.players[2].score == 1 + 5
        assert state_json(room.state, 1)["aside"]["card"] == aside
        assert not {*pair} & {*room.cards}
        assert len(room.cards) == 12
        assert room.code(1, "name", card=aside) == "gone"
        play_visible(room)
        assert room.state.phase == "over"
        assert missing_card(room.cards) == 0  # what is left without it is zero by itself
        return
    raise AssertionError("in 20 deals no SET with the card laid aside lay on the first table")


def test_everybody_has_one_guess() -> None:
    room = playing("last-card", seed=2)
    aside = deck_order(2, 1, 4)[-1]
    others = [card for card in range(81) if card != aside and card not in room.cards]
    assert room.code(1, "name", card=room.cards[0]) == "seen"
    assert room.code(1, "name", card=others[0]) == "not-aside"
    assert room.code(1, "name", card=aside) == "named"
    third = next(t for two in combinations(room.cards, 2) for t in others[1:] if is_set((*two, t), 4))
    pair = next(two for two in combinations(room.cards, 2) if is_set((*two, third), 4))
    assert room.code(2, "claim", cards=[third, *pair]) == "not-aside"
    assert room.state.named == (1, 2)
    play_visible(room)
    assert room.state.phase == "over"
    assert state_json(room.state, None)["aside"] == {"card": aside, "named": [1, 2]}


@pytest.mark.parametrize("why", ["time", "host", "naming"])
def test_the_last_card_is_a_secret_until_the_end(why: str) -> None:
    room = playing("last-card", players=2, seed=4, seconds=600 if why == "time" else 0)
    aside = deck_order(4, 1, 4)[-1]
    if why == "naming":
        play_visible(room)
    for viewer in (None, 1, 2):
        assert state_json(room.state, viewer)["aside"]["card"] is None
        assert f" {aside}," not in told(room, viewer).replace("[", " ").replace("]", ",")
    if why == "host":
        room.host("stop")
    room.wait(700.0)
    assert (room.state.phase, state_json(room.state, None)["aside"]["card"]) == ("over", aside)


def test_an_opponent_works_the_last_card_out() -> None:
    room = Room("last-card", opponents=1, speed="quick")
    room.join("Ada", host=True)
    room.host("start")
    for _ in range(400):
        room.wait(20.0)
    assert room.state.phase == "over"
    assert room.state.position is not None
    assert room.state.position.aside == deck_order(1, 1, 4)[-1]
    assert room.state.players[1].score == len(room.state.position.found) + 3


def slots_of(room: Room) -> list[int | None]:
    assert room.state.position is not None
    return list(room.state.position.table.slots)


def turn(room: Room, seat: int, cards: Iterable[int]) -> None:
    for card in cards:
        assert room.code(seat, "turn", slot=slots_of(room).index(card)) == "accepted"


@pytest.mark.parametrize("options", [{}, {"cards": 18}, {"cards": 15, "dimension": 4}])
def test_a_game_of_memory(options: dict[str, Any]) -> None:
    room = playing("memory", players=2, seed=3, **options)
    d, cards = options.get("dimension", 3), options.get("cards", 12)
    assert len(set(room.cards)) == cards
    seat, turns = 1, 0
    while room.state.phase == "playing":
        found = [three for three in combinations(room.cards, 3) if is_set(three, d)]
        wrong = next((three for three in combinations(room.cards, 3) if not is_set(three, d)), None)
        turns += 1
        assert state_json(room.state, 1)["to_move"] == seat
        if turns % 3 == 0 and wrong:
            turn(room, seat, wrong)
            assert state_json(room.state, 2)["slots"].count(None) == cards - 3
            room.wait(5.0)
            seat = 3 - seat
        else:
            turn(room, seat, found[0])
    assert sum(player.score for player in room.state.players.values()) == len(room.state.round_position.found) > 0
    assert not [three for three in combinations(room.cards, 3) if is_set(three, d)]
    assert replay_room("KRTM", room.events) == room.state
    log = [{"seq": t.seq, "at": t.at, "event": event_json(t.event, room.state, None)} for t in room.events]
    reviewed = review(log)
    assert len([m for m in reviewed["moments"] if m["kind"] == "claim"]) == len(room.state.round_position.found)


def test_cards_that_lie_face_down_are_told_to_nobody() -> None:
    room = playing("memory", players=2, seed=5)
    wrong = next(three for three in combinations(room.cards, 3) if not is_set(three, 3))
    for viewer in (1, 2, None):
        state = state_json(room.state, viewer)
        assert state["slots"] == [None] * 12
        assert state["face_down"] == list(range(12))
        assert all(event_json(t.event, room.state, viewer).get("cards", []) == [] for t in room.events)
    turn(room, 1, wrong[:2])
    shown = {card for card in state_json(room.state, None)["slots"] if card is not None}
    assert shown == {*wrong[:2]}
    turn(room, 1, wrong[2:])
    assert isinstance(room.events[-1].event, Reject)
    assert room.code(2, "turn", slot=0) in ("not-your-turn", "already")
    room.wait(4.0)
    assert isinstance(room.events[-1].event, Cover)
    assert state_json(room.state, None)["slots"] == [None] * 12


def test_whose_turn_it_is() -> None:
    room = playing("memory", players=3, seed=5)
    (three, *_) = [three for three in combinations(room.cards, 3) if is_set(three, 3)]
    assert room.code(2, "turn", slot=0) == "not-your-turn"
    assert room.code(1, "claim", cards=list(three)) == "not-your-turn"
    turn(room, 1, three)
    assert room.state.to_move == 1  # who finds a SET goes on
    assert isinstance(room.events[-1].event, Claim)
    room.wait(30.0)
    assert room.state.to_move == 2  # who takes too long does not
    room.say(2, "leave")
    assert room.state.to_move == 3
    room.wait(1000.0)
    events = len(room.events)
    room.wait(10_000.0)
    assert len(room.events) == events  # where nobody plays nothing happens
