"""Recorded answers: what the application answers to questions of which there are finitely many, as files of a site.

The application is asked in this process, so nothing is defined twice. `static/js/local/recorded.js` finds the files.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator, MutableMapping
from datetime import date, timedelta
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fastapi import FastAPI

from setlab.counting import count_cards
from setlab.puzzles.daily import LEVELS, puzzle
from setlab.solitaire.strategies import CORE
from setlab.web.http.puzzles import FIRST, show_puzzle
from setlab.web.laboratory.runs import QUESTIONS
from setlab.web.laboratory.views import TABLES
from setlab.web.rooms.messages import encode
from setlab.web.settings import Settings

PATHS = (
    "/api/antiset", "/api/lab/exact", "/api/lab/questions", "/api/lab/results", "/api/lessons/counts",
    "/api/lessons/escapes", "/api/lessons/no-set", "/api/solitaire/player",
    *(f"/api/solitaire/player?strategy={name}" for name in CORE),
    *sorted({f"/api/lab/references/{asked.kernel}" for asked in QUESTIONS.values()}),
)  # fmt: skip
"""The questions whose answers are files as they are."""

RECORDED = {"cards", "sets", "fixed", "difficulty"}
"""What is recorded about a puzzle; the page knows the rest."""

YEARS = 10
"""The years of puzzles after the day on which a site is written."""


def file_of(path: str) -> str:
    """The file of an answer.

    >>> file_of("/api/lessons/no-set"), file_of("/api/lab/exact/sets?dimension=4")
    ('data/lessons/no-set.json', 'data/lab/exact/sets-dimension-4.json')
    """
    place, _, asked = path.removeprefix("/api/").partition("?")
    choices = "".join(f"-{part.replace('=', '-')}" for part in asked.split("&") if part)
    return f"data/{place}{choices}.json"


def recorded_answers(last: date) -> Iterator[tuple[str, bytes]]:
    """Each recorded answer with its file; the puzzles are those of the months until a day."""
    yield from ((file_of(path), body) for path, body in asyncio.run(_ask_all()).items())
    yield from puzzle_months(last)


def last_recorded(today: date) -> date:
    """The last day whose puzzle is recorded on a day.

    >>> last_recorded(date(2028, 2, 29))
    datetime.date(2038, 3, 1)
    """
    return date(today.year + YEARS, today.month, 1) + timedelta(days=today.day - 1)


def puzzle_months(last: date) -> Iterator[tuple[str, bytes]]:
    """The puzzles of the archive and of the days to come, a file for each month."""
    days = (FIRST + timedelta(days=n) for n in range((last - FIRST).days + 1))
    for month, within in groupby(days, lambda day: day.isoformat()[:7]):
        found = {day.isoformat(): _levels(day) for day in within}
        yield file_of(f"/api/puzzles/{month}"), encode({"first": FIRST.isoformat(), "days": found}).encode()


def _levels(day: date) -> dict[str, Any]:
    return {level: show_puzzle(puzzle(day, level)).model_dump(include=RECORDED) for level in LEVELS}


async def _ask_all() -> dict[str, bytes]:
    """The answers to all questions, by their paths; the tables of a dimension for all numbers of cards are one."""
    from setlab.web.server import create_app

    with TemporaryDirectory() as folder:
        app = create_app(Settings(str(Path(folder) / "rooms.sqlite")))
        async with app.router.lifespan_context(app):
            found = {path: await ask(app, path) for path in PATHS}
            for name, table in TABLES.items():
                for dimension in table.dimensions:
                    path = f"/api/lab/exact/{name}?dimension={dimension}"
                    numbers = range(count_cards(dimension) + 1) if table.cards else None
                    found[path] = await _ask_for_each(app, path, numbers)
    return found


async def _ask_for_each(app: FastAPI, path: str, numbers: Iterable[int] | None) -> bytes:
    if numbers is None:
        return await ask(app, path)
    answers = {str(n): json.loads(await ask(app, f"{path}&cards={n}")) for n in numbers}
    return encode(answers).encode()


async def ask(app: FastAPI, path: str, tries: int = 5) -> bytes:
    """The body of the application's answer to a request without one; it may have no time at first."""
    status, body = await _answer(app, path)
    if status == 503 and tries > 1:
        return await ask(app, path, tries - 1)
    if status != 200:
        raise RuntimeError(f"{path} is answered by {status}: {body[:200]!r}")
    return body


async def _answer(app: FastAPI, path: str) -> tuple[int, bytes]:
    place, _, query = path.partition("?")
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": place,
        "raw_path": place.encode(),
        "query_string": query.encode(),
    }
    scope |= {"headers": [], "client": ("127.0.0.1", 0), "server": ("127.0.0.1", 0), "root_path": ""}
    scope |= {"scheme": "http", "http_version": "1.1", "asgi": {"version": "3.0"}}
    body, statuses = bytearray(), list[int]()

    async def receive() -> MutableMapping[str, Any]:
        await asyncio.Event().wait()  # a client that sends nothing, and stays until it has its answer
        return {}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])
        body.extend(message.get("body", b""))

    await app(scope, receive, send)
    return statuses[0], bytes(body)
