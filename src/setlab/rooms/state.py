"""The state of a room, a pure function of its events: what the state holds, and how each event changes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from setlab import rules
from setlab.errors import RuleError
from setlab.rooms import events as ev
from setlab.rooms.events import Event, Timed
from setlab.rooms.games import RoomGame, RoomPosition, find_game
from setlab.rooms.names import FORGOTTEN

WAITING, PLAYING, PAUSED, OVER = PHASES = ("waiting", "playing", "paused", "over")

PLAYER, OPPONENT = KINDS = ("player", "opponent")


@dataclass(frozen=True)
class Player:
    """A player on a seat; `score` counts this round, `total` all rounds before it."""

    seat: int
    name: str
    kind: str = PLAYER
    team: int = 0
    present: bool = False
    left: bool = False
    score: int = 0
    wrong: int = 0
    total: int = 0
    until: float = 0.0
    away_since: float = 0.0
    joined: float = 0.0
    changed: float = 0.0
    """The time of the last change of the own table."""
    changed_seq: int = 0
    through: float | None = None
    """Seconds of play after which nothing was left to do at the own table; None before."""
    points_ahead: int = 0
    """The points with which the player begins a round."""
    seconds_ahead: float = 0.0
    """The seconds in which others may not claim after the table has changed, or at the start of a race."""
    removed: bool = False
    """True once the host has removed the player, who then appears nowhere and has no name."""

    @property
    def is_here(self) -> bool:
        """True for a person who is connected."""
        return self.kind == PLAYER and self.present and not self.left


@dataclass(frozen=True)
class Pointing:
    """The cards at which a team has pointed so far; team 0 stands for all teams together."""

    team: int
    points: tuple[ev.Point, ...] = ()
    until: float = 0.0

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that were pointed at."""
        return tuple(each.card for each in self.points)


