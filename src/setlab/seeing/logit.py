"""Conditional logit: which of the SETs on a table is found first, as a function of their features.

A SET with features x is found at the rate λ exp(x·β). Whatever λ is, the SET that is found first is SET i with
probability exp(x_i·β) / Σ_j exp(x_j·β), the sum over the SETs on the table (McFadden 1974). The product over all claims
is also the partial likelihood of proportional hazards with one stratum for each table (Cox 1972). It is maximise by
SciPy; `docs/seeing.md` has the formulas.

Some effects have no finite estimate and are set aside. An effect is `constant` if the SETs on a table never differ in
it, and `alike` if it cannot be told apart from the effects before it. It is `separated` if the likelihood grows without
bound with it: for instance, if in every claim the SET with the fewest differing properties was found. Linear programs
detect a maximum that is not attained: there is a direction b ≠ 0 in which no SET that was passed over gains on the one
that was found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from setlab.seeing.searches import Feature, Search

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Choices:
    """Claims × SETs × columns; the found SET comes first, and `there` marks the SETs that a table has."""

    columns: tuple[Feature, ...]
    features: NDArray[np.float64]
    there: NDArray[np.bool_]
    players: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.players)

    def differences(self) -> NDArray[np.float64]:
        """For each SET that was not found, its features minus the found SET's."""
        return (self.features - self.features[:, :1])[:, 1:][self.there[:, 1:]]

    def keep(self, indices: Sequence[int]) -> Choices:
        """The same choices with some of the columns."""
        columns = tuple(self.columns[i] for i in indices)
        return Choices(columns, self.features[:, :, list(indices)], self.there, self.players)


def choices_of(searches: Iterable[Search], columns: Sequence[Feature]) -> Choices:
    """The choices among at least two SETs.

    >>> from setlab.seeing.searches import columns_of
    >>> from setlab.seeing.reading import read_games
    >>> from setlab.seeing.simulated import simulate_room
    >>> choices = choices_of(read_games([("", simulate_room(seed=1))]).searches, columns_of(["differ"]))
    >>> len(choices), choices.features.shape
    (17, (17, 5, 1))
    """
    used = [search for search in searches if search.has_choice]
    most = max((len(search.candidates) for search in used), default=1)
    features, there = np.zeros((len(used), most, len(columns))), np.zeros((len(used), most), bool)
    for i, search in enumerate(used):
        first = search.candidates[search.found or 0]
        ordered = [first, *(each for each in search.candidates if each is not first)]
        there[i, : len(ordered)] = True
        features[i, : len(ordered)] = [[column.value(search, each) for column in columns] for each in ordered]
    return Choices(tuple(columns), features, there, tuple(search.player or "" for search in used))


SMALL = 1e-7
"""Differences of features, and steps of linear programs, below this are taken for zero."""


def log_likelihood(choices: Choices, beta: Vector) -> float:
    """The logarithm of the probability of all choices."""
    return -float(_surprise(beta, choices)[0])


def _surprise(beta: Vector, choices: Choices) -> tuple[Any, ...]:
    """Minus the log-likelihood, and for each claim the probabilities of its SETs and the mean of their features."""
    utility = np.where(choices.there, choices.features @ beta, -np.inf)
    top = utility.max(axis=1, keepdims=True)
    weights = np.exp(utility - top)
    total = weights.sum(axis=1, keepdims=True)
    value = (np.log(total) + top - utility[:, :1]).sum()
    chances = weights / total
    return value, chances, np.einsum("ij,ijk->ik", chances, choices.features)


def scores(choices: Choices, beta: Vector) -> Any:
    """The derivative of the log-likelihood of each claim."""
    return choices.features[:, 0] - _surprise(beta, choices)[2]


def information(choices: Choices, beta: Vector) -> Any:
    """The information matrix: the sum over the claims of the covariance of the features under the model."""
    _, chances, means = _surprise(beta, choices)
    centred = choices.features - means[:, None, :]
    return np.einsum("ij,ijk,ijl->kl", chances, centred, centred)


