"""What happened in a room, for its members and those who may watch it: events, tables, the review."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from setlab.errors import RuleError
from setlab.rooms import GAMES, RoomState
from setlab.rooms.state import OVER, WAITING
from setlab.web.errors import Refused
from setlab.web.http.answers import Bearer, Code, Download, files, problems, saved, token_of
from setlab.web.limits import address_of
from setlab.web.pages.assets import Assets
from setlab.web.pages.page import find_text, language_of
from setlab.web.rooms.hub import Hub
from setlab.web.rooms.messages import encoded, visible_bodies
from setlab.web.rooms.room import Room
from setlab.web.store import EventRow, queries

LARGEST_SEQ = 2**31 - 1

BYTE_ORDER_MARK = "\ufeff"
"""The first character of a text that spreadsheets shall read as UTF-8."""

Since = Annotated[int, Query(ge=0, le=LARGEST_SEQ, description="The last event that you know.")]
RoundNumber = Annotated[int | None, Query(ge=1, le=LARGEST_SEQ, description="The round, by default the last one.")]
Language = Annotated[Literal["en", "de", "nb"] | None, Query(description="The language; by default the reader's.")]

COLUMN_KEYS = {
    "round": "review.round", "game": "class.game", "name": "class.table.name", "team": "class.table.team",
    "found": "class.found", "wrong": "class.table.wrong", "median": "class.median",
}  # fmt: skip
"""The words for the columns of the table of players, as the pages have them."""


def records_router(hub: Hub) -> APIRouter:
    """The routes of events and reviews."""
    router = APIRouter()
    assets = Assets()

    async def read_records(request: Request, code: str, bearer: Bearer) -> tuple[Room, list[dict[str, Any]]]:
        room, _ = await hub.doors.read(code, address_of(request.scope), token_of(bearer))
        return room, _records(room, await _rows(hub, room, 0))

    @router.get("/rooms/{code}/events", responses=problems(401, 403, 404, 422))
    async def events(
        request: Request, code: Code, bearer: Bearer, since: Since = 0, download: Download = False
    ) -> Response:
        """The events after a number: all that players may know."""
        room, access = await hub.doors.read(code, address_of(request.scope), token_of(bearer))
        text = _events_json(room, await _rows(hub, room, since), access.is_host(room.state))
        return saved(text, "application/json", f"{room.code}.json", download)

    @router.get("/rooms/{code}/events.csv", response_class=Response, responses=files("text/csv", 401, 403, 404, 422))
    async def events_as_csv(
        request: Request, code: Code, bearer: Bearer, lang: Language = None, download: Download = False
    ) -> Response:
        """The events as a table for spreadsheets, the cards named in the reader's language."""
        from setlab.classroom.paper.faces import find_texts
        from setlab.rooms.export import events_csv

        room, records = await read_records(request, code, bearer)
        language = language_of(lang, request.cookies.get("lang"), request.headers)
        text = await asyncio.to_thread(events_csv, records, find_texts(language).card)
        return saved(text, "text/csv; charset=utf-8", f"{room.code}.csv", download)

    @router.get("/rooms/{code}/players.csv", response_class=Response, responses=files("text/csv", 401, 403, 404, 422))
    async def players_as_csv(
        request: Request, code: Code, bearer: Bearer, lang: Language = None, download: Download = False
    ) -> Response:
        """How much each player found and how soon, round by round, for spreadsheets in the reader's language."""
        from setlab.rooms.export import players_csv

        room, records = await read_records(request, code, bearer)
        language = language_of(lang, request.cookies.get("lang"), request.headers)
        columns, games = _table_words(assets, language)
        text = await asyncio.to_thread(players_csv, records, columns, games, language != "en")
        return saved(f"{BYTE_ORDER_MARK}{text}", "text/csv; charset=utf-8", f"{room.code}.players.csv", download)

    @router.get("/rooms/{code}/review", responses=problems(401, 403, 404, 409, 422))
    async def review(request: Request, code: Code, bearer: Bearer, round: RoundNumber = None) -> Response:
        """The review of a round that is over."""
        from setlab.rooms.review import review as reviewed

        room, _ = await hub.doors.read(code, address_of(request.scope), token_of(bearer))
        last = _last_round(room.state, round)

        async def compute() -> bytes:
            records = _records(room, await _rows(hub, room, 0))
            return encoded(await _compute(reviewed, records, round, room.code)).encode()

        key = "review", room.row.id, last, round, room.code, room.state.names_changed
        return Response(await hub.reviews.get(key, compute), media_type="application/json")

    @router.get("/rooms/{code}/seen", responses=problems(401, 403, 404, 409))
    async def seen(request: Request, code: Code, bearer: Bearer) -> Response:
        """Which SETs the people of this room see first."""
        from setlab.seeing import seen as seen_first

        room, _ = await hub.doors.read(code, address_of(request.scope), token_of(bearer))
        last = _last_round(room.state, None)

        async def compute() -> bytes:
            records = _records(room, await _rows(hub, room, 0))
            return encoded(await _compute(seen_first, [{"room": room.code, "events": records}])).encode()

        return Response(await hub.reviews.get(("seen", room.row.id, last), compute), media_type="application/json")

    return router


def _table_words(assets: Assets, language: str) -> tuple[dict[str, str], dict[str, str]]:
    """The words of the table of players in a language: its columns, and the names of the games."""
    texts = json.loads(assets.text(f"locale/{language}.json") or "{}")
    columns = {name: find_text(texts, key) or name for name, key in COLUMN_KEYS.items()}
    games = {game: find_text(texts, f"game.{game}.name") or game for game in GAMES}
    return columns | {"median": f"{columns['median']} (s)"}, games


async def _rows(hub: Hub, room: Room, since: int) -> list[EventRow]:
    """The events after a number that are in the room's state, too."""
    last = room.state.seq
    return [row for row in await hub.read(queries.events_after, room.row.id, since) if row.seq <= last]


def _events_json(room: Room, rows: list[EventRow], is_host: bool) -> str:
    bodies = visible_bodies(rows, room.state, None, is_host)
    listed = (f'{{"seq":{r.seq},"at":{r.at!r},"event":{body}}}' for r, body in zip(rows, bodies, strict=True))
    return f'{{"room":"{room.code}","events":[{",".join(listed)}]}}'


def _records(room: Room, rows: list[EventRow]) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = json.loads(_events_json(room, rows, False))["events"]
    return records


def _last_round(state: RoomState, round: int | None) -> int:
    """The last round that is over; raise a refusal unless the round is."""
    last = state.round if state.phase == OVER or (state.phase == WAITING and state.round) else state.round - 1
    if (round or max(last, 1)) > last:
        what = f"Round {round}" if round else "The first round"
        raise Refused(409, "not-over", f"{what} of room {state.room} is not over yet: look again afterwards")
    return last


async def _compute(function: Any, *values: Any) -> Any:
    """What a function of events gives, computed in a thread; a rule that it names is a refusal."""
    try:
        return await asyncio.to_thread(function, *values)
    except RuleError as error:
        raise Refused(409, "not-over", str(error)) from None
