"""Puzzles over HTTP: cards without solutions, an archive, nothing before its time, and the same puzzle in a room."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from setlab.classroom import puzzle
from tests.web.serving import Serving


def answer(web: Serving, path: str, status: int = 200) -> Any:
    response = web.get(path)
    assert response.status == status, response.json
    return response.json


@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_a_puzzle_is_that_of_the_library(web: Serving, level: str) -> None:
    shown, known = answer(web, f"/api/puzzles/2026-11-16/{level}"), puzzle("2026-11-16", level)
    calendar = {"first", "today", "last"}
    assert shown.keys() == {"date", "level", "cards", "sets", "fixed", "difficulty"} | calendar
    listed = answer(web, "/api/puzzles?until=2026-01-01")
    assert {name: shown[name] for name in calendar} == {name: listed[name] for name in calendar}
    assert answer(web, f"/api/puzzles/today/{level}")["date"] in {shown["today"], listed["today"]}
    assert (shown["date"], shown["level"]) == ("2026-11-16", level)
    assert tuple(shown["cards"]) == known.cards
    assert shown["sets"] == len(known.sets), "the number, not the solution"
    assert shown["fixed"] == {"basic": "filling", "advanced": None}[level]
    difficulty = shown["difficulty"]
    assert difficulty["seconds"] == pytest.approx(known.difficulty.seconds, abs=0.1)
    assert difficulty["low"] < difficulty["seconds"] < difficulty["high"]
    assert difficulty["easier"] == pytest.approx(float(known.difficulty.easier), abs=1e-3)
    assert difficulty["harder"] == pytest.approx(float(known.difficulty.harder), abs=1e-3)


def test_tomorrow_is_out_and_the_day_after_is_not(web: Serving) -> None:
    now = datetime.now(UTC).date()
    assert answer(web, f"/api/puzzles/{now + timedelta(1)}/basic")["sets"] == 4
    later = now + timedelta(3)  # the day may change during the test
    refused = answer(web, f"/api/puzzles/{later}/basic", 404)
    assert refused == {"reason": f"The puzzle of {later} is not out yet: come back on that day", "code": "not-yet"}


def test_what_is_no_puzzle(web: Serving) -> None:
    assert answer(web, "/api/puzzles/2026-02-30/basic", 404)["reason"].startswith("'2026-02-30' is not a date")
    assert "basic" in answer(web, "/api/puzzles/2026-11-16/expert", 422)["reason"]
    assert answer(web, "/api/puzzles?until=yesterday", 404)["code"] == "no-date"


def test_the_archive(web: Serving) -> None:
    found = answer(web, "/api/puzzles?until=2026-03-01")
    days = [date.fromisoformat(day["date"]) for day in found["days"]]
    assert days == [date(2026, 3, 1) - timedelta(back) for back in reversed(range(42))]
    assert found["days"][-1]["easier"]["basic"] == pytest.approx(
        float(puzzle("2026-03-01", "basic").difficulty.easier), abs=1e-3
    )
    assert date.fromisoformat(found["last"]) - date.fromisoformat(found["today"]) == timedelta(1)
    assert [day["date"] for day in answer(web, "/api/puzzles?until=2026-01-02")["days"]] == ["2026-01-01", "2026-01-02"]
    assert answer(web, "/api/puzzles?until=2025-12-31")["days"] == []
    assert answer(web, "/api/puzzles?until=9999-12-31")["days"][-1]["date"] == found["last"]


def test_two_people_search_the_same_puzzle(web: Serving) -> None:
    known = puzzle("2026-11-16", "advanced")
    room, host = web.open_room("find-all", puzzle=known.name, together=False)
    ada, bob = web.seat(room, "Ada", host), web.seat(room, "Bob")
    with web.feed(room, ada[1]) as first, web.feed(room, bob[1]) as second:
        assert first.ask("start")["type"] == "accepted"
        second.until_event("deal")
        assert second.state["slots"] == list(known.cards)
        assert second.state["sets"] == 6
        for feed in (first, second):
            for line in known.sets:
                assert feed.ask("claim", cards=list(line))["type"] == "accepted"
        assert second.until_event("over")["event"]["why"] == "done"


def test_a_room_with_a_puzzle_that_does_not_exist(web: Serving) -> None:
    for name, reason, status in (
        ("2026-11-16", "option puzzle must be a date with a level", 422),
        ("2026-11-31-basic", "there is no puzzle 2026-11-31-basic", 409),
        (f"{datetime.now(UTC).date() + timedelta(3)}-basic", "is not out yet: choose a date up to", 409),
    ):
        response = web.post("/api/rooms", {"game": "find-all", "options": {"puzzle": name}})
        assert response.status == status
        assert reason in response.json["reason"]
