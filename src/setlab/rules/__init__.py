"""The game as a pure function: rules, the table, how players choose, and whole games; no people, no clock.

Begin with `replay`: it gives the `Table` after a list of events (`Deal`, `Claim`) under some `Rules`. `play_game` plays
a whole game, and `cards_due` says how many cards are to be dealt. People and clocks are in `setlab.rooms`.

>>> table = replay([Deal(tuple(range(12)))])
>>> cards_due(table), table.after(Claim((0, 1, 2))).undealt
(0, 69)
"""

from setlab.rules.game import Choice, Search, game_leaving_most, longest_game, play_game, play_out, search_in_order
from setlab.rules.table import Claim, Deal, Event, Refill, Rules, Table, cards_due, cards_to_refill, replay

__all__ = [
    "Choice", "Claim", "Deal", "Event", "Refill", "Rules", "Search", "Table", "cards_due", "cards_to_refill",
    "game_leaving_most", "longest_game", "play_game", "play_out", "replay", "search_in_order",
]  # fmt: skip
