"""Decisions on requests, and the events that time brings.

A decision has the events that follow with the states around them, or a refusal, or both. Everything that changes a room
goes through `follow`: events happen, and then the events that the rules demand, such as the first deal, the refill
after a claim, three more cards, or the end of the round.

Time brings the end of a round, of a call, of pointing; moves of opponents; a new host. Opponents follow a plain model
of the time to find a SET, not a claim about people. Every SET on the table is found by an opponent at a constant rate,
`puzzles.difficulty.rate_of`, which is lower if more properties differ, after a reaction time in which nothing is found.
The SETs compete: the more there are, the sooner one of them is found, and easy ones are found more often. If there is
no SET, the opponent says so after a fixed time. All times are divided by the speed. They are drawn from the room's
secret seed and the number of the event that changed the table, so that all processes of the server agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Any, NamedTuple, TypeVar

from setlab.draws import Draws
from setlab.geometry import Pattern
from setlab.puzzles.difficulty import rate_of
from setlab.rooms.events import Claim, Cover, Deal, Event, Expire, Host, Name, Over, Reveal, Shuffle, Timed
from setlab.rooms.games.hidden import LastCard
from setlab.rooms.games.race import ALL
from setlab.rooms.state import OPPONENT, PLAYING, Player, RoomState, Step

MORE = 3
"""The number of cards that most games deal when there is no SET."""


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
        """The deal of more cards, at the player's own table if there are own tables."""
        seat = self.seat or 0 if self.state.game.has_own_tables else 0
        return deal(self.state, self.seed, self.state.game.more_cards, why, seat)


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
    if state.game.has_own_tables:
        return _next_of_race(state, seed)
    table = state.position.table
    missing = state.game.cards_missing(state.position, state.options)
    if missing > 0:
        return deal(state, seed, missing, "refill" if table.slots else "start")
    if state.game.rearranges and state.position.arranged < len(state.position.found):
        return Shuffle(tuple(Draws(seed ^ _ORDERS).shuffle(state.seq, table.cards)))
    if not is_everything_found(state):
        return None
    if not table.undealt:
        return None if waits_for_name(state) else ending(state, seed, "done")[0]
    return deal(state, seed, state.game.more_cards, "none") if state.options["more"] == "auto" else None


def waits_for_name(state: RoomState) -> bool:
    """True if the card that was laid aside is still face down, and somebody may name it."""
    if not state.game.lays_aside or state.round_position.aside is not None:
        return False
    return any(player.seat not in state.named for player in state.people)


def ending(state: RoomState, seed: int, why: str) -> tuple[Event, ...]:
    """The end of the round; a card that was laid aside is turned up."""
    game = state.game
    if not isinstance(game, LastCard) or state.position is None or state.position.aside is not None:
        return (Over(why),)
    return (Reveal(game.card_aside(state.options, seed, state.round)), Over(why))


def _next_of_race(state: RoomState, seed: int) -> Event | None:
    """A deal at an own table, or the end of the race."""
    game, position = state.game, state.round_position
    for seat in (player.seat for player in state.racers):
        own = position.own(seat)
        if missing := max(game.cards_missing(own, state.options), 0):
            is_start = not own.table.slots
            everybody = is_start and not own.found and not any(table.slots for table in position.tables.values())
            return deal(state, seed, missing, "refill" if own.found else "start", 0 if everybody else seat)
        if state.options.get("more") == "auto" and own.table.undealt and not state.claimable_by(seat):
            return deal(state, seed, game.more_cards, "none", seat)
    return Over("done") if is_race_over(state) else None


def is_race_over(state: RoomState) -> bool:
    """True if a player is through, or all connected people are, as the option of the race says."""
    if state.options["until"] == ALL:
        return bool(state.people) and all(each.through is not None for each in state.people)
    return any(each.through is not None for each in state.racers)


def is_everything_found(state: RoomState) -> bool:
    """True if no connected player can claim anything more on this table."""
    game, position = state.game, state.round_position
    if not state.has_own_copies:
        return not game.open_claims(position, None)
    return bool(state.people) and not any(game.open_claims(position, each.seat) for each in state.people)


