"""Simulated players whose rates are known: rooms in which every SET is found at the rate of the model.

They check the analysis: its intervals must cover the truth at their level.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import exp, log
from typing import Any

from setlab.arguments import checked
from setlab.draws import Draws
from setlab.errors import SpecError, unknown_name
from setlab.rooms import RoomState, Step, event_record, find_game
from setlab.rooms.decision import MORE, choose_by_weight, deal, draw_uniform, follow
from setlab.rooms.events import Back, Call, Claim, Deal, Event, Join, Open, Reject, Start
from setlab.rooms.referee import CALL_SECONDS
from setlab.rooms.state import OVER
from setlab.seeing.searches import Candidate, Search, candidates_on, column_value, property_names

THINKING = 20.0
"""The seconds until a player says "no SET" on a table without SETs."""

GAMES = ("standard", "junior", "five")
"""The games that are simulated."""

MOST_ROUNDS = 1000
"""Each round has draws of its own."""

CALLING = 1.5
"""The seconds between a call and the claim that follows it."""


@checked
@dataclass(frozen=True)
class Viewer:
    """A player who finds each SET at a rate of `pace` per minute times exp(the sum of effects × features).

    `wrong` is the number of wrong claims per minute.

    >>> Viewer(pace=2.0, effects={"differ": -0.5}).pace
    2.0
    """

    pace: float = 1.0
    effects: Mapping[str, float] = field(default_factory=dict)
    wrong: float = 0.0

    def rate(self, search: Search, candidate: Candidate) -> float:
        """The rate per second at which this player finds a SET."""
        total = sum(effect * column_value(name, search, candidate) for name, effect in self.effects.items())
        return self.pace / 60 * exp(total)


@dataclass
class _DrawSequence:
    """The draws of one trial, taken one after the other."""

    draws: Draws
    trial: int
    k: int = 0

    def uniform(self) -> float:
        """A number between 0 and 1, both excluded."""
        self.k += 1
        return draw_uniform(self.draws, self.trial, self.k)

    def wait(self, rate: float) -> float:
        """The time to an event that happens at this rate."""
        return -log(self.uniform()) / rate if rate > 0 else float("inf")

    def pick(self, weights: Sequence[float]) -> int:
        """An index, with probability in proportion to its weight."""
        return choose_by_weight(range(len(weights)), weights, self.uniform())


@checked
def simulate_room(
    viewers: Sequence[Viewer] = (Viewer(),),
    seed: int = 0,
    trial: int = 0,
    game: str = "standard",
    rounds: int = 1,
    call: bool = False,
) -> dict[str, Any]:
    """The download of a room in which simulated players have played; the same for the same seed and trial.

    >>> room = simulate_room([Viewer(3.0), Viewer(1.0)], seed=1)
    >>> [timed["event"]["event"] for timed in room["events"]][:8]
    ['open', 'join', 'back', 'join', 'back', 'start', 'deal', 'claim']
    """
    if game not in GAMES:
        raise SpecError(unknown_name(game, "a game that is simulated", GAMES))
    _check_numbers(viewers, rounds)
    options = find_game(game).read({"call": call})
    seats = range(1, len(viewers) + 1)
    joining = [event for seat in seats for event in (Join(seat, f"Player {seat}"), Back(seat))]
    steps = list(follow(RoomState.empty(""), 0.0, seed, Open(game, options), *joining))
    for number in range(rounds):
        draws = _DrawSequence(Draws(seed), trial * MOST_ROUNDS + number)
        start = Start(number + 1, game, options | {"trial": draws.trial})
        steps += _SimulatedRound(viewers, seed, draws, steps[-1].after).play(start)
    timed = [step.timed for step in steps]
    events = [{"seq": each.seq, "at": round(each.at, 6), "event": event_record(each.event)} for each in timed]
    return {"room": f"S{seed}-{trial}", "events": events}


def _check_numbers(viewers: Sequence[Viewer], rounds: int) -> None:
    if not 1 <= rounds < MOST_ROUNDS:
        raise SpecError(f"{rounds} rounds cannot be simulated: choose 1 to {MOST_ROUNDS - 1}")
    if not viewers or any(not viewer.pace > 0 for viewer in viewers):
        raise SpecError("a room needs at least one player, and each player a pace above 0")


@dataclass
class _SimulatedRound:
    """A simulated round of a room: its state, and when the cards on its table were dealt."""

    viewers: Sequence[Viewer]
    seed: int
    draws: _DrawSequence
    state: RoomState
    dealt: dict[int, float] = field(default_factory=dict)
    last: tuple[int, ...] = ()

    def play(self, start: Start) -> Iterator[Step]:
        """The steps of the round."""
        yield from self._follow(self.state.at, start)
        while self.state.phase != OVER:
            if self.state.claimable:
                yield from self._search()
            else:
                yield from self._follow(self.state.at + THINKING, deal(self.state, self.seed, MORE, "none"))

    def _follow(self, at: float, event: Event) -> tuple[Step, ...]:
        steps = follow(self.state, at, self.seed, event)
        for step in steps:
            if isinstance(step.event, Deal):
                self.last = step.event.cards
                self.dealt |= dict.fromkeys(self.last, at)
        self.state = steps[-1].after
        return steps

    def _search(self) -> Iterator[Step]:
        """Wrong claims, and then a right one; the rates decide the finder and the SET."""
        table, at = self.state.round_position.table, self.state.at
        there = candidates_on(table.slots, table.rules.d, self.dealt, at, self.last)
        search = Search("", property_names(table.rules.d), 0.0, there, table=table.slots)
        pairs = [(seat, each) for seat in range(1, len(self.viewers) + 1) for each in there]
        rates = [self.viewers[seat - 1].rate(search, each) for seat, each in pairs]
        mistake = next((each for each in combinations(table.cards, 3) if not table.deck.is_set(each)), None)
        wrong = [viewer.wrong / 60 for viewer in self.viewers] if mistake else [0.0]
        while True:
            at += self.draws.wait(sum(rates) + sum(wrong))
            if self.draws.uniform() * (sum(rates) + sum(wrong)) < sum(rates):
                break
            yield from self._follow(at, Reject(1 + self.draws.pick(wrong), mistake, until=at))
        seat, found = pairs[self.draws.pick(rates)]
        if self.state.options["call"]:
            yield from self._follow(at, Call(seat, at + CALL_SECONDS))
            at += CALLING
        yield from self._follow(at, Claim(seat, found.cards))
