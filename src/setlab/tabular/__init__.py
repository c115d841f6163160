"""Tables of results, written for a terminal, a spreadsheet, a paper, a page or a program.

>>> from setlab.tabular import data_table, format_table
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

from setlab.tabular.table import Cell, Column, DataTable, Shown, data_table
from setlab.tabular.writing import FORMATS, check_table_file, format_table, write_table

__all__ = [
    "FORMATS",
    "Cell",
    "Column",
    "DataTable",
    "Shown",
    "check_table_file",
    "data_table",
    "format_table",
    "write_table",
]
