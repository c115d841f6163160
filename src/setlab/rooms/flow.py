"""What follows by itself: the first deal, the refill after a claim, three more cards, the end of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from setlab.draws import Draws
from setlab.exact.daily import daily_deal, read_puzzle_name
from setlab.geometry import Space
from setlab.rooms.events import Deal, Event, Over, Start, Timed
from setlab.rooms.state import PLAYING, RoomState

MORE = 3
"""The number of cards that are dealt when there is no SET."""

EXTRA = 9
"""People may vote for more cards, although there is a SET, until the table has this many more than it should have."""


@lru_cache(maxsize=1024)
def deck_order(seed: int, round: int, dimension: int) -> tuple[int, ...]:
    """The whole deck in the order in which a round deals it: that of the trial `round` of the room's secret seed.

    >>> deck_order(1, 1, 2)
    (0, 6, 7, 8, 3, 2, 4, 5, 1)
    """
    return tuple(Draws(seed).shuffled(round, Space(dimension)))


@lru_cache(maxsize=1024)
def searched_table(seed: int, round: int, cards: int, sets: int, dimension: int) -> tuple[int, ...]:
    """The cards of a table with a given number of SETs, uniform among all such tables."""
    from setlab.exact.dealing import deal_cards

    return tuple(deal_cards(cards, sets, seed=Draws(seed).bits(round, 0), dimension=dimension))


def undealt_cards(state: RoomState, seed: int) -> Sequence[int]:
    """The undealt cards of the round in their order: the secret of the server."""
    position = state.position
    assert position is not None
    rules = position.table.rules
    options = state.options
    if options.get("puzzle"):
        order = daily_deal(*read_puzzle_name(options["puzzle"])).cards
    elif state.game.searches_all:
        order = searched_table(seed, state.round, options["cards"], options["sets"], rules.d)
    else:
        order = deck_order(seed, state.round, rules.d)
    return order[rules.cards - position.table.undealt :]


def foreseen(state: RoomState, *events: Event) -> RoomState:
    """The state after events that happen now."""
    for event in events:
        state = state.after(Timed(state.seq + 1, state.at, event))
    return state


def with_consequences(state: RoomState, seed: int, *events: Event) -> tuple[Event, ...]:
    """The events, and those that follow them by the rules of the game."""
    happened, reached = list(events), foreseen(state, *events)
    while (event := next_event(reached, seed)) is not None:
        happened.append(event)
        reached = foreseen(reached, event)
    return tuple(happened)


def next_event(state: RoomState, seed: int) -> Event | None:
    """The event that the rules demand now: a deal, the end of the round, or None."""
    position = state.position
    if state.phase != PLAYING or position is None:
        return None
    table = position.table
    missing = min(table.rules.table - len(table.cards), table.undealt)
    if missing > 0:
        return deal(state, seed, missing, "refill" if table.slots else "start")
    if not everything_found(state):
        return None
    if not table.undealt:
        return Over("done")
    return deal(state, seed, MORE, "none") if state.options["more"] == "auto" else None


def deal(state: RoomState, seed: int, cards: int, why: str) -> Deal:
    """The deal of the next cards of the deck: as many as asked for, or all that are left."""
    return Deal(tuple(undealt_cards(state, seed)[:cards]), why)


def everything_found(state: RoomState) -> bool:
    """True if nothing is left to be claimed on this table, by anybody who is here."""
    if state.position is None or not state.game.searches_all:
        return not state.claimable
    wanted = len(state.claimable)
    seats = [player.seat for player in state.people] if state.has_own_copies else [None]
    return bool(seats) and all(len(state.position.found_by(seat)) == wanted for seat in seats)


def start_of(state: RoomState, game: str, options: Mapping[str, Any], now: float) -> Start:
    """The start of the next round."""
    deadline = now + options["seconds"] if options["seconds"] else None
    return Start(state.round + 1, game, options, deadline, options.get("sets"))
