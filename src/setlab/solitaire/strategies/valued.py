"""Players that value positions, by the compiled engine; the values are described in docs and twins beside it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from setlab.solitaire.game.state import Line, State
from setlab.solitaire.strategies.thrifty import Thrifty
from setlab.solitaire.values.budgets import Budgets
from setlab.solitaire.values.weights import Weights, shipped_array


class Kind(IntEnum):
    """How values were obtained. `NONE`: there are no weights for so many undealt cards, and thrifty play is used."""

    NONE = 0
    EXACT = 1
    DEEP = 2
    AHEAD = 3
    SUMS = 4
    LINEAR = 5
    BELIEFS = 6


class Valued:
    """Takes the SET with the highest value; of equal ones the first by (1)."""

    def __init__(self, budgets: Budgets, weights: Weights | None = None) -> None:
        self.budgets, self.weights = budgets, weights

    def choose(self, state: State) -> Line:
        """The SET with the highest value."""
        if len(state.sets) == 1:
            return state.sets[0]
        values, kind = self.values(state)
        if kind is Kind.NONE:
            return Thrifty().choose(state)
        return max(state.sets, key=lambda line: values[line])

    def values(self, state: State) -> tuple[dict[Line, int], Kind]:
        """The value of every SET on the table on a scale of its own, and what kind of value it is."""
        return self.values_of(state.cards, state.undealt)

    def values_of(self, table: Iterable[int], undealt: Iterable[int]) -> tuple[dict[Line, int], Kind]:
        """The same for cards alone, however the game came to them."""
        import numpy as np

        from setlab import _core

        weights = shipped_array() if self.weights is None else self.weights.array()
        sets, values, kind = _core.solitaire_judge(
            np.array(list(table), dtype=np.uint8),
            np.array(list(undealt), dtype=np.uint8),
            budgets=self.budgets.row(),
            weights=weights,
        )
        return {(a, b, c): v for (a, b, c), v in zip(sets.tolist(), values.tolist(), strict=True)}, Kind(kind)
