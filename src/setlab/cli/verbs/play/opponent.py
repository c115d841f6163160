"""An opponent in the terminal, who finds SETs by the model of the opponents in rooms."""

from __future__ import annotations

from dataclasses import dataclass

from setlab.errors import SpecError, unknown_name
from setlab.geometry import Pattern
from setlab.rooms.joining import OPPONENT_NAMES
from setlab.rooms.opponents import GIVING_UP, REACTION, SPEEDS, first_find
from setlab.rules import Reject, SoloGame


@dataclass(frozen=True)
class Opponent:
    """Somebody who searches the same table: which SET is found and when follows from the seed and the table alone."""

    speed: str
    seed: int
    name: str = OPPONENT_NAMES[0]

    def __post_init__(self) -> None:
        if self.speed not in SPEEDS:
            raise SpecError(unknown_name(self.speed, "a speed of an opponent", tuple(SPEEDS)))

    def next_move(self, game: SoloGame) -> tuple[float, tuple[int, ...]] | None:
        """When the opponent moves if nothing happens before, and the SET; without cards, that there is no SET.

        >>> from setlab.rules import Rules
        >>> at, cards = Opponent("steady", 1).next_move(SoloGame.begin(Rules(), seed=1))
        >>> cards in SoloGame.begin(Rules(), seed=1).table.sets(), at > 1.5
        (True, True)
        """
        speed, table = SPEEDS[self.speed], game.table
        changes = [timed.at for timed in game.events if not isinstance(timed.event, Reject)]
        ready = changes[-1] + REACTION / speed
        if not (sets := table.sets()):
            return (round(ready + GIVING_UP / speed, 1), ()) if table.undealt else None
        patterns = (table.rules.deck.patterns(cards) for cards in sets)
        seen = [(cards, sum(p is not Pattern.SAME for p in found)) for cards, found in zip(sets, patterns, strict=True)]
        seconds, chosen = first_find(seen, speed, self.seed, trial=len(changes))
        return round(ready + seconds, 1), chosen
