"""Rooms: games of SET between people, each a pure function of the events of its room."""

from __future__ import annotations

from setlab.rooms.decision import Decision, Refusal, Request, next_due, refuse, tick
from setlab.rooms.events import Away, Back, Event, Timed, event_from_json, event_record
from setlab.rooms.games import GAMES, Find, RoomGame, RoomPosition, find_game, games_json
from setlab.rooms.referee import decide, join, opening
from setlab.rooms.state import Player, RoomState, Step, replay_room
from setlab.rooms.views import event_json, state_json

__all__ = [
    "GAMES", "Away", "Back", "Decision", "Event", "Find", "Player", "Refusal", "Request", "RoomGame", "RoomPosition",
    "RoomState", "Step", "Timed", "decide", "event_from_json", "event_json", "event_record", "find_game", "games_json",
    "join", "next_due", "opening", "refuse", "replay_room", "state_json", "tick",
]  # fmt: skip
