"""The referee of rooms: what follows a request of a player or of the host. The server asks nobody else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from setlab.rooms import hosting
from setlab.rooms.claiming import decide_call, decide_claim, decide_more
from setlab.rooms.decision import Decision, accept, refuse
from setlab.rooms.events import Leave
from setlab.rooms.pointing import decide_point
from setlab.rooms.state import RoomState

PlayerRule = Callable[[RoomState, int | None, Mapping[str, Any], float, int], Decision]
HostRule = Callable[[RoomState, Mapping[str, Any], float, int], Decision]


def decide(
    state: RoomState, seat: int | None, is_host: bool, message: Mapping[str, Any], now: float, seed: int
) -> Decision:
    """The decision on a message from a seat (None: somebody who watches), at a time, with the room's secret seed.

    >>> from setlab.rooms.joining import join
    >>> decide(RoomState.empty("KRTM"), 1, False, {"type": "start"}, 0.0, 1).refusal.code
    'not-host'
    """
    kind = str(message.get("type"))
    if kind == "more" and message.get("force") is True:
        kind = "forced-more"
    if kind in HOST_RULES:
        if not is_host:
            return refuse("not-host", "Only the host may do that")
        return HOST_RULES[kind](state, message, now, seed)
    if kind in PLAYER_RULES:
        return PLAYER_RULES[kind](state, seat, message, now, seed)
    return refuse("bad-message", f"{kind!r:.40} is not a message of players")


def _left(state: RoomState, seat: int | None, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    if seat is None:
        return refuse("not-seated", "You have no seat")
    return accept(Leave(seat, "self", message.get("forget") is True))


def _team(state: RoomState, seat: int | None, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    if seat is None:
        return refuse("not-seated", "You have no seat")
    return hosting.change_team(state, seat, message.get("team"))


PLAYER_RULES: Mapping[str, PlayerRule] = {
    "claim": decide_claim,
    "point": decide_point,
    "call": decide_call,
    "more": decide_more,
    "team": _team,
    "leave": _left,
}

HOST_RULES: Mapping[str, HostRule] = {
    "start": hosting.decide_start,
    "pause": hosting.decide_pause,
    "resume": hosting.decide_resume,
    "next": hosting.decide_next,
    "stop": hosting.decide_stop,
    "admit": hosting.decide_admit,
    "rename": hosting.decide_rename,
    "kick": hosting.decide_kick,
    "lock": hosting.decide_lock,
    "set": hosting.decide_set,
    "move": hosting.decide_move,
    "forced-more": hosting.decide_forced_more,
}
