"""The events of a room: people, rounds, claims. A room is the list of its events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, dataclass_transform

from setlab.errors import RuleError


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Event:
    """An event of a room; each kind is a frozen dataclass, whose name in lower case is its name in JSON."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class Open(Event):
    """The room is opened with a game and all of its options."""

    game: str
    options: Mapping[str, Any]


class Join(Event):
    """Somebody takes a seat: a player, or an opponent that the server plays; team 0 means no team."""

    seat: int
    name: str
    kind: str = "player"
    team: int = 0


class Knock(Event):
    """Somebody wants a seat and waits for the host, who alone sees the name."""

    seat: int
    name: str


class Rename(Event):
    """The host gives somebody another name."""

    seat: int
    name: str


class Host(Event):
    """The seat gets the rights of the host."""

    seat: int


class Away(Event):
    """The player of the seat has lost the connection."""

    seat: int


class Back(Event):
    """The player of the seat is connected."""

    seat: int


class Leave(Event):
    """The player leaves (`self`), whose name may then be deleted, or is removed by the host (`host`)."""

    seat: int
    by: str = "self"
    forget: bool = False


class Team(Event):
    """The player changes the team."""

    seat: int
    team: int


class Lock(Event):
    """The room is locked, so that nobody can join, or unlocked."""

    locked: bool


class Code(Event):
    """The room has a new code; the old one is invalid."""

    code: str


class Projector(Event):
    """A projector's link is made, with the secret hash of its token, or revoked."""

    open: bool
    hash: str = ""


class Set(Event):
    """Options change: some at once, others from the next round on."""

    options: Mapping[str, Any]


class Start(Event):
    """A round starts; `sets` is the number of SETs to be found where all of them are searched."""

    round: int
    game: str
    options: Mapping[str, Any]
    deadline: float | None = None
    sets: int | None = None


class Deal(Event):
    """Cards are dealt: to begin (`start`), to refill, because there is no SET (`none`), by `vote` or by the `host`.

    `seat` is that of an own table; 0 stands for the table of all, or for all own tables that are empty.
    Others see no cards of a deal at an own table.
    """

    cards: tuple[int, ...]
    why: str = "start"
    seat: int = 0


class Claim(Event):
    """Cards are claimed rightly; `team` gets the points if there is one, `shares` are the teams that pointed."""

    seat: int
    cards: tuple[int, ...] | None
    points: int = 1
    team: int = 0
    shares: tuple[int, ...] = ()


class Reject(Event):
    """A wrong claim (`not-a-set`), or a wrong "no SET here" (`no-set`); the player, or the whole team, waits."""

    seat: int
    cards: tuple[int, ...] | None = ()
    why: str = "not-a-set"
    properties: tuple[Mapping[str, Any], ...] = ()
    until: float = 0.0
    points: int = 0
    team: int = 0


class Call(Event):
    """The player calls SET, and alone may claim until a time."""

    seat: int
    until: float


class Expire(Event):
    """A call, or a SET that a team was pointing at, has run out of time; the caller waits."""

    why: str
    seat: int = 0
    team: int = 0
    until: float = 0.0
    points: int = 0


class Vote(Event):
    """The player says that there is no SET; cards are dealt when `needed` players have said so."""

    seat: int
    votes: int
    needed: int


class Point(Event):
    """The player points at the next card of a SET."""

    seat: int
    team: int
    card: int
    until: float


class Shuffle(Event):
    """The cards of the table are laid in another order."""

    cards: tuple[int, ...]


class Name(Event):
    """The player names the card that was laid aside: rightly for points, or wrongly, and not again in this round."""

    seat: int
    card: int
    right: bool
    points: int = 0


class Reveal(Event):
    """The card that was laid aside is turned up at the end, because nobody has found it."""

    card: int


class Turn(Event):
    """The player turns a card over; the next card must be turned by a time, or three cards are seen until then."""

    seat: int
    slot: int
    card: int
    until: float


class Cover(Event):
    """The open cards are turned face down; the player of the seat has the next turn."""

    seat: int


