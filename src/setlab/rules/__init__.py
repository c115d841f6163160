"""The game as a pure function of its events: rules, table, referee."""

from setlab.rules.events import Claim, Deal, Event, Reject, event_from_json, event_to_json
from setlab.rules.extremes import game_leaving_most, longest_game, play_out
from setlab.rules.referee import cards_due, judge
from setlab.rules.table import Refill, Rules, Table, replay

__all__ = [
    "Claim",
    "Deal",
    "Event",
    "Refill",
    "Reject",
    "Rules",
    "Table",
    "cards_due",
    "event_from_json",
    "event_to_json",
    "game_leaving_most",
    "judge",
    "longest_game",
    "play_out",
    "replay",
]
