"""Events that time brings: the end of a round, of a call, of pointing; moves of opponents; a new host."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from setlab.rooms.decision import follow, next_event
from setlab.rooms.events import Event, Expire, Host, Over
from setlab.rooms.opponents import event_of, next_move
from setlab.rooms.state import PLAYING, RoomState, Step

HANDOVER = 60.0
"""Seconds after which an absent host's rights go to the longest-seated connected player."""


class Due(NamedTuple):
    """Events that happen at a time unless something else happens first."""

    at: float
    events: tuple[Event, ...]


def tick(state: RoomState, now: float, seed: int) -> tuple[Step, ...]:
    """The next steps that are due by now; none if nothing is due."""
    due = min(_coming(state, seed), key=lambda each: each.at, default=None)
    return () if due is None or due.at > now else follow(state, round(due.at, 3), seed, *due.events)


def next_due(state: RoomState, seed: int) -> float | None:
    """The time at which something happens by itself; None if nothing will."""
    return min((due.at for due in _coming(state, seed)), default=None)


def _coming(state: RoomState, seed: int) -> Iterator[Due]:
    if state.phase == PLAYING:
        yield from _in_the_round(state, seed)
    yield from _new_host(state)


def _in_the_round(state: RoomState, seed: int) -> Iterator[Due]:
    if next_event(state, seed) is not None:
        yield Due(state.at, ())  # the rules demand an event, which follows by itself
    if state.deadline is not None:
        yield Due(state.deadline, (Over("time"),))
    if called := state.called:
        until, points = round(called.until + state.options["penalty"], 3), -1 if state.options["minus"] else 0
        yield Due(called.until, (Expire("call", called.seat, until=until, points=points),))
    for pointing in state.pointings:
        yield Due(pointing.until, (Expire("point", team=pointing.team),))
    if move := next_move(state, seed):
        yield Due(move.at, (event_of(state, seed, move),))


def _new_host(state: RoomState) -> Iterator[Due]:
    """In a room of friends, the rights of a host who left or stays away go to a connected player."""
    if state.options.get("class", True) or not state.people:
        return
    host = state.players.get(state.host) if state.host is not None else None
    heir = state.people[0].seat
    if state.host_left:
        yield Due(state.at, (Host(heir),))
    elif host is not None and not host.present:
        yield Due(host.away_since + HANDOVER, (Host(heir),))