@dataclass(frozen=True)
class RoomState:
    """The state of a room, as its events determine it. Of the undealt cards it knows only the number.

    >>> from setlab.rooms.events import Join, Open, Timed
    >>> state = RoomState.empty("KRTM").after(Timed(1, 0.0, Open("standard", {}))).after(Timed(2, 1.0, Join(1, "Ada")))
    >>> state.phase, state.players[1].name
    ('waiting', 'Ada')
    """

    room: str
    seq: int = 0
    at: float = 0.0
    game: RoomGame = field(default_factory=lambda: find_game("standard"))
    options: Mapping[str, Any] = field(default_factory=dict)
    phase: str = WAITING
    round: int = 0
    position: RoomPosition | None = None
    players: Mapping[int, Player] = field(default_factory=dict)
    last_seat: int = 0
    """The highest number of a seat so far: a seat is never given twice, even after its player is deleted."""
    team_scores: Mapping[int, int] = field(default_factory=dict)
    waiting: Mapping[int, str] = field(default_factory=dict)
    """The names of people waiting for the host, by their future seats."""
    removed: frozenset[int] = frozenset()
    """The seats that the host has taken away, in all rounds."""
    names_changed: int = 0
    """The number of times the host removed or renamed somebody: results computed before then have old names."""
    projector: str = ""
    """The hash of the token of the projector's link, if there is one."""
    host: int | None = None
    host_left: bool = False
    locked: bool = False
    deadline: float | None = None
    time_left: float | None = None
    sets: int | None = None
    called: ev.Call | None = None
    votes: tuple[int, ...] = ()
    pointings: tuple[Pointing, ...] = ()
    started: float | None = None
    over_at: float | None = None
    seconds: float = 0.0
    """Seconds of play of the round up to the last event: pauses do not count."""
    changed: float = 0.0
    """The time of the table's last change; pauses and the first return to an empty room move it forward."""
    changed_seq: int = 0
    paused_at: float | None = None
    named: tuple[int, ...] = ()
    """The seats that have named a wrong card in this round."""
    turned: tuple[int, ...] = ()
    """The slots of the cards that were turned over."""
    turn: int = 0
    """The seat that has the turn, if its player is here."""
    turn_until: float = 0.0
    turns_missed: int = 0
    """The number of turns since a card was last turned over."""

    @classmethod
    def empty(cls, room: str) -> RoomState:
        """The state before the first event."""
        return cls(room)

    def after(self, timed: Timed) -> RoomState:
        """The state after the next event; raise `RuleError` if it cannot happen."""
        return _AFTER[type(timed.event)](self.at_event(timed), timed.event)

    def at_event(self, timed: Timed) -> RoomState:
        """The state at the time of the next event, before it changes anything; raise `RuleError` if one is missing."""
        if timed.seq != self.seq + 1:
            raise RuleError(f"event {timed.seq} cannot follow event {self.seq} of room {self.room}")
        seconds = self.seconds + (timed.at - self.at if self.phase == PLAYING else 0.0)
        return replace(self, seq=timed.seq, at=timed.at, seconds=round(seconds, 3))

    @cached_property
    def seated_players(self) -> tuple[Player, ...]:
        """The players with a seat, in the order of their seats."""
        return tuple(player for _, player in sorted(self.players.items()) if not player.left)

    @cached_property
    def people(self) -> tuple[Player, ...]:
        """The connected people."""
        return tuple(player for player in self.seated_players if player.is_here)

    @cached_property
    def claimable(self) -> list[tuple[int, ...]]:
        """The claims that are right on this table, also those found before."""
        return [] if self.position is None else self.game.claimable(self.position)

    def position_of(self, seat: int | None) -> RoomPosition:
        """The position that a seat, or a spectator (None), has before it."""
        position = self.round_position
        return position.own(seat) if self.game.has_own_tables else position

    def claimable_by(self, seat: int | None) -> list[tuple[int, ...]]:
        """The claims that are right on the table of a seat, also those found before."""
        if not self.game.has_own_tables:
            return self.claimable
        kept: dict[int | None, list[tuple[int, ...]]] = self.__dict__.setdefault("_claimable_by", {})
        if seat not in kept:
            kept[seat] = self.game.claimable(self.position_of(seat))
        return kept[seat]

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is: the first connected player from the one who has it, in the order of seats."""
        seats = [player.seat for player in self.people]
        return min(seats, key=lambda seat: (seat < self.turn, seat), default=None) if self.game.is_face_down else None

    @property
    def next_to_move(self) -> int:
        """The seat that has the turn afterwards."""
        seats, now = [player.seat for player in self.people], self.to_move or 0
        return min(seats, key=lambda seat: (seat <= now, seat), default=0)

    def free_at(self, player: Player) -> float:
        """The time until which other players are ahead by their handicap; 0 if nobody is."""
        wait = max((each.seconds_ahead for each in self.seated_players), default=0.0) - player.seconds_ahead
        if wait <= 0 or self.phase != PLAYING or self.game.is_face_down or self.game.has_teams:
            return 0.0
        return round((self.at - self.seconds if self.game.has_own_tables else self.changed) + wait, 3)

    @property
    def round_position(self) -> RoomPosition:
        """The position of the round; raise `RuleError` before the first one."""
        if self.position is None:
            raise RuleError(f"nothing is played in room {self.room} yet")
        return self.position

    @property
    def has_own_copies(self) -> bool:
        """True if each player searches an own copy of the table."""
        return self.game.searches_all and not self.options.get("together", True)

    @property
    def is_private(self) -> bool:
        """True if each player searches alone, on a copy of the table or at an own table."""
        return self.has_own_copies or self.game.has_own_tables

    @property
    def racers(self) -> tuple[Player, ...]:
        """The players with an own table who have not left."""
        tables = self.position.tables if self.position else {}
        return tuple(player for player in self.seated_players if player.seat in tables)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that win when the round is over: the first who is through, else those with the most points."""
        if self.phase != OVER:
            return ()
        staying = [player for player in self.players.values() if not player.removed]
        through = [(player.through, player.seat) for player in staying if player.through is not None]
        if through:
            return (min(through)[1],)
        if self.game.has_teams:
            best = best_of(self.team_scores)
            return tuple(player.seat for player in staying if player.team in best and not player.left)
        return best_of({player.seat: player.score for player in staying})

    @property
    def teams_share(self) -> bool:
        """True if the teams point together at one SET."""
        return bool(self.options["rule"] != "own")

    @property
    def is_open(self) -> bool:
        """True if the code alone lets people watch: an option, off in class rooms, and never in locked rooms."""
        return bool(self.options.get("watch", not self.options.get("class"))) and not self.locked

    @property
    def votes_needed(self) -> int:
        """The number of votes after which cards are dealt: more than half of the connected people."""
        return len(self.people) // 2 + 1

    def member_seats(self, team: int) -> tuple[int, ...]:
        """The seats of a team."""
        return tuple(player.seat for player in self.seated_players if player.team == team)

    def pointing(self, team: int) -> Pointing:
        """The cards at which a team is pointing."""
        return next((each for each in self.pointings if each.team == team), Pointing(team))

    def with_player(self, seat: int, **changes: Any) -> RoomState:
        """The state in which a player has changed."""
        players = {**self.players, seat: replace(self.players[seat], **changes)}
        return replace(self, players=players)

    def with_players(self, players: Iterable[Player]) -> RoomState:
        """The state with other players."""
        return replace(self, players={player.seat: player for player in players})


