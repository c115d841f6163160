"""The messages of recorded rooms: scripted games of every kind with a clock of their own, and their reviews.

Each script says who does what after how many seconds. Recorded are the answers, every event as a spectator, a player
and the host see it, the digest of the states, and the review with its CSV files.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from setlab.rooms import Request, event_json, event_record, join, state_json
from setlab.rooms.export import events_csv, players_csv
from setlab.rooms.review import review
from tests.rooms.driver import Room

Line = tuple[float, int | str, dict[str, Any]]
"""Seconds since the line before, a seat or "host", and the message. `cards` may be the number of a SET, or "wrong"."""

START = (1.0, "host", {"type": "start"})
RIGHT = {"type": "claim", "cards": 0}
WRONG = {"type": "claim", "cards": "wrong"}
MORE = {"type": "more"}

SCRIPTS: dict[str, tuple[str, dict[str, Any], list[str], list[Line]]] = {
    "standard": ("standard", {"penalty": 5, "seconds": 600}, ["Ada", "Ben", "ada", "Аdа"], [
        (0.0, 1, RIGHT), (0.0, 1, {"type": "start"}), START, START, (3.2, 1, WRONG), (0.5, 1, RIGHT), (0.25, 2, RIGHT),
        (0.0, 2, {"type": "claim", "cards": [1, 2]}), (1.0, 2, {"type": "claim", "cards": "abc"}), (1.0, 3, MORE),
        (0.0, 3, MORE), (2.0, 1, MORE), (2.0, 2, MORE), (5.0, 3, RIGHT), (1.0, "host", {"type": "pause"}),
        (30.0, 1, RIGHT), (1.0, "host", {"type": "pause"}), (2.0, 1, {"type": "call"}), (0.0, 1, {"type": "wave"}),
        (1.0, "host", {"type": "more", "force": True}), (1.5, "host", {"type": "set", "options": {"quiet": True}}),
        (1.0, "host", {"type": "set", "options": {"call": True}}), (4.0, 1, RIGHT), (1.0, 2, {"type": "leave"}),
        (1.0, "host", {"type": "rename", "seat": 3, "name": "Cleo"}), (1.0, "host", {"type": "kick", "seat": 3}),
        (2.0, "host", {"type": "lock"}), (700.0, 1, RIGHT), (1.0, "host", {"type": "next"}), (3.0, 1, RIGHT),
        (1.0, "host", {"type": "next", "game": "junior"}), (1.0, "host", {"type": "stop"}),
    ]),
    "calls": ("timed", {"call": True, "minus": True, "penalty": 3, "seconds": 90}, ["Ada", "Ben"], [
        START, (2.0, 1, RIGHT), (1.0, 1, {"type": "call"}), (0.5, 2, {"type": "call"}), (1.0, 1, RIGHT),
        (1.0, 2, {"type": "call"}), (9.0, 1, {"type": "call"}), (1.0, 1, WRONG), (4.0, 2, MORE), (120.0, 2, RIGHT),
    ]),
    "opponents": ("junior", {"opponents": 2, "speed": "quick"}, ["Ada"], [
        START, (2.0, 1, RIGHT), (30.0, 1, MORE), (60.0, 1, RIGHT), (600.0, 1, RIGHT),
    ]),
    "find-all": ("find-all", {"cards": 12, "sets": 4, "opponents": 1, "together": False}, ["Ada", "Ben"], [
        START, (2.0, 1, RIGHT), (1.0, 1, RIGHT), (1.0, 2, {"type": "claim", "cards": 1}), (3.0, 2, WRONG),
        (200.0, 1, {"type": "claim", "cards": 1}), (1.0, 1, {"type": "claim", "cards": 2}),
        (1.0, "host", {"type": "stop"}),
    ]),
    "puzzle": ("find-all", {"puzzle": "2026-11-16-basic"}, ["Ada"], [
        (0.0, "host", {"type": "start"}), (1.8e9, "host", {"type": "start"}), (2.0, 1, RIGHT),
        *((4.0, 1, {"type": "claim", "cards": k}) for k in range(4)),
    ]),
    "team": ("team", {"teams": 2, "rule": "shared", "penalty": 2}, ["Ada", "Ben", "Cleo"], [
        START, (1.0, 1, {"type": "point", "card": 0}), (1.0, 1, {"type": "point", "card": 1}),
        (1.0, 2, {"type": "point", "card": 1}), (1.0, 3, {"type": "point", "card": 2}), (1.0, 2, RIGHT),
        (3.0, 2, {"type": "point", "card": 0}), (40.0, 1, {"type": "team", "team": 2}),
        (1.0, 1, {"type": "point", "card": "other"}), (1.0, 2, {"type": "point", "card": 1}),
        (1.0, 3, {"type": "point", "card": 2}), (3.0, "host", {"type": "stop"}), (1.0, 1, {"type": "team", "team": 2}),
        (1.0, "host", {"type": "move", "seat": 2, "team": 1}), START,
    ]),
    "ultra": ("ultra", {"more": "auto"}, ["Ada"], [START, *((7.5, 1, RIGHT) for _ in range(5)), (1.0, 1, WRONG)]),
    "chain": ("chain", {}, ["Ada", "Ben"], [
        START, *((6.5, 1 + k % 2, WRONG if k == 2 else MORE if k == 4 else RIGHT) for k in range(8)),
        (1.0, "host", {"type": "stop"}),
    ]),
    "five": ("five", {"more": "vote"}, ["Ada"], [START, (9.0, 1, RIGHT), (1.0, 1, MORE), (1.0, 1, MORE)]),
    "class": ("standard", {"class": True, "admit": True}, ["Ada"], [
        (1.0, "host", {"type": "admit"}), START, (1.0, 1, RIGHT), (2.0, "host", {"type": "kick", "new": True}),
        (1.0, "host", {"type": "admit", "seat": 9}),
    ]),
    "race": ("race", {"penalty": 3, "until": "all"}, ["Ada", "Ben"], [
        START, *((2.5, 1, RIGHT) for _ in range(4)), (1.0, 2, WRONG), (1.0, 2, RIGHT), (4.0, 2, RIGHT), (1.0, 2, MORE),
        (1.0, "host", {"type": "stop"}),
    ]),
    "sprint": ("sprint", {"sets": 3}, ["Ada", "Ben"], [
        START, (2.0, 1, RIGHT), (1.5, 2, RIGHT), (1.0, 1, MORE), (3.0, 1, RIGHT), (2.25, 1, RIGHT), (1.0, 2, RIGHT),
    ]),
    "planet": ("planet", {}, ["Ada"], [START, *((3.0, 1, RIGHT) for _ in range(4)), (1.0, 1, WRONG)]),
    "four": ("four", {"more": "auto"}, ["Ada"], [START, *((3.0, 1, RIGHT) for _ in range(3)), (1.0, 1, WRONG)]),
    "shuffle": ("shuffle", {"more": "auto"}, ["Ada"], [START, *((3.0, 1, RIGHT) for _ in range(3))]),
    "last-card": ("last-card", {}, ["Ada", "Ben"], [
        START, (2.0, 1, RIGHT), (1.0, 2, {"type": "name", "card": 3}), (1.0, "host", {"type": "stop"}),
    ]),
    "memory": ("memory", {}, ["Ada", "Ben"], [
        START, *((1.0, 1, {"type": "turn", "slot": slot}) for slot in (0, 1, 2)), (5.0, 2, {"type": "turn", "slot": 3}),
        (40.0, 1, {"type": "turn", "slot": 4}), (1.0, "host", {"type": "stop"}),
    ]),
    "puzzle-race": ("puzzle-race", {"puzzles": 2}, ["Ada", "Ben"], [
        (0.0, "host", {"type": "handicap", "seat": 2, "points": 2, "seconds": 3}), START,
        *((2.0, 1, {"type": "claim", "cards": k % 4}) for k in range(8)),
    ]),
    "whole": ("junior", {}, ["Ada"], [START, *((3.25, 1, RIGHT if k % 3 else MORE) for k in range(24))]),
}  # fmt: skip


def record_rooms() -> dict[str, Any]:
    """The messages of every scripted room."""
    return {name: _record_room(name) for name in SCRIPTS}


def _record_room(name: str) -> dict[str, Any]:
    game, options, names, lines = SCRIPTS[name]
    room = Room(game, seed=7, **options)
    answers = [_joined(room, player, is_host=not number) for number, player in enumerate(names)]
    states = []
    for seconds, who, message in lines:
        room.wait(seconds)
        seat = who if isinstance(who, int) else None
        decision = room.say(seat, message["type"], who == "host", **_fields(room, message, seat))
        refused = decision.refusal
        answers.append([refused.code, refused.reason, dict(refused.detail)] if refused else "accepted")
        states += [
            state_json(room.state, viewer, is_host) for viewer, is_host in ((None, False), (1, False), (1, True))
        ]
    log = [{"seq": each.seq, "at": each.at, "event": event_record(each.event)} for each in room.events]
    seen = [[event_json(each.event, room.state, v, h) for v, h in ((None, False), (2, True))] for each in room.events]
    reviewed = review(log, room="KRTM") if room.state.round else None
    return {
        "answers": answers,
        "events": [f"{each['seq']} {each['at']:.3f} {json.dumps(each['event'])}" for each in log],
        "seen": _digest(seen),
        "state": states[-1],
        "states": _digest(states),
        "review": {key: _digest(value) for key, value in (reviewed or {}).items()},
        "csv": [_digest(text) for text in (events_csv(log), players_csv(log))],
    }


def _joined(room: Room, name: str, is_host: bool) -> Any:
    refusal = join(Request(room.state, room.now, room.seed), name, is_host).refusal
    return [refusal.code, refusal.reason] if refusal else room.join(name, is_host)


def _fields(room: Room, message: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """The message with cards of the table instead of the words for them."""
    fields = {key: value for key, value in message.items() if key != "type"}
    claimable = [list(cards) for cards in room.state.claimable_by(seat)] if room.state.position else []
    if fields.get("cards") == "wrong":
        fields["cards"] = list(room.wrong_cards(seat))
    elif isinstance(fields.get("cards"), int):
        fields["cards"] = claimable[fields["cards"]] if fields["cards"] < len(claimable) else [0, 1, 2]
    if message["type"] == "point":
        fields["card"] = room.wrong_cards(seat)[2] if fields["card"] == "other" else claimable[0][fields["card"]]
    return fields


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode()).hexdigest()[:16]
