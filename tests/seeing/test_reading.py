"""Games become searches: the same SETs and times as in the review of a room, with pauses, calls and hints left out."""

from __future__ import annotations

from typing import Any

import pytest

from setlab.cli.verbs.play import TerminalGame, read_options
from setlab.errors import RuleError, SpecError
from setlab.notation import find_notation
from setlab.rooms import GAMES, event_record
from setlab.rooms.review import review
from setlab.rules.table import ROW
from setlab.seeing import Search, read_games
from setlab.seeing.reading import LEFT_OUT, OTHER_RULES, USED
from tests.rooms.driver import Room
from tests.rooms.logs import Log, random_log

CARDS = [0, 1, 2, 4, 8, 40, 44, 13, 25, 31, 60, 77]
"""Twelve cards among which (0, 1, 2) and (0, 4, 8) are SETs."""


START = {"event": "start", "round": 1, "game": "standard", "options": {}}


def log_of(*events: dict[str, Any], at: Any = 1) -> dict[str, Any]:
    return {"events": [{"seq": seq, "at": at, "event": event} for seq, event in enumerate(events, 1)]}


def searches_of(records: Any, who: str = "people") -> list[Search]:
    return read_games([("room", {"room": "KRTM", "events": records})], who).searches


@pytest.mark.parametrize("game", ["standard", "junior", "five", "timed"])
def test_searches_have_the_moments_of_the_review(game: str) -> None:
    log = random_log(game, seed=3)
    claims = [moment for moment in review(log.records)["moments"] if moment["kind"] == "claim"]
    found = [search for search in searches_of(log.records) if search.found is not None]
    assert len(found) == len(claims) > 5
    for search, moment in zip(found, claims, strict=True):
        ages = {frozenset(each.cards): each.age for each in search.candidates}
        there = {frozenset(each["cards"]): each["there"] for each in moment["sets"]}
        assert ages == pytest.approx(there, abs=2e-3)
        assert set(search.candidates[search.found or 0].cards) == set(moment["cards"])
        assert search.player == f"KRTM {moment['seat']}"
        assert search.seconds == pytest.approx(moment["after"], abs=2e-3)
        slots = moment["slots"]
        assert all(tuple(slots[slot] for slot in each.slots) == each.cards for each in search.candidates)
        assert search.table == tuple(slots)


