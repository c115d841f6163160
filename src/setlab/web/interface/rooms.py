"""Rooms, seats, events, reviews, practice. Everything that is answered here is public."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from setlab.errors import RuleError
from setlab.rooms import GAMES, Game, RoomState, find_game, games_json, join
from setlab.rooms.joining import MOST_SEATS
from setlab.rooms.names import VISIBLE
from setlab.rooms.options import read_options
from setlab.rooms.state import OVER, WAITING
from setlab.web.assets import Assets
from setlab.web.encoding import encoded, visible_bodies
from setlab.web.guard import address_of
from setlab.web.hub import Hub
from setlab.web.interface.answers import Bearer, files, problems, token_of
from setlab.web.limits import Buckets
from setlab.web.links import qr_svg, room_link
from setlab.web.pages import find_text, language_of
from setlab.web.practice import MOST_SETS, Practice
from setlab.web.room import Room
from setlab.web.store import EventRow, queries
from setlab.web.tokens import is_token, new_token, read_code, seat_of_token, token_hash
from setlab.web.trouble import STATUSES, Refused, unknown_room

LARGEST_SEQ = 2**31 - 1

BYTE_ORDER_MARK = "\ufeff"
"""The first character of a text that spreadsheets shall read as UTF-8."""

Code = Annotated[str, Path(description="The code of the room: four letters.", max_length=40)]
Since = Annotated[int, Query(ge=0, le=LARGEST_SEQ, description="The last event that you know.")]
Download = Annotated[bool, Query(description="Let a browser save the answer as a file.")]
Language = Annotated[Literal["en", "de", "nb"] | None, Query(description="The language; by default the reader's.")]

COLUMN_KEYS = {
    "round": "review.round",
    "game": "class.game",
    "name": "class.table.name",
    "team": "class.table.team",
    "found": "class.found",
    "wrong": "class.table.wrong",
    "median": "class.median",
}
"""The words for the columns of the table of players, as the pages have them."""


def _with_options(schema: dict[str, Any]) -> None:
    """Describe the options of each game; without a name of a game those of the first hold."""
    rooms = [_room_schema(game) for game in GAMES.values()]
    for room in rooms[1:]:
        room["required"] = ["game"]
    described = {name: schema[name] for name in ("title", "description")}
    schema.clear()
    schema.update(described, anyOf=rooms)


def _room_schema(game: Game) -> dict[str, Any]:
    options = {name: option.schema() for name, option in game.options.items()}
    described = {"type": "object", "properties": options, "additionalProperties": False}
    properties = {"game": {"const": game.name}, "options": described}
    return {"type": "object", "properties": properties, "additionalProperties": False}


class NewRoom(BaseModel):
    """The game of a new room, and its options."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra=_with_options)
    game: str = Field("standard", max_length=40)
    options: dict[str, Any] = Field(default_factory=dict, max_length=40)


class OpenedRoom(BaseModel):
    """The code of a new room, and the token of its host."""

    room: str
    token: str


class NewSeat(BaseModel):
    """The name of somebody who takes a seat, with the host's token for the host's rights."""

    model_config = ConfigDict(extra="forbid", strict=True)
    name: str = Field(max_length=400, json_schema_extra={"pattern": VISIBLE})
    host: str | None = Field(None, max_length=200)


class TakenSeat(BaseModel):
    """A seat and its token."""

    seat: int
    token: str