def deal(state: RoomState, seed: int, cards: int, why: str, seat: int = 0) -> Deal:
    """The deal of the next cards of the deck: as many as asked for, or all that are left."""
    return Deal(tuple(undealt_cards(state, seed, seat)[:cards]), why, seat)


def undealt_cards(state: RoomState, seed: int, seat: int = 0) -> Sequence[int]:
    """The undealt cards of the round, or of an own table, in their order: the secret of the server."""
    position = state.position_of(seat or None)
    return state.game.coming_cards(position, state.options, seed, state.round)


T = TypeVar("T")

SPEEDS = {"calm": 0.5, "steady": 1.0, "quick": 2.5}

REACTION = 1.5
"""Seconds after a change of the table in which an opponent at speed 1 finds nothing."""

GIVING_UP = 20.0
"""Seconds after which an opponent at speed 1 says that there is no SET."""

NAMING = 60.0
"""Seconds for naming the card that was laid aside when nothing else is left to do."""

COMPUTING = 25.0
"""Seconds after which an opponent at speed 1 names it."""

HANDOVER = 60.0
"""Seconds after which an absent host's rights go to the longest-seated connected player."""

_ORDERS = 0x0DE25
"""A family of draws for rearranged tables, separate from the deck's."""

_FAMILY = 0x5E7_0FF5E7
"""A family of draws for opponents, separate from the deck's."""


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
    speed, own, player = SPEEDS[state.options["speed"]], state.position_of(seat), state.players[seat]
    has_own = state.game.has_own_tables
    changed, key = (player.changed, player.changed_seq) if has_own else (state.changed, state.changed_seq)
    ready = max(changed + REACTION / speed, state.called.until + REACTION if state.called else 0.0)
    ready = max(ready, state.free_at(player))
    wanted = state.game.open_claims(own, seat if state.is_private else None)
    if not wanted and waits_for_name(state) and not own.table.undealt:
        return OpponentMove(round(ready + COMPUTING / speed, 3), seat, ())
    if not wanted:
        is_stuck = state.options.get("more") == "referee" and own.table.undealt
        may_deal = is_stuck and (has_own or is_everything_found(state))
        return OpponentMove(round(ready + GIVING_UP / speed, 3), seat, ()) if may_deal else None
    rates = [rate_of(count_differing(state, cards), speed) / 60 for cards in wanted]
    k = 2 * (len(own.found) << 16 | seat)
    one, other = (draw_uniform(Draws(seed ^ _FAMILY), key, each) for each in (k, k + 1))
    return OpponentMove(round(ready - log(one) / sum(rates), 3), seat, choose_by_weight(wanted, rates, other))


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
        yield Due(state.deadline, ending(state, seed, "time"))
    if called := state.called:
        until, points = round(called.until + state.options["penalty"], 3), -1 if state.options["minus"] else 0
        yield Due(called.until, (Expire("call", called.seat, until=until, points=points),))
    for pointing in state.pointings:
        yield Due(pointing.until, (Expire("point", team=pointing.team),))
    if waits_for_name(state) and not state.round_position.table.undealt and is_everything_found(state):
        yield Due(state.changed + NAMING, ending(state, seed, "done"))
    if state.game.is_face_down and (state.turned or state.turns_missed < len(state.people) > 1):
        yield Due(state.turn_until, (Cover(state.next_to_move),))
    if move := next_move(state, seed):
        yield Due(move.at, (_event_of(move, state, seed),))


def _event_of(move: OpponentMove, state: RoomState, seed: int) -> Event:
    """The claim of an opponent, or the deal that it asks for."""
    if move.cards:
        return Claim(move.seat, move.cards, state.game.points(move.cards))
    if isinstance(state.game, LastCard) and not state.round_position.table.undealt:
        card = state.game.card_aside(state.options, seed, state.round)
        return Name(move.seat, card, True, state.options["bonus"])
    return deal(state, seed, state.game.more_cards, "none", move.seat if state.game.has_own_tables else 0)


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
