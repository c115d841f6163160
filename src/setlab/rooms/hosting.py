"""Taking a seat, or waiting for one, and the rights of the host.

The host can start, pause, resume and end a round, admit, rename and remove people, lock the room and change options.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from setlab.errors import RuleError
from setlab.rooms.decision import Decision, Request, refuse
from setlab.rooms.events import (
    Event,
    Host,
    Join,
    Knock,
    Leave,
    Lock,
    Open,
    Over,
    Pause,
    Rename,
    Resume,
    Set,
    Start,
    Team,
)
from setlab.rooms.games import find_game
from setlab.rooms.names import LONGEST_NAME, clean_name, first_clusters, is_same, looks_like
from setlab.rooms.options import AT_ANY_TIME, OF_THE_ROOM, read_options
from setlab.rooms.state import OPPONENT, PAUSED, PLAYER, PLAYING, RoomState

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


NEW = 120.0
"""Seconds for which a person counts as new before the first round."""

EXTRA = 9
"""People may vote for more cards, although there is a SET, until the table has this many more than it should have."""

_TABLE = frozenset({"cards", "sets", "dimension", "puzzle", "deal"})
"""The options that describe a table to be searched."""

_KEPT = (*OF_THE_ROOM, "watch", "admit", "scores", "quiet", "penalty", "minus", "call", "more")
"""The options that another game takes over."""


def decide_start(request: Request) -> Decision:
    """The decision on the start of a round."""
    if request.state.phase in (PLAYING, PAUSED):
        return refuse("playing", "A round is being played: end it first")
    return decide_next(request)


def decide_next(request: Request) -> Decision:
    """The decision on the next round, with another game or other options if they are given."""
    state, message = request.state, request.message
    try:
        game, options = next_game(state, message.get("game"), message.get("options") or {})
        find_game(game).check_released(options, request.now)
    except RuleError as error:
        return refuse("bad-message", str(error))
    ending: tuple[Event, ...] = (Over("host"),) if state.phase in (PLAYING, PAUSED) else ()
    deadline = request.now + options["seconds"] if options["seconds"] else None
    start = Start(state.round + 1, game, options, deadline, options.get("sets"))
    return request.accept(*ending, *form_teams(state, game, options), start)


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
    if kept.get("deal"):  # the numbers follow from the cards, and may be others than a room can deal
        kept = {name: value for name, value in kept.items() if name not in _TABLE or name == "deal"}
    if state.round or not _TABLE.isdisjoint(options):
        kept.pop("puzzle", None)  # a puzzle is played once; the next table is a new one of the same size
        kept.pop("deal", None)
    return chosen.name, chosen.read({**kept, **options})


def form_teams(state: RoomState, game: str, options: Mapping[str, Any]) -> tuple[Event, ...]:
    """The events that assign everybody to a team of the next round, as evenly as possible; none in other games."""
    if not find_game(game).has_teams:
        return ()
    sizes = dict.fromkeys(range(1, options["teams"] + 1), 0)
    for player in state.seated_players:
        if player.team in sizes:
            sizes[player.team] += 1
    events = []
    for player in state.seated_players:
        if player.team not in sizes:
            team = min(sizes, key=sizes.__getitem__)
            sizes[team] += 1
            events.append(Team(player.seat, team))
    return tuple(events)


def decide_pause(request: Request) -> Decision:
    """The decision on a pause; a second one ends it."""
    state = request.state
    if state.phase == PAUSED:
        return decide_resume(request)
    if state.phase != PLAYING:
        return refuse("not-playing", "No game is being played")
    left = None if state.deadline is None else round(max(state.deadline - request.now, 0.0), 3)
    return request.accept(Pause(left))


def decide_resume(request: Request) -> Decision:
    """The decision on the end of a pause."""
    left = request.state.time_left
    if request.state.phase != PAUSED:
        return refuse("not-playing", "The game is not paused")
    return request.accept(Resume(None if left is None else round(request.now + left, 3)))


def decide_stop(request: Request) -> Decision:
    """The decision on the end of a round."""
    if request.state.phase not in (PLAYING, PAUSED):
        return refuse("not-playing", "No game is being played")
    return request.accept(Over("host"))


def decide_forced_more(request: Request) -> Decision:
    """The decision on three more cards at the host's request."""
    if request.state.phase != PLAYING:
        return refuse("not-playing", "No game is being played")
    return no_more_cards(request.state) or request.accept(request.deal_more("host"))


