"""Rooms over HTTP, what happened in them, and deals with a given number of SETs for the table on the home page."""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict, deque
from collections.abc import Callable, Hashable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from setlab.answers.answer import attributes
from setlab.draws import fresh_seed
from setlab.errors import RuleError, SpecError
from setlab.limits import LARGEST_EXACT_NUMBER
from setlab.rooms import GAMES, RoomGame, RoomState, find_game, games_json, join
from setlab.rooms.events import Code as CodeEvent
from setlab.rooms.events import Knock, Projector
from setlab.rooms.games import read_options
from setlab.rooms.names import VISIBLE
from setlab.rooms.referee import MOST_SEATS
from setlab.rooms.state import OVER, WAITING
from setlab.web.errors import Refused, Unknown
from setlab.web.http.answers import Body, Download, file_response, files, may_take, problems, qr_svg, room_link
from setlab.web.limits import Buckets, TurnPace, address_of
from setlab.web.pages.assets import Assets
from setlab.web.pages.site import find_text, language_of
from setlab.web.rooms.connection import Role
from setlab.web.rooms.hub import Hub
from setlab.web.rooms.messages import encode, visible_bodies
from setlab.web.rooms.room import Room
from setlab.web.rooms.tokens import LONG, SHORT, is_token, new_code, new_token, read_code, token_hash
from setlab.web.store import queries
from setlab.web.store.queries import EventRow

STATUSES = {"locked": 409, "full": 409, "name": 422}
"""The statuses of refusals by the referee; 409 for all others."""

Code = Annotated[str, Path(description="The code of the room: four letters, or six of a class room.", max_length=40)]

_token = HTTPBearer(auto_error=False, scheme_name="token", description="Of a seat, of the host or of a projector.")
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(_token)]
"""The token of a room, which rooms that everybody may watch do not ask for."""


def token_of(bearer: HTTPAuthorizationCredentials | None) -> str | None:
    """The token that a request carries."""
    return None if bearer is None else bearer.credentials or None


CARDS = {3: 9, 4: 12}
"""The cards on the table by the number of properties."""

MOST_SETS = 6
READY = 4
SEED = "The seed of the deal, the same cards for everybody; by default a new one."


class Practice:
    """Deals that wait to be used."""

    def __init__(self) -> None:
        self._ready: defaultdict[tuple[int, int], deque[list[int]]] = defaultdict(deque)
        self._dealing: set[asyncio.Task[None]] = set()

    async def deal(self, sets: int, dimension: int, seed: int | None = None) -> list[int]:
        """The cards of a new deal, or of that of a seed."""
        if seed is not None:
            return await asyncio.to_thread(_deal, sets, dimension, seed)
        ready = self._ready[sets, dimension]
        cards = ready.popleft() if ready else await asyncio.to_thread(_deal, sets, dimension)
        if len(ready) < READY and not self._dealing:
            task = asyncio.create_task(self._refill(sets, dimension))
            self._dealing.add(task)
            task.add_done_callback(self._dealing.discard)
        return cards

    async def prepare(self) -> None:
        """Have deals of the usual kinds ready before anybody asks."""
        for dimension in CARDS:
            await self._refill(MOST_SETS, dimension)

    async def _refill(self, sets: int, dimension: int) -> None:
        while len(self._ready[sets, dimension]) < READY:
            self._ready[sets, dimension].append(await asyncio.to_thread(_deal, sets, dimension))


def _deal(sets: int, dimension: int, seed: int | None = None) -> list[int]:
    from setlab.exact.dealing import deal_cards

    return deal_cards(CARDS[dimension], sets, seed=fresh_seed() if seed is None else seed, dimension=dimension)


LONGEST_TURN = 10.0
"""Seconds that somebody waits for a seat at most, if many come from one address at once."""


