"""A model: the effects that are asked for, those that have a finite estimate, and the fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

from setlab.seeing.choices import Choices, choices_of
from setlab.seeing.estimable import set_aside
from setlab.seeing.features import Column, columns_of
from setlab.seeing.logit import Fit, fit, log_likelihood
from setlab.seeing.rates import Crowding, crowding
from setlab.seeing.searches import Candidate, Search


@dataclass(frozen=True)
class Model:
    """A model with the columns that have no finite estimate set aside."""

    columns: tuple[Column, ...]
    missing: Mapping[str, str]
    choices: Choices
    fit: Fit | None

    @property
    def at_null(self) -> float:
        """The log-likelihood if all SETs are equally easy."""
        import numpy as np

        return log_likelihood(self.choices, np.zeros(len(self.choices.columns)))


def fit_model(searches: Sequence[Search], names: Sequence[str]) -> Model:
    """The model with these effects, fitted to the claims.

    >>> from setlab.seeing.reading import read_games
    >>> from setlab.seeing.simulated import simulate_room
    >>> model = fit_model(read_games([("", simulate_room(seed=1))]).searches, ["differ", "new"])
    >>> [column.name for column in model.columns], dict(model.missing)
    (['differ', 'new'], {})
    """
    columns = tuple(column for column in columns_of(names) if _occurs(column, searches))
    every = choices_of(searches, columns)
    if not len(every):
        return Model(columns, dict.fromkeys((column.name for column in columns), "no-choice"), every, None)
    missing = set_aside(every)
    kept = _kept(every, missing)
    return Model(columns, missing, kept, fit(kept) if kept.columns else None)


def _kept(choices: Choices, missing: Mapping[str, str]) -> Choices:
    return choices.keep([i for i, column in enumerate(choices.columns) if column.name not in missing])


def _occurs(column: Column, searches: Sequence[Search]) -> bool:
    """True unless the column is about a property, or a number of properties, that no deck of these games has."""
    names = {name for search in searches for name in search.properties}
    if column.effect == "same":
        return column.name.removeprefix("same-") in names
    most = max((len(search.properties) for search in searches), default=0)
    return column.effect != "differ-each" or int(column.name.removeprefix("differ-")) <= most


def crowding_of(searches: Sequence[Search], model: Model, level: float) -> Crowding | None:
    """How the rate grows with the number of SETs, whose ease is that of the model; None without a model of it."""
    if model.fit is None or model.missing:
        return None
    beta = model.fit.beta

    def ease(search: Search, candidate: Candidate) -> float:
        values = (column.value(search, candidate) for column in model.columns)
        return exp(sum(b * value for b, value in zip(beta, values, strict=True)))

    weights = [sum(ease(search, each) for each in search.candidates) for search in searches]
    return crowding(searches, weights, level)
