"""`clairvoyant`: knows the order of the deck and clears every deal that can be cleared (a benchmark, not a player)."""

from __future__ import annotations

from setlab.solitaire.game import Line, Shuffle, State
from setlab.solitaire.values.clearable import can_clear


class Clairvoyant:
    """Searches before the game begins, and plays the moves that clear the table."""

    def __init__(self) -> None:
        self.moves: tuple[Line, ...] = ()

    def begin(self, shuffle: Shuffle) -> None:
        """Search the whole game before it begins."""
        _, self.moves = can_clear(shuffle)

    def choose(self, state: State) -> Line:
        """The next SET of the plan; the first SET where there is no plan."""
        turn = len(state.table.taken)
        return self.moves[turn] if turn < len(self.moves) else state.sets[0]
