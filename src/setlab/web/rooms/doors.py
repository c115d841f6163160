"""The doors of rooms: who finds a room by its code, and who may read it.

Codes can be guessed, so that wrong ones are counted for each address, over all processes, and too many cost a wait
that grows. A code that was right from an address is never held up there, whatever others behind the address try.
Where a code leads nowhere, and where it leads to a room that is not open to its bearer, the answer is the same, and
comes after the same time.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING

from setlab.web.errors import Refused, TooManyCodes, Unknown
from setlab.web.limits import keep
from setlab.web.logs import note
from setlab.web.rooms.connection import Access, Role, access_of
from setlab.web.rooms.room import Room
from setlab.web.rooms.tokens import LONG, read_code, token_hash
from setlab.web.store import queries

if TYPE_CHECKING:
    from setlab.web.rooms.hub import Hub

EVEN = 0.1
"""Seconds after which a wrong code is answered, whatever was looked up."""


class Doors:
    """The doors of all rooms of a process."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._waits: OrderedDict[str, float] = OrderedDict()
        self._right: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._tokens: OrderedDict[str, None] = OrderedDict()

    async def reach(self, code: str, address: str, token: str | None) -> tuple[Room, Access]:
        """The room with a code for somebody who wants to join it, with what a token gives there already.

        Raise `Unknown` where there is none, `TooManyCodes` if the address has tried too many.
        """
        return await self._open(code, address, token, lambda room, access: True, Unknown(code))

    async def enter(self, code: str, address: str, token: str | None) -> tuple[Room, Access]:
        """The room with a code for somebody who belongs to it, waits to be let in, or may watch; raise as `reach`."""
        room, access = await self._open(code, address, token, may_enter, closed_to_strangers(code))
        if access.role is Role.REMOVED and not room.state.is_open:
            raise Refused(403, "removed", "The host has removed you from this room")
        return room, access

    async def read(self, code: str, address: str, token: str | None) -> tuple[Room, Access]:
        """The room with a code for somebody who reads it: as for `enter`, but nobody who waits."""
        room, access = await self.enter(code, address, token)
        if access.role is Role.WAITING and not room.state.is_open:
            raise Refused(403, "waiting", "Wait until the host lets you in")
        return room, access

    async def host(self, code: str, address: str, token: str | None) -> Room:
        """The room with a code for its host."""
        room, access = await self.read(code, address, token)
        if token is None:
            raise Refused(401, "no-token", "This needs the token of the host")
        if not access.is_host(room.state):
            raise Refused(403, "not-host", f"This is not the token of the host of room {room.code}")
        return room

    def is_known(self, token: str) -> bool:
        """True if a token has opened a room of this process a while ago."""
        return token_hash(token) in self._tokens

    async def _open(
        self, code: str, address: str, token: str | None, may: Callable[[Room, Access], bool], otherwise: Exception
    ) -> tuple[Room, Access]:
        asked, known = asyncio.get_running_loop().time(), read_code(code)
        if known is None:
            raise Unknown(code)
        left = self._waits.get(address, 0.0) - time.time()
        if left > 0 and (address, known) not in self._right:
            raise TooManyCodes(left)
        found = await self._look_up(known, token)
        if found is not None and may(*found):
            self.note_right(address, found[0].code, token if found[1].may_read else None)
            return found
        await self._charge(address)
        await asyncio.sleep(asked + EVEN - asyncio.get_running_loop().time())
        raise otherwise

    async def _look_up(self, code: str, token: str | None) -> tuple[Room, Access] | None:
        """The room with a code; a code of the past is one only for those who have a token."""
        try:
            room = await self._hub.find(code)
            if self._hub.database.is_shared:
                await room.sync()
        except Unknown:
            return None
        access = access_of(token, room.row.host_hash, room.hashes, room.state)
        return None if room.code != code and access.role is Role.NOBODY else (room, access)

    def note_right(self, address: str, code: str, token: str | None) -> None:
        """Remember that a code is right at an address, and that a token opens a room."""
        keep(self._right, (address, code), None)
        if token is not None:
            keep(self._tokens, token_hash(token), None)

    async def _charge(self, address: str) -> None:
        """Count a wrong code; the first wait of an address is in the log."""
        self._hub.metrics.count("wrong_codes")
        before, after = await self._hub.write(queries.note_wrong_code, address, time.time())
        if after.until <= before.until:
            return
        keep(self._waits, address, after.until)
        self._hub.metrics.count("codes_held_up")
        if after.level == 1:
            note("codes-guessed", level=logging.WARNING, address=address, seconds=round(after.until - after.at))


def may_enter(room: Room, access: Access) -> bool:
    """True for those who have, or had, a token of the room, and for everybody where everybody may watch."""
    return access.role is not Role.NOBODY or room.state.is_open


def closed_to_strangers(code: str) -> Exception:
    """What strangers are told of a code, whether there is such a room or not: codes of six letters need a token."""
    if len(code) == LONG:
        return Refused(401, "no-token", "Codes of six letters need a token: that of a seat, of the host or a projector")
    return Unknown(code)
