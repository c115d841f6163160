"""Tables with pipes, as GitHub's Markdown has them."""

from __future__ import annotations

import re

from setlab.tabular.table import DataTable

SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~#&$])")
RULES = {"left": ":--", "right": "--:"}


def to_markdown(table: DataTable) -> str:
    """The table with pipes: caption above in bold, notes below, metadata not shown.

    >>> from setlab.tabular import data_table
    >>> print(to_markdown(data_table(["interval", "a|b"], [["[0, 1]", 2]])))
    | interval | a\\|b |
    |:--|--:|
    | \\[0, 1\\] | 2 |
    """
    table = table.for_people()
    above = [f"**{escaped(table.caption)}**", ""] if table.caption else []
    below = [line for note in table.notes for line in ("", escaped(note))]
    rule = "|" + "|".join(RULES[column.align] for column in table.columns) + "|"
    rows = [_line(list(table.headings)), rule, *map(_line, table.texts())]
    return "\n".join([*above, *rows, *below])


def escaped(text: str) -> str:
    """The text, so that Markdown shows it as it is; a line break within a cell becomes `<br>`.

    >>> escaped("n_max * 2\\nSETs")
    'n\\\\_max \\\\* 2<br>SETs'
    """
    lines = ["".join(c for c in line if c.isprintable()).strip() for line in text.splitlines()]
    return "<br>".join(SPECIAL.sub(r"\\\1", line) for line in lines)


def _line(texts: list[str]) -> str:
    return "| " + " | ".join(map(escaped, texts)) + " |"
