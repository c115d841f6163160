"""Messages of the feed: those of clients as they are read, and those of the server as JSON text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BeforeValidator

from setlab.rooms import RoomState, Timed, event_from_json, event_json, event_record, state_json
from setlab.rooms.events import Knock
from setlab.rooms.views import differs_by_seat, hides_finds
from setlab.web.store.queries import EventRow

Message = Mapping[str, Any]


def _without_fraction(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE = BeforeValidator(_without_fraction)
"""Let a strict model take whole numbers as JSON Schema has them: 3 and 3.0, but neither true nor "3"."""


def place_of(parts: Sequence[str | int]) -> str:
    """The place of a fault as pydantic tells it, without the numbers of items and the kinds of value it has tried.

    >>> place_of(("moves", 3, 0)), place_of(("seed", "str"))
    ('moves', 'seed')
    """
    return ".".join(part for part in parts if isinstance(part, str) and part not in ("str", "int") and "[" not in part)


LONGEST_REF, LONGEST_TOKEN = 64, 200


class BadMessage(Exception):
    """A message that the protocol does not know; the text is one sentence."""


def read_message(text: str) -> Message:
    """The object that a text describes; raise `BadMessage` if it is none.

    >>> read_message('{"type": "ping"}')
    {'type': 'ping'}
    """
    try:
        message = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise BadMessage("A message is JSON text") from None
    if not isinstance(message, dict):
        raise BadMessage("A message is a JSON object")
    return message


def _no_number(name: str) -> None:
    raise ValueError(name)


def read_ref(message: Message) -> str | int | float | None:
    """The reference that the answer repeats."""
    ref = message.get("ref")
    if ref is None:
        return None
    if isinstance(ref, bool) or not isinstance(ref, str | int | float) or len(str(ref)) > LONGEST_REF:
        raise BadMessage(f"`ref` is a string or a number of at most {LONGEST_REF} characters")
    return ref


def read_hello(message: Message) -> tuple[str | None, int | None]:
    """The token and the last event of a hello.

    >>> read_hello({"type": "hello", "token": None, "since": 7})
    (None, 7)
    """
    token, since = message.get("token"), message.get("since")
    if message.get("type") != "hello":
        raise BadMessage('The first message is {"type": "hello", "token": TOKEN or null, "since": N or null}')
    if token is not None and not (isinstance(token, str) and len(token) <= LONGEST_TOKEN):
        raise BadMessage("`token` is the text that a seat was given, or null")
    if since is not None and (type(since) is not int or since < 0):
        raise BadMessage("`since` is the number of the last event that you know, or null")
    return token, since


def encode(message: object) -> str:
    """A JSON text without blanks; all of it is ASCII, so that no text of a client can break it.

    >>> encode({"type": "pong", "now": 1.5})
    '{"type":"pong","now":1.5}'
    """
    return json.dumps(message, separators=(",", ":"))


def row_of(timed: Timed) -> EventRow:
    """The event as it is stored: nothing is left out."""
    return EventRow(timed.seq, timed.at, encode(event_record(timed.event)))


def timed_of(row: EventRow) -> Timed:
    """The event that was stored."""
    return Timed(row.seq, row.at, event_from_json(json.loads(row.body)))


class Frame:
    """An event with the state after it, as each viewer gets it."""

    def __init__(self, timed: Timed, state: RoomState) -> None:
        self._timed, self._state = timed, state
        self._is_same_on_all_seats = not differs_by_seat(state)
        self._is_same_for_host = not state.waiting and not isinstance(timed.event, Knock)
        self._texts: dict[tuple[int | None, bool], str] = {}

    def text(self, viewer: int | None, is_host: bool) -> str:
        """The message for a viewer."""
        key = None if self._is_same_on_all_seats else viewer, is_host and not self._is_same_for_host
        if key not in self._texts:
            self._texts[key] = self._encode(*key)
        return self._texts[key]

    def _encode(self, viewer: int | None, is_host: bool) -> str:
        timed, state = self._timed, self._state
        event = event_json(timed.event, state, viewer, is_host)
        message = {"type": "event", "seq": timed.seq, "at": timed.at, "event": event}
        return encode(message | {"state": state_json(state, viewer, is_host)})


PARTLY_HIDDEN = ('{"event":"knock"', '{"event":"projector"')
"""How the texts of events begin that are never told to everybody as they are stored."""


def visible_bodies(rows: Sequence[EventRow], state: RoomState, viewer: int | None, is_host: bool) -> list[str]:
    """The JSON texts of events as a viewer may see them now: finds are hidden in the present round alone."""
    begun = len(rows)
    if hides_finds(state):
        starts = (i for i, row in enumerate(rows) if row.body.startswith('{"event":"start"'))
        begun = max(starts, default=0)
    bodies = [row.body for row in rows]
    for i, row in enumerate(rows):
        if i >= begun or row.body.startswith(PARTLY_HIDDEN):
            bodies[i] = encode(event_json(timed_of(row).event, state, viewer, is_host))
    return bodies


def missed_messages(rows: Sequence[EventRow], state: RoomState, viewer: int | None, is_host: bool) -> list[str]:
    """The messages about events that a viewer has missed; the last has the state."""
    bodies = visible_bodies(rows, state, viewer, is_host)
    texts = [f'{{"type":"event","seq":{r.seq},"at":{r.at!r},"event":{b}' for r, b in zip(rows, bodies, strict=True)]
    last = encode(state_json(state, viewer, is_host))
    return [f"{text}}}" for text in texts[:-1]] + [f'{text},"state":{last}}}' for text in texts[-1:]]


def welcome(state: RoomState, seq: int, you: Mapping[str, Any], now: float) -> str:
    """The first message to a viewer: the state, and the event from which on others follow."""
    shown = state_json(state, you["seat"], you["host"])
    return encode({"type": "welcome", "seq": seq, "state": shown, "you": you, "now": round(now, 3)})
