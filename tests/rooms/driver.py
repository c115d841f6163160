"""A room without a server: messages are decided one after the other, and their events appended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from setlab.rooms import Decision, Request, RoomState, Step, Timed, decide, join, opening, tick
from setlab.rooms.events import Back, Event


class Room:
    """A room, its events, and a clock that only the test moves."""

    def __init__(self, game: str = "standard", seed: int = 1, **options: Any) -> None:
        self.seed, self.now = seed, 1000.0
        self.events: list[Timed] = []
        self.state = RoomState.empty("KRTM")
        self.happen(*opening(game, options))

    def happen(self, *events: Event, at: float | None = None) -> None:
        for event in events:
            timed = Timed(self.state.seq + 1, self.now if at is None else at, event)
            self.events.append(timed)
            self.state = self.state.after(timed)

    def take(self, steps: Sequence[Step]) -> None:
        """Append events with the states after them."""
        self.events += [step.timed for step in steps]
        self.state = steps[-1].after if steps else self.state

    def join(self, name: str, host: bool = False) -> int:
        decision = join(Request(self.state, self.now, self.seed), name, host)
        assert decision.seat is not None, decision
        self.take(decision.steps)
        self.happen(Back(decision.seat))
        return decision.seat

    def wait(self, seconds: float) -> None:
        """Let time pass, and all that happens by itself happen."""
        self.now = round(self.now + seconds, 3)
        while due := tick(self.state, self.now, self.seed):
            self.take(due)

    def say(self, player: int | None, kind: str, host: bool = False, /, **fields: Any) -> Decision:
        self.wait(0.0)
        decision = decide(Request(self.state, self.now, self.seed, player, host, {"type": kind, **fields}))
        self.take(decision.steps)
        return decision

    def host(self, kind: str, /, **fields: Any) -> Decision:
        return self.say(None, kind, True, **fields)

    def code(self, player: int | None, kind: str, /, **fields: Any) -> str:
        """The code of the refusal, or "accepted"."""
        refusal = self.say(player, kind, **fields).refusal
        return refusal.code if refusal else "accepted"

    @property
    def cards(self) -> tuple[int, ...]:
        assert self.state.position is not None
        return self.state.position.table.cards

    def cards_of(self, seat: int | None) -> tuple[int, ...]:
        """The cards on the table that a seat sees."""
        return self.state.position_of(seat).table.cards

    def wrong_cards(self, seat: int | None = None) -> tuple[int, ...]:
        """Cards of the table, or of an own table, that are not to be claimed."""
        from itertools import combinations

        position = self.state.position_of(seat)
        sized = combinations(position.table.cards, self.state.game.claim_size)
        return next(cards for cards in sized if not self.state.game.is_right(position, cards))


def playing(game: str = "standard", players: int = 2, seed: int = 1, **options: Any) -> Room:
    """A room in which a round has started, with players on the seats 1, 2, …"""
    room = Room(game, seed, **options)
    for number in range(players):
        room.join(f"P{number + 1}", host=not number)
    assert room.host("start").is_accepted
    return room