@dataclass(frozen=True)
class Fit:
    """The maximum of the likelihood."""

    choices: Choices
    beta: Vector
    log_likelihood: float

    @cached_property
    def covariance(self) -> Any:
        """The covariance of the estimates if all claims are independent."""
        import numpy as np

        return np.linalg.inv(information(self.choices, self.beta))

    @cached_property
    def clustered_covariance(self) -> Any:
        """The covariance of the estimates if players differ: claims of one player depend on each other."""
        import numpy as np

        each, names = scores(self.choices, self.beta), np.array(self.choices.players)
        sums = [each[names == name].sum(axis=0) for name in sorted(set(self.choices.players))]
        middle = sum(np.outer(total, total) for total in sums) * len(sums) / (len(sums) - 1)
        return self.covariance @ middle @ self.covariance


def fit(choices: Choices) -> Fit:
    """The effects that make the observed choices most likely; they must be finite, see `set_aside`.

    >>> from setlab.seeing.logit import choices_of
    >>> from setlab.seeing.searches import columns_of
    >>> from setlab.seeing.reading import read_games
    >>> from setlab.seeing.simulated import Viewer, simulate_room
    >>> rooms = [("", simulate_room([Viewer(effects={"differ": -0.7})], seed=5, trial=trial)) for trial in range(20)]
    >>> found = fit(choices_of(read_games(rooms).searches, columns_of(["differ"])))
    >>> round(float(found.beta[0]), 2)
    -0.66
    """
    return maximise(choices, np.zeros(len(choices.columns)))


def maximise(choices: Choices, start: Vector, fixed: dict[int, float] | None = None) -> Fit:
    """The maximum of the likelihood, sought from a start on; effects in `fixed` keep their values."""
    from scipy.optimize import minimize

    held = fixed or {}
    free = np.array([i for i in range(len(choices.columns)) if i not in held], dtype=int)
    whole = np.array(start, dtype=float)
    whole[list(held)] = list(held.values())

    def with_free(values: Vector) -> Vector:
        beta = whole.copy()
        beta[free] = values
        return beta

    if not len(free):
        return Fit(choices, whole, log_likelihood(choices, whole))
    found = minimize(
        lambda values: _surprise(with_free(values), choices)[0],
        whole[free],
        jac=lambda values: -scores(choices, with_free(values)).sum(axis=0)[free],
        hess=lambda values: information(choices, with_free(values))[np.ix_(free, free)],
        method="trust-exact",
        options={"gtol": 1e-7},
    )
    return Fit(choices, with_free(found.x), -float(found.fun))


def set_aside(choices: Choices) -> dict[str, str]:
    """The columns without a finite estimate, each with the reason: constant, alike, separated-up, separated-down.

    >>> from setlab.seeing.logit import choices_of
    >>> from setlab.seeing.searches import columns_of
    >>> from setlab.seeing.searches import Candidate, Search
    >>> there = Candidate((0, 1, 2)), Candidate((0, 4, 8))
    >>> claims = [Search("", ("number", "colour"), 1.0, there, found=0, player="Ada")] * 4
    >>> set_aside(choices_of(claims, columns_of(["differ", "new"])))
    {'new': 'constant', 'differ': 'separated-down'}
    """
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
    return reasons | _find_separated(choices, rows, kept)


def _is_zero(column: NDArray[np.float64]) -> bool:
    return not column.size or bool(abs(column).max() < SMALL)


def _find_separated(choices: Choices, rows: Any, kept: Sequence[int]) -> dict[str, str]:
    """The columns whose effects can grow without bound, with the direction."""
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
    """The greatest fall of a cost by effects from −1 to 1 that make no choice less likely."""
    from scipy.optimize import linprog

    return -float(linprog(cost, A_ub=rows, b_ub=np.zeros(len(rows)), bounds=(-1, 1)).fun)
