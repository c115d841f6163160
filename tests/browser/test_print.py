"""The page /print: a teacher chooses, looks at the sheets and gets the file; by keyboard, in German, in an outage."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from setlab.classroom.paper import worksheet_document
from setlab.exact.dealing import probability_of_sets
from tests.browser.conftest import Visit

STATIC = Path(__file__).parents[2] / "src" / "setlab" / "web" / "static"


def shown(page: Page, words: str) -> None:
    """Wait until the sheet is there, with its number of pages."""
    expect(page.locator("#pages")).to_have_text(words)
    expect(page.locator("#desktop")).to_have_attribute("aria-busy", "false")
    assert page.locator("#sheet").evaluate("sheet => sheet.naturalWidth") > 700


def test_a_teacher_prints_a_deck_and_a_worksheet(visit: Visit) -> None:
    mira = visit("/print")
    page = mira.page
    shown(page, "Page 1 of 9")
    page.get_by_label("Backs, too").check()
    shown(page, "Page 1 of 18")
    expect(page.locator("#tip")).to_contain_text("turn over the long edge")
    page.get_by_role("button", name="Next").click()
    shown(page, "Page 2 of 18")
    expect(page.locator("#sheet")).to_have_attribute("alt", "Page 2 of 18 of the deck")

    page.get_by_label("Worksheet").check(force=True)
    page.get_by_label("Is it a SET?").check()
    page.get_by_label("Hard").check(force=True)
    page.get_by_label("Number of the sheet").fill("7")
    page.get_by_label("Number of the sheet").press("Enter")
    shown(page, "Page 1 of 2")
    page.wait_for_url(re.compile(r"what=worksheet&kind=third&kind=check&difficulty=3&dimension=4&count=6&seed=7&"))
    with page.expect_download() as download:
        page.get_by_role("link", name="Download PDF").click()
    assert download.value.suggested_filename == "setlab-worksheet.pdf"
    assert Path(download.value.path()).read_bytes() == worksheet_document(["third", "check"], 3, 6, seed=7).pdf()
    page.get_by_label("B", exact=True).check(force=True)
    page.wait_for_url(re.compile("&version=B&"))
    shown(page, "Page 1 of 2")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download PDF").click()
    assert download.value.suggested_filename == "setlab-worksheet-B.pdf"
    page.get_by_label("Rules", exact=True).check(force=True)
    shown(page, "Page 1 of 1")
    expect(page.locator("#tip")).to_contain_text("One page for every desk")
    page.get_by_label("Worksheet").check(force=True)
    page.wait_for_url(re.compile("&version=B&"))
    page.reload()
    expect(page.get_by_label("B", exact=True)).to_be_checked()
    expect(page.get_by_label("Hard")).to_be_checked()
    expect(page.get_by_label("Is it a SET?")).to_be_checked()
    page.get_by_role("button", name="Another one").click()
    expect(page.get_by_label("Number of the sheet")).not_to_have_value("7")
    expect(page.get_by_role("button", name="Another one")).to_be_focused()


def test_puzzles_in_german_by_keyboard_and_through_an_outage(visit: Visit) -> None:
    mira = visit("/print?what=puzzle", locale="de")
    page = mira.page
    shown(page, "Seite 1 von 2")
    page.get_by_label("Des Tages").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("Eigene")).to_be_focused()
    page.get_by_label("Karten auf dem Tisch").select_option("9")
    expect(page.get_by_label("SETs darunter")).to_have_value("3")
    page.get_by_label("Wie viele Rätsel").select_option("3")
    shown(page, "Seite 1 von 4")
    assert "language=de" in (page.locator("#download").get_attribute("href") or "")

    page.route(
        "**/api/print/*.png*", lambda route: route.fulfill(status=503, json={"reason": "kein Papier", "code": "x"})
    )
    page.get_by_label("Wie viele Rätsel").select_option("2")
    expect(page.locator("#say")).to_contain_text("Das lässt sich nicht drucken. Der Server sagt: kein Papier.")
    expect(page.locator("#download")).to_have_attribute("aria-disabled", "true")
    page.unroute("**/api/print/*.png*")
    page.get_by_role("button", name="Noch einmal").click()
    shown(page, "Seite 1 von 3")
    expect(page.locator("#download")).to_have_attribute("aria-disabled", "false")


def test_every_number_of_sets_that_is_offered_can_be_dealt() -> None:
    text = (STATIC / "js" / "print" / "questions.js").read_text()
    table = re.search(r"export const SETS = \{\n(.*?)\n\};", text, re.DOTALL)
    assert table is not None
    offered = re.findall(r"^  (\d): \{ (.*) \}", table[1], re.MULTILINE)
    assert [dimension for dimension, _ in offered] == ["3", "4"]
    for dimension, row in offered:
        for cards, sets in re.findall(r"(\d+): \[([\d, ]+)\]", row):
            for number in sets.split(", "):
                chance = probability_of_sets(int(cards), int(number), int(dimension))
                assert chance is None or chance > 1e-4, (dimension, cards, number)
