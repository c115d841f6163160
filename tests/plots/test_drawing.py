"""What is in a picture: as many bars, marks and lines as there are numbers, and only the text that fits."""

from fractions import Fraction
from itertools import pairwise
from math import isnan
from typing import Any

import pytest

from setlab.counting import mean_flats, sets_bound
from setlab.errors import SpecError
from setlab.plots import Series, draw_curve, draw_histogram, exact_series, new_figure, proportion_series, shared_legend

GAME = {0: 12_230, 6: 468_300, 9: 445_000, 12: 73_700, 15: 770}
EXACT = {0: Fraction(1223, 10**5), 6: Fraction(46_833, 10**5), 9: Fraction(445, 1000), 12: Fraction(74_444, 10**6)}


def empty_axis(**options: Any) -> Any:
    _, (axis,) = new_figure(**options)
    return axis


def texts(axis: Any) -> list[str]:
    return [text.get_text() for text in axis.texts]


def legend(axis: Any) -> list[str]:
    return [text.get_text() for text in axis.get_legend().get_texts()] if axis.get_legend() else []


def test_one_bar_for_each_value() -> None:
    axis = empty_axis()
    draw_histogram(axis, [proportion_series("a million games", GAME)], "cards left", "share of games")
    assert [round(bar.get_height(), 4) for bar in axis.patches] == [1.223, 46.83, 44.5, 7.37, 0.077]
    assert texts(axis) == ["1.22 %", "46.83 %", "44.50 %", "7.37 %", "0.077 %"]
    assert [tick.get_text() for tick in axis.get_xticklabels()] == ["0", "6", "9", "12", "15"]
    assert (axis.get_xlabel(), axis.get_ylabel()) == ("cards left", "share of games")
    assert legend(axis) == [], "one series needs none"


def test_runs_side_by_side_share_the_values() -> None:
    axis = empty_axis()
    runs = [proportion_series(f"run {i}", {0: 10, 6 + 3 * i: 90}) for i in range(3)]
    draw_histogram(axis, runs)
    assert len(axis.patches) == 6
    assert [tick.get_text() for tick in axis.get_xticklabels()] == ["0", "6", "9", "12"]
    edges = sorted((bar.get_x(), bar.get_x() + bar.get_width()) for bar in axis.patches)
    assert all(left[1] <= right[0] + 1e-9 for left, right in pairwise(edges)), "no bar hides another"
    assert legend(axis) == ["run 0", "run 1", "run 2"]


def test_a_value_that_did_not_occur_keeps_its_place() -> None:
    axis = empty_axis()
    draw_histogram(axis, [proportion_series("games", {34: 5, 35: 3, 36: 1, 38: 1})], "turns")
    assert [tick.get_text() for tick in axis.get_xticklabels()] == ["34", "35", "36", "37", "38"]
    assert [round(bar.get_x() + bar.get_width() / 2) for bar in axis.patches] == [0, 1, 2, 4]
    assert "impossible" not in texts(axis)


def test_values_have_names() -> None:
    axis = empty_axis()
    names = {-1: "not decided", 0: "cannot be cleared", 1: "can be cleared"}
    draw_histogram(axis, [proportion_series("deals", {1: 100})], names=names)
    assert [tick.get_text() for tick in axis.get_xticklabels()] == list(names.values())
    assert [round(bar.get_x() + bar.get_width() / 2) for bar in axis.patches] == [2]


def test_percentages_are_left_out_where_they_do_not_fit() -> None:
    axis = empty_axis()
    draw_histogram(axis, [proportion_series(f"run {i}", GAME) for i in range(9)])
    assert len(axis.patches) == 45
    assert texts(axis) == []
    axis = empty_axis()
    draw_histogram(axis, [proportion_series("run", GAME)], written=False)
    assert texts(axis) == []


def test_exact_values_are_marked_and_named_once() -> None:
    axis = empty_axis()
    draw_histogram(axis, [proportion_series(name, GAME, EXACT) for name in ("one", "other")])
    assert legend(axis) == ["one", "other", "exact"]
    assert [round(y, 3) for y in axis.lines[0].get_ydata()] == [1.223, 46.833, 44.5, 7.444, 0]


def test_whiskers_reach_from_end_to_end() -> None:
    axis = empty_axis()
    series = proportion_series("games", {0: 10, 6: 90})
    draw_histogram(axis, [series])
    above, below = ([path.vertices[:, 1] for path in part.get_paths()] for part in axis.collections)
    assert series.low is not None
    assert series.high is not None
    assert [round(float(y.max()) / 100, 12) for y in above] == [round(high, 12) for high in series.high]
    assert [round(float(y.min()) / 100, 12) for y in below] == [round(low, 12) for low in series.low]


