"""`expert`: as `fast`, with one step of look-ahead for 15 ≤ u ≤ 27 undealt cards, and beliefs for 30 ≤ u ≤ 48."""

from __future__ import annotations

from setlab.solitaire.strategies.valued import Valued
from setlab.solitaire.values.engine import Budgets

BUDGETS = Budgets(
    exact_from=12, ahead_from=27, sums_from=27, beliefs_from=48, deals=100, work=1_500_000, partitions=30_000
)


class Expert(Valued):
    """Linear values, from u = 48 undealt cards on with beliefs; look-ahead over common deals from 27 on; then exact."""

    def __init__(self) -> None:
        super().__init__(BUDGETS)
