"""The state of a room, a pure function of its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from setlab.errors import RuleError
from setlab.rooms.events import Timed
from setlab.rooms.games import Game, find_game
from setlab.rooms.position import Position

WAITING, PLAYING, PAUSED, OVER = PHASES = ("waiting", "playing", "paused", "over")

PLAYER, OPPONENT = KINDS = ("player", "opponent")


@dataclass(frozen=True)
class Player:
    """Who sits on a seat; `score` is that of the round, `total` that of all rounds before it."""

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
    removed: bool = False
    """True once the host has taken the seat away: the player is shown nowhere, and has no name any more."""

    @property
    def is_here(self) -> bool:
        """True for a person who is connected."""
        return self.kind == PLAYER and self.present and not self.left


@dataclass(frozen=True)
class Called:
    """Whose call of SET it is, and until when."""

    seat: int
    until: float


@dataclass(frozen=True)
class Pointed:
    """A card at which a player has pointed."""

    seat: int
    team: int
    card: int


@dataclass(frozen=True)
class Pointing:
    """The cards at which a team has pointed so far; team 0 stands for all teams together."""

    team: int
    points: tuple[Pointed, ...] = ()
    until: float = 0.0

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that were pointed at."""
        return tuple(each.card for each in self.points)


@dataclass(frozen=True)
class RoomState:
    """Everything about a room that follows from its events. It knows nothing of undealt cards but their number.

    >>> from setlab.rooms.events import Join, Open, Timed
    >>> state = RoomState.empty("KRTM").after(Timed(1, 0.0, Open("standard", {}))).after(Timed(2, 1.0, Join(1, "Ada")))
    >>> state.phase, state.players[1].name
    ('waiting', 'Ada')
    """

    room: str
    seq: int = 0
    at: float = 0.0
    game: Game = field(default_factory=lambda: find_game("standard"))
    options: Mapping[str, Any] = field(default_factory=dict)
    phase: str = WAITING
    round: int = 0
    position: Position | None = None
    players: Mapping[int, Player] = field(default_factory=dict)
    last_seat: int = 0
    """The highest number of a seat so far: seats are never given twice, also if those who left are forgotten."""
    team_scores: Mapping[int, int] = field(default_factory=dict)
    waiting: Mapping[int, str] = field(default_factory=dict)
    """The names of those who wait until the host lets them in, by the seats they will have."""
    removed: frozenset[int] = frozenset()
    """The seats that the host has taken away, in all rounds."""
    names_changed: int = 0
    """How often the host has removed or renamed somebody: what was made of the events before has an old name."""
    projector: str = ""
    """The hash of the token of the projector's link, if there is one."""
    host: int | None = None
    host_left: bool = False
    locked: bool = False
    deadline: float | None = None
    time_left: float | None = None
    sets: int | None = None
    called: Called | None = None
    votes: tuple[int, ...] = ()
    pointings: tuple[Pointing, ...] = ()
    started: float | None = None
    over_at: float | None = None
    seconds: float = 0.0
    """Seconds of play of the round up to the last event: pauses do not count."""
    changed: float = 0.0
    """When the table changed for the last time; while nobody is here and during pauses this time does not run."""
    changed_seq: int = 0
    paused_at: float | None = None

    @classmethod
    def empty(cls, room: str) -> RoomState:
        """The state before the first event."""
        return cls(room)

    def after(self, timed: Timed) -> RoomState:
        """The state after the next event."""
        from setlab.rooms.replaying import applied

        return applied(self.at_event(timed), timed)

    def at_event(self, timed: Timed) -> RoomState:
        """The state at the time of the next event, before it changes anything; raise `RuleError` if one is missing."""
        if timed.seq != self.seq + 1:
            raise RuleError(f"event {timed.seq} cannot follow event {self.seq} of room {self.room}")
        seconds = self.seconds + (timed.at - self.at if self.phase == PLAYING else 0.0)
        return replace(self, seq=timed.seq, at=timed.at, seconds=round(seconds, 3))

    @cached_property
    def seated(self) -> tuple[Player, ...]:
        """All who have a seat, in the order of their seats."""
        return tuple(player for _, player in sorted(self.players.items()) if not player.left)

    @cached_property
    def people(self) -> tuple[Player, ...]:
        """The people who are here."""
        return tuple(player for player in self.seated if player.is_here)

    @cached_property
    def claimable(self) -> list[tuple[int, ...]]:
        """What can be claimed from the table, whether it was found before or not."""
        return [] if self.position is None else self.game.claimable(self.position)

    @property
    def has_own_copies(self) -> bool:
        """True if everybody searches a copy of the table of their own."""
        return self.game.searches_all and not self.options.get("together", True)

    @property
    def is_open(self) -> bool:
        """True if everybody may watch who knows the code: an option, off in class rooms; not in locked ones."""
        return bool(self.options.get("watch", not self.options.get("class"))) and not self.locked

    @property
    def votes_needed(self) -> int:
        """The number of votes after which cards are dealt: more than half of the people who are here."""
        return len(self.people) // 2 + 1

    def member_seats(self, team: int) -> tuple[int, ...]:
        """The seats of a team."""
        return tuple(player.seat for player in self.seated if player.team == team)

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


def replay_room(room: str, events: Iterable[Timed]) -> RoomState:
    """The state of a room after all of its events."""
    state = RoomState.empty(room)
    for timed in events:
        state = state.after(timed)
    return state
