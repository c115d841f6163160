"""Conditional logit: which of the SETs on a table is found first, as a function of their features.

A SET with features x is found at the rate λ exp(x·β). Whatever λ is, the SET that is found first is SET i with
probability exp(x_i·β) / Σ_j exp(x_j·β), the sum over the SETs on the table (McFadden 1974). The product over all claims
is also the partial likelihood of proportional hazards with one stratum for each table (Cox 1972). It is maximised by
SciPy; `docs/seeing.md` has the formulas.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from setlab.seeing.choices import Choices

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

SMALL = 1e-7
"""Differences of features, and steps of linear programs, below this are taken for zero."""


def log_likelihood(choices: Choices, beta: Vector) -> float:
    """The logarithm of the probability of all choices."""
    return -float(_surprise(beta, choices)[0])


def _surprise(beta: Vector, choices: Choices) -> tuple[Any, ...]:
    """Minus the log-likelihood, and for each claim the probabilities of its SETs and the mean of their features."""
    import numpy as np

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
    import numpy as np

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
    def clustered(self) -> Any:
        """The covariance of the estimates if players differ: claims of one player depend on each other."""
        import numpy as np

        each, names = scores(self.choices, self.beta), np.array(self.choices.players)
        sums = [each[names == name].sum(axis=0) for name in sorted(set(self.choices.players))]
        middle = sum(np.outer(total, total) for total in sums) * len(sums) / (len(sums) - 1)
        return self.covariance @ middle @ self.covariance


def fit(choices: Choices) -> Fit:
    """The effects that make the observed choices most likely; they must be finite, see `set_aside`.

    >>> from setlab.seeing.choices import choices_of
    >>> from setlab.seeing.features import columns_of
    >>> from setlab.seeing.reading import read_games
    >>> from setlab.seeing.simulated import Viewer, simulate_room
    >>> rooms = [("", simulate_room([Viewer(effects={"differ": -0.7})], seed=5, trial=trial)) for trial in range(20)]
    >>> found = fit(choices_of(read_games(rooms).searches, columns_of(["differ"])))
    >>> round(float(found.beta[0]), 2)
    -0.66
    """
    import numpy as np

    return maximised(choices, np.zeros(len(choices.columns)))


def maximised(choices: Choices, start: Vector, fixed: dict[int, float] | None = None) -> Fit:
    """The maximum of the likelihood, sought from a start on; effects in `fixed` keep their values."""
    import numpy as np
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
