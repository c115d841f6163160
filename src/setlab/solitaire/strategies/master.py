"""`master`: as `expert`, with look-ahead from 33 undealt cards on, and a second step from 24 on where it matters.

With 30 and 33 undealt cards only the SETs that are nearly best by beliefs are examined.
"""

from __future__ import annotations

from setlab.solitaire.strategies.valued import Valued
from setlab.solitaire.values.engine import Budgets

BUDGETS = Budgets(
    exact_from=15,
    deep_from=24,
    ahead_from=33,
    sums_from=27,
    beliefs_from=48,
    deals=128,
    work=4_000_000,
    partitions=65_536,
    steps=2,
    first_deals=96,
    second_deals=48,
    width=3,
    margin=1 << 16,
    narrow=20_000,
)


class Master(Valued):
    """Linear values, with beliefs from u = 48 undealt cards on; look-ahead from 33, two steps from 24; exact at 15."""

    def __init__(self) -> None:
        super().__init__(BUDGETS)
