"""Budgets of a player that values positions: which kind of value is used when, and how much work it may take."""

from __future__ import annotations

from dataclasses import astuple, dataclass


@dataclass(frozen=True)
class Budgets:
    """With at most `exact_from` undealt cards values are exact; then come look-ahead, sums, beliefs, linear values.

    A step of look-ahead examines `deals` deals for every SET, fewer if partitions times deals exceed `work`, and at
    most `partitions` partitions. Unless `narrow` is 0, only the SETs within `narrow` of the best by beliefs are
    examined. With at most `deep_from` undealt cards, the SETs within `margin` of the best are examined again in `steps`
    steps, at most three, with `first_deals`, `second_deals` and `third_deals` deals; after the first step only `width`
    SETs are tried.
    `narrow` and `margin` are in parts of 2^20. `general_from` is the d of S(d).
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
