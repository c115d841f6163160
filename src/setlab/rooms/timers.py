"""What happens in a room by itself: the end of the time, of a call, of pointing; opponents; a new host."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from setlab.rooms.events import Event, Expire, Host, Over
from setlab.rooms.flow import next_event, with_consequences
from setlab.rooms.opponents import events_of, next_move
from setlab.rooms.state import PLAYING, RoomState

HANDOVER = 60.0
"""Seconds after which the rights of a host who is away go to the player who has been here longest."""


class Due(NamedTuple):
    """Something that will happen at a time unless something else happens before."""

    at: float
    events: Callable[[], tuple[Event, ...]]


def tick(state: RoomState, now: float, seed: int) -> tuple[float, tuple[Event, ...]] | None:
    """The next events that are due by now, with their time; None if nothing is due."""
    due = min(_coming(state, seed), key=lambda each: each.at, default=None)
    if due is None or due.at > now:
        return None
    return max(due.at, state.at), due.events()


def next_due(state: RoomState, seed: int) -> float | None:
    """The time at which something happens by itself; None if nothing will."""
    return min((due.at for due in _coming(state, seed)), default=None)


def _coming(state: RoomState, seed: int) -> Iterator[Due]:
    if state.phase == PLAYING:
        yield from _in_the_game(state, seed)
    yield from _new_host(state)


def _in_the_game(state: RoomState, seed: int) -> Iterator[Due]:
    if next_event(state, seed) is not None:
        yield Due(state.at, lambda: with_consequences(state, seed))
    if state.deadline is not None:
        yield Due(state.deadline, lambda: (Over("time"),))
    if called := state.called:
        yield Due(called.until, lambda: (_late_call(state),))
    for pointing in state.pointings:
        yield Due(pointing.until, partial(_late_pointing, pointing.team))
    if move := next_move(state, seed):
        yield Due(move.at, lambda: events_of(state, seed, move))


def _late_pointing(team: int) -> tuple[Event, ...]:
    return (Expire("point", team=team),)


def _late_call(state: RoomState) -> Expire:
    assert state.called is not None
    options, called = state.options, state.called
    until = round(called.until + options["penalty"], 3)
    return Expire("call", called.seat, until=until, points=-1 if options["minus"] else 0)


def _new_host(state: RoomState) -> Iterator[Due]:
    """In a room of friends the rights of a host who left, or has been away for long, go to somebody who is here."""
    if state.options.get("class", True) or not state.people:
        return
    host = state.players.get(state.host) if state.host is not None else None
    heir = state.people[0].seat
    if state.host_left:
        yield Due(state.at, lambda: (Host(heir),))
    elif host is not None and not host.present:
        yield Due(host.away_since + HANDOVER, lambda: (Host(heir),))
