"""Players that choose the SET of highest value; the compiled engine computes the values."""

from __future__ import annotations

from setlab.solitaire.game import Line, State
from setlab.solitaire.strategies.thrifty import Thrifty
from setlab.solitaire.values.engine import Budgets, Kind, Values, judge
from setlab.solitaire.values.weights import Weights


class Valued:
    """Takes the SET of highest value; among equals, the first in order (1)."""

    def __init__(self, budgets: Budgets, weights: Weights | None = None) -> None:
        self.budgets, self.weights = budgets, weights

    def choose(self, state: State) -> Line:
        """The SET of highest value; the choice of `thrifty` where positions are not valued."""
        if len(state.sets) == 1:
            return state.sets[0]
        values, kind = self.values(state)
        if kind is Kind.NONE:
            return Thrifty().choose(state)
        return max(state.sets, key=lambda line: values[line])

    def values(self, state: State) -> tuple[Values, Kind]:
        """The value of every SET on the table, and the kind of value."""
        return judge(state.cards, state.undealt, self.budgets, self.weights)
