"""What the host may do: start, pause, go on, end, let in, rename, remove, lock the room, change options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from setlab.errors import RuleError
from setlab.rooms.claiming import no_more_cards
from setlab.rooms.decision import Decision, accept, refuse
from setlab.rooms.events import Event, Join, Leave, Lock, Over, Pause, Rename, Resume, Set, Team
from setlab.rooms.flow import MORE, deal, foreseen, start_of, with_consequences
from setlab.rooms.games import find_game
from setlab.rooms.joining import MOST_SEATS, choose_name, smallest_team
from setlab.rooms.options import AT_ANY_TIME, OF_THE_ROOM, read_options
from setlab.rooms.state import PAUSED, PLAYER, PLAYING, RoomState

NEW = 120.0
"""Seconds for which somebody is new before the first round."""


def decide_start(state: RoomState, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    """The decision on the start of a round."""
    if state.phase in (PLAYING, PAUSED):
        return refuse("playing", "A round is being played: end it first")
    return _started(state, message, now, seed)


def decide_next(state: RoomState, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    """The decision on the next round, with another game or other options if they are given."""
    ending: tuple[Event, ...] = (Over("host"),) if state.phase in (PLAYING, PAUSED) else ()
    decision = _started(foreseen(state, *ending), message, now, seed)
    return Decision((*ending, *decision.events), decision.refusal) if decision.is_accepted else decision


def _started(state: RoomState, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    try:
        game, options = next_game(state, message.get("game"), message.get("options") or {})
        find_game(game).check_released(options, now)
    except RuleError as error:
        return refuse("bad-message", str(error))
    before = with_teams(state, game, options)
    start = start_of(state, game, options, now)
    return accept(*before, *with_consequences(foreseen(state, *before), seed, start))


def next_game(state: RoomState, game: object, options: object) -> tuple[str, dict[str, Any]]:
    """The game and the options of the next round; raise `RuleError` for wrong ones."""
    if not isinstance(options, Mapping):
        raise RuleError("options must be an object")
    if fixed := [name for name in OF_THE_ROOM if name in options and options[name] != state.options[name]]:
        raise RuleError(f"option {fixed[0]} is fixed when the room is opened: open another room")
    chosen = state.game if game is None else find_game(str(game))
    known = chosen.options
    is_same = chosen.name == state.game.name
    kept = {name: value for name, value in state.options.items() if name in known and (is_same or name in _KEPT)}
    if state.round or not _TABLE.isdisjoint(options):
        kept.pop("puzzle", None)  # a puzzle is played once; the next table is a new one of the same size
    return chosen.name, chosen.read({**kept, **options})


_TABLE = frozenset({"cards", "sets", "dimension", "puzzle"})
"""The options that describe a table to be searched."""

_KEPT = (*OF_THE_ROOM, "watch", "admit", "scores", "quiet", "penalty", "minus", "call", "more")
"""The options that another game takes over."""


def with_teams(state: RoomState, game: str, options: Mapping[str, Any]) -> tuple[Event, ...]:
    """The events that put everybody into a team of the next round, as evenly as can be; none in other games."""
    if not find_game(game).has_teams:
        return ()
    sizes = dict.fromkeys(range(1, options["teams"] + 1), 0)
    loose = []
    for player in state.seated:
        if player.team in sizes:
            sizes[player.team] += 1
        else:
            loose.append(player.seat)
    events = []
    for seat in loose:
        team = min(sizes, key=sizes.__getitem__)
        sizes[team] += 1
        events.append(Team(seat, team))
    return tuple(events)


def decide_pause(state: RoomState, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    """The decision on a pause; a second one ends it."""
    if state.phase == PAUSED:
        return decide_resume(state, message, now, seed)
    if state.phase != PLAYING:
        return refuse("not-playing", "No game is being played")
    return accept(Pause(None if state.deadline is None else round(max(state.deadline - now, 0.0), 3)))


def decide_resume(state: RoomState, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    """The decision on the end of a pause."""
    if state.phase != PAUSED:
        return refuse("not-playing", "The game is not paused")
    return accept(Resume(None if state.time_left is None else round(now + state.time_left, 3)))


def decide_stop(state: RoomState, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    """The decision on the end of a round."""
    if state.phase not in (PLAYING, PAUSED):
        return refuse("not-playing", "No game is being played")
    return accept(Over("host"))


def decide_forced_more(state: RoomState, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    """The decision on three more cards by the host's will."""
    if state.phase != PLAYING:
        return refuse("not-playing", "No game is being played")
    return no_more_cards(state) or accept(*with_consequences(state, seed, deal(state, seed, MORE, "host")))


