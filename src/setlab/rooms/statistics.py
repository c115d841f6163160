"""Class statistics: what a class found and missed over all rounds of a room. Nothing here ranks players.

Opponents that the server plays are left out; SETs that they take count as there and not found.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import Any

from setlab.geometry import Space
from setlab.rooms.events import Claim, Reject
from setlab.rooms.games import notation_of
from setlab.rooms.moments import Line, Moment, moments
from setlab.rooms.players import player_table
from setlab.rooms.rounds import Round
from setlab.rooms.state import OPPONENT, Player


@dataclass(frozen=True)
class Appearance:
    """A SET that lay on a table in some round, and the seconds until a person found it, or None."""

    cards: Line
    dimension: int
    seconds: float | None

    @cached_property
    def different(self) -> frozenset[str]:
        """The properties in which its cards differ."""
        patterns = Space(self.dimension).patterns(self.cards)
        named = zip(notation_of(self.dimension).properties, patterns, strict=True)
        return frozenset(each.name for each, pattern in named if str(pattern) == "different")


def class_statistics(played: Sequence[Round]) -> dict[str, Any]:
    """The statistics of all rounds that are over: by round, by property, and by how many properties differ.

    A median is over the seconds from the last change of the table to a find in a round, and over the seconds that a
    SET had lain there elsewhere.
    """
    over = [(each, moments(each)) for each in played if each.is_over]
    there = [each for one, found in over for each in appearances(one, found)]
    wrong = sum((_mistakes(each) for each, _ in over), Counter[str]())
    return {
        "rounds": [_of_round(each, found) for each, found in over],
        "properties": list(_by_property(there, wrong)),
        "differing": list(_by_differing(there)),
        "no_set": wrong["no-set"],
        "players": player_table([each for each, _ in over]),
    }


def appearances(played: Round, found: Sequence[Moment]) -> list[Appearance]:
    """The SETs of three cards that appeared in the moments of a round, each once, or once on each person's own copy."""
    if played.first.game.claim_size != 3:
        return []
    copies: list[int | None] = [None]
    if played.first.has_own_copies:
        copies = [each.seat for each in _people(played)]
    seconds: dict[tuple[int | None, Line], float | None]
    seconds = {(copy, there.cards): None for moment in found for there in moment.sets for copy in copies}
    for moment in found:
        if _is_person(played, moment):
            taken = next(there for there in moment.sets if there.fate == "now")
            seconds[moment.seat if played.first.has_own_copies else None, taken.cards] = taken.there
    return [Appearance(cards, played.dimension, until) for (_, cards), until in seconds.items()]


def _of_round(played: Round, found: Iterable[Moment]) -> dict[str, Any]:
    finds = [moment for moment in found if moment.kind == "claim" and _is_person(played, moment)]
    return {
        "round": played.number,
        "game": played.last.game.name,
        "seconds": played.seconds,
        "found": len(finds),
        "players": len(_people(played)),
        "finders": len({moment.seat for moment in finds}),
        "median": _median(moment.after for moment in finds),
        "wrong": dict(sorted(_mistakes(played).items())),
    }


def _people(played: Round) -> list[Player]:
    """The people of a round: all who have a seat at its end, and those who found a SET before they left."""
    found = {step.event.seat for step in played.steps if isinstance(step.event, Claim)}
    people = [each for each in played.last.players.values() if each.kind != OPPONENT]
    return [each for each in people if not each.left or each.seat in found]


def _mistakes(played: Round) -> Counter[str]:
    """The number of wrong claims in which each property failed; `no-set` counts the wrong words "no SET here"."""
    return Counter(
        name
        for step in played.steps
        if isinstance(step.event, Reject) and played.last.players[step.event.seat].kind != OPPONENT
        for name in _failing(step.event)
    )


def _failing(event: Reject) -> list[str]:
    if event.why == "no-set":
        return ["no-set"]
    return [str(each["property"]) for each in event.properties if each["verdict"] == "neither"]


def _by_property(there: Sequence[Appearance], wrong: Counter[str]) -> Iterator[dict[str, Any]]:
    """For each property: SETs in which it is the same and in which it differs, there and found; and mistakes."""
    for name in _properties(there, wrong):
        known = [each for each in there if name in _names(each.dimension)]
        kinds = {
            "same": [each for each in known if name not in each.different],
            "different": [each for each in known if name in each.different],
        }
        yield {"property": name, "wrong": wrong[name], **{kind: _found(of) for kind, of in kinds.items()}}


def _by_differing(there: Iterable[Appearance]) -> Iterator[dict[str, Any]]:
    """For each number of properties that differ: how many SETs were there, how many were found and how soon."""
    groups: defaultdict[int, list[Appearance]] = defaultdict(list)
    for each in there:
        groups[len(each.different)].append(each)
    for differ, group in sorted(groups.items()):
        yield {"differ": differ, **_found(group)}


def _found(group: Sequence[Appearance]) -> dict[str, Any]:
    times = [each.seconds for each in group if each.seconds is not None]
    return {"there": len(group), "found": len(times), "median": _median(times)}


def _properties(there: Iterable[Appearance], wrong: Counter[str]) -> list[str]:
    """The names of the properties that occur, in the order of the notation."""
    seen = {name for each in there for name in _names(each.dimension)} | set(wrong)
    return [name for name in _names(6) if name in seen]


def _names(dimension: int) -> list[str]:
    return [each.name for each in notation_of(dimension).properties]


def _is_person(played: Round, moment: Moment) -> bool:
    event = moment.event
    return isinstance(event, Claim) and played.last.players[event.seat].kind != OPPONENT


def _median(seconds: Iterable[float]) -> float | None:
    known = list(seconds)
    return round(median(known), 3) if known else None
