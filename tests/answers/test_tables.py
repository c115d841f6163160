"""Tables keep their numbers and their words in every format, whatever characters they have."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.answers import FORMATS, Column, DataTable, Shown, data_table, format_table, write_table
from setlab.errors import SpecError

NASTY = "a&b %_#~^\\{}<> × ≤ ∞ − \"q\" 'q' | $ ` * [x] -- Erdős ½ x² λ\u2603 \U0001f0cf\n\tend"
EXAMPLE = data_table(
    [Column("name", "the name", align="left"), Column("count"), Column("share", "proportion", format=".3f")],
    [[NASTY, 1234567, 0.25], ["", -3, None], ["[x]", Shown(1.5e-9, "1.5e-09"), float("inf")]],
    caption=f"Caption {NASTY}",
    label="a_b 1",
    notes=[f"Note {NASTY}"],
    metadata={"spec": {"kernel": "endgame"}, "seed": 7, "words": NASTY, "mean": Fraction(220, 79)},
)

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
cells = st.one_of(
    st.none(), texts, st.integers(), st.floats(allow_nan=False), st.fractions(), st.builds(Shown, st.integers(), texts)
)
tables = st.integers(1, 4).flatmap(
    lambda width: st.builds(
        data_table,
        st.lists(texts, min_size=width, max_size=width, unique=True),
        st.lists(st.lists(cells, min_size=width, max_size=width), max_size=5),
        caption=texts,
        label=texts,
        notes=st.lists(texts, max_size=2),
        metadata=st.dictionaries(texts, st.one_of(texts, st.integers()), max_size=3),
    )
)


def fields_of(table: DataTable) -> list[list[str]]:
    """The cells as a reader of CSV gets them: texts, and nothing where a cell is empty."""
    names = [column.name for column in table.columns]
    rows = [["" if cell is None else _number_text(cell) for cell in row] for row in table.values()]
    return [names, *rows]


def _number_text(cell: object) -> str:
    return f"{cell.numerator}/{cell.denominator}" if isinstance(cell, Fraction) else str(cell)


def read_csv(text: str, comments: int) -> tuple[list[str], list[list[str]]]:
    lines = text.split("\r\n")
    body = "\r\n".join(lines[comments:])
    return lines[:comments], list(csv.reader(io.StringIO(body, newline=""), strict=True))


@given(tables)
def test_csv_is_read_back(table: DataTable) -> None:
    described = ({"caption": table.caption} if table.caption else {}) | dict(table.metadata)
    described |= {"notes": list(table.notes)} if table.notes else {}
    above, rows = read_csv(table.to_csv(), len(described))
    assert rows == fields_of(table)
    for line, (name, value) in zip(above, described.items(), strict=True):
        assert json.loads(line.removeprefix(f"# {' '.join(name.split())}: ")) == value


def test_pandas_reads_it() -> None:
    import pandas

    frame = pandas.read_csv(io.StringIO(EXAMPLE.to_csv()), comment="#")
    assert list(frame.columns) == ["name", "count", "share"]
    assert frame["name"][0] == NASTY
    assert frame["count"].tolist() == [1234567, -3, 1.5e-9]
    assert frame["share"][0] == 0.25
    assert pandas.isna(frame["share"][1])


@given(tables)
def test_json_is_read_back(table: DataTable) -> None:
    record = json.loads(table.to_json())
    assert record["columns"] == [column.name for column in table.columns]
    assert [[_number_text(row[name]) for name in record["columns"]] for row in record["rows"]] == [
        [_number_text(cell) for cell in row] for row in table.values()
    ]
    assert record["caption"] == table.caption


PIPE = re.compile(r"(?<!\\)\|")


@given(tables)
def test_markdown_has_a_line_for_each_row(table: DataTable) -> None:
    lines = table.to_markdown().split("\n")
    start = 2 if table.caption else 0
    rows = lines[start : start + 2 + len(table.rows)]
    for line in rows:
        assert len(PIPE.findall(re.sub(r"\\\\", "", line))) == len(table.columns) + 1
    unescaped = re.sub(r"\\([^\w\s]|_)", "", "".join(rows[2:]).replace("<br>", ""))
    assert not set(unescaped) & set("<*_`[")


class Cells(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.inside = tag in ("td", "th")
        if self.inside:
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.cells[-1] += data


def test_html_is_read_back() -> None:
    parser = Cells()
    parser.feed(EXAMPLE._repr_html_())
    assert parser.cells == [*EXAMPLE.headings, *(text for row in EXAMPLE.texts() for text in row)]


def test_plain_text_lines_up() -> None:
    table = data_table(["strategy", "games"], [["a\u0308b", 1], ["卡", 1234]])
    assert table.to_text().split("\n") == ["strategy  games", "a\u0308b            1", "卡        1,234"]


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_has_every_number(format: str) -> None:
    text = format_table(EXAMPLE, format)
    assert "1234567" in text.replace(",", "")
    assert not text.endswith("\n")


def test_files_are_in_the_format_of_their_names(tmp_path: Path) -> None:
    for ending, format in {"txt": "table", "csv": "csv", "tex": "latex", "md": "markdown", "json": "json"}.items():
        path = tmp_path / f"t.{ending}"
        write_table(EXAMPLE, path)
        assert path.read_bytes().decode().rstrip("\r\n") == format_table(EXAMPLE, format).rstrip("\r\n")


def test_tables_that_cannot_be() -> None:
    with pytest.raises(SpecError, match="row 2 has 1 cell, the table 2 columns"):
        data_table(["a", "b"], [[1, 2], [3]])
    with pytest.raises(SpecError, match="two columns are named 'a'"):
        data_table(["a", "a"], [])
    with pytest.raises(SpecError, match="at least one column"):
        data_table([], [])
    with pytest.raises(SpecError, match="'html' is not a format of tables: choose table, csv, latex, markdown, json"):
        format_table(EXAMPLE, "html")