def rooms_router(hub: Hub, practice: Practice) -> APIRouter:
    """The routes of games, rooms and practice."""
    router = APIRouter()
    openings = Buckets(hub.settings.limits.new_rooms)
    assets = Assets()

    async def find(code: str) -> Room:
        known = read_code(code)
        if known is None:
            raise unknown_room(code)
        room = await hub.find(known)
        if hub.database.is_shared:
            await room.sync()
        return room

    @router.get("/games")
    async def games() -> dict[str, Any]:
        """The games with their options."""
        return {"games": games_json()}

    @router.post("/rooms", status_code=201, responses=problems(409, 413, 422))
    async def open_room(request: Request, wanted: NewRoom) -> OpenedRoom:
        """Open a room."""
        if not openings.take(address_of(request.scope), time.monotonic()):
            raise Refused(429, "too-fast", "Too many rooms from your address: wait a moment")
        try:
            game = find_game(wanted.game)
            options = read_options(game.name, game.options, wanted.options)
        except RuleError as error:
            raise Refused(422, "bad-option", str(error)) from None
        try:
            code, token = await hub.open_room(game.name, options)
        except RuleError as error:  # each option is one of the game, but they do not fit each other, or the day
            raise Refused(409, "bad-option", str(error)) from None
        return OpenedRoom(room=code, token=token)

    @router.get("/rooms/{code}", responses=problems(404))
    async def about(request: Request, code: Code) -> dict[str, Any]:
        """What somebody who wants to join needs to know."""
        room = await find(code)
        return _about(room.state) | {"link": room_link(request, room.code, hub.settings.lan_address)}

    @router.delete("/rooms/{code}", status_code=204, responses=problems(401, 403, 404))
    async def delete_room(code: Code, bearer: Bearer) -> None:
        """Delete a room with all that is stored of it: for its host."""
        room, token = await find(code), token_of(bearer)
        if token is None:
            raise Refused(401, "no-token", "This needs the token of the host")
        seat = seat_of_token(token, room.hashes)
        if not is_token(token, room.row.host_hash) and (seat is None or seat != room.state.host):
            raise Refused(403, "not-host", f"This is not the token of the host of room {room.code}")
        await hub.delete(room)

    @router.post("/rooms/{code}/seats", status_code=201, responses=problems(403, 404, 409, 413, 422))
    async def take_seat(code: Code, wanted: NewSeat) -> TakenSeat:
        """Take a seat."""
        room, token = await find(code), new_token()
        is_host = wanted.host is not None and is_token(wanted.host, room.row.host_hash)
        if wanted.host is not None and not is_host:
            raise Refused(403, "not-host", f"This is not the token of the host of room {room.code}")
        outcome = await room.act(lambda state, now: join(state, wanted.name, is_host), token_hash(token))
        refusal, seat = outcome.decision.refusal, outcome.decision.seat
        if refusal is not None or seat is None:
            assert refusal is not None
            raise Refused(STATUSES.get(refusal.code, 409), refusal.code, refusal.reason)
        return TakenSeat(seat=seat, token=token)

    @router.get("/rooms/{code}/events", responses=problems(404, 422))
    async def events(code: Code, since: Since = 0, download: Download = False) -> Response:
        """The events after a number: all that players may know."""
        room = await find(code)
        return _sent(_events_json(room, await _rows(hub, room, since)), "application/json", room, "json", download)

    @router.get("/rooms/{code}/events.csv", response_class=Response, responses=files("text/csv", 404, 422))
    async def events_as_csv(code: Code, download: Download = False) -> Response:
        """The events as a table for spreadsheets."""
        from setlab.rooms.export import events_csv

        room = await find(code)
        text = await asyncio.to_thread(events_csv, _records(room, await _rows(hub, room, 0)))
        return _sent(text, "text/csv; charset=utf-8", room, "csv", download)

    @router.get("/rooms/{code}/players.csv", response_class=Response, responses=files("text/csv", 404, 422))
    async def players_as_csv(
        request: Request, code: Code, lang: Language = None, download: Download = False
    ) -> Response:
        """How much each player found and how soon, round by round, for spreadsheets in the reader's language."""
        from setlab.rooms.export import players_csv

        language = language_of(lang, request.cookies.get("lang"), request.headers)
        room = await find(code)
        records = _records(room, await _rows(hub, room, 0))
        columns, games = _table_words(assets, language)
        text = await asyncio.to_thread(players_csv, records, columns, games, language != "en")
        return _sent(f"{BYTE_ORDER_MARK}{text}", "text/csv; charset=utf-8", room, "players.csv", download)

    @router.get("/rooms/{code}/review", responses=problems(404, 409, 422))
    async def review(code: Code, round: Annotated[int | None, Query(ge=1, le=LARGEST_SEQ)] = None) -> Response:
        """The review of a round that is over."""
        from setlab.rooms.review import review as reviewed

        room = await find(code)
        last = _last_round(room.state, round)

        async def compute() -> bytes:
            records = _records(room, await _rows(hub, room, 0))
            return encoded(await _computed(reviewed, records, round, room.code)).encode()

        return Response(
            await hub.reviews.get(("review", room.row.id, last, round), compute), media_type="application/json"
        )

    @router.get("/rooms/{code}/seen", responses=problems(404, 409))
    async def seen(code: Code) -> Response:
        """Which SETs the people of this room see first."""
        from setlab.seeing import seen as seen_first

        room = await find(code)
        last = _last_round(room.state, None)

        async def compute() -> bytes:
            records = _records(room, await _rows(hub, room, 0))
            return encoded(await _computed(seen_first, [{"room": room.code, "events": records}])).encode()

        return Response(await hub.reviews.get(("seen", room.row.id, last), compute), media_type="application/json")

    @router.get("/rooms/{code}/qr.svg", response_class=Response, responses=files("image/svg+xml", 404))
    async def qr(request: Request, code: Code) -> Response:
        """The QR code of the room's link."""
        room = await find(code)
        return Response(qr_svg(room_link(request, room.code, hub.settings.lan_address)), media_type="image/svg+xml")

    @router.get("/practice", responses=problems(422))
    async def deal(
        sets: Annotated[int, Query(ge=1, le=MOST_SETS)] = 6,
        dimension: Annotated[int, Query(ge=3, le=4)] = 4,
    ) -> dict[str, Any]:
        """Cards with a given number of SETs: twelve with four properties, nine with three."""
        return {"cards": await practice.deal(sets, dimension), "sets": sets}

    return router


