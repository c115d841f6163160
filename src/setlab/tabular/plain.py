"""Tables in aligned columns of plain text."""

from __future__ import annotations

import unicodedata

from setlab.tabular.table import Column, DataTable

GAP = "  "


def to_plain(table: DataTable) -> str:
    """The table in aligned columns, with the caption above and the notes below.

    >>> from setlab.tabular import data_table
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
    text = [
        GAP.join(_padded(*cell) for cell in zip(line, widths, table.columns, strict=True)).rstrip() for line in folded
    ]
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
