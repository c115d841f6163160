"""The rounds of a room: the events of each with the state before and after, and the seconds of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from setlab.errors import RuleError, shown
from setlab.rooms.events import Claim, Over, Start, Timed, event_from_json
from setlab.rooms.state import RoomState, Step

Record = Mapping[str, Any]
"""An event as the log keeps it: `seq`, `at` (seconds since 1970) and `event`, whose `event` is its kind."""


@dataclass(frozen=True)
class Round:
    """One game of a room: its events from `start` to `over`.

    >>> log = [{"seq": 1, "at": 9.0, "event": {"event": "open", "game": "junior", "options": {}}},
    ...        {"seq": 2, "at": 10.0, "event": {"event": "start", "round": 1, "game": "junior", "options": {}}},
    ...        {"seq": 3, "at": 12.0, "event": {"event": "pause"}},
    ...        {"seq": 4, "at": 52.0, "event": {"event": "resume"}},
    ...        {"seq": 5, "at": 53.5, "event": {"event": "over", "why": "host"}}]
    >>> [(step.kind, step.seconds) for step in rounds(log)[0].steps]
    [('start', 0.0), ('pause', 2.0), ('resume', 2.0), ('over', 3.5)]
    """

    steps: tuple[Step, ...]

    @property
    def first(self) -> RoomState:
        """The state after the start."""
        return self.steps[0].after

    @property
    def last(self) -> RoomState:
        """The state at the end, or now if the round is still being played."""
        return self.steps[-1].after

    @property
    def number(self) -> int:
        """The number of the round in its room, from 1."""
        return self.first.round

    @property
    def dimension(self) -> int:
        """The number of properties of the cards."""
        return self.first.game.dimension_of(self.first.options)

    @property
    def is_over(self) -> bool:
        """True if the round has ended."""
        return isinstance(self.steps[-1].event, Over)

    @property
    def seconds(self) -> float:
        """The seconds of play from the start to the end."""
        return self.last.seconds


def steps(records: Iterable[Record]) -> Iterator[Step]:
    """The events of a room with the states around them; the seconds of play restart with every round."""
    state = RoomState.empty("")
    for timed in map(_read_event, records):
        after = _after(state, timed)
        yield Step(timed, state, after)
        state = after


def rounds(records: Iterable[Record]) -> list[Round]:
    """The rounds of a room in their order.

    >>> rounds([{"seq": 1, "at": 0.0, "event": {"event": "open", "game": "standard", "options": {}}}])
    []
    """
    found: list[list[Step]] = []
    for step in steps(records):
        if isinstance(step.event, Start):
            found.append([])
        if found and not (found[-1] and isinstance(found[-1][-1].event, Over)):
            found[-1].append(step)
    return [Round(tuple(each)) for each in found]


def find_round(played: Sequence[Round], number: int | None = None) -> Round:
    """The round with this number, by default the last one that is over; raise `RuleError` unless it was played."""
    if not played:
        raise RuleError("this room has no round yet: start one")
    over = [each.number for each in played if each.is_over]
    wanted = max(over, default=len(played)) if number is None else number
    if not 1 <= wanted <= len(played):
        raise RuleError(f"round {wanted} was not played: choose 1 to {len(played)}")
    return played[wanted - 1]


def _read_event(record: Record) -> Timed:
    """The event of a record; raise `RuleError` unless it has the form of the log."""
    seq, at, event = (record.get(name) for name in ("seq", "at", "event"))
    if not isinstance(seq, int) or not isinstance(at, int | float) or not isinstance(event, Mapping):
        raise RuleError(f"{shown(record)} is not an event of a log: it needs seq (a number), at (seconds) and event")
    return Timed(seq, float(at), event_from_json(event))


def _after(state: RoomState, timed: Timed) -> RoomState:
    """The state after an event; a claim whose cards are hidden from players changes nothing that they know."""
    if isinstance(timed.event, Claim) and timed.event.cards is None:
        return state.at_event(timed)
    return state.after(timed)