@dataclass(frozen=True)
class Step:
    """An event of a room with the states before and after it."""

    timed: Timed
    before: RoomState
    after: RoomState

    @property
    def event(self) -> Event:
        """The event."""
        return self.timed.event

    @property
    def kind(self) -> str:
        """The kind of the event, such as `claim`."""
        return type(self.event).__name__.lower()

    @property
    def seconds(self) -> float:
        """The seconds of play in the round up to the event: pauses do not count."""
        return self.after.seconds


def best_of(scores: Mapping[int, int]) -> tuple[int, ...]:
    """Those with the highest score, if it is positive, in their order.

    >>> best_of({1: 3, 2: 5, 3: 5}), best_of({1: 0})
    ((2, 3), ())
    """
    most = max(scores.values(), default=0)
    return tuple(sorted(each for each, score in scores.items() if score == most)) if most > 0 else ()


def replay_room(room: str, events: Iterable[Timed]) -> RoomState:
    """The state of a room after all of its events."""
    state = RoomState.empty(room)
    for step in steps_of(events, state):
        state = step.after
    return state


def steps_of(events: Iterable[Timed], state: RoomState) -> Iterator[Step]:
    """The steps of events that follow a state."""
    for timed in events:
        step = Step(timed, state, state.after(timed))
        yield step
        state = step.after


IDLE: dict[str, Any] = {"called": None, "votes": (), "pointings": (), "turned": ()}
"""Nobody calls, votes, points or turns cards over."""

TURN_SECONDS = 30.0
"""The time in which the next card must be turned over."""


def _after_join(state: RoomState, event: ev.Join) -> RoomState:
    is_here = event.kind != "player"
    player = Player(event.seat, event.name, event.kind, event.team, is_here, away_since=state.at, joined=state.at)
    joined = state.with_players([*state.players.values(), player])
    if state.game.has_own_tables and state.phase in (PLAYING, PAUSED):
        position = state.round_position
        joined = replace(joined, position=replace(position, tables={**position.tables, event.seat: position.table}))
    waiting = _without(state.waiting, event.seat)
    return replace(joined, last_seat=max(state.last_seat, event.seat), waiting=waiting)


def _after_rename(state: RoomState, event: ev.Rename) -> RoomState:
    changed = replace(state, names_changed=state.names_changed + 1)
    if event.seat in state.waiting:
        return replace(changed, waiting={**state.waiting, event.seat: event.name})
    return changed.with_player(event.seat, name=event.name)


def _without(waiting: Mapping[int, str], seat: int) -> dict[int, str]:
    return {other: name for other, name in waiting.items() if other != seat}


def _after_back(state: RoomState, event: ev.Back) -> RoomState:
    nobody = not state.people
    back = state.with_player(event.seat, present=True)
    return _with_clocks(back, state.at) if nobody and state.phase == PLAYING else back


def _after_leave(state: RoomState, event: ev.Leave) -> RoomState:
    if event.by == "host":
        removed = state.removed | {event.seat}
        state = replace(state, removed=removed, names_changed=state.names_changed + 1)
    if event.seat in state.waiting:
        return replace(state, waiting=_without(state.waiting, event.seat))
    gone = state.with_player(event.seat, left=True, present=False, away_since=state.at)
    if event.forget:
        gone = gone.with_player(event.seat, name=FORGOTTEN.format(seat=event.seat))
    if event.by == "host":
        gone = gone.with_player(event.seat, name="", removed=True)
    called = None if state.called and state.called.seat == event.seat else state.called
    votes = tuple(seat for seat in state.votes if seat != event.seat)
    left = replace(gone, called=called, votes=votes)
    return replace(left, host=None, host_left=True) if state.host == event.seat else left


