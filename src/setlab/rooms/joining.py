"""Taking a seat, or waiting for one: names, teams, locked and full rooms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from setlab.rooms.decision import Decision, Request, refuse
from setlab.rooms.events import Event, Host, Join, Knock, Open
from setlab.rooms.games import find_game
from setlab.rooms.names import LONGEST_NAME, clean_name, first_clusters, is_same, looks_like
from setlab.rooms.state import OPPONENT, PLAYER, RoomState

MOST_SEATS = 60

OPPONENT_NAMES = ("Ada", "Emmy", "Sofja", "Évariste", "Srinivasa")
"""The names of opponents, after mathematicians."""


def opening(game: str, options: Mapping[str, Any], now: float | None = None) -> tuple[Event, ...]:
    """The first events of a room; raise `RuleError` for an unknown game, a wrong option, or a future puzzle.

    >>> opening("standard", {"opponents": 1})[1]
    Join(seat=1, name='Ada', kind='opponent', team=0)
    """
    chosen = find_game(game)
    complete = chosen.read(options)
    if now is not None:
        chosen.check_released(complete, now)
    names = OPPONENT_NAMES[: complete["opponents"]]
    opponents = [Join(i, name, OPPONENT, 0) for i, name in enumerate(names, 1)]
    return (Open(game, complete), *opponents)


def join(request: Request, name: str, host: bool = False) -> Decision:
    """The decision on a request for a seat, with the host's rights for the person who opened the room.

    >>> join(Request(RoomState.empty("KRTM"), now=0.0, seed=1), " Ada ").events
    (Join(seat=1, name='Ada', kind='player', team=0),)
    """
    state = request.state
    if state.locked and not host:
        return refuse("locked", f"Room {state.room} is locked: ask the host to unlock it")
    waits = bool(state.options.get("admit")) and not host
    if len(state.waiting if waits else state.seated_players) >= MOST_SEATS:
        return refuse("full", f"Room {state.room} is full: it has {MOST_SEATS} seats")
    chosen = choose_name(state, name)
    if isinstance(chosen, Decision):
        return chosen
    seat = state.last_seat + 1
    if waits:
        return request.accept(Knock(seat, chosen), seat=seat)
    joining = Join(seat, chosen, PLAYER, smallest_team(state))
    return request.accept(joining, *([Host(seat)] if host else []), seat=seat)


def choose_name(state: RoomState, name: str, seat: int = 0) -> str | Decision:
    """The name that a person gets in the room, or the refusal; `seat` is the seat they have already."""
    clean = clean_name(name)
    if not clean:
        return refuse("name", f"A name has 1 to {LONGEST_NAME} visible characters")
    others = [player.name for player in state.seated_players if player.seat != seat]
    others += [other for waiting, other in state.waiting.items() if waiting != seat]
    if looks_like(clean, others):
        return refuse("look-alike", "Somebody here has a name that looks like this one: choose another")
    return unique_name(others, clean)


def unique_name(taken: Sequence[str], name: str) -> str:
    """The name, with a number if it is taken.

    >>> unique_name(["Ada", "ada 2"], "Ada")
    'Ada 3'
    """
    number, unique = 1, name
    while any(is_same(unique, other) for other in taken):
        number += 1
        unique = f"{first_clusters(name, LONGEST_NAME - 1 - len(str(number)))} {number}"
    return unique


def smallest_team(state: RoomState, joining: Sequence[Join] = ()) -> int:
    """The team that a new player joins after some others; 0 where there are no teams."""
    teams = range(1, state.options.get("teams", 0) + 1) if state.game.has_teams else range(0)
    new = [each.team for each in joining]
    return min(teams, key=lambda team: len(state.member_seats(team)) + new.count(team), default=0)
