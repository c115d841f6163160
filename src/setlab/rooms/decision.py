"""Decisions on requests: the events that follow with the states around them, or a refusal, or both.

Everything that changes a room goes through `follow`: events happen, and then the events that the rules demand, such as
the first deal, the refill after a claim, three more cards, or the end of the round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from setlab.draws import Draws
from setlab.geometry import Space
from setlab.puzzles.daily import daily_deal, read_puzzle_name
from setlab.rooms.events import Deal, Event, Over, Timed
from setlab.rooms.games import read_deal
from setlab.rooms.state import PLAYING, Player, RoomState, Step

MORE = 3
"""The number of cards that are dealt when there is no SET."""


@dataclass(frozen=True)
class Refusal:
    """Why a request was refused: a code for programs, one sentence for people, details."""

    code: str
    reason: str
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Decision:
    """The steps that follow a request, and the refusal if it was refused; `seat` is a newly taken seat."""

    steps: tuple[Step, ...] = ()
    refusal: Refusal | None = None
    seat: int | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that happen."""
        return tuple(step.event for step in self.steps)

    @property
    def is_accepted(self) -> bool:
        """True if the request was not refused."""
        return self.refusal is None


@dataclass(frozen=True)
class Request:
    """A message to a room from a seat (None: a spectator), at a time; `seed` is the room's secret."""

    state: RoomState
    now: float
    seed: int
    seat: int | None = None
    is_host: bool = False
    message: Mapping[str, Any] = field(default_factory=dict)

    @property
    def player(self) -> Player | None:
        """The player on the seat, or None for a spectator."""
        return self.state.players.get(self.seat) if self.seat else None

    def accept(self, *events: Event, seat: int | None = None) -> Decision:
        """The decision that these events happen now."""
        return Decision(follow(self.state, self.now, self.seed, *events), seat=seat)

    def refuse(self, code: str, reason: str, *events: Event, **detail: Any) -> Decision:
        """The decision that the request is refused; the events happen all the same."""
        return Decision(follow(self.state, self.now, self.seed, *events), Refusal(code, reason, detail))

    def deal_more(self, why: str) -> Deal:
        """The deal of three more cards."""
        return deal(self.state, self.seed, MORE, why)


def refuse(code: str, reason: str, **detail: Any) -> Decision:
    """The decision that a request is refused, and nothing happens."""
    return Decision(refusal=Refusal(code, reason, detail))


def follow(state: RoomState, now: float, seed: int, *events: Event) -> tuple[Step, ...]:
    """The steps of events that happen now, and of the events that the rules demand after them."""
    steps: list[Step] = []
    coming = list(events)
    while event := coming.pop(0) if coming else next_event(state, seed):
        timed = Timed(state.seq + 1, max(now, state.at), event)
        steps.append(Step(timed, state, state.after(timed)))
        state = steps[-1].after
    return tuple(steps)


def next_event(state: RoomState, seed: int) -> Event | None:
    """The event that the rules demand now: a deal, the end of the round, or None."""
    if state.phase != PLAYING or state.position is None:
        return None
    table = state.position.table
    missing = min(table.rules.table - len(table.cards), table.undealt)
    if missing > 0:
        return deal(state, seed, missing, "refill" if table.slots else "start")
    if not is_everything_found(state):
        return None
    if not table.undealt:
        return Over("done")
    return deal(state, seed, MORE, "none") if state.options["more"] == "auto" else None


def is_everything_found(state: RoomState) -> bool:
    """True if no connected player can claim anything more on this table."""
    if not state.game.searches_all:
        return not state.claimable
    wanted = len(state.claimable)
    seats = [player.seat for player in state.people] if state.has_own_copies else [None]
    return bool(seats) and all(len(state.round_position.found_by(seat)) == wanted for seat in seats)


def deal(state: RoomState, seed: int, cards: int, why: str) -> Deal:
    """The deal of the next cards of the deck: as many as asked for, or all that are left."""
    return Deal(tuple(undealt_cards(state, seed)[:cards]), why)


def undealt_cards(state: RoomState, seed: int) -> Sequence[int]:
    """The undealt cards of the round in their order: the secret of the server."""
    table, options = state.round_position.table, state.options
    order: Sequence[int]
    if options.get("deal"):
        order = read_deal(options["deal"])
    elif options.get("puzzle"):
        order = daily_deal(*read_puzzle_name(options["puzzle"])).cards
    elif state.game.searches_all:
        order = table_with_sets(seed, state.round, options["cards"], options["sets"], table.rules.d)
    else:
        order = deck_order(seed, options.get("trial", state.round), table.rules.d)
    return order[table.rules.cards - table.undealt :]


@lru_cache(maxsize=1024)
def deck_order(seed: int, trial: int, dimension: int) -> tuple[int, ...]:
    """The whole deck in dealing order: a trial of the secret seed, by default the number of the round.

    >>> deck_order(1, 1, 2)
    (0, 6, 7, 8, 3, 2, 4, 5, 1)
    """
    return tuple(Draws(seed).shuffled(trial, Space(dimension)))


@lru_cache(maxsize=1024)
def table_with_sets(seed: int, round: int, cards: int, sets: int, dimension: int) -> tuple[int, ...]:
    """The cards of a table with a given number of SETs, uniform among all such tables."""
    from setlab.exact.dealing import deal_cards

    return tuple(deal_cards(cards, sets, seed=Draws(seed).bits(round, 0), dimension=dimension))