def _table_words(assets: Assets, language: str) -> tuple[dict[str, str], dict[str, str]]:
    """The words of the table of players in a language: its columns, and the names of the games."""
    texts = json.loads(assets.text(f"locale/{language}.json") or "{}")
    columns = {name: find_text(texts, key) or name for name, key in COLUMN_KEYS.items()}
    games = {game: find_text(texts, f"game.{game}.name") or game for game in GAMES}
    return columns | {"median": f"{columns['median']} (s)"}, games


def _about(state: RoomState) -> dict[str, Any]:
    players = [
        {"seat": player.seat, "name": player.name, "present": player.present, "kind": player.kind, "team": player.team}
        for player in state.seated
    ]
    full = len(state.seated) >= MOST_SEATS
    kind = {"room": state.room, "game": state.game.name, "phase": state.phase, "round": state.round}
    return {**kind, "players": players, "locked": state.locked, "full": full}


async def _rows(hub: Hub, room: Room, since: int) -> list[EventRow]:
    """The events after a number that are in the room's state, too."""
    state = room.state
    rows = await hub.read(queries.events_after, room.row.id, since)
    return [row for row in rows if row.seq <= state.seq]


def _events_json(room: Room, rows: list[EventRow]) -> str:
    bodies = visible_bodies(rows, room.state, None)
    listed = (f'{{"seq":{r.seq},"at":{r.at!r},"event":{body}}}' for r, body in zip(rows, bodies, strict=True))
    return f'{{"room":"{room.code}","events":[{",".join(listed)}]}}'


def _records(room: Room, rows: list[EventRow]) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = json.loads(_events_json(room, rows))["events"]
    return records


def _sent(text: str, kind: str, room: Room, suffix: str, download: bool) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="setlab-{room.code}.{suffix}"'} if download else None
    return Response(text, media_type=kind, headers=headers)


def _last_round(state: RoomState, round: int | None) -> int:
    """The last round that is over; raise a refusal unless the round is."""
    last = state.round if state.phase == OVER or (state.phase == WAITING and state.round) else state.round - 1
    if (round or max(last, 1)) > last:
        what = f"Round {round}" if round else "The first round"
        raise Refused(409, "not-over", f"{what} of room {state.room} is not over yet: look again afterwards")
    return last


async def _computed(function: Any, *values: Any) -> Any:
    """What a function of events gives, computed in a thread; a rule that it names is a refusal."""
    try:
        return await asyncio.to_thread(function, *values)
    except RuleError as error:
        raise Refused(409, "not-over", str(error)) from None