def test_the_most_abundant_value_and_the_centre_are_those_that_a_person_counts() -> None:
    searches = searches_of(random_log("standard", seed=3).records)
    seen = set()
    for search in searches:
        faces = [find_notation().face(card) for card in search.table if card is not None]
        number = {each: sum(each in face.items() for face in faces) for face in faces for each in face.items()}
        top = {each for each, cards in number.items() if cards == max(number.values())}
        rows = len(search.table) / ROW
        for each in search.candidates:
            has = [set(find_notation().face(card).items()) for card in each.cards]
            assert search.is_abundant(each) == bool(top & has[0] & has[1] & has[2])
            places = [complex(slot % ROW + 0.5 - ROW / 2, slot // ROW + 0.5 - rows / 2) for slot in each.slots]
            assert search.distance_to_centre(each) == pytest.approx(sum(map(abs, places)) / 3)
            seen.add((search.is_abundant(each), round(search.distance_to_centre(each), 3)))
    assert len(seen) > 10
    assert {abundant for abundant, _ in seen} == {True, False}


def test_every_game_is_used_or_left_out() -> None:
    assert {*USED, "team", "ultra", "chain", *OTHER_RULES} == set(GAMES)


@pytest.mark.parametrize("game", ["team", "ultra", "chain"])
def test_games_in_which_sets_do_not_compete_are_left_out(game: str) -> None:
    log = random_log(game, seed=5)
    reading = read_games([("room", {"events": log.records})])
    claims = sum(record["event"]["event"] == "claim" for record in log.records)
    assert (reading.searches, reading.rounds) == ([], 0)
    assert reading.left_out == {game: claims}
    assert game in LEFT_OUT


def started(**options: Any) -> Log:
    log = Log(**options)
    log.start(100.0, CARDS)
    return log


def test_time_stands_still_in_a_pause() -> None:
    log = started()
    log.add(103.0, "pause", left=None)
    log.add(163.0, "resume", deadline=None)
    log.claim(165.0, 1, [0, 1, 2])
    (search,) = searches_of(log.records)
    assert search.seconds == pytest.approx(5.0)
    assert {round(each.age, 6) for each in search.candidates} == {5.0}


def test_a_set_is_found_when_it_is_called() -> None:
    log = started(call=True)
    log.add(104.0, "call", seat=2, until=109.0)
    log.claim(107.0, 2, [0, 4, 8])
    (search,) = searches_of(log.records)
    assert search.seconds == pytest.approx(4.0)
    assert search.player == "KRTM 2"


def test_nobody_else_searches_during_a_call_in_vain() -> None:
    log = started(call=True)
    log.add(104.0, "call", seat=2, until=109.0)
    log.add(109.0, "expire", why="call", seat=2, until=0.0)
    log.claim(111.0, 1, [0, 1, 2])
    (search,) = searches_of(log.records)
    assert search.seconds == pytest.approx(6.0)


def test_time_stands_still_while_all_people_are_away() -> None:
    log = started()
    log.add(101.0, "away", seat=1)
    log.add(102.0, "away", seat=2)
    log.add(200.0, "back", seat=1)
    log.claim(203.0, 1, [0, 1, 2])
    (search,) = searches_of(log.records)
    assert search.seconds == pytest.approx(5.0)


def test_a_search_that_ends_without_a_find_is_censored() -> None:
    log = started()
    log.add(130.0, "deal", cards=[50, 51, 53], why="host")
    log.add(150.0, "over", why="host")
    first, last = searches_of(log.records)
    assert (first.found, first.seconds) == (None, 30.0)
    assert (last.found, last.seconds) == (None, 20.0)
    assert not any(each.new for each in last.candidates if not {50, 51, 53} & set(each.cards))


def test_claims_of_opponents_are_censored_or_examined_alone() -> None:
    log = Log(players=("Ada",))
    log.add(0.0, "join", seat=2, name="Opponent", kind="opponent")
    log.start(100.0, CARDS)
    log.claim(110.0, 2, [0, 4, 8])
    people, opponents = (read_games([("", {"events": log.records})], who) for who in ("people", "opponents"))
    assert (people.searches[0].found, people.left_out) == (None, {"opponents": 1})
    found = opponents.searches[0]
    assert (set(found.candidates[found.found or 0].cards), opponents.left_out) == ({0, 4, 8}, {})
    with pytest.raises(SpecError, match="'robots' is not a choice of players"):
        read_games([], "robots")


def test_in_find_all_together_the_sets_that_are_not_found_compete() -> None:
    log = Log("find-all", sets=2)
    log.start(100.0, CARDS, sets=2)
    log.claim(110.0, 1, [0, 1, 2])
    log.claim(125.0, 2, [0, 4, 8])
    log.add(126.0, "over", why="done")
    first, second, rest = searches_of(log.records)
    assert (first.seconds, second.seconds) == (10.0, 15.0)
    assert len(first.candidates) - 1 == len(second.candidates) == len(rest.candidates) + 1
    assert {0, 1, 2} not in [set(each.cards) for each in second.candidates]


def test_in_find_all_on_copies_everybody_searches_alone() -> None:
    log = Log("find-all", sets=2, together=False)
    log.start(100.0, CARDS, sets=2)
    log.claim(110.0, 1, [0, 1, 2])
    log.claim(125.0, 2, [0, 1, 2])
    log.add(126.0, "over", why="host")
    found = searches_of(log.records)
    assert [(each.player, each.seconds) for each in found[:2]] == [("KRTM 1", 10.0), ("KRTM 2", 25.0)]
    assert [each.seconds for each in found[2:]] == [16.0, 1.0]
    hidden = [record | {"event": record["event"] | {"cards": None}} for record in log.records[-3:-1]]
    reading = read_games([("", {"events": [*log.records[:-3], *hidden]})])
    assert (reading.searches, reading.left_out) == ([], {"hidden": 2})


def record_of(**more: Any) -> dict[str, Any]:
    game = TerminalGame(read_options(1, junior=True))
    game.restore("3-4-7@8.5/none@20", 20)
    return game.as_record() | more


def test_records_of_the_game_for_one_player() -> None:
    reading = read_games([("a.json", record_of()), ("b.json", record_of())])
    assert [(each.seconds, len(each.candidates)) for each in reading.searches] == [(8.5, 3)] * 2
    assert len({each.player for each in reading.searches}) == 1, "nobody knows whether these are two players"
    assert len({each.group for each in reading.searches}) == 2
    assert reading.searches[0].properties == ("number", "colour", "shape")


def test_what_was_found_after_a_hint_is_left_out() -> None:
    reading = read_games([("a.json", record_of(hints=[5.0]))])
    assert (reading.searches, reading.left_out) == ([], {"hints": 1})
    assert len(read_games([("a.json", record_of(hints=[9.0]))]).searches) == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ([], "is no game: give the download of a room"),
        ({"events": 5}, "is no game: give the download of a room"),
        ({"events": [{"at": 1}]}, "is no game"),
        (log_of({"event": "open"}, at="x"), "is no game"),
        ({"events": [{"seq": 2, "at": 1, "event": START}]}, "event 2 cannot follow event 0"),
        (log_of(START, {"event": "claim"}), "incomplete"),
        (log_of(START, {"event": "claim", "seat": 1, "cards": [0, 1, 2]}), "cannot be taken"),
        (log_of(START, {"event": "deal", "cards": [0, 0, 99]}), "monday.json"),
    ],
)  # fmt: skip
def test_a_broken_file_is_named(content: Any, message: str) -> None:
    with pytest.raises(RuleError, match=message) as caught:
        read_games([("monday.json", content)])
    assert "monday.json" in str(caught.value)


def test_a_room_as_the_server_stores_it() -> None:
    room = Room(opponents=1, speed="quick")
    seat = room.join("Ada", host=True)
    room.host("start")
    room.wait(2.0)
    assert room.say(seat, "claim", cards=list(room.state.claimable[0])).is_accepted
    records = [{"seq": each.seq, "at": each.at, "event": event_record(each.event)} for each in room.events]
    assert next(each.found for each in searches_of(records) if each.seconds > 0) == 0
