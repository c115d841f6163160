"""Cited works: records are complete, every citation has a record, and what was not looked up is marked."""

from __future__ import annotations

import re
from calendar import month_name
from pathlib import Path

import pytest

from scripts.references import PAGE, page
from setlab.caps import known
from setlab.errors import SpecError
from setlab.sources.references import ENTRIES, FROM_MEMORY, Reference, reference, references

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
MODULES = sorted((ROOT / "src" / "setlab").rglob("*.py"))

CITED = re.compile(r"\b([A-Z][\w-]+(?: (?:&|and) [A-Z][\w-]+|(?:, [A-Z][\w-]+)+| and others)?) \(?((?:18|19|20)\d\d)\b")
LINK = re.compile(r"\[([^\]]+)\]\(references\.md#([a-z]+\d{4})\)")
NO_CITATIONS = {"Seed", "SC", *month_name[1:]}
SOURCES = {"Abrahamsen & Eriksen 2023", "Fisk & Goren 2016"}
"""The documents that setlab judges are sources and have records of their own."""


def labels() -> set[str]:
    return {each.label for each in references().values()}


def cited_in(path: Path) -> set[str]:
    found = CITED.findall(path.read_text(encoding="utf-8"))
    return {f"{names} {year}" for names, year in found if names not in NO_CITATIONS} - SOURCES


def test_every_work_that_a_page_or_a_module_cites_has_a_record() -> None:
    known = labels()
    for path in (*PAGES, *MODULES):
        if path != PAGE and "reproduce" not in path.parts:
            assert cited_in(path) <= known, path


def test_links_lead_to_the_work_that_they_name() -> None:
    for path in PAGES:
        for label, key in LINK.findall(path.read_text(encoding="utf-8")):
            assert reference(key).label == label, path


def test_the_test_sees_citations() -> None:
    text = "(Pellegrino 1970), Jamison (1977); Brouwer & Schrijver 1978, Edel and others 2002, Takahasi and Mori (1974"
    assert [names for names, _ in CITED.findall(text)] == [
        "Pellegrino",
        "Jamison",
        "Brouwer & Schrijver",
        "Edel and others",
        "Takahasi and Mori",
    ]
    assert sum(len(cited_in(path)) for path in PAGES) > 10


def test_the_page_is_made_from_the_record() -> None:
    """If it fails, `python -m scripts.references` writes the page."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_records_are_whole() -> None:
    for each in references().values():
        _assert_whole(each)


def _assert_whole(each: Reference) -> None:
    assert each.authors, each.key
    assert all((each.title, each.venue, each.cited_for))
    assert 1800 < each.year < 2100
    assert each.key.endswith(str(each.year))
    assert each.kind in {*ENTRIES, "preprint", "program", "page"}
    assert each.kind != "article" or each.volume
    assert not (each.from_memory and not each.looked_up)
    assert each.bibtex.startswith("@")
    assert each.bibtex.count("{") == each.bibtex.count("}")


def test_what_was_not_looked_up_says_so_wherever_it_is_shown() -> None:
    unseen = Reference("a1900", "article", ("A. Author",), "Title", "Journal", 1900, "nothing", looked_up="")
    assert FROM_MEMORY in unseen.citation
    assert FROM_MEMORY in unseen.bibtex
    for each in references().values():
        shown = FROM_MEMORY in each.citation
        assert (
            shown == (FROM_MEMORY in each.bibtex) == bool(each.caveat) == (not each.looked_up or bool(each.from_memory))
        )
    text = page()
    assert text.count(f"{FROM_MEMORY}.**") == sum(bool(each.caveat) for each in references().values())


def test_labels_and_keys_are_different() -> None:
    assert len(labels()) == len(references())


def test_known_caps_cite_records() -> None:
    for d, q in ((2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3), (8, 3), (2, 5), (3, 4), (4, 4)):
        found = known(d, q)
        assert found.references
        assert all(reference(key).citation in found.source for key in found.references)
    assert known(1, 3).references == known(9, 3).references == ()


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(SpecError, match="'gauss1801' is not the key of a cited work"):
        reference("gauss1801")
