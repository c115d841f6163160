"""The value of every SET on the table by the compiled engine: budgets, kinds of value, engines kept between calls."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, astuple, dataclass
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from setlab.solitaire.game import Line, lines_of
from setlab.solitaire.values.weights import Weights, shipped

if TYPE_CHECKING:
    from setlab._core import SolitaireEngine


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


MOST_KEPT = 8
"""An engine that is kept holds up to 50 MB of tables and scratch memory; the one unused for longest is released."""


def engine_for(way: str, budgets: Budgets, weights: Weights | None = None, isa: str = "") -> SolitaireEngine:
    """The engine that plays in this way with these budgets and weights: the same one each time.

    >>> engine_for("basic", Budgets()) is engine_for("basic", Budgets())
    True
    """
    from setlab import _core

    return _kept(way, budgets, shipped() if weights is None else weights, isa or _core.isa())


def new_engine(way: str, budgets: Budgets, weights: Weights, isa: str = "") -> SolitaireEngine:
    """An engine that is not kept: for weights that are used once."""
    from setlab import _core

    return _core.SolitaireEngine(way, asdict(budgets), weights.arrays(), isa=isa)


_kept = lru_cache(maxsize=MOST_KEPT)(new_engine)


Values = dict[Line, int]


class Kind(IntEnum):
    """How values were obtained. `NONE`: there are no weights for this number of undealt cards."""

    NONE = 0
    EXACT = 1
    DEEP = 2
    AHEAD = 3
    SUMS = 4
    LINEAR = 5
    BELIEFS = 6


def judge(
    table: Iterable[int], undealt: Iterable[int], budgets: Budgets, weights: Weights | None = None
) -> tuple[Values, Kind]:
    """The value of every SET on the table, on a scale that depends on the kind of value, and that kind.

    >>> values, kind = judge(range(9), (), Budgets())
    >>> kind.name, len(values), set(values.values())
    ('EXACT', 12, {1})
    """
    import numpy as np

    cards = (np.array(list(part), dtype=np.uint8) for part in (table, undealt))
    found = engine_for("valued", budgets, weights).judge(*cards)
    values = zip(lines_of(found["sets"].tolist()), found["values"].tolist(), strict=True)
    return dict(values), Kind(found["kind"])
