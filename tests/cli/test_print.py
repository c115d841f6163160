"""`setlab print`: files, numbers of pages, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.classroom.pdf import Pdf
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("asked", "pages"),
    [
        (["deck", "--dimension", "3", "--backs"], 6),
        (["deck", "--dimension", "3", "--size", "a5"], 14),
        (["puzzle", "--cards", "9", "--sets", "3", "--count", "2", "--seed", "1"], 3),
        (["worksheet", "--kind", "third,check", "--seed", "1e3"], 2),
        (["worksheet", "--seed", "7", "--version", "b"], 2),
    ],
)
def test_files(asked: list[str], pages: int, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "it.pdf"
    answer = run("print", *asked, "-o", str(path), "--json").json
    assert (answer["path"], answer["pages"]) == (str(path), pages)
    first = path.read_bytes()
    assert len(Pdf(first).pages()) == pages
    done = run("print", *asked, "-o", str(path))
    assert done.out.startswith(f"{path}: {pages} pages")
    assert path.read_bytes() == first
    assert [each.name for each in tmp_path.iterdir()] == ["it.pdf"]


def test_the_rules(run: Run, tmp_path: Path) -> None:
    pdf, svg = tmp_path / "rules.pdf", tmp_path / "rules.svg"
    assert run("print", "rules", "-o", str(pdf)).out == f"{pdf}: 1 page\n"
    assert run("print", "rules", "-d", "3", "--language", "nb", "-o", str(svg), "--json").json["pages"] == 1
    assert len(Pdf(pdf.read_bytes()).pages()) == 1
    assert svg.read_bytes().startswith(b"<svg")


def test_a_seed_is_chosen_and_named(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "it.pdf")
    answer = run("print", "worksheet", "-o", path, "--json").json
    first = Path(path).read_bytes()
    run("print", "worksheet", "-o", path, "--seed", str(answer["seed"]))
    assert Path(path).read_bytes() == first


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (["deck", "-o", "deck.png"], "deck.png is not a PDF file: choose a name that ends in .pdf"),
        (["deck", "-o", "no/deck.pdf"], "there is no folder"),
        (["deck", "--size", "a6"], "'a6' is not a size of cards: choose card, a5 or a4"),
        (["puzzle", "--cards", "9", "--sets", "7"], "9 cards never have 7 SETs"),
        (["puzzle", "--seed", "x"], "'x' is not a seed"),
        (["worksheet", "--kind", "all,best"], "'best' is not a kind of exercise"),
        (["worksheet", "--version", "C"], "'C' is not a version of a worksheet: choose A or B"),
        (["rules", "-o", "r.png"], "r.png is not a PDF or SVG file: choose a name that ends in .pdf or .svg"),
        (["worksheet", "--difficulty", "4"], "'4' is not a difficulty"),
        (["poster"], "'poster' is not a verb of print"),
    ],
)
def test_bad_input_writes_nothing(
    asked: list[str], message: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("print", *asked)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_without_typst(run: Run, tmp_path: Path) -> None:
    (tmp_path / "typst.py").write_text("raise ImportError")
    done = run("print", "deck", "-o", str(tmp_path / "deck.pdf"), PYTHONPATH=str(tmp_path), PYTHONDONTWRITEBYTECODE="1")
    assert (done.status, done.err) == (2, "setlab: printing needs typst: pip install 'setlab[paper]'\n")
    assert [each.name for each in tmp_path.iterdir()] == ["typst.py"]
