"""A person at a game against the clock and against an opponent, who takes SETs from the same table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from setlab.cli.claims import in_words
from setlab.cli.verbs.play.opponent import Opponent
from setlab.cli.verbs.play.options import Options
from setlab.cli.verbs.play.sitting import Sitting
from setlab.errors import plural
from setlab.rules import Claim, FoundSet


class AgainstOpponent(Sitting):
    """The same game, in which the opponent moves by itself: `due` says when, and `happen` lets it happen.

    What the opponent does follows from the seed and from when the table changed, so that a game that goes on needs
    only the player's moves. `opposed` are the numbers of the events that are claims of the opponent.
    """

    who = "one of you has"
    opponent: Opponent

    def __init__(self, options: Options, speed: str, **clock: Any) -> None:
        super().__init__(options, **clock)
        self.opponent = Opponent(speed, options.seed)
        self.opposed: list[int] = []

    @property
    def over(self) -> bool:
        """True if no SET is left, or one of the two has as many SETs as were asked for."""
        return self.game.over or self.options.sets in (len(self.found), len(self.opposed))

    @property
    def found(self) -> list[FoundSet]:
        """The SETs that the player found."""
        return [found for found, by_opponent in self._claims() if not by_opponent]

    @property
    def lost(self) -> list[FoundSet]:
        """The SETs that the opponent found."""
        return [found for found, by_opponent in self._claims() if by_opponent]

    @property
    def score(self) -> str:
        """How many SETs each has found."""
        return f"SETs found: you {len(self.found)}, {self.opponent.name} {len(self.opposed)}"

    @property
    def result(self) -> str:
        """Why the game is over, and who has won."""
        mine, hers, name = len(self.found), len(self.opposed), self.opponent.name
        why = "all cards are dealt, and no SET is left" if self.game.over else f"{max(mine, hers)} SETs were asked for"
        who = "a draw" if mine == hers else "you win" if mine > hers else f"{name} wins"
        return f"{why}. You have {plural(mine, 'SET')}, {name} has {hers}: {who}."

    def opening(self) -> str:
        """Which game it is, and against whom."""
        speed = self.opponent.speed
        return f"{self.opponent.name}, a {speed} opponent, searches the same table.\n{super().opening()}"

    def due(self) -> float | None:
        """The seconds until the opponent moves; None if the opponent cannot."""
        move = None if self.over else self.opponent.next_move(self.game)
        running = 0.0 if self.began is None else self.clock() - self.began
        return None if move is None else max(0.0, move[0] - self.earlier - running)

    def happen(self) -> str:
        """What the opponent has done by now."""
        return " ".join(self.catch_up(self.now()))

    def catch_up(self, now: float) -> list[str]:
        """Let the opponent do what is due, and say it."""
        said: list[str] = []
        while not self.over and (move := self.opponent.next_move(self.game)) is not None and move[0] <= now:
            said.append(self._follow_opponent(*move))
        return said

    def as_record(self) -> dict[str, Any]:
        """The game as a JSON object, with the claims of the opponent."""
        return super().as_record() | {
            "opponent": {"name": self.opponent.name, "speed": self.opponent.speed, "claims": self.opposed}
        }

    def _follow_opponent(self, at: float, cards: tuple[int, ...]) -> str:
        name, slots = self.opponent.name, self.game.table.slots
        if not cards:
            self.game = self.game.no_set(at)
            return f"{name} says that there is no SET, and is right: more cards are dealt."
        self.opposed.append(len(self.game.events))
        self.game = self.game.claim(cards, at)
        return f"{name} takes a SET: {in_words(cards, slots, self.here)}."

    def _claims(self) -> Iterator[tuple[FoundSet, bool]]:
        claims = [number for number, timed in enumerate(self.game.events) if isinstance(timed.event, Claim)]
        return ((found, number in self.opposed) for found, number in zip(self.game.found, claims, strict=True))
