"""`DataTable`: headings, rows, caption, notes, and the metadata that say where the numbers come from.

A cell is a value. People read its text, with grouped digits and rounded numbers; programs read the value itself.

CSV follows RFC 4180, after lines of metadata `# name: JSON`: `pandas.read_csv(file, comment="#")` reads the
table, since a field that contains # is quoted, and pandas looks for comments outside quotes alone.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from html import escape
from math import isfinite
from typing import Any, Literal

from setlab.errors import SpecError, plural, quote

Value = str | int | float | Fraction | None
"""The content of a cell; None for an unknown value."""

UNKNOWN = "–"
"""The text of a cell without a value."""


@dataclass(frozen=True)
class Shown:
    """A value, and the text in which people read it.

    >>> Shown(0.012658227848101266, "1 in 79").text
    '1 in 79'
    """

    value: Value
    text: str


Cell = Value | Shown


@dataclass(frozen=True)
class Column:
    """A column: its name for programs, its heading for people, its alignment, and the format of its numbers.

    The format is one of Python's format specifications, such as `.4f`. A column that is `only` for people, such as odds
    in words, is left out of CSV and JSON; one only for programs is in these alone.

    >>> column = Column("share", "proportion", format=".2%")
    >>> column.text(0.4679), column.text(None)
    ('46.79%', '–')
    """

    name: str
    heading: str | None = None
    align: Literal["left", "right"] = "right"
    format: str = ""
    only: Literal["", "people", "programs"] = ""

    @property
    def title(self) -> str:
        """The heading, by default the name."""
        return self.name if self.heading is None else self.heading

    def text(self, cell: Cell) -> str:
        """The cell as people read it."""
        if isinstance(cell, Shown):
            return cell.text
        if cell is None:
            return UNKNOWN
        if isinstance(cell, bool):
            return "yes" if cell else "no"
        if isinstance(cell, int):
            return format(cell, self.format or ",")
        if isinstance(cell, float):
            return format(cell, self.format or ".6g")
        return str(cell)


@dataclass(frozen=True)
class DataTable:
    """A table of results. Make one with `data_table`, write it with `format_table` or a method `to_…`."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    label: str = ""
    notes: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = [column.name for column in self.columns]
        if not names:
            raise SpecError("a table needs at least one column")
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise SpecError(f"two columns are named {quote(twice)}: give each column a name of its own")
        for number, row in enumerate(self.rows, 1):
            if len(row) != len(names):
                cells, columns = plural(len(row), "cell"), plural(len(names), "column")
                raise SpecError(f"row {number} has {cells}, the table {columns}")

    def for_people(self) -> DataTable:
        """The table without the columns that are only for programs."""
        return self._without("programs")

    def for_programs(self) -> DataTable:
        """The table without the columns that are only for people."""
        return self._without("people")

    def _without(self, whose: str) -> DataTable:
        kept = [i for i, column in enumerate(self.columns) if column.only != whose]
        columns, rows = tuple(self.columns[i] for i in kept), tuple(tuple(row[i] for i in kept) for row in self.rows)
        return self if len(kept) == len(self.columns) else replace(self, columns=columns, rows=rows)

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings of the columns."""
        return tuple(column.title for column in self.columns)

    def texts(self) -> list[list[str]]:
        """The rows as people read them."""
        return [[column.text(cell) for column, cell in zip(self.columns, row, strict=True)] for row in self.rows]

    def values(self) -> list[list[Value]]:
        """The rows as programs read them."""
        return [[plain_value(cell) for cell in row] for row in self.rows]

    def to_text(self) -> str:
        """The table in aligned columns, with the caption above and the notes below.

        >>> from setlab.answers import data_table
        >>> print(data_table(["strategy", "games"], [["S9", 1000], ["expert", 20]], notes=["seed 1"]).to_text())
        strategy  games
        S9        1,000
        expert       20
        <BLANKLINE>
        seed 1
        """
        table = self.for_people()
        lines = [list(table.headings), *table.texts()]
        folded = [[" ".join(text.split()) for text in line] for line in lines]
        widths = [max(columns_of(line[i]) for line in folded) for i in range(len(table.columns))]
        cells = (zip(line, widths, table.columns, strict=True) for line in folded)
        text = [GAP.join(_pad(*cell) for cell in line).rstrip() for line in cells]
        above = [table.caption, ""] if table.caption else []
        below = ["", *table.notes] if table.notes else []
        return "\n".join([*above, *text, *below])

    def to_csv(self) -> str:
        """The table as comma-separated values: numbers in full, an empty field where nothing is known.

        >>> from setlab.answers import data_table
        >>> print(data_table(["n", "odds"], [[3, "1 in 79"], [82, None]], metadata={"seed": 1}).to_csv())
        # seed: 1
        n,odds
        3,1 in 79
        82,
        """
        table = self.for_programs()
        notes = {"notes": list(table.notes)} if table.notes else {}
        described = ({"caption": table.caption} if table.caption else {}) | dict(table.metadata) | notes
        comments = [f"# {' '.join(name.split())}: {json.dumps(json_value(value))}" for name, value in described.items()]
        lines: list[Sequence[Value]] = [[column.name for column in table.columns], *table.values()]
        # the only field of a line is never blank, since readers skip blank lines
        return "\r\n".join([*comments, *(",".join(map(csv_field, line)) or '""' for line in lines)])

    def to_latex(self) -> str:
        """The table as a `table` environment of LaTeX, which needs the package booktabs."""
        from setlab.answers.latex import to_latex

        return to_latex(self)

    def to_markdown(self) -> str:
        """The table with pipes: caption above in bold, notes below, metadata not shown.

        >>> from setlab.answers import data_table
        >>> print(data_table(["interval", "a|b"], [["[0, 1]", 2]]).to_markdown())
        | interval | a\\|b |
        |:--|--:|
        | \\[0, 1\\] | 2 |
        """
        table = self.for_people()
        above = [f"**{markdown_text(table.caption)}**", ""] if table.caption else []
        below = [line for note in table.notes for line in ("", markdown_text(note))]
        rule = "|" + "|".join(RULES[column.align] for column in table.columns) + "|"
        rows = [_markdown_line(list(table.headings)), rule, *map(_markdown_line, table.texts())]
        return "\n".join([*above, *rows, *below])

    def to_json(self) -> str:
        """The table as one JSON object, whose rows are objects by the names of the columns.

        >>> from setlab.answers import data_table
        >>> print(data_table(["n", "SETs"], [[3, 1]]).to_json())
        {"caption": "", "metadata": {}, "columns": ["n", "SETs"], "rows": [{"n": 3, "SETs": 1}], "notes": []}
        """
        table = self.for_programs()
        names = [column.name for column in table.columns]
        rows = [dict(zip(names, map(json_value, row), strict=True)) for row in table.values()]
        record = {"caption": table.caption, "metadata": json_value(table.metadata), "columns": names, "rows": rows}
        return json.dumps(record | {"notes": list(table.notes)}, ensure_ascii=False)

    def _repr_html_(self) -> str:
        """The table as an HTML element.

        >>> from setlab.answers import data_table
        >>> data_table(["a<b"], [[1]])._repr_html_()
        '<table><tr><th style="text-align:right">a&lt;b</th></tr><tr><td style="text-align:right">1</td></tr></table>'
        """
        table = self.for_people()
        caption = f"<caption>{escape(table.caption)}</caption>" if table.caption else ""
        head = _html_row("th", table.headings, table.columns)
        body = "".join(_html_row("td", texts, table.columns) for texts in table.texts())
        notes = "".join(f"<p>{escape(note)}</p>" for note in table.notes)
        return f"<table>{caption}{head}{body}</table>{notes}"


def data_table(
    columns: Sequence[str | Column],
    rows: Iterable[Sequence[Cell]],
    caption: str = "",
    label: str = "",
    notes: Sequence[str] = (),
    metadata: Mapping[str, Any] | None = None,
) -> DataTable:
    """The table with these columns and rows; a column given by its heading alone is aligned by its content.

    >>> table = data_table(["strategy", "share"], [["S9", 0.41], ["thrifty", 0.53]], metadata={"games": 1000})
    >>> [column.align for column in table.columns], table.metadata
    (['left', 'right'], {'games': 1000})
    """
    filled = tuple(map(tuple, rows))
    made = [column if isinstance(column, Column) else _align(column, i, filled) for i, column in enumerate(columns)]
    return DataTable(tuple(made), filled, caption, label, tuple(notes), dict(metadata or {}))


def _align(name: str, i: int, rows: Iterable[Sequence[Cell]]) -> Column:
    is_worded = any(isinstance(plain_value(row[i]), str) for row in rows if i < len(row))
    return Column(name, align="left" if is_worded else "right")


def plain_value(cell: Cell) -> Value:
    """The value of a cell without its text."""
    return cell.value if isinstance(cell, Shown) else cell


def fraction_text(fraction: Fraction) -> str:
    """The fraction as "p/q", also when it is whole."""
    return f"{fraction.numerator}/{fraction.denominator}"


def about(command: str, **parameters: Any) -> dict[str, Any]:
    """The metadata of a table: the version of setlab, the command, and its parameters."""
    from setlab import __version__

    return {"setlab": __version__, "command": f"setlab {command}", **parameters}


GAP = "  "


def columns_of(text: str) -> int:
    """The columns that a text takes in a terminal.

    >>> columns_of("a\u0308b"), columns_of("\u5361")
    (2, 2)
    """
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _pad(text: str, width: int, column: Column) -> str:
    blanks = " " * (width - columns_of(text))
    return text + blanks if column.align == "left" else blanks + text


CSV_SPECIAL = frozenset(',"#\r\n')


def csv_field(value: Value) -> str:
    """The value as a field, quoted where a reader could mistake it.

    >>> print(csv_field('a "quoted" word'), csv_field(0.1), csv_field(1000), csv_field("12, 15"))
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


def markdown_text(text: str) -> str:
    """The text, so that Markdown shows it as it is; a line break within a cell becomes `<br>`.

    >>> markdown_text("n_max * 2\\nSETs")
    'n\\\\_max \\\\* 2<br>SETs'
    """
    lines = ["".join(c for c in line if c.isprintable()).strip() for line in text.splitlines()]
    return "<br>".join(MARKDOWN_SPECIAL.sub(r"\\\1", line) for line in lines)


def _markdown_line(texts: list[str]) -> str:
    return "| " + " | ".join(map(markdown_text, texts)) + " |"


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


def _html_row(tag: str, texts: list[str] | tuple[str, ...], columns: tuple[Column, ...]) -> str:
    pairs = zip(texts, columns, strict=True)
    cells = (f'<{tag} style="text-align:{column.align}">{escape(text)}</{tag}>' for text, column in pairs)
    return f"<tr>{''.join(cells)}</tr>"
