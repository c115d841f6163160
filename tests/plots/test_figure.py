"""Figures as files: the right format, the same bytes every time, whole or not at all."""

import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib
import pytest

from setlab.errors import SpecError
from setlab.plots import draw_curve, draw_histogram, exact_series, new_figure, proportion_series, save_figure

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