def _after_start(state: RoomState, event: ev.Start) -> RoomState:
    game = find_game(event.game)
    players = [
        replace(
            each,
            score=0 if game.has_teams else each.points_ahead,
            wrong=0,
            until=0.0,
            total=each.total + each.score,
            through=None,
            changed=0.0,
        )
        for each in state.players.values()
        if not each.left
    ]
    table = rules.Table(game.rules(event.options))
    seats = [each.seat for each in players] if game.has_own_tables else []
    order = [each.seat for each in state.people]
    turn = order[(event.round - 1) % len(order)] if order else 0
    return replace(
        state.with_players(players),
        game=game,
        options=dict(event.options),
        phase=PLAYING,
        round=event.round,
        position=RoomPosition(table, tables=dict.fromkeys(seats, table)),
        team_scores={},
        deadline=event.deadline,
        time_left=None,
        sets=event.sets,
        started=state.at,
        over_at=None,
        seconds=0.0,
        named=(),
        turn=turn,
        turn_until=state.at + TURN_SECONDS,
        turns_missed=0,
        **IDLE,
    )


def _after_deal(state: RoomState, event: ev.Deal) -> RoomState:
    position, game = state.round_position, state.game
    if game.has_own_tables:
        seats = [event.seat] if event.seat else [seat for seat, table in position.tables.items() if not table.slots]
        laid = {seat: game.lay(position.tables[seat], event.cards) for seat in seats}
        return _with_changed_tables(
            replace(state, position=replace(position, tables={**position.tables, **laid})), seats
        )
    table = game.lay(position.table, event.cards)
    return _with_changed_table(replace(state, position=replace(position, table=table), votes=()))


def _after_claim(state: RoomState, event: ev.Claim) -> RoomState:
    if event.cards is None:
        raise RuleError("a claim whose cards are hidden cannot be replayed")
    position = state.round_position
    if state.game.has_own_tables:
        own = state.game.after_claim(position.own(event.seat), event.seat, event.cards)
        position = position.with_own(event.seat, own)
    else:
        position = state.game.after_claim(position, event.seat, event.cards)
    scored = state.with_player(event.seat, score=state.players[event.seat].score + event.points)
    if event.team:
        scores = {**state.team_scores, event.team: state.team_scores.get(event.team, 0) + event.points}
        scored = replace(scored, team_scores=scores)
    until = state.at + TURN_SECONDS
    changed = replace(scored, position=position, called=None, votes=(), turned=(), turn_until=until)
    if state.game.has_own_tables:
        return _with_changed_tables(changed, [event.seat])
    if state.game.searches_all:
        return changed
    # a team that pointed at one of these cards begins again
    pointings = tuple(each for each in state.pointings if not set(each.cards) & set(event.cards))
    return _with_changed_table(replace(changed, pointings=pointings))


def _after_name(state: RoomState, event: ev.Name) -> RoomState:
    if not event.right:
        return replace(state, named=(*state.named, event.seat))
    scored = state.with_player(event.seat, score=state.players[event.seat].score + event.points)
    return replace(scored, position=replace(state.round_position, aside=event.card))


def _after_turn(state: RoomState, event: ev.Turn) -> RoomState:
    turned = (*state.turned, event.slot)
    return replace(state, turned=turned, turn=event.seat, turn_until=event.until, turns_missed=0)


def _after_cover(state: RoomState, event: ev.Cover) -> RoomState:
    missed = state.turns_missed + (not state.turned)
    return replace(state, turned=(), turn=event.seat, turn_until=state.at + TURN_SECONDS, turns_missed=missed)


def _after_shuffle(state: RoomState, event: ev.Shuffle) -> RoomState:
    position = state.round_position
    if sorted(event.cards) != sorted(position.table.cards):
        raise RuleError("a table is rearranged with the cards that lie on it")
    table = replace(position.table, slots=event.cards)
    return replace(state, position=replace(position, table=table, arranged=len(position.found)))


def _after_reject(state: RoomState, event: ev.Reject) -> RoomState:
    player = state.players[event.seat]
    state = state.with_player(event.seat, wrong=player.wrong + 1, score=player.score + event.points)
    for seat in state.member_seats(event.team) if event.team else (event.seat,):
        state = state.with_player(seat, until=event.until)
    # the other teams go on pointing; where all point together, everybody begins again
    others = tuple(each for each in state.pointings if each.team and each.team != event.team)
    return replace(state, called=None, pointings=others)