def no_more_cards(state: RoomState) -> Decision | None:
    """The refusal if no more cards can be dealt."""
    table = state.round_position.table
    if not table.undealt:
        return refuse("empty", "The deck is empty: what is left lies on the table")
    if state.claimable and len(table.cards) >= table.rules.table + EXTRA:
        return refuse("there-is-a-set", "There is a SET among so many cards")
    return None


def decide_kick(request: Request) -> Decision:
    """The decision on removing somebody, or with `new` all newcomers; later ones then wait for the host."""
    state, seat = request.state, request.message.get("seat")
    if request.message.get("new") is True:
        seats = [*new_seats(state, request.now), *state.waiting]
    elif type(seat) is int and _has_place(state, seat):
        seats = [seat]
    else:
        return refuse("bad-message", f"Nobody sits on seat {seat!r:.20}")
    closing = () if state.options.get("admit") or not seats else (Set({"admit": True}),)
    return request.accept(*closing, *(Leave(each, "host") for each in seats))


def new_seats(state: RoomState, now: float) -> list[int]:
    """The seats of newcomers: those since the start of the last round, before the first one of the last two minutes."""
    since = now - NEW if state.started is None else state.started
    guests = [each for each in state.seated_players if each.kind == PLAYER and each.seat != state.host]
    return [each.seat for each in guests if each.joined > since]


def decide_admit(request: Request) -> Decision:
    """The decision on admitting a waiting person; without `seat`, all of them."""
    state, seat = request.state, request.message.get("seat")
    if seat is not None and seat not in state.waiting:
        return refuse("bad-message", f"Nobody waits with seat {seat!r:.20}")
    wanted = list(state.waiting) if seat is None else [seat]
    if len(state.seated_players) + len(wanted) > MOST_SEATS:
        return refuse("full", f"Room {state.room} is full: it has {MOST_SEATS} seats")
    joins: list[Join] = []
    for each in wanted:
        joins.append(Join(each, state.waiting[each], PLAYER, smallest_team(state, joins)))
    return request.accept(*joins)


def decide_rename(request: Request) -> Decision:
    """The decision on renaming somebody."""
    seat, name = request.message.get("seat"), request.message.get("name")
    if type(seat) is not int or not _has_place(request.state, seat):
        return refuse("bad-message", f"Nobody sits on seat {seat!r:.20}")
    if not isinstance(name, str):
        return refuse("bad-message", "name must be a text")
    chosen = choose_name(request.state, name, seat)
    return chosen if isinstance(chosen, Decision) else request.accept(Rename(seat, chosen))


def _has_place(state: RoomState, seat: int) -> bool:
    """True if somebody sits there, or waits to be let in."""
    return seat in state.waiting or (seat in state.players and not state.players[seat].left)


def decide_lock(request: Request) -> Decision:
    """The decision on locking or unlocking the room; without `locked`, toggle it."""
    locked = request.message.get("locked", not request.state.locked)
    if not isinstance(locked, bool):
        return refuse("bad-message", "locked must be true or false")
    return request.accept(Lock(locked))


def decide_set(request: Request) -> Decision:
    """The decision on options that may change at any time."""
    given = request.message.get("options")
    if not isinstance(given, Mapping) or not given:
        return refuse("bad-message", "options must be an object with at least one option")
    try:
        known = {name: request.state.game.options[name] for name in AT_ANY_TIME}
        return request.accept(Set(read_options("a running game", known, given)))
    except RuleError as error:
        return refuse("bad-message", str(error))


def decide_move(request: Request) -> Decision:
    """The decision on moving a player to another team."""
    seat = request.message.get("seat")
    if type(seat) is not int or seat not in request.state.players:
        return refuse("bad-message", f"Nobody sits on seat {seat!r:.20}")
    return change_team(request, seat, request.message.get("team"))


def change_team(request: Request, seat: int, team: object) -> Decision:
    """The decision on a change of the team, before the start or between rounds."""
    state = request.state
    if state.phase in (PLAYING, PAUSED):
        return refuse("playing", "Teams change between rounds")
    if "teams" not in state.options:
        return refuse("bad-message", "This game has no teams")
    if type(team) is not int or not 1 <= team <= state.options["teams"]:
        return refuse("bad-message", f"team must be a number from 1 to {state.options['teams']}")
    return request.accept(Team(seat, team))
