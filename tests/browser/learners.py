"""Learners: people in front of a lesson, who solve its tasks or let the page show them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from playwright.sync_api import Locator, expect

from setlab.classroom.worksheets import KINDS
from setlab.geometry import Deck
from setlab.web.http.lessons import STEPS
from tests.browser.accessible import faults
from tests.browser.conftest import Visit
from tests.browser.people import Person

DECK = Deck(4)
PROPERTIES = ("number", "colour", "filling", "shape")

LEAST_CARD = 32
"""The least width of a card where the whole deck is laid out on a phone."""


class Learner:
    """Somebody in front of a lesson."""

    def __init__(self, visit: Visit, lesson: str, **context: object) -> None:
        self.person: Person = visit(f"/learn/{lesson}?seed=5", **context)
        self.page = self.person.page
        expect(self.page.locator("#pips i")).to_have_count(STEPS[lesson])

    def says(self, tone: str, text: str) -> None:
        """The say line and the live region say this."""
        expect(self.page.locator(f"#say[data-tone='{tone}']")).to_contain_text(text)
        assert text in self.person.said

    def press(self, name: str | re.Pattern[str]) -> None:
        self.page.locator("#lesson").get_by_role("button", name=name, exact=True).click()

    def go_on(self) -> None:
        self.page.click("#forward")

    def waits(self) -> None:
        """The lesson does not go on before the task is solved."""
        expect(self.page.locator("#forward")).to_be_disabled()

    def cards(self, selector: str) -> list[int]:
        found: list[str] = self.page.locator(selector).evaluate_all("all => all.map((card) => card.dataset.card)")
        return [int(card) for card in found]

    def build(self, card: int) -> None:
        """Choose the value of every property."""
        for row, digit in enumerate(DECK.coordinates(card)):
            self.choose(row, digit)

    def choose(self, row: int, digit: int) -> None:
        self.page.locator(".build tbody tr").nth(row).locator(f"input[value='{digit}']").check(force=True)

    def answer(self, n: int, field: int = 0) -> None:
        form = self.page.locator(".number-field").nth(field)
        form.locator("input").fill(str(n))
        form.get_by_role("button").click()

    def drag(self, card: Locator, to: Locator) -> None:
        card.scroll_into_view_if_needed()
        (a, b) = card.bounding_box(), to.bounding_box()
        assert a is not None
        assert b is not None
        self.page.mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
        self.page.mouse.down()
        self.page.mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] - 12, steps=4)
        self.page.mouse.up()

    def finishes(self, lesson: str, following: str) -> None:
        """The lesson is over: it is remembered, and there are ways on."""
        self.go_on()
        expect(self.page.locator("#end a.main")).to_have_attribute("href", f"/learn/{following}")
        links = self.page.locator("#end a").evaluate_all("all => all.map((a) => a.getAttribute('href'))")
        assert {"/new", "/learn"} <= set(links)
        assert any(f"/print?kind={kind}" in links for kind in KINDS)
        assert self.person.kept("lessons") == [lesson]
        assert self.accessible() == []

    def walk(self) -> Iterator[int]:
        """Every step of the lesson, shown by the page itself: before and after the answer."""
        for step in range(self.page.locator("#pips i").count()):
            yield step
            while self.page.locator("#forward").is_disabled():
                self.page.click("#show")
            yield step
            self.go_on()

    def accessible(self, phone: bool = False) -> list[str]:
        """The faults of a step at rest; the 81 cards of the deck may be smaller than other targets."""
        self.person.wait_for("() => !document.querySelector('.locked') && !document.getAnimations().length")
        found = [str(fault) for fault in faults(self.page, phone)]
        deck = self.page.locator(".deck-field .card")
        if not deck.count():
            return found
        assert deck.evaluate_all("all => Math.min(...all.map((card) => card.offsetWidth))") >= LEAST_CARD
        return [fault for fault in found if not fault.startswith("target at button.card")]
