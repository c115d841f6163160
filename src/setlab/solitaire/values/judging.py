"""The value of every SET on the table, by the compiled engine; `setlab.reference` defines each kind of value."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from setlab.solitaire.game.state import Line, lines_of
from setlab.solitaire.values.budgets import Budgets
from setlab.solitaire.values.engine import engine_for
from setlab.solitaire.values.weights import Weights

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
