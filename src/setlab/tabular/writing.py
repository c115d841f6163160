"""The formats of a table, by name and by the ending of a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from setlab.errors import SpecError, quoted
from setlab.files import File, whole_file
from setlab.tabular.table import DataTable

FORMATS: Mapping[str, Callable[[DataTable], str]] = {
    "table": DataTable.to_text,
    "csv": DataTable.to_csv,
    "latex": DataTable.to_latex,
    "markdown": DataTable.to_markdown,
    "json": DataTable.to_json,
}
"""The formats: aligned text, comma-separated values, LaTeX with booktabs, GitHub's Markdown, one JSON object."""

ENDINGS = {".txt": "table", ".csv": "csv", ".tex": "latex", ".md": "markdown", ".json": "json"}
"""The format that each ending of a file's name asks for."""


def format_table(table: DataTable, format: str = "table") -> str:
    """The table as text in a format: table, csv, latex, markdown or json. The text ends without a line break.

    >>> from setlab.tabular import data_table
    >>> print(format_table(data_table(["n", "SETs"], [[3, 1], [12, 14]])))
     n  SETs
     3     1
    12    14
    """
    if format not in FORMATS:
        raise SpecError(f"{quoted(str(format))} is not a format of tables: choose {', '.join(FORMATS)}")
    return FORMATS[format](table)


def write_table(table: DataTable, path: File) -> None:
    """Write the table into a file, in the format that the file's name ends in: .txt, .csv, .tex, .md or .json.

    >>> from setlab.tabular import data_table
    >>> write_table(data_table(["n"], [[3]]), "caps.xls")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'caps.xls' is not a table: let its name end in .txt, .csv, .tex, .md or .json
    """
    format = check_table_file(path)
    text = format_table(table, format)
    ending = "\r\n" if format == "csv" else "\n"
    with whole_file(path) as file:
        file.write((text + ending).encode(errors="backslashreplace"))


def check_table_file(path: File) -> str:
    """The format that a file's name asks for. Raise `SpecError` unless it is known."""
    ending = os.path.splitext(path)[1].lower()
    if ending not in ENDINGS:
        *most, last = ENDINGS
        raise SpecError(f"{quoted(os.fspath(path))} is not a table: let its name end in {', '.join(most)} or {last}")
    return ENDINGS[ending]
