"""Shuffle, Planet, four-card SET, puzzle race and handicaps, by trying all cards."""

from __future__ import annotations

from itertools import combinations

import pytest

from setlab.geometry import Space
from setlab.rooms import state_json
from setlab.rooms.events import Claim, Shuffle
from tests.rooms.driver import Room, playing
from tests.rooms.logs import is_set, third
from tests.rooms.test_races import finish, go_on, player


def test_the_table_is_rearranged_after_each_find() -> None:
    room, moved = playing("shuffle", seed=2, more="auto"), 0
    while room.state.phase == "playing":
        before, cards = room.cards, room.state.claimable[0]
        assert room.say(1, "claim", cards=list(cards)).is_accepted
        kept = [card for card in before if card not in cards]
        moved += sum(before.index(card) != room.cards.index(card) for card in kept if card in room.cards)
        room.wait(1.0)
    claims = sum(isinstance(timed.event, Claim) for timed in room.events)
    assert sum(isinstance(timed.event, Shuffle) for timed in room.events) >= claims - 1
    assert moved > 5 * claims


def is_planet(four: tuple[int, ...]) -> bool:
    """Four cards of a plane, no three of them a SET: the plane of three of them holds the fourth."""
    a, b, c, d = four
    plane = {a, b, c}
    while more := {third(x, y, 4) for x, y in combinations(plane, 2)} - plane:
        plane |= more
    return len(plane) == 9 and d in plane and not any(is_set(three, 4) for three in combinations(four, 3))


@pytest.mark.parametrize("seed", range(6))
def test_planet_claims_are_sets_planets_and_comets(seed: int) -> None:
    room = playing("planet", seed=seed)
    state = state_json(room.state, 1)
    assert (len(state["slots"]), state["claim_sizes"]) == (9, [3, 4, 9])
    for _ in range(6):
        found: set[tuple[int, ...]] = {three for three in combinations(sorted(room.cards), 3) if is_set(three, 4)}
        found |= {four for four in combinations(sorted(room.cards), 4) if is_planet(four)}
        assert {tuple(sorted(cards)) for cards in room.state.claimable} == (found or {tuple(sorted(room.cards))})
        cards, before = room.state.claimable[-1], room.state.players[1].score
        assert room.code(1, "claim", cards=list(room.cards)) == ("not-a-set" if found else "accepted")
        if found:
            assert room.say(1, "claim", cards=list(cards)).is_accepted
            assert room.state.players[1].score == before + len(cards)
        assert len(room.cards) == 9


def test_nine_cards_with_neither_set_nor_planet_are_a_comet() -> None:
    from setlab.rooms.games import RoomPosition, find_game
    from setlab.rules import Deal, Rules, replay

    game, space = find_game("planet"), Space(4)
    field = [(a, b) for a in range(3) for b in range(3)]  # the nine elements a + bi, i² = −1
    parabola = [space.card((a, b, (a * a - b * b) % 3, 2 * a * b % 3)) for a, b in field]  # the points (x, x²)
    position = RoomPosition(replay([Deal(tuple(parabola))], Rules(table=9)))
    assert game.claimable(position) == [tuple(parabola)]
    assert game.is_right(position, parabola[::-1])


@pytest.mark.parametrize("d", [2, 3])
def test_four_cards_of_four_values(d: int) -> None:
    room = playing("four", seed=d, dimension=d)
    assert state_json(room.state, 1)["values"] == 4

    def is_right(cards: tuple[int, ...]) -> bool:
        columns = ([card // 4**i % 4 for card in cards] for i in range(d))
        return all(len(set(column)) in (1, 4) for column in columns)

    for _ in range(4):
        if room.state.phase == "over":
            break
        brute = {frozenset(four) for four in combinations(room.cards, 4) if is_right(four)}
        assert {frozenset(four) for four in room.state.claimable} == brute
        cards = len(room.cards)
        if brute:
            assert room.say(1, "claim", cards=list(room.state.claimable[0])).is_accepted
        else:
            assert room.say(1, "more").is_accepted
            assert len(room.cards) == cards + 4
    if room.state.phase == "playing":
        wrong = next(four for four in combinations(room.cards, 4) if not is_right(four))
        assert room.code(1, "claim", cards=list(wrong)) == "not-a-set"


@pytest.mark.parametrize(("level", "cards", "sets"), [("basic", 9, 4), ("advanced", 12, 6)])
def test_everybody_solves_the_same_puzzles(level: str, cards: int, sets: int) -> None:
    room = playing("puzzle-race", seed=4, puzzles=2, level=level, until="all")
    assert room.state.sets == 2 * sets
    shown: dict[int, list[tuple[int, ...]]] = {1: [], 2: []}
    for seat in (1, 2):
        for k in range(2 * sets):
            if k % sets == 0:
                shown[seat].append(room.cards_of(seat))
                assert len(room.cards_of(seat)) == cards
                assert sum(is_set(three, 4) for three in combinations(room.cards_of(seat), 3)) == sets
            (wanted, *_) = room.state.game.open_claims(room.state.position_of(seat), seat)
            assert room.say(seat, "claim", cards=list(wanted)).is_accepted
            if k % sets < sets - 1:
                assert room.code(seat, "claim", cards=list(wanted)) == "already"
            room.wait(1.0)
    assert shown[1] == shown[2]
    assert shown[1][0] != shown[1][1]
    assert (room.state.phase, room.state.winners) == ("over", (1,))


def test_points_ahead() -> None:
    room = Room("standard")
    one, two = room.join("Ada", host=True), room.join("Ben")
    assert room.say(two, "handicap", seat=two, points=3).refusal is not None
    assert room.host("handicap", seat=two, points=3, seconds=0).is_accepted
    room.host("start")
    assert [player(room, seat)["score"] for seat in (one, two)] == [0, 3]
    assert player(room, two)["handicap"] == {"points": 3, "seconds": 0.0}
    assert room.host("handicap", seat=two, points=0).refusal is not None
    room.host("stop")
    assert room.state.winners == (two,)


def test_seconds_ahead_at_a_common_table() -> None:
    room = Room("standard", more="auto")
    one, two = room.join("Ada", host=True), room.join("Ben")
    room.host("handicap", seat=two, seconds=10)
    room.host("start")
    for _ in range(2):
        cards = list(room.state.claimable[0])
        room.wait(9.0)
        assert room.code(one, "claim", cards=cards) == "wait"
        assert player(room, one)["until"] == pytest.approx(room.now + 1.0)
        room.wait(1.0)
        assert room.code(one, "claim", cards=cards) == "accepted"
    assert room.code(two, "claim", cards=list(room.state.claimable[0])) == "accepted"


def test_seconds_ahead_in_a_race_count_once() -> None:
    room = Room("race", more="auto")
    one, two = room.join("Ada", host=True), room.join("Ben")
    room.host("handicap", seat=two, seconds=20)
    room.host("start")
    go_on(room, two)
    room.host("pause")
    room.wait(60.0)
    room.host("pause")
    assert room.code(one, "claim", cards=list(room.cards_of(one)[:3])) == "wait"
    room.wait(20.0)
    go_on(room, one)
    finish(room, one)
    assert room.state.winners == (one,)


@pytest.mark.parametrize("fault", [{"seat": 9}, {"points": -1}, {"points": True}, {"seconds": 301}, {"seconds": "x"}])
def test_bad_handicaps_are_refused(fault: dict[str, object]) -> None:
    room = Room()
    room.join("Ada", host=True)
    refusal = room.host("handicap", **({"seat": 1, "points": 1, "seconds": 1} | fault)).refusal
    assert refusal is not None
    assert refusal.code == "bad-message"
