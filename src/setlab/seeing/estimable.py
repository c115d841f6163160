"""Which effects have a finite estimate. The others are set aside, with the reason in one word.

An effect is `constant` if the SETs on a table never differ in it, and `alike` if it cannot be told apart from the
effects before it. It is `separated` if the likelihood grows without bound with it: for instance, if in every claim the
SET with the fewest differing properties was found. A maximum that is not attained is found by linear programs: there
is a direction b ≠ 0 in which no SET that was passed over gains on the one that was found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from setlab.seeing.choices import Choices
from setlab.seeing.logit import SMALL

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def set_aside(choices: Choices) -> dict[str, str]:
    """The columns without a finite estimate, each with the reason: constant, alike, separated-up, separated-down.

    >>> from setlab.seeing.choices import choices_of
    >>> from setlab.seeing.features import columns_of
    >>> from setlab.seeing.searches import Candidate, Search
    >>> there = Candidate((0, 1, 2)), Candidate((0, 4, 8))
    >>> claims = [Search("", ("number", "colour"), 1.0, there, found=0, player="Ada")] * 4
    >>> set_aside(choices_of(claims, columns_of(["differ", "new"])))
    {'new': 'constant', 'differ': 'separated-down'}
    """
    import numpy as np

    rows = choices.differences()
    reasons = {c.name: "constant" for c, column in zip(choices.columns, rows.T, strict=True) if _is_zero(column)}
    kept: list[int] = []
    for i, column in enumerate(choices.columns):
        if column.name in reasons:
            continue
        if np.linalg.matrix_rank(rows[:, [*kept, i]], tol=SMALL) <= len(kept):
            reasons[column.name] = "alike"
        else:
            kept.append(i)
    return reasons | _separated(choices, rows, kept)


def _is_zero(column: NDArray[np.float64]) -> bool:
    return not column.size or bool(abs(column).max() < SMALL)


def _separated(choices: Choices, rows: Any, kept: Sequence[int]) -> dict[str, str]:
    """The columns that can grow without bound: those with a part in a direction in which nothing speaks against it."""
    import numpy as np

    each = np.unique(rows[:, list(kept)], axis=0)
    if not kept or _farthest(each, each.sum(axis=0)) < SMALL:
        return {}
    found = {}
    for place, index in enumerate(kept):
        for sign, reason in ((1.0, "separated-up"), (-1.0, "separated-down")):
            if _farthest(each, -sign * np.eye(len(kept))[place]) > SMALL:
                found[choices.columns[index].name] = reason
    return found


def _farthest(rows: Any, cost: Any) -> float:
    """How far a cost can be lowered by effects from −1 to 1 without making any choice less likely."""
    import numpy as np
    from scipy.optimize import linprog

    return -float(linprog(cost, A_ub=rows, b_ub=np.zeros(len(rows)), bounds=(-1, 1)).fun)
