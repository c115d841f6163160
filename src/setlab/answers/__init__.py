"""Answers and their tables, written for a terminal, a spreadsheet, a paper, a page or a program.

>>> from setlab.answers import data_table, format_table
>>> caps = data_table(["n", "largest cap"], [[1, 2], [2, 4], [3, 9], [4, 20]], caption="Caps of AG(n,3)")
>>> print(format_table(caps, "markdown"))
**Caps of AG(n,3)**
<BLANKLINE>
| n | largest cap |
|--:|--:|
| 1 | 2 |
| 2 | 4 |
| 3 | 9 |
| 4 | 20 |
"""

from setlab.answers.answer import FORMATS, Answer, Evidence, check_table_file, format_table, write_table
from setlab.answers.table import Cell, Column, DataTable, Shown, about, data_table, fraction_text

__all__ = [
    "FORMATS", "Answer", "Cell", "Column", "DataTable", "Evidence", "Shown", "about", "check_table_file",
    "data_table", "format_table", "fraction_text", "write_table",
]  # fmt: skip
