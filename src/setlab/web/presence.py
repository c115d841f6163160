"""Who is here: a seat is present while a feed of it is open, in any process.

Each process notes in the store which seats are connected through it, and that it lives. The connections of a process
that has died are removed by another one, or by the next start of the server, and `away` is written for their seats.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from setlab.rooms import Away, Back, RoomState
from setlab.web.store import queries

if TYPE_CHECKING:
    from setlab.web.room import Room

GRACE = 3.0
"""Seconds in which a lost connection may come back before anybody is told."""


async def arrive(room: Room, seat: int) -> None:
    """Note that a seat is connected through this process, and write `back` if it was away."""
    await room.hub.write(queries.note_connection, room.hub.worker, room.row.id, seat)
    if is_away(room.state, seat):
        await room.act(lambda request: request.accept(*([Back(seat)] if is_away(request.state, seat) else [])))


async def depart(room: Room, seat: int) -> None:
    """After a moment, unless the seat is connected again: write `away`."""
    await asyncio.sleep(GRACE)
    if room.of_seat(seat):
        return
    if not await room.hub.write(queries.forget_connection, room.hub.worker, room.row.id, seat):
        await room.act(lambda request: request.accept(*([Away(seat)] if is_here(request.state, seat) else [])))
    if room.of_seat(seat):  # connected again while this was written
        await arrive(room, seat)


async def review(room: Room) -> None:
    """Compare the state with the connections: nobody is present without one, nobody away with one here."""
    known = await room.hub.read(queries.connected_seats, room.row.id)
    mine = room.connected
    lost = [seat for seat in room.state.players if is_here(room.state, seat) and seat not in known | mine]
    if lost:
        await room.act(lambda request: request.accept(*(Away(seat) for seat in lost if is_here(request.state, seat))))
    for seat in mine:
        if seat not in known or is_away(room.state, seat):
            await arrive(room, seat)


async def review_later(room: Room) -> None:
    """Review after a moment in which connections may come back."""
    await asyncio.sleep(GRACE)
    room.used = time.monotonic()
    await review(room)


def is_here(state: RoomState, seat: int) -> bool:
    """True if the state has a person on the seat who is connected."""
    player = state.players.get(seat)
    return player is not None and player.is_here


def is_away(state: RoomState, seat: int) -> bool:
    """True if the state has a person on the seat who is not connected."""
    player = state.players.get(seat)
    return player is not None and not player.left and not player.present
