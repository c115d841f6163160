"""The columns of a result: one row per key of a quantity or histogram, for data frames and tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from setlab.errors import SpecError, unknown_name
from setlab.experiment.estimate import Estimates, proportion_estimates
from setlab.experiment.histogram import Pairs

if TYPE_CHECKING:
    from setlab.experiment.result import Result

Columns = dict[str, list[Any]]
"""Columns of equal length by name."""


def columns_of(result: Result, name: str | None = None) -> Columns:
    """The columns of a quantity or histogram, by default of the main quantity.

    For pairs there are two columns of keys, with the names of what is paired. A proportion is a `share`, another
    estimate a `value`; `low` and `high` are the ends of its interval, `level` its confidence, `exact` the exact value.
    A column in which nothing is known is left out.
    """
    name = result.spec.definition.main if name is None else name
    if name in result.spec.quantities:
        column = "share" if result.spec.quantities[name].is_proportion else "value"
        return _estimated(result.estimate(name), column, result, _key_names(result, name))
    if name in result.spec.histograms:
        return _counted(result, name)
    names = tuple(dict.fromkeys((*result.spec.quantities, *result.spec.histograms)))
    raise SpecError(unknown_name(name, f"a quantity or histogram of {result.spec.kernel}", names))


def _estimated(estimates: Estimates, column: str, result: Result, keys: tuple[str, ...] = ("key",)) -> Columns:
    found = estimates.values()
    columns: Columns = {
        "count": [e.count for e in found],
        column: [e.value for e in found],
        "low": [e.low for e in found],
        "high": [e.high for e in found],
        "level": [None if e.low is None else result.confidence for e in found],
        "exact": [e.exact for e in found],
    }
    return _keys(estimates, keys) | {name: each for name, each in columns.items() if _is_known(each)}


def _counted(result: Result, name: str) -> Columns:
    """The counts of a histogram; where each trial is counted once, with the proportion of trials."""
    declared, counts, keys = result.spec.histograms[name], result.tally[name], _key_names(result, name)
    if declared.values != "trials":
        return _keys(counts, keys) | {"count": list(counts.values())}
    return _estimated(proportion_estimates(counts, result.trials, result.confidence), "share", result, keys)


def _key_names(result: Result, name: str) -> tuple[str, ...]:
    """The names of the columns with the keys of a histogram, or of the quantity that it estimates."""
    declared = result.spec.histograms.get(name)
    return declared.keys.columns if declared and isinstance(declared.keys, Pairs) else ("key",)


def _keys(keys: Iterable[Any], names: tuple[str, ...]) -> Columns:
    rows = [key if isinstance(key, tuple) else (key,) for key in keys]
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}


def _is_known(column: list[Any]) -> bool:
    return not column or any(value is not None for value in column)
