"""Comma-separated values as in RFC 4180, after lines of metadata that begin with #.

`pandas.read_csv(file, comment="#")` reads the table: a field that contains # is quoted, and pandas looks for comments
outside quotes alone. A line of metadata is `# name: JSON`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from setlab.tabular.objects import json_value
from setlab.tabular.table import DataTable, Value

LINE_BREAK = "\r\n"
SPECIAL = frozenset(',"#\r\n')


def to_csv(table: DataTable) -> str:
    """The table as comma-separated values: numbers in full, an empty field where nothing is known.

    >>> from setlab.tabular import data_table
    >>> print(to_csv(data_table(["n", "odds"], [[3, "1 in 79"], [82, None]], metadata={"seed": 1})))
    # seed: 1
    n,odds
    3,1 in 79
    82,
    """
    table = table.for_programs()
    notes = {"notes": list(table.notes)} if table.notes else {}
    described = ({"caption": table.caption} if table.caption else {}) | dict(table.metadata) | notes
    comments = [f"# {_name(name)}: {json.dumps(json_value(value))}" for name, value in described.items()]
    lines: list[Sequence[Value]] = [[column.name for column in table.columns], *table.values()]
    return LINE_BREAK.join([*comments, *map(_line, lines)])


def field(value: Value) -> str:
    """The value as a field, quoted where a reader could mistake it.

    >>> print(field('a "quoted" word'), field(0.1), field(1000), field("12, 15"))
    "a ""quoted"" word" 0.1 1000 "12, 15"
    """
    if value is None:
        return ""
    if isinstance(value, str):
        quote = not value or value != value.strip() or not SPECIAL.isdisjoint(value) or not value.isprintable()
        return '"' + value.replace('"', '""') + '"' if quote else value
    return str(json_value(value))


def _line(values: Sequence[Value]) -> str:
    """A line; the only field of a line is never blank, since readers skip blank lines."""
    return ",".join(map(field, values)) or '""'


def _name(name: str) -> str:
    return " ".join(str(name).split())
