"""The display box: sounds, the shape of the table, keys of one's own, words of another language on the cards."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.conftest import Visit
from tests.browser.people import Person

HEAR = """
  window.notes = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) { window.notes.push(this.frequency.value); start.call(this, at); };
"""
DRESS = """({ dress }) => {
  const at = document.createElement("b");
  dress(at, 0, 4, {});
  return [at.getAttribute("aria-label"), at.textContent];
}"""
ROWS = """() => {
  const cards = [...document.querySelectorAll("#warm .card")];
  return new Set(cards.map((card) => card.getBoundingClientRect().y)).size;
}"""


def opened(visit: Visit, path: str = "/?lang=en", **context: Any) -> Person:
    mira = visit(path, **context)
    mira.page.get_by_role("button", name="Display").click()
    mira.page.locator("#look summary").click()
    mira.page.wait_for_selector("#own-keys")
    return mira


def test_sounds_are_off_until_they_are_wanted(visit: Visit) -> None:
    mira = visit("/daily?lang=en")
    mira.context.add_init_script(HEAR)
    mira.open("/daily?lang=en")
    page = mira.page
    page.keyboard.press("q")
    for key in "wa":
        page.keyboard.press(key)
    expect(page.locator("#say strong")).not_to_be_empty()
    assert page.evaluate("window.notes") == []
    page.get_by_role("button", name="Display").click()
    page.locator("#look summary").click()
    page.locator("#look input[name=sound][value=on]").check(force=True)
    page.wait_for_function("() => window.notes.length === 2")  # how it sounds
    page.keyboard.press("Escape")
    mira.run("shared/sound", "({ play }) => ['wrong', 'call', '', 'constructor'].forEach(play)")
    assert page.evaluate("window.notes") == [660, 880, 196, 523]


def test_the_table_stands_upright_or_across(visit: Visit) -> None:
    mira = opened(visit)
    page = mira.page
    for value, rows in (("portrait", 4), ("landscape", 3), ("fit", 3)):
        page.locator(f"#look input[name=board][value={value}]").check(force=True)
        page.wait_for_function(f"() => ({ROWS})() === {rows}")
    page.locator("#look input[name=board][value=landscape]").check(force=True)
    mira.open("/")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(f"() => ({ROWS})() === 3")
    page.evaluate("document.documentElement.dataset.board = 'fit'")
    page.wait_for_function(f"() => ({ROWS})() === 4")


def test_keys_of_ones_own(visit: Visit) -> None:
    mira = opened(visit, "/daily?lang=en")
    page = mira.page
    field = page.get_by_label("My keys for the cards")
    field.fill("77")
    field.press("Tab")
    assert field.evaluate("at => at.validationMessage") == "Each key may come only once."
    field.fill("789 uio jkl m,.")
    field.press("Tab")
    assert [str(fault) for fault in faults(page)] == []
    page.keyboard.press("Escape")
    for opening in range(2):
        expect(page.locator("#cards .key").nth(3)).to_have_text("U")
        page.keyboard.press(",")
        expect(page.locator("#cards .card").nth(10)).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("q")
        expect(page.locator("#cards [aria-pressed='true']")).to_have_count(1)
        if not opening:
            mira.open("/daily?lang=en")


def test_words_of_another_language_on_the_cards(visit: Visit) -> None:
    mira = opened(visit)
    page = mira.page
    with page.expect_navigation():
        page.locator("#look input[name=wording][value=de]").evaluate("at => at.click()")
    page.wait_for_selector("html[data-ready]")
    card = page.locator("#warm .card").first
    expect(card.locator(".words")).to_have_attribute("lang", "de")
    assert mira.run("shared/cards", DRESS) == ["one red solid oval", "1 rotes gefülltes Oval"]
    expect(card.locator(".words")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "en"
    mira.picture("words-practised")
