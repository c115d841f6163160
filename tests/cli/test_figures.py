"""Figures for a paper: they say what was run, keep the places of impossible values, and look as they are asked to."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from setlab.solitaire import NAMES
from tests.experiment.truth import ask

pytest.importorskip("matplotlib")

ENDGAME = ("simulate", "endgame", "--trials", "2000", "--seed", "7", "--no-store")
FIGURES = {
    ENDGAME: ["endgame", "choice random", "dimension 4", "table 12", "seed 7", "2,000 trials", "95 % intervals"],
    ("simulate", "antiset", "--design", "AG(2,3)", "--olivia", "random", "--trials", "9", "--no-store"): [
        "design AG(2,3)",
        "olivia random",
        "xavier theorem7",
        "seed 0",
        "9 trials",
    ],
    ("simulate", "solitaire", "--strategy", "S3", "--trials", "50", "--no-store"): ["strategy S3", "50 trials"],
    ("solitaire", "measure", "--strategy", "S3", "--games", "50", "--no-store"): ["strategy S3", "50 trials"],
    ("solitaire", "measure", "--strategy", "all", "--games", "3", "--no-store"): ["games 0 to 2 of seed 1", "95 %"],
    ("antiset", "measure", "AG(2,3)", "--games", "9", "--no-store"): ["design AG(2,3)", "9 trials"],
    ("simulate", "set-count", "-d", "2", "--trials", "50", "--no-store"): ["set-count", "dimension 2"],
    ("exact", "no-set", "-d", "3"): ["exact probability", "no SET"],
    ("exact", "sets", "-d", "3", "--cards", "6"): ["exact distribution", "6 cards"],
    ("exact", "sets", "--cards", "40"): ["exact mean and variance", "40 cards"],
    ("exact", "max-sets", "-d", "3"): ["proved values", "AG(3,3)"],
    ("exact", "planes"): ["exact probability", "a plane"],
    ("exact", "leftovers"): ["exact distribution", "dimension 3", "table 12", "random choice"],
}
"""Command lines, and what the subtitle of each figure must say."""


@pytest.fixture
def saved(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The figures that are saved, which are written too."""
    from setlab import plots

    seen: list[Any] = []
    write = plots.save_figure

    def save(fig: Any, path: Any) -> None:
        seen.append(fig)
        write(fig, path)

    monkeypatch.setattr(plots, "save_figure", save)
    return seen


def subtitle(fig: Any) -> str:
    return next(" ".join(text.get_text().split()) for text in fig.texts if text.get_gid() == "subtitle")


def words(axis: Any) -> list[str]:
    return [text.get_text() for text in axis.texts]


@pytest.mark.parametrize(("command", "said"), FIGURES.items(), ids=lambda value: " ".join(value[:4]))
def test_every_figure_says_what_was_run(
    command: tuple[str, ...], said: list[str], saved: list[Any], tmp_path: Path
) -> None:
    assert ask(*command, "--plot", str(tmp_path / "f.svg")).status == 0
    assert all(part in subtitle(saved[0]) for part in said), subtitle(saved[0])


def test_a_figure_of_all_strategies_has_a_row_for_each(saved: list[Any], tmp_path: Path) -> None:
    asked = ("solitaire", "measure", "--strategy", "all", "--games", "3", "--no-store", "--plot")
    assert ask(*asked, str(tmp_path / "f.svg"), "--panels", "leftover").status == 2
    assert ask(*asked, str(tmp_path / "f.svg")).status == 0
    rows = [label.get_text() for label in saved[0].axes[0].get_yticklabels()]
    assert rows == list(NAMES)


def test_a_run_without_the_usual_quantity_is_labelled_by_what_is_drawn(saved: list[Any], tmp_path: Path) -> None:
    """Clairvoyant play leaves no cards that could be counted: the figure is about the tables cleared."""
    asked = ("simulate", "solitaire", "--strategy", "clairvoyant", "--trials", "3", "--no-store", "--plot")
    assert ask(*asked, str(tmp_path / "f.svg")).status == 0
    assert saved[0].axes[0].get_xlabel() == "table cleared (1) or not (0)"
    assert saved[0].get_suptitle() == "Table cleared (1) or not (0)"


