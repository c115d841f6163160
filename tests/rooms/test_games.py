"""Whole games in rooms: every game is played to its end, and everybody sees the same."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setlab.geometry import Space
from setlab.rooms import GAMES, RoomState, event_from_json, event_record, replay_room
from setlab.rooms.events import Claim, Deal
from tests.rooms.driver import Room, playing


def play_to_the_end(room: Room, seats: tuple[int, ...]) -> None:
    """Players take turns; who finds nothing says so."""
    for turn in range(400):
        if room.state.phase != "playing":
            return
        seat = seats[turn % len(seats)]
        position = room.state.position_of(seat)
        wanted = room.state.game.open_claims(position, seat if room.state.is_private else None)
        decision = room.say(seat, "claim", cards=list(wanted[0])) if wanted else room.say(seat, "more")
        assert decision.is_accepted, decision.refusal
        room.wait(1.0)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("game", [name for name in GAMES if name not in ("team", "last-card", "memory")])
def test_every_game_can_be_played_to_its_end(game: str) -> None:
    for seed in range(5):
        room = playing(game, seed=seed, seconds=0)
        play_to_the_end(room, (1, 2))
        assert room.state.phase == "over"
        claimed = [timed.event for timed in room.events if isinstance(timed.event, Claim)]
        assert sum(player.score for player in room.state.players.values()) == sum(claim.points for claim in claimed) > 0
        assert replay_room("KRTM", room.events) == room.state


ELSEWHERE = ("race", "sprint", "puzzle-race", "last-card", "memory")
"""Games with own tables or hidden cards, which have tests of their own."""


@pytest.mark.parametrize("game", [name for name in GAMES if name not in ("team", "find-all", *ELSEWHERE)])
def test_no_card_is_in_two_hands(game: str) -> None:
    room = playing(game, seed=7, seconds=0)
    play_to_the_end(room, (1, 2))
    claims = [timed.event for timed in room.events if isinstance(timed.event, Claim)]
    dealt = [card for timed in room.events if isinstance(timed.event, Deal) for card in timed.event.cards]
    taken = [card for claim in claims for card in claim.cards or ()]
    assert len(dealt) == len(set(dealt)) == GAMES[game].values ** GAMES[game].dimension
    if game != "chain":
        assert len(taken) == len(set(taken))
        assert sorted([*taken, *room.cards]) == list(range(len(dealt)))
    assert not room.state.claimable


def test_a_chain_has_one_card_of_the_set_before() -> None:
    room = playing("chain", seed=3, seconds=0)
    play_to_the_end(room, (1, 2))
    claims = [set(timed.event.cards or ()) for timed in room.events if isinstance(timed.event, Claim)]
    assert all(len(one & other) == 1 for one, other in pairwise(claims))


def test_what_goes_on_with_a_chain_by_brute_force() -> None:
    for seed in range(4):
        room = playing("chain", seed=seed)
        room.say(1, "claim", cards=list(room.state.claimable[0])) if room.state.claimable else None
        position = room.state.position
        assert position is not None
        triples = combinations((*position.chain, *room.cards), 3)
        brute = {
            frozenset(three)
            for three in triples
            if Space(4).is_set(three) and (not position.chain or len(set(three) & set(position.chain)) == 1)
        }
        assert {frozenset(three) for three in room.state.claimable} == brute
        assert all(room.state.game.is_right(position, three) for three in room.state.claimable)
        if position.chain:
            assert not room.state.game.is_right(position, position.chain)


def test_ultra_sets_are_two_pairs_with_one_third_card() -> None:
    space = Space(4)

    def is_ultra(four: tuple[int, ...]) -> bool:
        return any(
            space.third(*pair) == space.third(*(card for card in four if card not in pair))
            for pair in combinations(four, 2)
        )

    for seed in range(4):
        room = playing("ultra", seed=seed)
        brute = {frozenset(four) for four in combinations(room.cards, 4) if is_ultra(four)}
        assert {frozenset(four) for four in room.state.claimable} == brute
        assert all(room.state.game.is_right(room.state.position, four) for four in room.state.claimable)  # type: ignore[arg-type]


def test_find_all_has_the_number_of_sets_that_was_asked_for() -> None:
    for together in (True, False):
        room = playing("find-all", seed=5, cards=12, sets=6, together=together)
        assert room.state.sets == len(room.state.claimable) == 6
        for cards in room.state.claimable:
            assert room.say(1, "claim", cards=list(cards)).is_accepted
            expected = "not-playing" if room.state.phase == "over" else "already" if together else "accepted"
            assert room.code(2, "claim", cards=list(reversed(cards))) == expected
        assert room.state.phase == "over"


def test_a_copy_of_ones_own_is_searched_until_everybody_has_finished() -> None:
    room = playing("find-all", seed=5, together=False)
    for cards in room.state.claimable:
        assert room.say(1, "claim", cards=list(cards)).is_accepted
    assert room.state.phase == "playing"
    assert room.say(2, "leave").is_accepted
    room.wait(0.0)
    assert room.state.phase == "over"


@pytest.mark.long
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 2**63 - 1), st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_players_say_the_room_stays_whole(game: str, seed: int, data: st.DataObject) -> None:
    room = playing(game, players=3, seed=seed, seconds=0)
    for _ in range(25):
        seat = data.draw(st.sampled_from([1, 2, 3, None, 99]))
        cards = data.draw(st.lists(st.sampled_from(room.cards_of(seat) or (0,)), max_size=5))
        rightly: bool = data.draw(st.booleans())
        if rightly and (claimable := room.state.claimable_by(seat)):
            cards = list(data.draw(st.sampled_from(claimable)))
        kind = data.draw(st.sampled_from(["claim", "point", "more", "call", "team", "bid", "name", "turn"]))
        slot = data.draw(st.integers(-1, 12))
        room.say(seat, kind, cards=cards, card=cards[0] if cards else "x", team=2, slot=slot)
        room.wait(data.draw(st.floats(0, 30)))
    assert replay_room("KRTM", room.events) == room.state
    position = room.state.position
    assert position is not None
    dealt = [card for timed in room.events if isinstance(timed.event, Deal) for card in timed.event.cards]
    if not room.state.game.has_own_tables:
        assert len(dealt) == len(set(dealt)) == position.table.rules.cards - position.table.undealt
    for timed in room.events:
        assert event_from_json(event_record(timed.event)) == timed.event


def test_the_state_knows_nothing_of_undealt_cards() -> None:
    room = playing(seed=11)
    other = RoomState.empty("KRTM")
    for timed in room.events:
        other = other.after(timed)
    assert other == room.state
    dealt = {card for timed in room.events if isinstance(timed.event, Deal) for card in timed.event.cards}
    assert len(dealt) == 12
    assert "seed" not in repr(room.state)