def _with_options(schema: dict[str, Any]) -> None:
    """Describe the options of each game; without a name of a game those of the first hold."""
    rooms = [_room_schema(game) for game in GAMES.values()]
    for room in rooms[1:]:
        room["required"] = ["game"]
    described = {name: schema[name] for name in ("title", "description")}
    schema.clear()
    schema.update(described, anyOf=rooms)


def _room_schema(game: RoomGame) -> dict[str, Any]:
    options = {name: option.schema for name, option in game.options.items()}
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


class NewSeat(Body):
    """The name of somebody who takes a seat, with the host's token for the host's rights."""

    name: str = Field(max_length=400, json_schema_extra={"pattern": VISIBLE})
    host: str | None = Field(None, max_length=200)


class TakenSeat(BaseModel):
    """A seat and its token; `waiting` until the host lets its owner in."""

    seat: int
    token: str
    waiting: bool = False


class NewCode(BaseModel):
    """The code that a room has from now on."""

    room: str


class ProjectorToken(BaseModel):
    """The token of a projector: it may see all that players may know, and do nothing."""

    token: str


LARGEST_SEQ = 2**31 - 1

BYTE_ORDER_MARK = "\ufeff"
"""The first character of a text that spreadsheets shall read as UTF-8."""

Since = Annotated[int, Query(ge=0, le=LARGEST_SEQ, description="The last event that you know.")]
RoundNumber = Annotated[int | None, Query(ge=1, le=LARGEST_SEQ, description="The round, by default the last one.")]
MOST_EFFECTS = 200
Effects = Annotated[
    str, Query(max_length=MOST_EFFECTS, description="Effects with commas between; else the usual ones.")
]
Language = Annotated[Literal["en", "de", "nb"] | None, Query(description="The language; by default the reader's.")]

COLUMN_KEYS = {
    "round": "review.round", "game": "class.game", "name": "class.table.name", "team": "class.table.team",
    "found": "class.found", "wrong": "class.table.wrong", "median": "class.median",
}  # fmt: skip
"""The words for the columns of the table of players, as the pages have them."""