def _after_expire(state: RoomState, event: ev.Expire) -> RoomState:
    if event.why == "point":
        return replace(state, pointings=tuple(each for each in state.pointings if each.team != event.team))
    score = state.players[event.seat].score + event.points
    return replace(state.with_player(event.seat, until=event.until, score=score), called=None)


def _after_point(state: RoomState, event: ev.Point) -> RoomState:
    pointing = state.pointing(0 if state.teams_share else event.team)
    points = (*pointing.points, event)
    others = tuple(each for each in state.pointings if each.team != pointing.team)
    return replace(state, pointings=(*others, replace(pointing, points=points, until=event.until)))


def _after_resume(state: RoomState, event: ev.Resume) -> RoomState:
    paused = state.at - (state.paused_at or state.at)
    players = [replace(each, changed=each.changed + paused) for each in state.players.values()]
    changed = replace(state.with_players(players), changed=state.changed + paused, turn_until=state.turn_until + paused)
    return replace(changed, phase=PLAYING, deadline=event.deadline, time_left=None, paused_at=None)


def _with_changed_table(state: RoomState) -> RoomState:
    return replace(state, changed=state.at, changed_seq=state.seq)


def _with_changed_tables(state: RoomState, seats: Iterable[int]) -> RoomState:
    """The state after own tables have changed; a player may be through now."""
    position = state.round_position
    for seat in seats:
        through = state.players[seat].through
        if through is None and state.game.is_through(position.own(seat), state.options):
            through = state.seconds
        state = state.with_player(seat, changed=state.at, changed_seq=state.seq, through=through)
    return state


def _with_clocks(state: RoomState, now: float) -> RoomState:
    """The state in which all tables count as changed now."""
    players = [replace(each, changed=now) for each in state.players.values()]
    return replace(state.with_players(players), changed=now)


_AFTER: dict[type[Any], Callable[[RoomState, Any], RoomState]] = {
    ev.Open: lambda state, event: replace(
        state, game=find_game(event.game), options=dict(event.options), phase=WAITING
    ),
    ev.Join: _after_join,
    ev.Knock: lambda state, event: replace(
        state, last_seat=max(state.last_seat, event.seat), waiting={**state.waiting, event.seat: event.name}
    ),
    ev.Rename: _after_rename,
    ev.Host: lambda state, event: replace(state, host=event.seat, host_left=False),
    ev.Away: lambda state, event: state.with_player(event.seat, present=False, away_since=state.at),
    ev.Back: _after_back,
    ev.Leave: _after_leave,
    ev.Team: lambda state, event: state.with_player(event.seat, team=event.team),
    ev.Lock: lambda state, event: replace(state, locked=event.locked),
    ev.Code: lambda state, event: replace(state, room=event.code),
    ev.Projector: lambda state, event: replace(state, projector=event.hash if event.open else ""),
    ev.Set: lambda state, event: replace(state, options={**state.options, **event.options}),
    ev.Start: _after_start,
    ev.Deal: _after_deal,
    ev.Claim: _after_claim,
    ev.Shuffle: _after_shuffle,
    ev.Name: _after_name,
    ev.Reveal: lambda state, event: replace(state, position=replace(state.round_position, aside=event.card)),
    ev.Turn: _after_turn,
    ev.Cover: _after_cover,
    ev.Handicap: lambda state, event: state.with_player(
        event.seat, points_ahead=event.points, seconds_ahead=event.seconds
    ),
    ev.Reject: _after_reject,
    ev.Call: lambda state, event: replace(state, called=event),
    ev.Expire: _after_expire,
    ev.Vote: lambda state, event: replace(state, votes=(*state.votes, event.seat)),
    ev.Point: _after_point,
    ev.Pause: lambda state, event: replace(
        state, phase=PAUSED, time_left=event.left, deadline=None, paused_at=state.at, **IDLE
    ),
    ev.Resume: _after_resume,
    ev.Over: lambda state, event: replace(state, phase=OVER, deadline=None, time_left=None, over_at=state.at, **IDLE),
}
"""The state after each kind of event, from the state at its time."""
