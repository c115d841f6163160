"""`master`: as `expert`, with a second step of look-ahead for 15 ≤ u ≤ 24 undealt cards, where one leaves a doubt."""

from __future__ import annotations

from setlab.solitaire.budgets import Budgets
from setlab.solitaire.strategies.valued import Valued

BUDGETS = Budgets(
    exact_from=12,
    deep_from=24,
    ahead_from=24,
    sums_from=27,
    deals=200,
    work=1_500_000,
    partitions=65_536,
    steps=2,
    first_deals=96,
    second_deals=48,
    width=3,
    margin=1 << 16,
)


class Master(Valued):
    """Linear for u ≥ 30 undealt cards, a sum for u = 27, two steps of look-ahead for 15 ≤ u ≤ 24, then exact."""

    def __init__(self) -> None:
        super().__init__(BUDGETS)
