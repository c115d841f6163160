"""Solitaire by the core of the browser: the answers of the server without asking it; without a core, the server."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Visit
from tests.browser.test_tabletop import TABLE, link_of
from tests.conformance.browser import CORE

needs_core = pytest.mark.skipif(not CORE.exists(), reason="no core.wasm: run `make wasm`")


@needs_core
def test_a_game_with_advice_asks_the_server_for_the_player_alone(visit: Visit) -> None:
    person = visit("/solitaire?seed=1")
    page = person.page
    page.wait_for_selector("html[data-core=here]")
    person.answers.clear()
    page.click("#advise")
    page.wait_for_selector("#choices .choice-row")
    for _ in range(3):
        page.keyboard.press("1")
        page.keyboard.press("1")
        page.keyboard.press("1")
        moves = int(page.get_attribute("body", "data-moves") or 0)
        for card in page.query_selector_all("#cards .card[data-state=hint]"):
            card.click()
        page.wait_for_selector(f"body[data-moves='{moves + 1}']")
    asked = [answer.url for answer in person.answers if "/api/" in answer.url]
    assert [url.rpartition("/api")[2] for url in asked] == ["/solitaire/player"]


@needs_core
def test_advice_about_cards_on_a_real_table(visit: Visit) -> None:
    """The server answers the first question; then the core is there."""
    person = visit(link_of(TABLE))
    page = person.page
    page.click("#advise")
    page.wait_for_selector("#choices .choice-row")
    page.wait_for_selector("html[data-core=here]")
    with page.expect_response("**/api/solitaire/player"):
        page.click("#advise")
    page.wait_for_selector("#advise:not([aria-busy])")
    asked = [answer.url.rpartition("/api")[2] for answer in person.answers if "/api/solitaire" in answer.url]
    assert asked == ["/solitaire/position", "/solitaire/player"]


def test_without_the_core_the_server_answers(visit: Visit) -> None:
    person = visit("/privacy")
    person.page.route("**/core.wasm", lambda route: route.fulfill(status=404))
    person.open("/solitaire?seed=1")
    person.page.click("#advise")
    person.page.wait_for_selector("#choices .choice-row")
    asked = [answer.url.rpartition("/api")[2] for answer in person.answers if "/api/" in answer.url]
    assert asked == ["/solitaire", "/solitaire/advice"]
