"""Tables as LaTeX with the rules of booktabs; a long one is a `longtable`, which breaks over pages."""

from __future__ import annotations

import json
import re
from math import ceil

from setlab.tabular.escaping import escaped
from setlab.tabular.objects import json_value
from setlab.tabular.table import Cell, Column, DataTable, plain_value

LONGEST = 45
"""The most lines of a table that stays on one page."""

LONG_TEXT, CHARACTER = 40, 0.012
"""Longer cells are broken into lines; the proportion of a line that a character takes, roughly."""

POWER = re.compile(r"(-?)(\d[\d.,]*)e([+-])0*(\d+)")
NEGATIVE = re.compile(r"-(?=[\d.])")


def to_latex(table: DataTable) -> str:
    """The table as a complete environment with caption and label, everything in it escaped.

    >>> from setlab.tabular import data_table
    >>> print(to_latex(data_table(["n", "P(no SET)"], [[3, 0.987]], caption="100 % exact", label="no-set")))
    % \\usepackage{booktabs}
    \\begin{table}[htbp]
    \\centering
    \\caption{100 \\% exact}
    \\label{tab:no-set}
    \\begin{tabular}{rr}
    \\toprule
    n & P(no SET) \\\\
    \\midrule
    3 & 0.987 \\\\
    \\bottomrule
    \\end{tabular}
    \\end{table}
    """
    table = table.for_people()
    body = _long(table) if _lines(table) > LONGEST else _floating(table)
    return "\n".join([*_comments(table), *body])


def _floating(table: DataTable) -> list[str]:
    notes = [f"\\par\\smallskip{{\\footnotesize {escaped(note)}\\par}}" for note in table.notes]
    return [
        "\\begin{table}[htbp]",
        "\\centering",
        *([f"\\caption{{{escaped(table.caption)}}}"] if table.caption else []),
        *([_label(table)] if table.label else []),
        f"\\begin{{tabular}}{{{_alignment(table)}}}",
        *_heading(table),
        *_rows(table),
        "\\bottomrule",
        "\\end{tabular}",
        *notes,
        "\\end{table}",
    ]


def _long(table: DataTable) -> list[str]:
    """A table over several pages: the headings are repeated on each."""
    label = _label(table) if table.label else ""
    notes = [f"\\par\\noindent{{\\footnotesize {escaped(note)}\\par}}" for note in table.notes]
    return [
        f"\\begin{{longtable}}{{{_alignment(table)}}}",
        *([f"\\caption{{{escaped(table.caption)}}}{label}\\\\"] if table.caption else []),
        *_heading(table),
        "\\endfirsthead",
        *_heading(table),
        "\\endhead",
        "\\bottomrule",
        "\\endlastfoot",
        *_rows(table),
        "\\end{longtable}",
        *notes,
    ]


def _comments(table: DataTable) -> list[str]:
    """What the preamble needs, and the metadata, one line each."""
    packages = "booktabs,longtable" if _lines(table) > LONGEST else "booktabs"
    metadata = (
        f"% {' '.join(name.split())}: {json.dumps(json_value(value))}" for name, value in table.metadata.items()
    )
    return [f"% \\usepackage{{{packages}}}", *metadata]


def _alignment(table: DataTable) -> str:
    """The letters of the columns; a column of long texts is as wide as there is room, and its lines are broken."""
    lengths, width = _lengths(table), f"p{{{_room(table):.2f}\\linewidth}}"
    pairs = zip(table.columns, lengths, strict=True)
    return "".join(width if length > LONG_TEXT else column.align[0] for column, length in pairs)


def _lengths(table: DataTable) -> list[int]:
    """The number of characters in the longest cell of each column."""
    texts = table.texts()
    return [max((len(row[i]) for row in texts), default=0) for i in range(len(table.columns))]


def _room(table: DataTable) -> float:
    """The width of each column of long texts, as a proportion of a line: equal parts of what short columns leave."""
    lengths = _lengths(table)
    short = sum(length + 2 for length in lengths if length <= LONG_TEXT)
    return max(0.15, 0.9 - CHARACTER * short) / max(1, sum(length > LONG_TEXT for length in lengths))


def _lines(table: DataTable) -> int:
    """The number of lines that the rows take, roughly."""
    across = _room(table) / CHARACTER
    long = ([len(text) for text in row if len(text) > LONG_TEXT] for row in table.texts())
    return sum(ceil(max(lengths) / across) if lengths else 1 for lengths in long)


def _heading(table: DataTable) -> list[str]:
    return ["\\toprule", _line(list(map(escaped, table.headings))), "\\midrule"]


def _rows(table: DataTable) -> list[str]:
    return [
        _line([cell_text(column, cell) for column, cell in zip(table.columns, row, strict=True)]) for row in table.rows
    ]


def _line(cells: list[str]) -> str:
    """A row; a cell that begins with [ or * would be an option of the line break before it."""
    guarded = ["{}" + cell if cell.startswith(("[", "*")) else cell for cell in cells]
    return " & ".join(guarded) + " \\\\"


def cell_text(column: Column, cell: Cell) -> str:
    """The cell as LaTeX; numbers have a minus sign and powers of ten.

    >>> cell_text(Column("p"), 1.5e-7), cell_text(Column("z"), -2), cell_text(Column("what"), "R&D")
    ('\\\\ensuremath{1.5\\\\times10^{-7}}', '\\\\ensuremath{-}2', 'R\\\\&D')
    """
    text = column.text(cell)
    if not isinstance(plain_value(cell), int | float):
        return escaped(text)
    if found := POWER.fullmatch(text):
        sign, mantissa, direction, exponent = found.groups()
        return f"\\ensuremath{{{sign}{mantissa}\\times10^{{{direction.strip('+')}{exponent}}}}}"
    return NEGATIVE.sub(lambda _: "\\ensuremath{-}", escaped(text))


def _label(table: DataTable) -> str:
    """The label, of letters, digits and hyphens alone."""
    return f"\\label{{tab:{re.sub('[^A-Za-z0-9]+', '-', table.label).strip('-')}}}"
