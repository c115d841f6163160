"""`random`: any SET on the table, each equally likely."""

from __future__ import annotations

from setlab.draws import Draws
from setlab.solitaire.game import Line, Shuffle, State

FIRST_DRAW = 88
"""SET number t is chosen by draw 88 + t, 16 bits: the game is that of the kernel `endgame` with choice `random`."""


class Random:
    """Takes a random SET. The draws are addressed by the game's number, so that a game can be repeated."""

    def __init__(self) -> None:
        self.draws, self.game = Draws(0), 0

    def begin(self, shuffle: Shuffle) -> None:
        """A game begins: its seed and number address the draws."""
        self.draws, self.game = Draws(shuffle.seed), shuffle.game

    def choose(self, state: State) -> Line:
        """One of the SETs, ranked by their slots."""
        sets = state.table.sets()
        k = FIRST_DRAW + len(state.table.taken)
        rank = self.draws.below(self.game, k, len(sets), width=16) if len(sets) > 1 else 0
        a, b, c = sorted(sets[rank])
        return a, b, c
