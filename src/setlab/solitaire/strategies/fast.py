"""`fast`: linear values, then sums over partitions, then exact values; less than half a millisecond a game."""

from __future__ import annotations

from setlab.solitaire.strategies.valued import Valued
from setlab.solitaire.values.engine import Budgets

BUDGETS = Budgets(exact_from=12, sums_from=24, beliefs_from=36)


class Fast(Valued):
    """Linear values for u ≥ 27 undealt cards, with beliefs for 30 ≤ u ≤ 36; sums for 15 ≤ u ≤ 24, exact for u ≤ 12."""

    def __init__(self) -> None:
        super().__init__(BUDGETS)
