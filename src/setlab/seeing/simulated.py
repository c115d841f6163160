"""Simulated players whose rates are known: rooms in which every SET is found at the rate of the model.

They check the analysis: its intervals must cover the truth at their level.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import exp, log
from typing import Any

from setlab.arguments import checked
from setlab.draws import Draws
from setlab.errors import SpecError, unknown_name
from setlab.rooms import find_game
from setlab.rooms.timers import choose_by_weight, draw_uniform
from setlab.rules import Claim, Deal, Table, cards_to_refill
from setlab.seeing.features import column_value
from setlab.seeing.searches import Candidate, Search, candidates_on, property_names

THINKING = 20.0
"""The seconds until a player says "no SET" on a table without SETs."""

GAMES = {name: find_game(name).rules({}) for name in ("standard", "junior", "five")}
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

    @checked
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
        raise SpecError(unknown_name(game, "a game that is simulated", list(GAMES)))
    _check_numbers(viewers, rounds)
    options = find_game(game).read({"call": call})
    timed: list[tuple[float, dict[str, Any]]] = [(0.0, {"event": "open", "game": game, "options": options})]
    for seat in range(1, len(viewers) + 1):
        timed.append((0.0, {"event": "join", "seat": seat, "name": f"Player {seat}"}))
        timed.append((0.0, {"event": "back", "seat": seat}))
    for number in range(rounds):
        start = timed[-1][0]
        timed.append((start, {"event": "start", "round": number + 1, "game": game, "options": options}))
        draws = _DrawSequence(Draws(seed), trial * MOST_ROUNDS + number)
        timed += _SimulatedRound(viewers, Table(GAMES[game]), draws, call, start).events()
    events = [{"seq": i, "at": round(at, 6), "event": event} for i, (at, event) in enumerate(timed, 1)]
    return {"room": f"S{seed}-{trial}", "events": events}


def _check_numbers(viewers: Sequence[Viewer], rounds: int) -> None:
    if not 1 <= rounds < MOST_ROUNDS:
        raise SpecError(f"{rounds} rounds cannot be simulated: choose 1 to {MOST_ROUNDS - 1}")
    if not viewers or any(not viewer.pace > 0 for viewer in viewers):
        raise SpecError("a room needs at least one player, and each player a pace above 0")


@dataclass
class _SimulatedRound:
    """A simulated round, event by event."""

    viewers: Sequence[Viewer]
    table: Table
    draws: _DrawSequence
    call: bool
    at: float
    dealt: dict[int, float] = field(default_factory=dict)
    last: tuple[int, ...] = ()

    def events(self) -> Iterator[tuple[float, dict[str, Any]]]:
        """The events of a round with their times."""
        yield self._deal(self.table.rules.table, "start")
        while self.table.undealt or self.table.sets():
            if self.table.sets():
                yield from self._search()
                if due := cards_to_refill(self.table):
                    yield self._deal(due, "refill")
            else:
                self.at += THINKING
                yield self._deal(self.table.rules.n, "none")
        yield self.at, {"event": "over", "why": "done"}

    @cached_property
    def order(self) -> list[int]:
        """The deck in the order in which it is dealt."""
        return self.draws.draws.shuffled(self.draws.trial, range(self.table.rules.cards))

    def _deal(self, number: int, why: str) -> tuple[float, dict[str, Any]]:
        start = self.table.rules.cards - self.table.undealt
        self.last = tuple(self.order[start : start + number])
        self.table = self.table.after(Deal(self.last))
        self.dealt |= dict.fromkeys(self.last, self.at)
        return self.at, {"event": "deal", "cards": list(self.last), "why": why}

    def _search(self) -> Iterator[tuple[float, dict[str, Any]]]:
        """Wrong claims, and then a right one; the rates decide the finder and the SET."""
        search = self._as_search()
        pairs = [(seat, each) for seat in range(1, len(self.viewers) + 1) for each in search.candidates]
        rates = [self.viewers[seat - 1].rate(search, each) for seat, each in pairs]
        wrong = [viewer.wrong / 60 for viewer in self.viewers] if any(self._wrong_claims()) else [0.0]
        while True:
            self.at += self.draws.wait(sum(rates) + sum(wrong))
            if self.draws.uniform() * (sum(rates) + sum(wrong)) < sum(rates):
                break
            yield self.at, self._mistake(1 + self.draws.pick(wrong))
        seat, found = pairs[self.draws.pick(rates)]
        if self.call:
            yield self.at, {"event": "call", "seat": seat, "until": self.at + 5}
            self.at += CALLING
        self.table = self.table.after(Claim(found.cards))
        yield self.at, {"event": "claim", "seat": seat, "cards": list(found.cards), "points": 1}

    def _as_search(self) -> Search:
        d = self.table.rules.d
        there = candidates_on(self.table.slots, d, self.dealt, self.at, self.last)
        return Search("", property_names(d), 0.0, there)

    def _mistake(self, seat: int) -> dict[str, Any]:
        cards = next(iter(self._wrong_claims()))
        return {"event": "reject", "seat": seat, "cards": list(cards), "why": "not-a-set", "until": self.at}

    def _wrong_claims(self) -> Iterator[tuple[int, ...]]:
        return (each for each in combinations(self.table.cards, 3) if not self.table.deck.is_set(each))
