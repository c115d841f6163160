"""The game as a pure function of its events.

Begin with `replay`: it gives the `Table` after a list of events (`Deal`, `Claim`, `Reject`) under some `Rules`. The
referee says how many cards are to be dealt (`cards_due`) and judges claims (`judge`).

>>> table = replay([Deal(tuple(range(12)))])
>>> cards_due(table), judge(table, (0, 1, 2))
(0, Claim(cards=(0, 1, 2), player=''))
"""

from setlab.rules.choice import Choice
from setlab.rules.events import Claim, Deal, Event, Reject, event_from_json, event_to_json
from setlab.rules.extremes import game_leaving_most, longest_game, play_out
from setlab.rules.game import Search, play_game, search_in_order
from setlab.rules.referee import cards_due, cards_to_refill, judge, judge_no_set
from setlab.rules.solo import FoundSet, SoloGame, TimedEvent
from setlab.rules.table import Refill, Rules, Table, replay

__all__ = [
    "Choice",
    "Claim",
    "Deal",
    "Event",
    "FoundSet",
    "Refill",
    "Reject",
    "Rules",
    "Search",
    "SoloGame",
    "Table",
    "TimedEvent",
    "cards_due",
    "cards_to_refill",
    "event_from_json",
    "event_to_json",
    "game_leaving_most",
    "judge",
    "judge_no_set",
    "longest_game",
    "play_game",
    "play_out",
    "replay",
    "search_in_order",
]
