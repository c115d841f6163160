"""Find-all rooms with the puzzle of a day: its cards are dealt to everybody, once, and not before its time."""

from typing import Any

import pytest

from setlab.classroom import puzzle
from setlab.errors import RuleError
from setlab.geometry import Space
from setlab.rooms import replay_room
from setlab.rooms.events import Deal, Start
from setlab.rooms.referee import opening
from tests.rooms.driver import Room

NOON = 1_794_830_400.0
"""16 November 2026, 12:00 UTC."""


def room_with(name: str, **options: Any) -> Room:
    room = Room("find-all", puzzle=name, **options)
    room.now = NOON
    room.join("Ada", host=True)
    room.join("Jonas")
    return room


@pytest.mark.parametrize("level", ["basic", "advanced"])
@pytest.mark.parametrize("together", [True, False])
def test_the_cards_of_the_puzzle_are_dealt(level: str, together: bool) -> None:
    today = puzzle("2026-11-16", level)
    room = room_with(today.name, together=together)
    assert room.host("start").is_accepted
    assert room.cards == today.cards
    assert room.state.sets == len(today.sets)
    for seat in (1,) if together else (1, 2):
        for line in today.sets:
            assert room.say(seat, "claim", cards=list(line)).is_accepted
    assert room.state.phase == "over"
    assert replay_room("KRTM", room.events) == room.state


def test_a_puzzle_decides_the_numbers_of_cards_and_sets() -> None:
    room = room_with("2026-11-16-basic", cards=15, sets=2, dimension=3)
    assert [room.state.options[name] for name in ("cards", "sets", "dimension")] == [9, 4, 4]


def test_the_next_table_is_a_new_one() -> None:
    room = room_with("2026-11-16-advanced")
    room.host("start")
    room.host("next")
    starts = [timed.event for timed in room.events if isinstance(timed.event, Start)]
    deals = [set(timed.event.cards) for timed in room.events if isinstance(timed.event, Deal)]
    assert [start.options["puzzle"] for start in starts] == ["2026-11-16-advanced", ""]
    assert deals[0] == set(puzzle("2026-11-16").cards) != deals[1]
    assert room.state.options["sets"] == 6
    assert room.host("next", options={"puzzle": "2026-11-15-basic"}).is_accepted
    assert room.cards == puzzle("2026-11-15", "basic").cards


def test_who_asks_for_another_table_gets_it() -> None:
    room = room_with("2026-11-16-advanced")
    assert room.host("next", game="find-all", options={"cards": 9, "sets": 3}).is_accepted
    assert (len(room.cards), room.state.sets, room.state.options["puzzle"]) == (9, 3, "")


def test_a_puzzle_that_is_not_out_yet() -> None:
    room = room_with("2026-11-18-advanced")
    refusal = room.host("start").refusal
    assert refusal is not None
    assert refusal.reason == "the puzzle of 2026-11-18 is not out yet: choose a date up to 2026-11-17"
    room.now += 12 * 3600
    assert room.host("start").is_accepted, "tomorrow has begun somewhere"
    with pytest.raises(RuleError, match="the puzzle of 2026-11-18 is not out yet"):
        opening("find-all", {"puzzle": "2026-11-18-basic"}, now=NOON)


@pytest.mark.parametrize("name", ["2026-11-16", "2026-11-16-expert", "today", 5, None, ["2026-11-16-basic"], "x" * 99])
def test_what_is_not_a_puzzle(name: object) -> None:
    with pytest.raises(RuleError, match="option puzzle must be a date with a level, such as 2026-11-16-advanced"):
        opening("find-all", {"puzzle": name})
    with pytest.raises(RuleError, match="'puzzle' is not an option of standard"):
        opening("standard", {"puzzle": "2026-11-16-basic"})


LAID = "0011.0122.0210.1010.1102.1121.1221.2001.2020.2110.2122.2221"


def given(deal: object, **options: Any) -> Room:
    room = Room("find-all", deal=deal, **options)
    room.join("Ada", host=True)
    return room


@pytest.mark.parametrize("deal", [LAID, "0000.0001.0002", ".".join(LAID.split(".")[:10]), LAID + ".0000.0001.0002"])
def test_given_cards_are_dealt_in_their_order(deal: str) -> None:
    cards = [int(code, 3) for code in deal.split(".")]
    lines = Space(4).sets(cards)
    room = given(deal, cards=9, sets=1)
    assert [room.state.options[name] for name in ("cards", "sets", "dimension")] == [len(cards), len(lines), 4]
    assert room.host("start").is_accepted
    assert (list(room.cards), room.state.sets) == (cards, len(lines))
    for line in lines:
        assert room.say(1, "claim", cards=list(line)).is_accepted
    assert room.state.phase == "over"
    assert replay_room("KRTM", room.events) == room.state
    assert room.host("next").is_accepted, "a new table of the usual size"
    assert (len(room.cards), room.state.sets, room.state.options["deal"]) == (12, 6, "")


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        ("0000.0001.0010", "there is no SET in 0000.0001.0010"),
        ("0000.0001.0000", "a card is twice in 0000.0001.0000"),
        ("0000.0001", "option deal must be 3 to 21 cards"),
        ("0000.0001.0003", "option deal must be 3 to 21 cards"),
        (".".join(["0000"] * 22), "option deal must be 3 to 21 cards"),
        (["0000"], "option deal must be 3 to 21 cards"),
    ],
)
def test_cards_that_are_no_puzzle(deal: object, reason: str) -> None:
    with pytest.raises(RuleError, match=reason):
        opening("find-all", {"deal": deal})
