"""Tables as one JSON object."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from math import isfinite
from typing import Any

from setlab.tabular.table import DataTable


def to_json(table: DataTable) -> str:
    """The table as one JSON object, whose rows are objects by the names of the columns.

    >>> from setlab.tabular import data_table
    >>> print(to_json(data_table(["n", "SETs"], [[3, 1]])))
    {"caption": "", "metadata": {}, "columns": ["n", "SETs"], "rows": [{"n": 3, "SETs": 1}], "notes": []}
    """
    table = table.for_programs()
    names = [column.name for column in table.columns]
    record = {
        "caption": table.caption,
        "metadata": json_value(table.metadata),
        "columns": names,
        "rows": [dict(zip(names, map(json_value, row), strict=True)) for row in table.values()],
        "notes": list(table.notes),
    }
    return json.dumps(record, ensure_ascii=False)


def json_value(value: Any) -> Any:
    """The value as JSON has it: a fraction is "p/q", and a number that is not finite is its name.

    >>> json_value({"mean": Fraction(220, 79), "bound": float("inf")})
    {'mean': '220/79', 'bound': 'inf'}
    """
    if isinstance(value, Mapping):
        return {str(key): json_value(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [json_value(each) for each in value]
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value if isinstance(value, str | int | float | None) else str(value)
