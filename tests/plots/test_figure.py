"""Figures as files: the right format, the same bytes every time, whole or not at all."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib
import pytest

from setlab.errors import SpecError
from setlab.experiment import Result, simulate
from setlab.experiment.kernels.orbits import set_counts_spec
from setlab.experiment.run import run
from setlab.plots import (
    Look,
    draw_curve,
    draw_histogram,
    exact_series,
    figure_look,
    new_figure,
    proportion_series,
    save_figure,
)
from setlab.plots.results import describe_runs, draw_results

MAGIC = {".svg": b"<?xml", ".png": b"\x89PNG\r\n\x1a\n", ".pdf": b"%PDF-"}


def picture(note: str = "spec 3f9c2a7e") -> Any:
    fig, (left, right) = new_figure("Cards left & SETs", note=note, columns=2)
    draw_histogram(left, [proportion_series("100 games", {0: 1, 6: 47, 9: 45, 12: 7})], "cards left")
    draw_curve(right, [exact_series("mean", {0: 0, 9: 1, 12: 3})], "n")
    return fig


@pytest.mark.parametrize("ending", MAGIC)
def test_files_have_the_format_that_their_names_end_in(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"leftover{ending}"
    save_figure(picture(), path)
    assert path.read_bytes().startswith(MAGIC[ending])
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("ending", MAGIC)
def test_the_same_figure_gives_the_same_bytes(ending: str, tmp_path: Path) -> None:
    for name in "ab":
        save_figure(picture(), tmp_path / f"{name}{ending}")
    one, other = ((tmp_path / f"{name}{ending}").read_bytes() for name in "ab")
    assert one == other
    assert not any(word in one for word in (b"dc:date", b"CreationDate", b"tEXt")), "neither dates nor versions"


def test_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    code = (
        "from setlab.plots import *; fig, (axis,) = new_figure('T', 'n'); "
        "draw_histogram(axis, [proportion_series(n, {0: 4, 6: 6}) for n in 'ab']); save_figure(fig, sys.argv[1])"
    )
    for seed in "12":
        subprocess.run(
            [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}; {code}", str(tmp_path / f"{seed}.svg")],
            env={"PYTHONHASHSEED": seed, "HOME": str(tmp_path), "MPLCONFIGDIR": str(tmp_path)},
            check=True,
        )
    assert (tmp_path / "1.svg").read_bytes() == (tmp_path / "2.svg").read_bytes()


def test_the_title_is_in_the_file(tmp_path: Path) -> None:
    save_figure(picture(), tmp_path / "a.svg")
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    assert root.findtext("{http://www.w3.org/2000/svg}title") == "Cards left & SETs"


def test_the_note_is_small_in_the_corner() -> None:
    note = picture("spec 77aa").texts[-1]
    assert note.get_text() == "spec 77aa"
    assert note.get_position()[0] > 0.9
    assert note.get_position()[1] < 0.1
    assert note.get_fontsize() < 8
    assert len(new_figure("title alone")[0].texts) == 1


def shown(axis: Any) -> list[Any]:
    """The labels of the ticks of a vertical axis that are drawn: those between its ends."""
    low, high = axis.get_ylim()
    return [label for label in axis.get_yticklabels() if low <= label.get_position()[1] <= high]


def boxes(fig: Any) -> list[Any]:
    """The boxes of all texts outside of the axes, and of ticks and labels, once the figure is drawn."""
    fig.draw_without_rendering()
    ticks = [label for axis in fig.axes for label in (*axis.get_xticklabels(), *shown(axis))]
    labels = [label for axis in fig.axes for label in (axis.xaxis.label, axis.yaxis.label)]
    return [text.get_window_extent() for text in (*fig.texts, *labels, *ticks) if text.get_text()]


@pytest.mark.parametrize("font", ["sans", "serif"])
@pytest.mark.parametrize("width", [5.5, 8, 12, 17, 24])
@pytest.mark.parametrize("panels", ["leftover", "turns-log", "leftover,leftover-log,largest_table,turns,no_set"])
def test_nothing_is_cut_off_or_overlaps(games: list[Result], panels: str, width: float, font: str) -> None:
    with figure_look(Look(width=width / 2.54, font=font)):
        fig = draw_results(games, panels=panels)
    assert len(fig.axes) == panels.count(",") + 1
    assert all(box.x0 >= 0 and box.x1 <= fig.bbox.x1 and box.y0 >= 0 and box.y1 <= fig.bbox.y1 for box in boxes(fig))
    for axis in fig.axes:
        ticks = sorted((b.x0, b.x1) for b in (label.get_window_extent() for label in axis.get_xticklabels()))
        assert all(left[1] < right[0] for left, right in pairwise(ticks)), "the values stand apart"
        assert axis.get_window_extent().height > 0.9 * fig.dpi, "the axes are not flattened"
        assert axis.get_window_extent().width > 0.75 * fig.dpi


@pytest.fixture(scope="module")
def games() -> list[Result]:
    return [simulate("endgame", 2000, seed=1, choice=choice) for choice in ("random", "popular", "reject")]


def test_the_title_names_what_is_drawn(games: list[Result]) -> None:
    assert draw_results(games).get_suptitle() == "Cards left at the end of the game"
    assert draw_results(games, panels="leftover-log").get_suptitle() == "Cards left at the end of the game"
    assert draw_results(games, panels="turns").get_suptitle() == "Turns"
    assert draw_results(games, panels="turns-log,leftover").get_suptitle() == "Turns, cards left"


@pytest.mark.parametrize("font", ["Sans", "Serif"])
def test_a_figure_of_a_result_is_saved_with_its_letters(games: list[Result], font: str, tmp_path: Path) -> None:
    games[0].plot(font=font.lower()).savefig(tmp_path / "a.pdf")
    written = (tmp_path / "a.pdf").read_bytes()
    assert f"DejaVu{font}".encode() in written
    assert b"/Type3" not in written
    assert b"/CIDFontType2" in written, "TrueType"


def test_settings_of_the_user_change_nothing(tmp_path: Path) -> None:
    save_figure(picture(), tmp_path / "a.svg")
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "black", "svg.fonttype": "none"}):
        save_figure(picture(), tmp_path / "b.svg")
        assert matplotlib.rcParams["font.size"] == 30
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_a_failure_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"old")
    fig = picture()

    def fail(file: Any, **_: object) -> None:
        file.write(b"half")
        raise RuntimeError("the disk is on fire")

    monkeypatch.setattr(fig, "savefig", fail)
    with pytest.raises(RuntimeError):
        save_figure(fig, path)
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["a.png"]


def test_a_missing_folder_is_named_as_it_was_given(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        save_figure(picture(), tmp_path / "no" / "a.svg")
    assert caught.value.filename == str(tmp_path / "no" / "a.svg")


def test_what_is_not_a_figure(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="is not a picture"):
        save_figure(picture(), tmp_path / "a.jpg")
    with pytest.raises(SpecError, match="0 × 1 axes are no figure"):
        new_figure(rows=0)


def test_loading_the_package_does_not_load_matplotlib() -> None:
    code = "import sys, setlab.plots, setlab.stats; print('matplotlib' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}; {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["False", "False"]


def test_only_estimates_have_intervals_in_the_subtitle() -> None:
    spec, trials = set_counts_spec(6)
    assert describe_runs([run(spec, trials)], 0.9).endswith(f"; {trials} trials")
    assert describe_runs([simulate("first-set", 100, seed=1)], 0.9).endswith("; 100 trials; 90 % intervals")