def test_impossible_values_keep_their_places(saved: list[Any], tmp_path: Path) -> None:
    plot = ("--plot", str(tmp_path / "f.svg"))
    ask(*ENDGAME, *plot)
    ask(*ENDGAME, "--lost", "1", *plot)
    ask("exact", "leftovers", *plot)
    ask("exact", "sets", "--cards", "9", *plot)
    whole, lost, exact, sets = saved
    for axis in (*whole.axes, *exact.axes):
        assert [tick.get_text() for tick in axis.get_xticklabels()][:3] == ["0", "3", "6"]
        place = next(text for text in axis.texts if text.get_text() == "impossible")
        assert place.get_position()[0] == 1
    assert all("impossible" not in words(axis) for axis in lost.axes), "5 or 2 unseen is not impossible"
    assert words(sets.axes[0]).count("impossible") == 4, "nine cards have no 7, 9, 10 or 11 SETs"


def test_a_logarithmic_axis_has_dots_and_no_bars(saved: list[Any], tmp_path: Path) -> None:
    ask(*ENDGAME, "--plot", str(tmp_path / "f.svg"))
    linear, log = saved[0].axes
    bars = len(linear.patches)
    assert (bars, len(log.patches)) == (4, 0)
    dots = next(line for line in log.lines if line.get_marker() == "o")
    assert len(dots.get_xdata()) == bars
    assert len(log.collections[0].get_paths()) == bars, "an interval at every dot"


def test_exact_values_over_whole_numbers_are_dots_on_a_line(saved: list[Any], tmp_path: Path) -> None:
    ask("exact", "no-set", "--dimension", "3", "--plot", str(tmp_path / "f.svg"))
    ask("exact", "max-sets", "--dimension", "3", "--plot", str(tmp_path / "g.svg"))
    for axis in (*saved[0].axes, *saved[1].axes):
        assert [line.get_marker() for line in axis.lines if line.get_label() in ("no SET", "most, proved")] == ["o"]


def test_what_is_not_known_is_said(saved: list[Any], tmp_path: Path) -> None:
    ask("exact", "planes", "--plot", str(tmp_path / "f.svg"))
    ask("exact", "sets", "--cards", "40", "--plot", str(tmp_path / "g.svg"))
    assert all("not known" in words(axis) for axis in saved[0].axes)
    assert "the distribution is not known" in words(saved[1].axes[0])


