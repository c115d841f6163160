"""The puzzle of the day, and the days that have one."""

from __future__ import annotations

import asyncio
import time
from datetime import date, timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel

from setlab.answers.answer import attributes
from setlab.errors import SpecError
from setlab.notation import find_notation
from setlab.puzzles.daily import LEVELS, Puzzle, find_level, last_released, puzzle, read_date, today
from setlab.web.errors import Refused
from setlab.web.http.answers import problems
from setlab.web.rooms.hub import Hub

FIRST = date(2026, 1, 1)
"""The first day of the archive."""

LISTED = 42
"""The days of one answer: six weeks, as a calendar shows them."""

Day = Annotated[str, Path(description="The date, as YYYY-MM-DD, or `today`, which is the date in UTC.", max_length=40)]
LAST = "The last date to be listed; by default the last that is out."
Until = Annotated[str | None, Query(description=LAST, max_length=40)]
LevelName = Annotated[Literal["basic", "advanced"], Path(description="The level.")]


class Estimate(BaseModel):
    """How hard a puzzle is, by the model of the opponents of rooms: an estimate, not a measurement."""

    model: str
    seconds: float
    low: float
    high: float
    level: float
    easier: float
    harder: float


class Calendar(BaseModel):
    """The days that have a puzzle; `today` is the date in UTC, `last` the last one that is out anywhere on earth."""

    first: str
    today: str
    last: str


class ShownPuzzle(Calendar):
    """A puzzle without its solution: cards, how many SETs there are, which property is fixed, how hard it is."""

    date: str
    level: str
    cards: list[int]
    sets: int
    fixed: str | None
    difficulty: Estimate


class ListedDay(BaseModel):
    """A day of the archive: the proportion of easier puzzles, for each level."""

    date: str
    easier: dict[str, float]


class Archive(Calendar):
    """Days that have a puzzle, with its difficulty."""

    days: list[ListedDay]


def add_routes(router: APIRouter, hub: Hub) -> None:
    """Add the routes of puzzles."""

    @router.get("/puzzles", responses=problems(404, 422))
    async def archive(until: Until = None) -> Archive:
        """Up to six weeks of puzzles that end with a date."""
        last = last_released(time.time())
        end = last if until is None else min(_date(until), last)
        return Archive(days=await asyncio.to_thread(_list_days, end), **_calendar())

    @router.get("/puzzles/{day}/{level}", responses=problems(404, 422))
    async def puzzle_of(day: Day, level: LevelName) -> ShownPuzzle:
        """The puzzle of a day, without its solution."""
        asked = today() if day == "today" else _date(day)
        if asked > last_released(time.time()):
            raise Refused(404, "not-yet", f"The puzzle of {asked} is not out yet: come back on that day")
        return show_puzzle(await asyncio.to_thread(puzzle, asked, find_level(level).name))


def _calendar() -> dict[str, Any]:
    return {"first": FIRST.isoformat(), "today": today().isoformat(), "last": last_released(time.time()).isoformat()}


def _date(text: str) -> date:
    try:
        return read_date(text)
    except SpecError as error:
        raise Refused(404, "no-date", str(error)) from None


def _list_days(end: date) -> list[ListedDay]:
    number, days = max(0, min(LISTED, (end - FIRST).days + 1)), []
    for day in (end - timedelta(days=back) for back in reversed(range(number))):
        easier = {level: round(float(puzzle(day, level).difficulty.easier), 4) for level in LEVELS}
        days.append(ListedDay(date=day.isoformat(), easier=easier))
    return days


def show_puzzle(found: Puzzle) -> ShownPuzzle:
    """The puzzle as the page shows it, with the name of the property that all cards share."""
    fixed, difficulty = found.fixed and find_notation().properties[found.fixed[0]].name, found.difficulty
    low, high, seconds = (round(each, 1) for each in (*difficulty.range, difficulty.seconds))
    easier, harder = (round(float(each), 4) for each in (difficulty.easier, difficulty.harder))
    times = {"seconds": seconds, "low": low, "high": high, "easier": easier, "harder": harder}
    estimate = Estimate(model=difficulty.model, level=difficulty.level, **times)
    shown = attributes(found, "level", "cards") | {"date": found.date.isoformat(), "sets": len(found.sets)}
    return ShownPuzzle(**shown, fixed=fixed, difficulty=estimate, **_calendar())
