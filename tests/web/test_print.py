"""Decks, puzzles and worksheets over HTTP: the same bytes as from Python, and one sentence for what cannot be."""

from __future__ import annotations

import sys
from datetime import timedelta

import pytest

from setlab.classroom.paper import daily_document, deck_document, rules_document, worksheet_document
from setlab.errors import SpecError
from setlab.puzzles.daily import today
from setlab.web.errors import Refused
from setlab.web.http.paper import PDF, DeckRequest, PuzzleRequest, _typeset
from tests.classroom.pdf import Pdf
from tests.web.serving import Serving


def test_files(web: Serving) -> None:
    deck = web.get("/api/print/deck.pdf?dimension=3&backs=true&palette=safe&download=true")
    assert deck.status == 200
    assert deck.headers["content-type"] == "application/pdf"
    assert deck.headers["content-disposition"] == 'attachment; filename="setlab-deck.pdf"'
    assert deck.headers["x-pages"] == "6"
    assert deck.body == deck_document(dimension=3, backs=True, palette="safe").pdf()
    sheet = web.get("/api/print/worksheet.pdf?kind=hidden&kind=third&difficulty=2&count=4&seed=9&language=de")
    assert sheet.headers["content-disposition"] == 'inline; filename="setlab-worksheet.pdf"'
    assert sheet.body == worksheet_document(["third", "hidden"], 2, 4, 9, language="de").pdf()
    other = web.get("/api/print/worksheet.pdf?kind=third&seed=9&version=B")
    assert other.headers["content-disposition"] == 'inline; filename="setlab-worksheet-B.pdf"'
    assert other.body == worksheet_document(seed=9, version="B").pdf()
    assert (
        web.get("/api/print/rules.pdf?dimension=3&language=nb").body == rules_document(dimension=3, language="nb").pdf()
    )
    puzzle = web.get("/api/print/puzzle.pdf?date=2026-11-16&level=basic")
    assert puzzle.body == daily_document("2026-11-16", "basic").pdf()


def test_the_largest_deck(web: Serving) -> None:
    answer = web.get("/api/print/deck.pdf?size=a4&dimension=5&words=true")
    assert (answer.status, len(Pdf(answer.body).pages())) == (200, 243)


def test_a_page_as_a_picture(web: Serving) -> None:
    first, second = (web.get(f"/api/print/puzzle.png?cards=9&sets=2&seed=5&page={page}") for page in (1, 2))
    assert {each.headers["x-pages"] for each in (first, second)} == {"2"}
    assert first.body.startswith(b"\x89PNG")
    assert first.body != second.body


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("deck.pdf?size=a3", 422, "Wrong value of size"),
        ("deck.pdf?colour=red", 422, "Wrong value of colour"),
        ("deck.pdf?size=a4&paper=a5", 409, "do not fit on a5 paper"),
        ("deck.png?page=10", 409, "there is no page 10: the document has 9 pages"),
        ("puzzle.pdf?cards=9&sets=7", 409, "9 cards never have 7 SETs"),
        ("puzzle.pdf?cards=18&sets=30", 409, "at most 15 cards here"),
        ("puzzle.pdf?date=2026-02-30", 422, "Wrong value of date"),
        ("puzzle.pdf?date=0", 422, "Wrong value of date"),
        ("worksheet.pdf?kind=riddle", 422, "Wrong value of kind"),
        ("worksheet.pdf?seed=-1", 422, "Wrong value of seed"),
        ("worksheet.pdf?paper=a5", 422, "Wrong value of paper"),
    ],
)
def test_refusals(web: Serving, path: str, status: int, words: str) -> None:
    answer = web.get(f"/api/print/{path}")
    assert answer.status == status
    assert words in answer.json["reason"]


def test_puzzles_of_later_days_are_not_told(web: Serving) -> None:
    tomorrow = today() + timedelta(1)
    later = today() + timedelta(3)
    assert web.get(f"/api/print/puzzle.pdf?date={tomorrow - timedelta(1)}").status == 200
    for query in (f"date={later}", f"date={today()}&count=4"):
        answer = web.get(f"/api/print/puzzle.pdf?{query}")
        assert (answer.status, answer.json["code"]) == (404, "not-yet")


def test_rare_puzzles_are_given_up_when_the_time_is_over() -> None:
    rare = PuzzleRequest(cards=12, sets=13, dimension=5)
    with pytest.raises(SpecError, match="too rare to be made here"):
        rare.document(stopped=lambda: True)


def test_without_typst(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(Refused) as refusal:
        _typeset(DeckRequest(dimension=3), PDF, lambda: False)
    assert (refusal.value.status, refusal.value.code) == (503, "no-paper")
    assert "pip install 'setlab[paper]'" in refusal.value.reason
