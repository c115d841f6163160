"""The paper is short, is set without a warning, and prints figures of the report that ships."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from scripts.paper import PAPER, typeset, words

TEXT = (PAPER / "paper.typ").read_text(encoding="utf-8")
SECTIONS = ("Summary", "Statement of need", "State of the field", "Design", "Availability")


def test_the_paper_has_its_sections_and_under_a_thousand_words() -> None:
    assert [line.removeprefix("= ") for line in TEXT.splitlines() if line.startswith("= ")] == [*SECTIONS]
    assert 500 < words(TEXT) < 1000


def test_words_are_counted() -> None:
    assert (
        words("// a comment\n= Two words\nAn _easy_ game @key: `setlab find` 10 cards.\n#figure(x)\n#bibliography(y)")
        == 8
    )


def test_the_paper_prints_the_verdicts_of_the_report() -> None:
    report = json.loads((PAPER.parent / "docs" / "reproduce" / "report.json").read_text(encoding="utf-8"))
    found = Counter(item["verdict"] for item in report["items"])
    confirmed = found["confirmed"] + found["consistent"]
    assert f"{confirmed} are confirmed or consistent with a sample" in TEXT
    assert f"{found['misprint']} are misprints and {found['wrong']} are wrong" in TEXT
    assert f"judges {found.total()} claims" in TEXT
    assert f"; {found['settled']} open questions are settled" in TEXT


def test_the_paper_is_set_as_a_pdf(tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="the extra `paper` is not installed")
    made = typeset(tmp_path)
    assert made.read_bytes().startswith(b"%PDF-")
    assert made.stat().st_size > 50_000
