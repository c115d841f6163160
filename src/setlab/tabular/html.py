"""Tables as HTML, as notebooks show them."""

from __future__ import annotations

from html import escape

from setlab.tabular.table import Column, DataTable


def to_html(table: DataTable) -> str:
    """The table as an HTML element.

    >>> from setlab.tabular import data_table
    >>> to_html(data_table(["a<b"], [[1]]))
    '<table><tr><th style="text-align:right">a&lt;b</th></tr><tr><td style="text-align:right">1</td></tr></table>'
    """
    table = table.for_people()
    caption = f"<caption>{escape(table.caption)}</caption>" if table.caption else ""
    head = _row("th", table.headings, table.columns)
    body = "".join(_row("td", texts, table.columns) for texts in table.texts())
    notes = "".join(f"<p>{escape(note)}</p>" for note in table.notes)
    return f"<table>{caption}{head}{body}</table>{notes}"


def _row(tag: str, texts: list[str] | tuple[str, ...], columns: tuple[Column, ...]) -> str:
    pairs = zip(texts, columns, strict=True)
    cells = (f'<{tag} style="text-align:{column.align}">{escape(text)}</{tag}>' for text, column in pairs)
    return f"<tr>{''.join(cells)}</tr>"
