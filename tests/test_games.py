"""docs/games.md: printed figures come from the record, verdicts from the judge, words from the vocabulary."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts import games
from setlab.experiment.store import Store
from setlab.sources import find_claim, find_source

PAGE = (Path(__file__).parents[1] / "docs" / "games.md").read_text(encoding="utf-8")
TABLES = ("B2.table1", "B2.table2", "B2.table3")


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page for very few games."""
    monkeypatch.setattr(games, "DIMENSIONS", {3: 2000})
    monkeypatch.setattr(games, "PROGRAM_GAMES", 2000)
    monkeypatch.setattr(games, "TABLE_GAMES", 20_000)
    monkeypatch.setattr(games, "SURVEYED", {3: 2000})
    with Store(tmp_path / "games.db") as store:
        return "".join(games.page(games.Experiments(store, 20_000)))


def rows(page: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines() if line.startswith("| ")]


def test_the_small_page_has_the_sections_of_the_page(small: str) -> None:
    def headings(page: str) -> list[str]:
        return re.findall(r"^#+ .*$", page, re.MULTILINE)

    assert headings(small) == headings(PAGE)


@pytest.mark.parametrize("name", TABLES)
def test_the_page_shows_printed_figures_with_their_verdicts(name: str) -> None:
    claim = find_claim(name)
    verdicts = {"0": "misprint", "12": "misprint"} if name == "B2.table1" else {}
    for left, text in claim.figures.items():
        if left != "3":
            found = [row for row in rows(PAGE) if row[:2] == [left, text]]
            assert [row[3] for row in found] == [verdicts.get(left, "consistent")]


def test_the_script_holds_no_printed_figure() -> None:
    """Printed figures with a percent sign or a thousands mark occur only in the record."""
    script = Path(games.__file__).read_text(encoding="utf-8")
    printed = {text for letter in "BC" for claim in find_source(letter).claims for text in claim.figures.values()}
    marked = {text for text in printed if re.search(r"[%,]\d|\d%|×", text) and not text.startswith(("{", "("))}
    assert len(marked) > 30
    assert [text for text in marked if text in script] == []


def test_compared_samples_have_different_seeds() -> None:
    ids = re.findall(r"popular `(\w+)`; reject `(\w+)`", PAGE)
    assert len(ids) == len(TABLES)
    assert all(one != other for one, other in ids)


def test_the_page_speaks_of_proportions_and_searches(small: str) -> None:
    for page in (PAGE, small):
        assert not re.search(r"\b(shares?|looks?|seed documents?)\b", page)
        assert not re.search(r"`00\d`", page)