def test_title_width_font_and_panels(saved: list[Any], tmp_path: Path) -> None:
    plot = ("--plot", str(tmp_path / "f.pdf"))
    ask(*ENDGAME, *plot, "--title", "My title", "--width", "12cm", "--font", "serif")
    ask(*ENDGAME, *plot, "--no-title", "--panels", "leftover-log,turns")
    ask("exact", "no-set", "-d", "3", *plot, "--panels", "log", "--width", "3in")
    mine, bare, log = saved
    assert mine.get_suptitle() == "My title"
    assert mine.get_figwidth() == pytest.approx(12 / 2.54)
    assert {text.get_fontfamily()[0] for text in mine.findobj() if hasattr(text, "get_fontfamily")} == {"DejaVu Serif"}
    assert bare.get_suptitle() == ""
    assert not [text for text in bare.texts if text.get_visible()], "neither a subtitle nor a foot"
    assert [axis.get_yscale() for axis in bare.axes] == ["log", "linear"]
    assert bare.axes[1].get_xlabel() == "turns"
    assert ([axis.get_yscale() for axis in log.axes], log.get_figwidth()) == (["log"], 3.0)
    narrow = mine.axes
    assert narrow[0].get_position().x0 == pytest.approx(narrow[1].get_position().x0, abs=0.1), "one below the other"


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_files_carry_what_was_run(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"f.{ending}"
    assert ask(*ENDGAME, "--plot", str(path), "--no-title").status == 0
    content = path.read_bytes()
    assert b"seed 7" in content
    assert ask(*ENDGAME, "--json").json["id"].encode() in content
    assert ask(*ENDGAME, "--plot", str(path), "--no-title").status == 0
    assert path.read_bytes() == content, "the same bytes every time"


def test_one_family_in_all_formats(tmp_path: Path) -> None:
    for ending in ("pdf", "svg"):
        ask(*ENDGAME, "--plot", str(tmp_path / f"f.{ending}"), "--font", "serif")
    pdf = (tmp_path / "f.pdf").read_bytes()
    assert b"/FontFile2" in pdf, "TrueType, embedded"
    assert set(re.findall(rb"/BaseFont /(?:[A-Z]{6}\+)?([A-Za-z]+)", pdf)) == {b"DejaVuSerif"}
    svg = (tmp_path / "f.svg").read_text()
    assert "<text" not in svg
    assert set(re.findall(r'id="(DejaVu\w+?)(?:-Bold)?-', svg)) == {"DejaVuSerif"}


def test_several_runs_differ_in_more_than_colour(saved: list[Any], tmp_path: Path) -> None:
    store = str(tmp_path / "runs.sqlite")
    runs = [("--choice", choice) for choice in ("random", "popular", "reject")]
    ids = [ask(*ENDGAME[:-1], *run, "--store", store, "--json").json["id"] for run in runs]
    assert ask("runs", "plot", *ids, "--store", store, "-o", str(tmp_path / "f.svg")).status == 0
    linear, log = saved[0].axes
    assert len({bar.get_hatch() for bar in linear.patches}) == 3
    assert len({line.get_marker() for line in log.lines if line.get_label().startswith("choice")}) == 3
    assert "2,000 trials each" in subtitle(saved[0])
    assert "choice" not in subtitle(saved[0]), "the legend says in what they differ"


WRONG = [
    (("--title", "a", "--no-title", "--plot", "f.svg"), "--title and --no-title exclude each other"),
    (("--width", "12", "--plot", "f.svg"), "'12' is not a width: write a number and a unit"),
    (("--width", "1mm", "--plot", "f.svg"), "'1mm' is out of range for a width"),
    (("--font", "comic", "--plot", "f.svg"), "'comic' is not a family of letters: choose sans or serif"),
    (("--width", "12cm"), "are about a figure: name one by --plot FILE"),
    (("--panels", "lft", "--plot", "f.svg"), "'lft' is not a panel of this figure: choose leftover, leftover-log, "),
    (("--plot", "f.jpg"), "f.jpg is not a picture: choose a name that ends in .svg, .png, .pdf, .pgf"),
]


@pytest.mark.parametrize(("options", "said"), WRONG, ids=lambda value: str(value[0]))
def test_a_look_that_cannot_be(
    options: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = ask(*ENDGAME, *options)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert not list(tmp_path.iterdir())


def test_pgf_without_latex_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    done = ask(*ENDGAME, "--plot", str(tmp_path / "f.pgf"))
    assert done.status == 2
    assert "needs LaTeX to measure its text: install pdflatex, or choose .pdf or .svg" in done.err
    assert not list(tmp_path.iterdir())


def has_pgf() -> bool:
    if not (shutil.which("pdflatex") and shutil.which("kpsewhich")):
        return False
    return bool(subprocess.run(["kpsewhich", "pgf.sty"], capture_output=True).stdout)


@pytest.mark.skipif(not has_pgf(), reason="there is no LaTeX with pgf")
def test_pgf_compiles(tmp_path: Path) -> None:
    assert ask(*ENDGAME, "--plot", str(tmp_path / "f.pgf"), "--width", "12cm", "--title", "50 % & ∞").status == 0
    document = "\\documentclass{article}\\usepackage{pgf}\\begin{document}\\input{f.pgf}\\end{document}"
    (tmp_path / "t.tex").write_text(document)
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "t.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace")
    assert done.returncode == 0, done.stdout[-1500:]
    assert "50 \\% \\& \\ensuremath{\\infty}" in (tmp_path / "f.pgf").read_text()
