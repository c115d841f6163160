"""Histograms for the terminal, as they have always looked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import SpecError
from setlab.plots import Row, histogram_text, proportion_series, series_rows
from setlab.render import visible_width
from setlab.stats import Interval, proportion_interval

GAME = {0: 12_230, 6: 468_300, 9: 445_000, 12: 73_700, 15: 770}
ROWS = series_rows(proportion_series("game", GAME, values=[3, 18]))

GOLDEN = """\
 0  █▎                                                1.22 %    1.20 –   1.24
 3                                                    0 %       0 –      0.00037
 6  ███████████████████████████████████████████████  46.83 %   46.73 –  46.93
 9  ████████████████████████████████████████████▋    44.50 %   44.40 –  44.60
12  ███████▍                                          7.37 %    7.32 –   7.42
15  ▏                                                 0.077 %   0.072 –  0.083
18                                                    0 %       0 –      0.00037"""

PLAIN = """\
 0  #                            1.22 %    1.20 to   1.24
 3                               0 %       0 to      0.00037
 6  ##########################  46.83 %   46.73 to  46.93
 9  #########################   44.50 %   44.40 to  44.60
12  ####                         7.37 %    7.32 to   7.42
15  .                            0.077 %   0.072 to  0.083
18                               0 %       0 to      0.00037"""


def test_golden() -> None:
    assert histogram_text(ROWS, 80) == GOLDEN
    assert histogram_text(ROWS, 60, unicode=False) == PLAIN


def test_plain_text_is_ascii() -> None:
    assert histogram_text(ROWS, unicode=False).isascii()


def test_rows_without_intervals() -> None:
    mixed = [Row("basic", 0.05, Interval(0.04, 0.06)), Row("expert", 0.491)]
    assert histogram_text(mixed, 50).splitlines() == [
        " basic  ██▎                      5.0 %   4.0 – 6.0",
        "expert  ██████████████████████  49.10 %",
    ]


def test_wide_labels_take_two_columns() -> None:
    lines = histogram_text([Row("日本", 0.5), Row("a", 0.5)], 30).splitlines()
    assert lines[1].startswith("   a  █")
    assert {visible_width(line) for line in lines} == {30}


@given(st.lists(st.tuples(st.integers(0, 999), st.integers(0, 10**6)), min_size=1, max_size=12), st.booleans())
def test_lines_fit_and_bars_grow_with_shares(rows: list[tuple[int, int]], unicode: bool) -> None:
    proportions = [Row(str(label), count / 10**6, proportion_interval(count, 10**6)) for label, count in rows]
    lines = histogram_text(proportions, 80, unicode).splitlines()
    assert len(lines) == len(rows)
    assert all(visible_width(line) <= 80 for line in lines)
    lengths = [sum(line.count(mark) for mark in "█▉▊▋▌▍▎▏#") for line in lines]
    for (_, one), one_length in zip(rows, lengths, strict=True):
        for (_, other), other_length in zip(rows, lengths, strict=True):
            assert one > other or one_length <= other_length


def test_what_cannot_be_shown() -> None:
    with pytest.raises(SpecError, match="at least one row"):
        histogram_text([])
    with pytest.raises(SpecError, match=r"30 columns are too few for this histogram: give at least 41"):
        histogram_text(ROWS, 30)
    assert histogram_text(ROWS, 41)
    assert "0 %" in histogram_text([Row("0", 0.0)])
