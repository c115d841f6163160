"""Columns as data frames of pandas and polars, and as structured arrays of NumPy; each library is loaded on request."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from setlab.experiment.columns import Columns

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import polars as pl
    from numpy.typing import NDArray


def to_pandas(columns: Columns, described: Mapping[str, Any]) -> pd.DataFrame:
    """The columns as a data frame of pandas; what was run is in its `attrs`."""
    frame: pd.DataFrame = _library("pandas").DataFrame(columns)
    frame.attrs.update(described)
    return frame


def to_polars(columns: Columns) -> pl.DataFrame:
    """The columns as a data frame of polars."""
    frame: pl.DataFrame = _library("polars").DataFrame(columns)
    return frame


def to_numpy(columns: Columns) -> NDArray[np.void]:
    """The columns as fields of a structured array; what is not known is not a number."""
    import numpy as np

    arrays = {name: np.array(column, dtype=_dtype(column)) for name, column in columns.items()}
    rows = len(next(iter(arrays.values())))
    found = np.empty(rows, dtype=[(name, array.dtype) for name, array in arrays.items()])
    for name, array in arrays.items():
        found[name] = array
    return found


def _dtype(column: list[Any]) -> type | None:
    """Floats where something is not known; otherwise what NumPy chooses."""
    return float if None in column else None


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f"data frames of {name} need the package {name}: pip install 'setlab[data]'") from error