class Handicap(Event):
    """The host gives a player points, and seconds in which only the player may claim after the table has changed."""

    seat: int
    points: int = 0
    seconds: float = 0.0


class Pause(Event):
    """The round is paused, with seconds left if it has a deadline."""

    left: float | None = None


class Resume(Event):
    """The round continues."""

    deadline: float | None = None


class Over(Event):
    """The round is over: nothing is left to be found (`done`), the time is over (`time`), or the host ends it."""

    why: str


KINDS: Mapping[str, type[Event]] = {kind.__name__.lower(): kind for kind in Event.__subclasses__()}
"""The events by their names in JSON."""


UNSAID: Mapping[str, tuple[str, ...]] = {"deal": ("seat",)}
"""The fields of events that are left out of JSON where they have their default: most games do without them."""


@dataclass(frozen=True)
class Timed:
    """An event with its number in the room, from 1, and its time in seconds since 1970."""

    seq: int
    at: float
    event: Event


def event_record(event: Event) -> dict[str, Any]:
    """The event as a complete JSON object: the stored form.

    >>> event_record(Claim(3, (0, 1, 2)))
    {'event': 'claim', 'seat': 3, 'cards': [0, 1, 2], 'points': 1, 'team': 0, 'shares': []}
    """
    record = {each.name: _plain(getattr(event, each.name)) for each in fields(event)}
    kind = type(event).__name__.lower()
    return {"event": kind} | {
        name: value for name, value in record.items() if value or name not in UNSAID.get(kind, ())
    }


def event_from_json(record: Mapping[str, Any]) -> Event:
    """The event that a JSON object describes; fields that it does not name have their defaults.

    >>> event_from_json({"event": "deal", "cards": [0, 40, 80]})
    Deal(cards=(0, 40, 80), why='start', seat=0)
    >>> event_from_json({"event": "dael"})
    Traceback (most recent call last):
    setlab.errors.RuleError: 'dael' is not an event of a room
    """
    given = dict(record)
    kind = KINDS.get(str(given.pop("event", "")))
    if kind is None:
        raise RuleError(f"{record.get('event')!r} is not an event of a room")
    known = {each.name for each in fields(kind)}
    if unknown := sorted(given.keys() - known):
        raise RuleError(f"the event {record['event']} has no field {unknown[0]!r}")
    try:
        return kind(**{name: _freeze(value) for name, value in given.items()})
    except TypeError as error:
        raise RuleError(f"the event {record['event']} is incomplete: {error}") from None


def record_schema() -> dict[str, Any]:
    """The JSON Schema of an event with its number and its time, an entry of a log.

    >>> sorted(record_schema()["properties"])
    ['at', 'event', 'seq']
    """
    kinds = [_object({"event": {"const": name}, **_properties(kind)}, _required(kind)) for name, kind in KINDS.items()]
    record = {"seq": {"type": "integer", "minimum": 1}, "at": {"type": "number"}, "event": {"oneOf": kinds}}
    about = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "An event in the log of a room"}
    return about | _object(record, list(record))


_INTEGERS = {"type": "array", "items": {"type": "integer"}}
_SCHEMAS: dict[str, dict[str, Any]] = {
    "bool": {"type": "boolean"},
    "float": {"type": "number"},
    "float | None": {"type": ["number", "null"]},
    "int": {"type": "integer"},
    "int | None": {"type": ["integer", "null"]},
    "str": {"type": "string"},
    "tuple[int, ...]": _INTEGERS,
    "tuple[int, ...] | None": _INTEGERS | {"type": ["array", "null"]},
    "Mapping[str, Any]": {"type": "object"},
    "tuple[Mapping[str, Any], ...]": {"type": "array", "items": {"type": "object"}},
}
"""By the annotation of a field."""


def _properties(kind: type[Event]) -> dict[str, Any]:
    return {each.name: _SCHEMAS[str(each.type)] for each in fields(kind)}


def _required(kind: type[Event]) -> list[str]:
    return ["event", *(each.name for each in fields(kind) if each.default is MISSING)]


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, (tuple, list)) else value


def _freeze(value: object) -> object:
    return tuple(_freeze(inner) for inner in value) if isinstance(value, list) else value