def add_routes(router: APIRouter, hub: Hub, practice: Practice) -> None:
    """Add the routes of games, rooms, what happened in them, and practice."""
    assets = Assets()
    openings = Buckets(hub.settings.limits.new_rooms)
    seats = TurnPace(hub.settings.limits.new_seats, LONGEST_TURN)

    @router.get("/games")
    async def games() -> dict[str, Any]:
        """The games with their options."""
        return {"games": games_json()}

    @router.post("/rooms", status_code=201, responses=problems(409, 413, 422))
    async def open_room(request: Request, wanted: NewRoom) -> OpenedRoom:
        """Open a room."""
        may_take(openings, request, "rooms")
        try:
            game = find_game(wanted.game)
            options = read_options(game.name, game.options, wanted.options)
        except RuleError as error:
            raise Refused(422, "bad-option", str(error)) from None
        try:
            code, token = await hub.open_room(game.name, options)
        except RuleError as error:  # each option is one of the game, but they do not fit each other, or the day
            raise Refused(409, "bad-option", str(error)) from None
        hub.doors.note_right(address_of(request.scope), code, token)
        return OpenedRoom(room=code, token=token)

    @router.get("/rooms/{code}", responses=problems(401, 403, 404))
    async def about(request: Request, code: Code, bearer: Bearer) -> dict[str, Any]:
        """What members of a room, and those who may watch it, need to know."""
        room, _ = await hub.doors.read(code, address_of(request.scope), token_of(bearer))
        return _about(room.state) | {"link": room_link(request, room.code, hub.settings.lan_address)}

    @router.delete("/rooms/{code}", status_code=204, responses=problems(401, 403, 404))
    async def delete_room(request: Request, code: Code, bearer: Bearer) -> None:
        """Delete a room with all that is stored of it: for its host."""
        await hub.delete(await hub.doors.host(code, address_of(request.scope), token_of(bearer)))

    @router.post("/rooms/{code}/code", responses=problems(401, 403, 404))
    async def change_code(request: Request, code: Code, bearer: Bearer) -> NewCode:
        """Give a room a new code: for its host. The old one leads nowhere; all who have a token stay."""
        room = await hub.doors.host(code, address_of(request.scope), token_of(bearer))
        length = LONG if room.state.options.get("class") else SHORT
        await room.act(lambda asked: asked.accept(CodeEvent(new_code(length))))
        return NewCode(room=room.code)

    @router.post("/rooms/{code}/projector", status_code=201, responses=problems(401, 403, 404))
    async def open_projector(request: Request, code: Code, bearer: Bearer) -> ProjectorToken:
        """A token with which a projector shows a room: for its host. The one before is not good any more."""
        room, token = await hub.doors.host(code, address_of(request.scope), token_of(bearer)), new_token()
        await room.act(lambda asked: asked.accept(Projector(True, token_hash(token))))
        return ProjectorToken(token=token)

    @router.delete("/rooms/{code}/projector", status_code=204, responses=problems(401, 403, 404))
    async def close_projector(request: Request, code: Code, bearer: Bearer) -> None:
        """Revoke the token of the projector: for the host."""
        room = await hub.doors.host(code, address_of(request.scope), token_of(bearer))
        await room.act(lambda asked: asked.accept(Projector(False)))

    @router.post("/rooms/{code}/seats", status_code=201, responses=problems(403, 404, 409, 413, 422))
    async def take_seat(request: Request, code: Code, wanted: NewSeat, bearer: Bearer) -> TakenSeat:
        """Take a seat, or wait until the host lets you in."""
        address = address_of(request.scope)
        room, access = await hub.doors.reach(code, address, token_of(bearer))
        is_host = wanted.host is not None and is_token(wanted.host, room.row.host_hash)
        if wanted.host is not None and not is_host:
            raise Refused(403, "not-host", f"This is not the token of the host of room {room.code}")
        if access.role is Role.REMOVED:
            raise Refused(403, "removed", "The host has removed you from this room")
        turn = 0.0 if is_host else seats.wait(f"{room.row.id} {address}", time.monotonic())
        if turn is None:
            raise Refused(429, "too-fast", "Too many seats for your address: wait a moment")
        await asyncio.sleep(turn)
        token = new_token()
        outcome = await room.act(lambda asked: join(asked, wanted.name, is_host), token_hash(token))
        refusal, seat = outcome.decision.refusal, outcome.decision.seat
        if refusal is not None or seat is None:
            assert refusal is not None
            raise Refused(STATUSES.get(refusal.code, 409), refusal.code, refusal.reason)
        return TakenSeat(seat=seat, token=token, waiting=isinstance(outcome.decision.events[0], Knock))

    @router.get("/rooms/{code}/qr.svg", response_class=Response, responses=files("image/svg+xml", 404))
    async def qr(request: Request, code: Code) -> Response:
        """The QR code of a room's link; that of a code of six letters, whether there is such a room or not."""
        known = read_code(code)
        if known is None:
            raise Unknown(code)
        if len(known) != LONG:  # an image has no token: who has six letters to ask about learns nothing
            await hub.doors.reach(known, address_of(request.scope), None)
        return Response(qr_svg(room_link(request, known, hub.settings.lan_address)), media_type="image/svg+xml")

    @router.get("/practice", responses=problems(422))
    async def deal(
        sets: Annotated[int, Query(ge=1, le=MOST_SETS)] = 6,
        dimension: Annotated[int, Query(ge=3, le=4)] = 4,
        seed: Annotated[int | None, Query(ge=0, lt=LARGEST_EXACT_NUMBER, description=SEED)] = None,
    ) -> dict[str, Any]:
        """Cards with a given number of SETs: twelve with four properties, nine with three."""
        return {"cards": await practice.deal(sets, dimension, seed), "sets": sets}

    async def read_records(request: Request, code: str, bearer: Bearer) -> tuple[Room, list[dict[str, Any]]]:
        room, _ = await hub.doors.read(code, address_of(request.scope), token_of(bearer))
        return room, await _records(hub, room)

    async def keep_review(room: Room, key: Hashable, compute: Callable[[list[dict[str, Any]]], Any]) -> Response:
        """The answer with what a function finds in the events, computed in a thread unless it is kept."""

        async def find() -> bytes:
            try:
                return encode(await asyncio.to_thread(compute, await _records(hub, room))).encode()
            except RuleError as error:
                raise Refused(409, "not-over", str(error)) from None

        return Response(await hub.reviews.get(key, find), media_type="application/json")

    @router.get("/rooms/{code}/events", responses=problems(401, 403, 404, 422))
    async def events(
        request: Request, code: Code, bearer: Bearer, since: Since = 0, download: Download = False
    ) -> Response:
        """The events after a number: all that players may know."""
        room, access = await hub.doors.read(code, address_of(request.scope), token_of(bearer))
        text = _events_json(room, await _rows(hub, room, since), access.is_host(room.state))
        return file_response(text, "application/json", f"{room.code}.json", download)

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
        return file_response(text, "text/csv; charset=utf-8", f"{room.code}.csv", download)

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
        return file_response(
            f"{BYTE_ORDER_MARK}{text}", "text/csv; charset=utf-8", f"{room.code}.players.csv", download
        )

    @router.get("/rooms/{code}/review", responses=problems(401, 403, 404, 409, 422))
    async def review(request: Request, code: Code, bearer: Bearer, round: RoundNumber = None) -> Response:
        """The review of a round that is over."""
        from setlab.rooms.review import review as reviewed

        room, _ = await hub.doors.read(code, address_of(request.scope), token_of(bearer))
        last = _last_round(room.state, round)

        key = "review", room.row.id, last, round, room.code, room.state.names_changed
        return await keep_review(room, key, lambda records: reviewed(records, round, room.code))

    @router.get("/rooms/{code}/seen", name="seen", responses=problems(401, 403, 404, 409, 422))
    async def first_seen(request: Request, code: Code, bearer: Bearer, effects: Effects = "") -> Response:
        """Which SETs the people of this room see first."""
        from setlab.seeing import analyse

        room, _ = await hub.doors.read(code, address_of(request.scope), token_of(bearer))
        last, names = _last_round(room.state, None), find_effects(effects)

        def compute(records: list[dict[str, Any]]) -> Any:
            return analyse([{"room": room.code, "events": records}], names).to_json()

        return await keep_review(room, ("seen", room.row.id, last, names), compute)


def find_effects(text: str) -> tuple[str, ...]:
    """The names of effects; none are the usual ones."""
    from setlab.seeing import read_effects

    try:
        return read_effects(text) if text else ()
    except SpecError as error:
        raise Refused(409, "bad-option", str(error)) from None


def _about(state: RoomState) -> dict[str, Any]:
    players = [attributes(each, "seat", "name", "present", "kind", "team") for each in state.seated_players]
    kind = {"room": state.room, "game": state.game.name, "phase": state.phase, "round": state.round}
    return {**kind, "players": players, "locked": state.locked, "full": len(players) >= MOST_SEATS}


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


async def _records(hub: Hub, room: Room) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = json.loads(_events_json(room, await _rows(hub, room, 0), False))["events"]
    return records


def _last_round(state: RoomState, round: int | None) -> int:
    """The last round that is over; raise a refusal unless the round is."""
    last = state.round if state.phase == OVER or (state.phase == WAITING and state.round) else state.round - 1
    if (round or max(last, 1)) > last:
        what = f"Round {round}" if round else "The first round"
        raise Refused(409, "not-over", f"{what} of room {state.room} is not over yet: look again afterwards")
    return last
