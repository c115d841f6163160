"""Tables as aligned text, CSV, Markdown, JSON and HTML; the formats by name and by the ending of a file.

CSV follows RFC 4180, after lines of metadata `# name: JSON`: `pandas.read_csv(file, comment="#")` reads the
table, since a field that contains # is quoted, and pandas looks for comments outside quotes alone.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from html import escape
from math import isfinite
from typing import Any

from setlab.answers.table import Column, DataTable, Value, fraction_text
from setlab.errors import SpecError, quoted
from setlab.files import File, whole_file

GAP = "  "


def to_plain(table: DataTable) -> str:
    """The table in aligned columns, with the caption above and the notes below.

    >>> from setlab.answers import data_table
    >>> print(to_plain(data_table(["strategy", "games"], [["S9", 1000], ["expert", 20]], notes=["seed 1"])))
    strategy  games
    S9        1,000
    expert       20
    <BLANKLINE>
    seed 1
    """
    table = table.for_people()
    lines = [list(table.headings), *table.texts()]
    folded = [[" ".join(text.split()) for text in line] for line in lines]
    widths = [max(columns_of(line[i]) for line in folded) for i in range(len(table.columns))]
    cells = (zip(line, widths, table.columns, strict=True) for line in folded)
    text = [GAP.join(_padded(*cell) for cell in line).rstrip() for line in cells]
    above = [table.caption, ""] if table.caption else []
    below = ["", *table.notes] if table.notes else []
    return "\n".join([*above, *text, *below])


def columns_of(text: str) -> int:
    """The columns that a text takes in a terminal.

    >>> columns_of("a\u0308b"), columns_of("\u5361")
    (2, 2)
    """
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _padded(text: str, width: int, column: Column) -> str:
    blanks = " " * (width - columns_of(text))
    return text + blanks if column.align == "left" else blanks + text


LINE_BREAK = "\r\n"
CSV_SPECIAL = frozenset(',"#\r\n')


def to_csv(table: DataTable) -> str:
    """The table as comma-separated values: numbers in full, an empty field where nothing is known.

    >>> from setlab.answers import data_table
    >>> print(to_csv(data_table(["n", "odds"], [[3, "1 in 79"], [82, None]], metadata={"seed": 1})))
    # seed: 1
    n,odds
    3,1 in 79
    82,
    """
    table = table.for_programs()
    notes = {"notes": list(table.notes)} if table.notes else {}
    described = ({"caption": table.caption} if table.caption else {}) | dict(table.metadata) | notes
    comments = [f"# {' '.join(name.split())}: {json.dumps(json_value(value))}" for name, value in described.items()]
    lines: list[Sequence[Value]] = [[column.name for column in table.columns], *table.values()]
    # the only field of a line is never blank, since readers skip blank lines
    return LINE_BREAK.join([*comments, *(",".join(map(field, line)) or '""' for line in lines)])


def field(value: Value) -> str:
    """The value as a field, quoted where a reader could mistake it.

    >>> print(field('a "quoted" word'), field(0.1), field(1000), field("12, 15"))
    "a ""quoted"" word" 0.1 1000 "12, 15"
    """
    if value is None:
        return ""
    if isinstance(value, str):
        quote = not value or value != value.strip() or not CSV_SPECIAL.isdisjoint(value) or not value.isprintable()
        return '"' + value.replace('"', '""') + '"' if quote else value
    return str(json_value(value))


MARKDOWN_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~#&$])")
RULES = {"left": ":--", "right": "--:"}


def to_markdown(table: DataTable) -> str:
    """The table with pipes: caption above in bold, notes below, metadata not shown.

    >>> from setlab.answers import data_table
    >>> print(to_markdown(data_table(["interval", "a|b"], [["[0, 1]", 2]])))
    | interval | a\\|b |
    |:--|--:|
    | \\[0, 1\\] | 2 |
    """
    table = table.for_people()
    above = [f"**{markdown_text(table.caption)}**", ""] if table.caption else []
    below = [line for note in table.notes for line in ("", markdown_text(note))]
    rule = "|" + "|".join(RULES[column.align] for column in table.columns) + "|"
    rows = [_markdown_line(list(table.headings)), rule, *map(_markdown_line, table.texts())]
    return "\n".join([*above, *rows, *below])


def markdown_text(text: str) -> str:
    """The text, so that Markdown shows it as it is; a line break within a cell becomes `<br>`.

    >>> markdown_text("n_max * 2\\nSETs")
    'n\\\\_max \\\\* 2<br>SETs'
    """
    lines = ["".join(c for c in line if c.isprintable()).strip() for line in text.splitlines()]
    return "<br>".join(MARKDOWN_SPECIAL.sub(r"\\\1", line) for line in lines)


def _markdown_line(texts: list[str]) -> str:
    return "| " + " | ".join(map(markdown_text, texts)) + " |"


def to_json(table: DataTable) -> str:
    """The table as one JSON object, whose rows are objects by the names of the columns.

    >>> from setlab.answers import data_table
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
        return fraction_text(value)
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value if isinstance(value, str | int | float | None) else str(value)


def to_html(table: DataTable) -> str:
    """The table as an HTML element.

    >>> from setlab.answers import data_table
    >>> to_html(data_table(["a<b"], [[1]]))
    '<table><tr><th style="text-align:right">a&lt;b</th></tr><tr><td style="text-align:right">1</td></tr></table>'
    """
    table = table.for_people()
    caption = f"<caption>{escape(table.caption)}</caption>" if table.caption else ""
    head = _html_row("th", table.headings, table.columns)
    body = "".join(_html_row("td", texts, table.columns) for texts in table.texts())
    notes = "".join(f"<p>{escape(note)}</p>" for note in table.notes)
    return f"<table>{caption}{head}{body}</table>{notes}"


def _html_row(tag: str, texts: list[str] | tuple[str, ...], columns: tuple[Column, ...]) -> str:
    pairs = zip(texts, columns, strict=True)
    cells = (f'<{tag} style="text-align:{column.align}">{escape(text)}</{tag}>' for text, column in pairs)
    return f"<tr>{''.join(cells)}</tr>"


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

    >>> from setlab.answers import data_table
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
        raise SpecError(f"{quoted(os.fspath(path))} is not a table: let its name end in {', '.join(most)} or {last}")
    return ENDINGS[ending]
