"""`Answer`: what a question gives back, one value for the terminal, for programs, for files, notebooks and pages.

The formats of its tables have names, and the ending of a file's name asks for one of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from typing import Any, Literal

from setlab.answers.table import DataTable
from setlab.errors import SpecError, quote
from setlab.files import File, whole_file

How = Literal["read", "computed", "recomputed", "replayed"]


@dataclass(frozen=True)
class Evidence:
    """A claim, how this run established it, and by which method."""

    claim: str
    how: How
    by: str

    def sentence(self) -> str:
        """The evidence in one line.

        >>> Evidence("n = 0 – 9", "computed", "all collections listed").sentence()
        'n = 0 – 9: computed (all collections listed)'
        """
        return f"{self.claim}: {self.how} ({self.by})"

    def as_dict(self) -> dict[str, str]:
        """The evidence as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Answer:
    """A record for programs; tables and sentences for people; the evidence for each claim; the data of a figure.

    `long` is the one table that CSV has where people read several.

    >>> from setlab.answers import data_table
    >>> Answer({"n": 3}, data_table(["n"], [[3]]), ["Three cards."])._repr_html_()[-19:]
    '<p>Three cards.</p>'
    """

    record: Mapping[str, Any]
    tables: DataTable | Sequence[DataTable] = ()
    sentences: Sequence[str] = ()
    evidence: Sequence[Evidence] = ()
    figure: Any = None
    long: DataTable | None = None

    def tables_for(self, format: str) -> list[DataTable]:
        """The tables that a format shows: CSV the long one, if there is one."""
        if format == "csv" and self.long is not None:
            return [self.long]
        return [self.tables] if isinstance(self.tables, DataTable) else list(self.tables)

    def _repr_html_(self) -> str:
        said = [*self.sentences, *(each.sentence() for each in self.evidence)]
        tables = (table._repr_html_() for table in self.tables_for("html"))
        return "".join([*tables, *(f"<p>{escape(sentence)}</p>" for sentence in said)])


def attributes(thing: object, *names: str) -> dict[str, Any]:
    """The named attributes of a thing, as fields of a JSON object."""
    return {name: getattr(thing, name) for name in names}


FORMATS: Mapping[str, Callable[[DataTable], str]] = {
    "table": DataTable.to_text, "csv": DataTable.to_csv, "latex": DataTable.to_latex,
    "markdown": DataTable.to_markdown, "json": DataTable.to_json,
}  # fmt: skip
"""The formats: aligned text, comma-separated values, LaTeX with booktabs, GitHub's Markdown, one JSON object."""


ENDINGS = {".txt": "table", ".csv": "csv", ".tex": "latex", ".md": "markdown", ".json": "json"}
"""The format that each ending of a file's name asks for."""


def format_table(table: DataTable, format: str = "table") -> str:
    """The table as text in a format: table, csv, latex, markdown or json. The text ends without a line break.

    >>> from setlab.answers import data_table
    >>> print(format_table(data_table(["n", "SETs"], [[3, 1], [12, 14]])))
     n  SETs
     3     1
    12    14
    """
    if format not in FORMATS:
        raise SpecError(f"{quote(str(format))} is not a format of tables: choose {', '.join(FORMATS)}")
    return FORMATS[format](table)


def write_table(table: DataTable, path: File) -> None:
    """Write the table into a file, in the format that the file's name ends in: .txt, .csv, .tex, .md or .json.

    >>> from setlab.answers import data_table
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
        raise SpecError(f"{quote(os.fspath(path))} is not a table: let its name end in {', '.join(most)} or {last}")
    return ENDINGS[ending]