def decide_kick(state: RoomState, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    """The decision on the removal of somebody, or with `new` of all who are new; newcomers then wait for the host."""
    seat = message.get("seat")
    if message.get("new") is True:
        seats = [*new_seats(state, now), *state.waiting]
    elif type(seat) is int and _has_place(state, seat):
        seats = [seat]
    else:
        return refuse("bad-message", f"Nobody sits on seat {seat!r:.20}")
    closing = () if state.options.get("admit") or not seats else (Set({"admit": True}),)
    return accept(*closing, *(Leave(each, "host") for each in seats))


def new_seats(state: RoomState, now: float) -> list[int]:
    """The people who are new: who came since the last round began, before the first one in the last two minutes."""
    since = now - NEW if state.started is None else state.started
    guests = [each for each in state.seated if each.kind == PLAYER and each.seat != state.host]
    return [each.seat for each in guests if each.joined > since]


def decide_admit(state: RoomState, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    """The decision on letting somebody in who waits; without `seat`, everybody."""
    seat = message.get("seat")
    if seat is not None and seat not in state.waiting:
        return refuse("bad-message", f"Nobody waits with seat {seat!r:.20}")
    wanted = list(state.waiting) if seat is None else [seat]
    if len(state.seated) + len(wanted) > MOST_SEATS:
        return refuse("full", f"Room {state.room} is full: it has {MOST_SEATS} seats")
    events: list[Event] = []
    for each in wanted:
        reached = foreseen(state, *events)
        events.append(Join(each, state.waiting[each], PLAYER, smallest_team(reached)))
    return accept(*events)


def decide_rename(state: RoomState, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    """The decision on another name for somebody."""
    seat, name = message.get("seat"), message.get("name")
    if type(seat) is not int or not _has_place(state, seat):
        return refuse("bad-message", f"Nobody sits on seat {seat!r:.20}")
    if not isinstance(name, str):
        return refuse("bad-message", "name must be a text")
    chosen = choose_name(state, name, seat)
    return chosen if isinstance(chosen, Decision) else accept(Rename(seat, chosen))


def _has_place(state: RoomState, seat: int) -> bool:
    """True if somebody sits there, or waits to be let in."""
    return seat in state.waiting or (seat in state.players and not state.players[seat].left)


def decide_lock(state: RoomState, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    """The decision on locking or unlocking the room; without `locked` it is changed."""
    locked = message.get("locked", not state.locked)
    if not isinstance(locked, bool):
        return refuse("bad-message", "locked must be true or false")
    return accept(Lock(locked))


def decide_set(state: RoomState, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    """The decision on options that may change at any time."""
    given = message.get("options")
    if not isinstance(given, Mapping) or not given:
        return refuse("bad-message", "options must be an object with at least one option")
    try:
        known = {name: state.game.options[name] for name in AT_ANY_TIME}
        return accept(Set(read_options("a running game", known, given)))
    except RuleError as error:
        return refuse("bad-message", str(error))


def decide_move(state: RoomState, message: Mapping[str, Any], now: float, seed: int) -> Decision:
    """The decision on moving a player to another team."""
    seat, team = message.get("seat"), message.get("team")
    if type(seat) is not int or seat not in state.players:
        return refuse("bad-message", f"Nobody sits on seat {seat!r:.20}")
    return change_team(state, seat, team)


def change_team(state: RoomState, seat: int, team: object) -> Decision:
    """The decision on a change of the team, before the start or between rounds."""
    if state.phase in (PLAYING, PAUSED):
        return refuse("playing", "Teams change between rounds")
    if "teams" not in state.options:
        return refuse("bad-message", "This game has no teams")
    if type(team) is not int or not 1 <= team <= state.options["teams"]:
        return refuse("bad-message", f"team must be a number from 1 to {state.options['teams']}")
    return accept(Team(seat, team))
