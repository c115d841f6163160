"""Events that time brings: the end of a round, of a call, of pointing; moves of opponents; a new host.

Opponents follow a plain model of the time to find a SET, not a claim about people. Every SET on the table is found by
an opponent at a constant rate, `puzzles.difficulty.rate_of`, which is lower if more properties differ, after a reaction
time in which nothing is found. The SETs compete: the more there are, the sooner one of them is found, and easy ones are
found more often. If there is no SET, the opponent says so after a fixed time. All times are divided by the speed. They
are drawn from the room's secret seed and the number of the event that changed the table, so that all processes of the
server agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from typing import NamedTuple, TypeVar

from setlab.draws import Draws
from setlab.geometry import Pattern
from setlab.puzzles.difficulty import rate_of
from setlab.rooms.decision import MORE, deal, follow, is_everything_found, next_event
from setlab.rooms.events import Claim, Event, Expire, Host, Over
from setlab.rooms.state import OPPONENT, PLAYING, RoomState, Step

T = TypeVar("T")

SPEEDS = {"calm": 0.5, "steady": 1.0, "quick": 2.5}

REACTION = 1.5
"""Seconds after a change of the table in which an opponent at speed 1 finds nothing."""

GIVING_UP = 20.0
"""Seconds after which an opponent at speed 1 says that there is no SET."""

HANDOVER = 60.0
"""Seconds after which an absent host's rights go to the longest-seated connected player."""

_FAMILY = 0x5E7_0FF5E7
"""Keeps the draws of opponents apart from those of the deck."""


class OpponentMove(NamedTuple):
    """The next move of an opponent, unless something else happens first."""

    at: float
    seat: int
    cards: tuple[int, ...]


def next_move(state: RoomState, seed: int) -> OpponentMove | None:
    """The first move of an opponent on this table; None if no people are connected, or no move is possible."""
    if state.phase != PLAYING or not state.people or state.position is None:
        return None
    seats = [player.seat for player in state.seated_players if player.kind == OPPONENT]
    moves = [move for seat in seats if (move := _move(state, seed, seat)) is not None]
    return min(moves, default=None)


def _move(state: RoomState, seed: int, seat: int) -> OpponentMove | None:
    speed, position = SPEEDS[state.options["speed"]], state.round_position
    ready = max(state.changed + REACTION / speed, state.called.until + REACTION if state.called else 0.0)
    wanted = _open_claims(state, seat)
    if not wanted:
        may_deal = state.options["more"] == "referee" and is_everything_found(state) and position.table.undealt
        return OpponentMove(round(ready + GIVING_UP / speed, 3), seat, ()) if may_deal else None
    rates = [rate_of(count_differing(state, cards), speed) / 60 for cards in wanted]
    key = 2 * (len(position.found) << 16 | seat)
    one, other = (draw_uniform(Draws(seed ^ _FAMILY), state.changed_seq, k) for k in (key, key + 1))
    return OpponentMove(round(ready - log(one) / sum(rates), 3), seat, choose_by_weight(wanted, rates, other))


def _open_claims(state: RoomState, seat: int) -> list[tuple[int, ...]]:
    """The claims that the opponent can still make."""
    if not state.game.searches_all:
        return state.claimable
    found = {frozenset(cards) for cards in state.round_position.found_by(seat if state.has_own_copies else None)}
    return [cards for cards in state.claimable if frozenset(cards) not in found]


def count_differing(state: RoomState, cards: Sequence[int]) -> int:
    """The number of properties in which not all cards are the same."""
    return sum(pattern is not Pattern.SAME for pattern in state.round_position.table.deck.patterns(cards))


def draw_uniform(draws: Draws, trial: int, k: int) -> float:
    """A number between 0 and 1, both excluded."""
    return (draws.bits(trial, k) + 0.5) / 2**32


def choose_by_weight(things: Sequence[T], weights: Sequence[float], u: float) -> T:
    """One of the things, with probability proportional to its weight, by a number u between 0 and 1.

    >>> [choose_by_weight("ab", (1.0, 3.0), u) for u in (0.2, 0.3)]
    ['a', 'b']
    """
    rest = u * sum(weights)
    for thing, weight in zip(things, weights, strict=True):
        rest -= weight
        if rest < 0:
            return thing
    return things[-1]


class Due(NamedTuple):
    """Events that happen at a time unless something else happens first."""

    at: float
    events: tuple[Event, ...]


def tick(state: RoomState, now: float, seed: int) -> tuple[Step, ...]:
    """The next steps that are due by now; none if nothing is due."""
    due = min(_coming(state, seed), key=lambda each: each.at, default=None)
    return () if due is None or due.at > now else follow(state, round(due.at, 3), seed, *due.events)


def next_due(state: RoomState, seed: int) -> float | None:
    """The time at which something happens by itself; None if nothing will."""
    return min((due.at for due in _coming(state, seed)), default=None)


def _coming(state: RoomState, seed: int) -> Iterator[Due]:
    if state.phase == PLAYING:
        yield from _in_the_round(state, seed)
    yield from _new_host(state)


def _in_the_round(state: RoomState, seed: int) -> Iterator[Due]:
    if next_event(state, seed) is not None:
        yield Due(state.at, ())  # the rules demand an event, which follows by itself
    if state.deadline is not None:
        yield Due(state.deadline, (Over("time"),))
    if called := state.called:
        until, points = round(called.until + state.options["penalty"], 3), -1 if state.options["minus"] else 0
        yield Due(called.until, (Expire("call", called.seat, until=until, points=points),))
    for pointing in state.pointings:
        yield Due(pointing.until, (Expire("point", team=pointing.team),))
    if move := next_move(state, seed):
        yield Due(move.at, (Claim(move.seat, move.cards) if move.cards else deal(state, seed, MORE, "none"),))


def _new_host(state: RoomState) -> Iterator[Due]:
    """In a room of friends, the rights of a host who left or stays away go to a connected player."""
    if state.options.get("class", True) or not state.people:
        return
    host = state.players.get(state.host) if state.host is not None else None
    heir = state.people[0].seat
    if state.host_left:
        yield Due(state.at, (Host(heir),))
    elif host is not None and not host.present:
        yield Due(host.away_since + HANDOVER, (Host(heir),))
