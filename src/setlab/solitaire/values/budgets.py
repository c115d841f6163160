"""How a player that values positions chooses: by numbers of undealt cards, with budgets that are counts."""

from __future__ import annotations

from dataclasses import astuple, dataclass


@dataclass(frozen=True)
class Budgets:
    """With at most `exact_from` undealt cards values are exact; then come look-ahead, sums, beliefs, linear values.

    `deals` are looked at for every SET in a step of look-ahead, fewer where partitions times deals exceed `work`;
    `partitions` are listed at the most. Where there are beliefs, it is only for the SETs within `narrow` of the best by
    them, if `narrow` is not 0. With at most `deep_from` undealt cards, the SETs that come within `margin` of the best
    are looked at in up to three `steps`, with so many deals at each; after the first step only `width` SETs are tried.
    Both are in parts of 2^20. `general_from` is the d of S(d).
    """

    general_from: int = 0
    exact_from: int = 12
    deep_from: int = 0
    ahead_from: int = 0
    sums_from: int = 24
    beliefs_from: int = 0
    deals: int = 400
    work: int = 1_500_000
    partitions: int = 30_000
    steps: int = 0
    first_deals: int = 0
    second_deals: int = 0
    third_deals: int = 0
    width: int = 0
    margin: int = 0
    narrow: int = 0

    def row(self) -> list[int]:
        """The numbers in the order of the fields: specs name a player by them."""
        return list(astuple(self))


DEFAULT = Budgets()
