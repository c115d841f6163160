"""What a token gives in a room: nothing, a place to wait, a seat, the projector's view, the host's rights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from setlab.rooms import RoomState
from setlab.web.tokens import is_token, seat_of_token


class Role(IntEnum):
    """What somebody is in a room; from `MEMBER` on they may read all that players may know."""

    NOBODY = 0
    REMOVED = 1
    WAITING = 2
    MEMBER = 3
    """Had a seat, and gave it up."""
    PROJECTOR = 4
    PLAYER = 5
    HOST = 6
    """Has the host's own token."""


@dataclass(frozen=True)
class Access:
    """The role of somebody, and the seat that they have, had or wait for."""

    role: Role = Role.NOBODY
    seat: int | None = None

    @property
    def may_read(self) -> bool:
        """True for those who belong to the room."""
        return self.role >= Role.MEMBER

    def is_host(self, state: RoomState) -> bool:
        """True for the host's own token, and for the seat that has the host's rights now."""
        return self.role is Role.HOST or (self.role is Role.PLAYER and self.seat == state.host)


def access_of(token: str | None, host_hash: str, hashes: Mapping[int, str], state: RoomState) -> Access:
    """The access that a token gives, by the hashes of the host's token and of those of the seats."""
    if token is None:
        return Access()
    seat = seat_of_token(token, hashes)
    if is_token(token, host_hash):
        return Access(Role.HOST)
    if is_token(token, state.projector):
        return Access(Role.PROJECTOR)
    if seat is None:
        return Access()
    if seat in state.removed:
        return Access(Role.REMOVED)
    if seat in state.waiting:
        return Access(Role.WAITING, seat)
    player = state.players.get(seat)
    return Access(Role.MEMBER if player is None or player.left else Role.PLAYER, seat)
