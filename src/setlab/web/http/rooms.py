"""Rooms over HTTP, and deals with a given number of SETs for the table on the home page."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict, deque
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from setlab.answers.answer import attributes
from setlab.draws import fresh_seed
from setlab.errors import RuleError
from setlab.rooms import GAMES, RoomGame, RoomState, find_game, games_json, join
from setlab.rooms.events import Code as CodeEvent
from setlab.rooms.events import Knock, Projector
from setlab.rooms.hosting import MOST_SEATS
from setlab.rooms.names import VISIBLE
from setlab.rooms.options import read_options
from setlab.web.errors import Refused
from setlab.web.http.answers import STATUSES, Bearer, Code, files, may_take, problems, token_of, unknown_room
from setlab.web.http.links import qr_svg, room_link
from setlab.web.limits import Buckets, Pace, address_of
from setlab.web.rooms.connection import Role
from setlab.web.rooms.hub import Hub
from setlab.web.rooms.tokens import LONG, SHORT, is_token, new_code, new_token, read_code, token_hash

CARDS = {3: 9, 4: 12}
"""The cards on the table by the number of properties."""

MOST_SETS = 6
READY = 4


class Practice:
    """Deals that wait to be used."""

    def __init__(self) -> None:
        self._ready: defaultdict[tuple[int, int], deque[list[int]]] = defaultdict(deque)
        self._dealing: set[asyncio.Task[None]] = set()

    async def deal(self, sets: int, dimension: int) -> list[int]:
        """The cards of a new deal."""
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


def _deal(sets: int, dimension: int) -> list[int]:
    from setlab.exact.dealing import deal_cards

    return deal_cards(CARDS[dimension], sets, seed=fresh_seed(), dimension=dimension)


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


def rooms_router(hub: Hub, practice: Practice) -> APIRouter:
    """The routes of games, rooms and practice."""
    router = APIRouter()
    openings = Buckets(hub.settings.limits.new_rooms)
    seats = Pace(hub.settings.limits.new_seats, LONGEST_TURN)

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
            raise unknown_room(code)
        if len(known) != LONG:  # an image has no token: who has six letters to ask about learns nothing
            await hub.doors.reach(known, address_of(request.scope), None)
        return Response(qr_svg(room_link(request, known, hub.settings.lan_address)), media_type="image/svg+xml")

    @router.get("/practice", responses=problems(422))
    async def deal(
        sets: Annotated[int, Query(ge=1, le=MOST_SETS)] = 6, dimension: Annotated[int, Query(ge=3, le=4)] = 4
    ) -> dict[str, Any]:
        """Cards with a given number of SETs: twelve with four properties, nine with three."""
        return {"cards": await practice.deal(sets, dimension), "sets": sets}

    return router


def _about(state: RoomState) -> dict[str, Any]:
    players = [attributes(each, "seat", "name", "present", "kind", "team") for each in state.seated_players]
    kind = {"room": state.room, "game": state.game.name, "phase": state.phase, "round": state.round}
    return {**kind, "players": players, "locked": state.locked, "full": len(players) >= MOST_SEATS}
