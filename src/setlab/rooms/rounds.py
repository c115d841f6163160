"""The rounds of a room: the events of each with the state before and after, and the seconds of play.

The moments of a round are each claim, each deal of more cards and the end, with all SETs on the table. A SET lies there
from the event that completes it until a claim takes it (its fate is `now` at that moment, `later` at the moments
before), until a claim takes one of its cards (`broken`), or until the end (`never`). In `find-all` the cards stay, so
that a SET found `before` is still there; in `chain` a SET can be out of reach for a while and come back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from setlab.errors import RuleError, shown
from setlab.rooms.events import Claim, Deal, Event, Over, Start, Timed, event_from_json
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


Line = tuple[int, ...]
"""The cards of a SET in increasing order."""

FATES = ("now", "later", "broken", "never", "before")
"""The fates of a SET, in the order in which a moment lists its SETs."""

LAID = ("start", "refill")
"""The reasons for deals that are no moments: the first deal, or a refill."""


@dataclass(frozen=True)
class SetThere:
    """A SET on the table at a moment: its fate, the seat and time of that, and how long it had lain there."""

    cards: Line
    fate: str
    there: float
    by: int | None = None
    when: float | None = None

    def to_json(self) -> dict[str, Any]:
        """The SET as a JSON object."""
        return {"cards": list(self.cards), "fate": self.fate, "by": self.by, "when": self.when, "there": self.there}


@dataclass(frozen=True)
class Moment:
    """One moment of a round: the event, the table before it, and its SETs.

    `after` counts the seconds since the table changed; where cards stay, since the last find, on an own copy by its
    player.
    """

    at: float
    event: Claim | Deal | Over
    slots: tuple[int | None, ...]
    chain: tuple[int, ...]
    after: float
    since: Mapping[Line, float]
    sets: tuple[SetThere, ...] = ()

    @property
    def kind(self) -> str:
        """The kind of the event: `claim`, `deal` or `over`."""
        return type(self.event).__name__.lower()

    @property
    def taken_set(self) -> Line | None:
        """The SET that was found at this moment, or None."""
        return _line(self.event.cards or ()) if isinstance(self.event, Claim) else None

    @property
    def seat(self) -> int | None:
        """The seat that found a SET at this moment, or None."""
        return self.event.seat if isinstance(self.event, Claim) else None

    def to_json(self) -> dict[str, Any]:
        """The moment as a JSON object."""
        cards = () if isinstance(self.event, Over) else self.event.cards or ()
        why = None if isinstance(self.event, Claim) else self.event.why
        return {
            "at": self.at,
            "kind": self.kind,
            "why": why,
            "seat": self.seat,
            "team": self.event.team if isinstance(self.event, Claim) else 0,
            "shares": list(self.event.shares) if isinstance(self.event, Claim) else [],
            "cards": list(cards),
            "slots": list(self.slots),
            "chain": list(self.chain),
            "after": self.after,
            "sets": [there.to_json() for there in self.sets],
        }


def moments(played: Round) -> tuple[Moment, ...]:
    """The moments of a round in their order, each with the fate of every SET on the table."""
    found = _without_fates(played)
    return tuple(
        replace(moment, sets=tuple(sorted((_fate(found, k, line) for line in moment.since), key=_order)))
        for k, moment in enumerate(found)
    )


def is_moment(event: Event) -> bool:
    """True for a claim, for a deal that is no refill, and for the end.

    >>> is_moment(Deal((0, 1, 2), "none")), is_moment(Deal((0, 1, 2), "refill"))
    (True, False)
    """
    return isinstance(event, Claim | Over) or (isinstance(event, Deal) and event.why not in LAID)


def _without_fates(played: Round) -> list[Moment]:
    """The moments with the table before each, and the time when each SET appeared."""
    found: list[Moment] = []
    since: dict[Line, float] = {}
    changed: dict[int, float] = {}  # by the seat of an own copy; 0 is the table of all
    for step in played.steps:
        event = step.event
        copy = event.seat if isinstance(event, Claim) and step.before.has_own_copies else 0
        if isinstance(event, Claim | Deal | Over) and is_moment(event):
            after = step.seconds - changed.get(copy, changed.get(0, 0.0))
            found.append(_moment(step, event, round(after, 3), since))
        if isinstance(event, Claim | Deal):
            since = {line: since.get(line, step.seconds) for line in _lines(step.after)}
            changed[copy] = step.seconds
    return found


def _moment(step: Step, event: Claim | Deal | Over, after: float, since: Mapping[Line, float]) -> Moment:
    position = step.before.position
    slots, chain = (position.table.slots, position.chain) if position else ((), ())
    return Moment(step.seconds, event, slots, chain, after, since)


def _fate(found: Sequence[Moment], k: int, line: Line) -> SetThere:
    """The fate of a SET on the table at moment k: found now, before or later, else broken by the last claim."""
    there = round(found[k].at - found[k].since[line], 3)
    for fate, when in (("now", found[k : k + 1]), ("before", found[:k]), ("later", found[k + 1 :])):
        for moment in when:
            if moment.taken_set == line:
                return SetThere(line, fate, there, moment.seat, moment.at)
    last = max(i for i, moment in enumerate(found) if line in moment.since)
    if last == len(found) - 1:
        return SetThere(line, "never", there)
    return SetThere(line, "broken", there, found[last].seat, found[last].at)


def _order(there: SetThere) -> tuple[int, float, Line]:
    """The SET that is found now comes first, then those found later and those broken, by time."""
    return FATES.index(there.fate), there.when or 0.0, there.cards


def _lines(state: RoomState) -> list[Line]:
    return [_line(cards) for cards in state.claimable]


def _line(cards: Sequence[int]) -> Line:
    return tuple(sorted(cards))
