"""Messages of the feed as JSON text, each encoded once for all viewers who see the same."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from setlab.rooms import RoomState, Timed, event_from_json, event_json, event_record, state_json
from setlab.rooms.events import Knock
from setlab.rooms.views import hides_finds
from setlab.web.store import EventRow


def encoded(message: object) -> str:
    """A JSON text without blanks; all of it is ASCII, so that no text of a client can break it.

    >>> encoded({"type": "pong", "now": 1.5})
    '{"type":"pong","now":1.5}'
    """
    return json.dumps(message, separators=(",", ":"))


def row_of(timed: Timed) -> EventRow:
    """The event as it is stored: nothing is left out."""
    return EventRow(timed.seq, timed.at, encoded(event_record(timed.event)))


def timed_of(row: EventRow) -> Timed:
    """The event that was stored."""
    return Timed(row.seq, row.at, event_from_json(json.loads(row.body)))


class Frame:
    """An event with the state after it, as each viewer gets it."""

    def __init__(self, timed: Timed, state: RoomState) -> None:
        self._timed, self._state = timed, state
        self._is_same_on_all_seats = not hides_finds(state)
        self._is_same_for_host = not state.waiting and not isinstance(timed.event, Knock)
        self._texts: dict[tuple[int | None, bool], str] = {}

    def text(self, viewer: int | None, is_host: bool) -> str:
        """The message for a viewer."""
        key = None if self._is_same_on_all_seats else viewer, is_host and not self._is_same_for_host
        if key not in self._texts:
            self._texts[key] = self._encoded(*key)
        return self._texts[key]

    def _encoded(self, viewer: int | None, is_host: bool) -> str:
        timed, state = self._timed, self._state
        event = event_json(timed.event, state, viewer, is_host)
        message = {"type": "event", "seq": timed.seq, "at": timed.at, "event": event}
        return encoded(message | {"state": state_json(state, viewer, is_host)})


PARTLY_HIDDEN = ('{"event":"knock"', '{"event":"projector"')
"""How the texts of events begin that are never told to everybody as they are stored."""


def visible_bodies(rows: Sequence[EventRow], state: RoomState, viewer: int | None, is_host: bool) -> list[str]:
    """The JSON texts of events as a viewer may see them now: finds are hidden in the present round alone."""
    begun = len(rows)
    if hides_finds(state):
        starts = (i for i, row in enumerate(rows) if row.body.startswith('{"event":"start"'))
        begun = max(starts, default=0)
    return [
        _body(row, state, viewer, is_host) if i >= begun or row.body.startswith(PARTLY_HIDDEN) else row.body
        for i, row in enumerate(rows)
    ]


def missed_messages(rows: Sequence[EventRow], state: RoomState, viewer: int | None, is_host: bool) -> list[str]:
    """The messages about events that a viewer has missed; the last has the state."""
    bodies = visible_bodies(rows, state, viewer, is_host)
    texts = [f'{{"type":"event","seq":{r.seq},"at":{r.at!r},"event":{b}' for r, b in zip(rows, bodies, strict=True)]
    last = encoded(state_json(state, viewer, is_host))
    return [f"{text}}}" for text in texts[:-1]] + [f'{text},"state":{last}}}' for text in texts[-1:]]


def _body(row: EventRow, state: RoomState, viewer: int | None, is_host: bool) -> str:
    return encoded(event_json(timed_of(row).event, state, viewer, is_host))


def welcome(state: RoomState, seq: int, you: Mapping[str, Any], now: float) -> str:
    """The first message to a viewer: the state, and the event from which on others follow."""
    shown = state_json(state, you["seat"], you["host"])
    return encoded({"type": "welcome", "seq": seq, "state": shown, "you": you, "now": round(now, 3)})
