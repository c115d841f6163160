"""The compiled engines for solitaire, one for each player, kept between calls."""

from __future__ import annotations

from dataclasses import asdict
from functools import lru_cache
from typing import TYPE_CHECKING

from setlab.solitaire.values.budgets import Budgets
from setlab.solitaire.values.weights import Weights, shipped

if TYPE_CHECKING:
    from setlab._core import SolitaireEngine

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
