"""`expert`: as `fast`, with one step of look-ahead for 15 ≤ u ≤ 24 undealt cards, and sums for u = 27 too."""

from __future__ import annotations

from setlab.solitaire.budgets import Budgets
from setlab.solitaire.strategies.valued import Valued

BUDGETS = Budgets(exact_from=12, ahead_from=24, sums_from=27, deals=200, work=1_500_000, partitions=30_000)


class Expert(Valued):
    """Linear for u ≥ 30 undealt cards, a sum for u = 27, look-ahead over common deals for 15 ≤ u ≤ 24, then exact."""

    def __init__(self) -> None:
        super().__init__(BUDGETS)
