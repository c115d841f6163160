"""The notes are set without a warning, from the data that ship, and say what the pages of the documentation say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.notes import CITED, NOTES, blocking, extremes, typeset
from setlab.exact.extremes import fewest_sets, most_sets

DOCS = NOTES.parents[1] / "docs"


def text_of(name: str) -> str:
    return (NOTES / f"{name}.typ").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CITED)
def test_a_note_is_set_as_a_pdf(name: str, tmp_path: Path) -> None:
    import typst

    assert typeset(name, tmp_path).read_bytes().startswith(b"%PDF-")
    assert typst.compile_with_warnings(tmp_path / f"{name}.typ", sys_inputs={"version": "1"})[1] == []


@pytest.mark.parametrize("name", CITED)
def test_every_work_in_the_list_is_cited(name: str) -> None:
    cited = set(re.findall(r"@([a-z]+\d{4})", text_of(name)))
    assert cited == set(CITED[name])


def test_the_table_of_extremes_is_that_of_the_page() -> None:
    page = (DOCS / "extremes.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (\d+) \| [^|]+ \| ([^|]+) \| (\d+) \| \d+ \|$", page, re.MULTILINE)
    data = extremes()
    assert len(rows) == len(data["rows"]) == 82
    for (n, fewest, proof, most), row in zip(rows, data["rows"], strict=True):
        words = proof.removeprefix("weights ").replace(" and search", ", s")
        assert {"n": int(n), "fewest": int(fewest), "most": int(most), "proof": words} == row
    assert [row["fewest"] for row in data["rows"]] == [each.value for each in fewest_sets()]
    assert [row["most"] for row in data["rows"]] == [each.value for each in most_sets()]


def test_the_searched_sections_are_those_of_the_page() -> None:
    page = (DOCS / "extremes.md").read_text(encoding="utf-8")
    for row in extremes()["searched"]:
        assert f"| {row['n']} | {row['bound']} | {row['sizes']} | {row['weights']} |" in page


def test_the_bounds_are_those_of_the_theorems() -> None:
    first, solids, planes = blocking()["bounds"]
    assert (first["least"], first["upper"]) == (26, 27)  # the search excludes 26
    for words in (text_of("blocking"), (DOCS / "blocking.md").read_text(encoding="utf-8")):
        plain = words.replace("<=", "≤").replace(", ", ",")
        assert f"{solids['least']} ≤ m(3,5,3) ≤ {solids['upper']}" in plain
        assert f"{planes['least']} ≤ m(2,5,3) ≤ {planes['upper']}" in plain


def test_times_are_those_of_the_findings() -> None:
    page = (DOCS / "findings.md").read_text(encoding="utf-8")
    assert f"`extremes.py`, 0.8 seconds without the searches, {extremes()['seconds']} seconds with them" in " ".join(
        page.split()
    )
    assert f"`planes.py`, {blocking()['checker']} seconds" in page
    assert f"`uniqueness.py`, {blocking()['uniqueness']} seconds" in page
    assert f"`setlab exact planes --verify`, {blocking()['verify']} seconds" in page
