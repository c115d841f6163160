"""`DataTable`: headings, rows, caption, notes, and the metadata that say where the numbers come from.

A cell is a value. People read its text, with grouped digits and rounded numbers; programs read the value itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal

from setlab.errors import SpecError, plural, quoted

Value = str | int | float | Fraction | None
"""What a cell can hold; None where nothing is known."""

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
            raise SpecError(f"two columns are named {quoted(twice)}: give each column a name of its own")
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
        """The table in aligned columns of plain text."""
        from setlab.answers.formats import to_plain

        return to_plain(self)

    def to_csv(self) -> str:
        """The table as comma-separated values; its metadata are lines that begin with #."""
        from setlab.answers.formats import to_csv

        return to_csv(self)

    def to_latex(self) -> str:
        """The table as a `table` environment of LaTeX, which needs the package booktabs."""
        from setlab.answers.latex import to_latex

        return to_latex(self)

    def to_markdown(self) -> str:
        """The table with pipes, as GitHub and notebooks show it."""
        from setlab.answers.formats import to_markdown

        return to_markdown(self)

    def to_json(self) -> str:
        """The table as one JSON object: caption, metadata, columns, and rows as objects."""
        from setlab.answers.formats import to_json

        return to_json(self)

    def _repr_html_(self) -> str:
        from setlab.answers.formats import to_html

        return to_html(self)


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
    filled, made = tuple(map(tuple, rows)), list[Column]()
    for i, column in enumerate(columns):
        is_worded = any(isinstance(plain_value(row[i]), str) for row in filled if i < len(row))
        aligned = column if isinstance(column, Column) else Column(column, align="left" if is_worded else "right")
        made.append(aligned)
    return DataTable(tuple(made), filled, caption, label, tuple(notes), dict(metadata or {}))


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