def test_a_log_scale_shows_rare_values() -> None:
    axis = empty_axis()
    exact = {0: Fraction(1, 10**6), 6: 1 - Fraction(1, 10**6), 9: Fraction(0)}
    draw_histogram(axis, [proportion_series("games", {0: 1, 6: 10**6}, exact, values=[3])], log=True)
    assert axis.get_yscale() == "log"
    assert len(axis.lines[0].get_ydata()) == 2, "no mark for what is 0"
    assert axis.get_ylim()[0] < 1e-4
    assert "0 %" in texts(axis)


def test_nothing_is_not_drawn() -> None:
    axis = empty_axis()
    for draw in (draw_histogram, draw_curve):
        with pytest.raises(SpecError, match="nothing to draw"):
            draw(axis, [])


def test_estimates_are_dots_in_a_band_around_the_exact_line() -> None:
    axis = empty_axis()
    series = Series("deals", (3, 4, 5), (0.9, 0.8, 0.7), (0.85, 0.75, 0.65), (0.95, 0.85, 0.75), (0.91, None, 0.71))
    draw_curve(axis, [series], "n", "P", percent=True)
    exact, dots = axis.lines
    assert isnan(exact.get_ydata()[1]), "a gap where the exact value is not known"
    assert list(dots.get_ydata()) == pytest.approx([90, 80, 70])
    assert len(axis.collections) == 1
    assert legend(axis) == ["deals", "exact, where known"]
    assert axis.get_ylim()[0] == 0


def test_a_further_line_is_the_theoretical_maximum() -> None:
    axis = empty_axis()
    mean, most = ({n: f(n) for n in range(82)} for f in (mean_flats, sets_bound))
    draw_curve(axis, [exact_series("mean", mean)], lines=[exact_series("theoretical maximum", most)])
    assert legend(axis) == ["theoretical maximum", "mean"]
    assert max(axis.lines[0].get_ydata()) == max(axis.lines[1].get_ydata()) == 1080


def test_zeros_leave_a_log_scale() -> None:
    axis = empty_axis()
    series = Series("deals", (3, 4, 5), (0.9, 0.01, 0.0), (0.8, 0.001, 0.0), (0.95, 0.02, 0.001), (0.9, 0.01, 1e-9))
    draw_curve(axis, [series], log=True)
    assert isnan(axis.lines[1].get_ydata()[2])
    assert axis.get_ylim()[0] <= 1e-9
    band = axis.collections[0].get_paths()[0].vertices[:, 1]
    assert band.min() >= axis.get_ylim()[0], "a band that reaches 0 ends at the lower edge"


def test_negative_numbers_are_not_cut_off() -> None:
    axis = empty_axis()
    draw_curve(axis, [exact_series("difference", {0: -2, 1: 3})])
    assert axis.get_ylim()[0] == -2


def test_one_legend_for_all_axes() -> None:
    fig, axes = new_figure("Cards left", columns=3, titles=["81", "80", "79"], share_y=True)
    for axis in axes:
        draw_histogram(axis, [proportion_series(name, GAME) for name in ("random", "popular", "reject")], legend=False)
    shared_legend(fig)
    assert [text.get_text() for text in fig.legends[0].get_texts()] == ["random", "popular", "reject"]
    assert [axis.get_title("left") for axis in axes] == ["81", "80", "79"]
    assert all(axis.get_legend() is None for axis in axes)


def test_legends_are_read_row_by_row() -> None:
    axis = empty_axis(titles=["runs"])
    draw_histogram(axis, [proportion_series(f"run {i}", GAME) for i in range(7)])
    assert legend(axis) == ["run 0", "run 5", "run 1", "run 6", "run 2", "run 3", "run 4"], "columns are filled first"


def test_a_long_legend_takes_more_rows() -> None:
    fig, axes = new_figure(columns=2)
    labels = ["n(n − 1)/6, the theoretical maximum", "1,000,000 trials for every number of cards", "exact mean"]
    draw_curve(axes[0], [exact_series(label, {0: 0, 1: 1}) for label in labels])
    fig.draw_without_rendering()
    shown, other = axes[0].get_legend(), axes[1]
    assert shown is not None
    assert shown.get_window_extent().x1 < other.get_window_extent().x0
