"""Old browsers play: Chromium 109 and the WebKit of Safari 16.0; still older ones are told that they are too old.

What a page may be written with is read from the sources in `tests/web/test_old_syntax.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from inspect import signature

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from setlab.notation.languages import LANGUAGES
from tests.browser import test_antiset, test_classroom, test_daily, test_home, test_lessons, test_solitaire
from tests.browser.conftest import FLAGS, OLD, Visit, visiting
from tests.browser.engines import Engine
from tests.browser.people import APART, DESKTOP, PHONE, READY, first_set
from tests.browser.test_match import move
from tests.web.serving import Serving

FLOWS: list[Callable[..., None]] = [
    test_home.test_practice_table_is_played_to_its_last_set,
    test_antiset.test_nine_cards_as_olivia_to_the_proof,
]
LONG_FLOWS: list[Callable[..., None]] = [
    test_daily.test_the_advanced_puzzle_from_the_first_card_to_the_next_puzzle,
    test_solitaire.test_a_lost_game_with_hint_mistake_undo_reload_and_review,
    test_lessons.test_the_final_card_ten_times,
    test_classroom.test_a_class_of_ten,
]
"""Those of `make test-full`."""


@pytest.fixture
def old_visit(old_chromium: Browser, site: Serving) -> Iterator[Visit]:
    """Visits by the old browser."""
    with visiting(old_chromium, site) as opener:
        yield opener


@pytest.mark.parametrize(
    "flow",
    [*FLOWS, *(pytest.param(flow, marks=pytest.mark.full) for flow in LONG_FLOWS)],
    ids=lambda flow: flow.__module__.rpartition("test_")[2],
)
def test_what_is_played_in_a_new_browser_is_played_in_an_old_one(
    flow: Callable[..., None], old_visit: Visit, site: Serving
) -> None:
    given = {"visit": old_visit, "site": site}
    flow(**{name: given[name] for name in signature(flow).parameters})


def test_two_old_browsers_play_in_a_room(old_visit: Visit) -> None:
    mira = old_visit("/new", "Mira")
    room = mira.create()
    jonas = old_visit("/", "Jonas", viewport=PHONE, has_touch=True)
    jonas.join(room)
    mira.start()
    jonas.until("playing")
    for person in (mira, jonas):
        move(person)
    expect(mira.page.locator("#cards [data-card]").first).to_be_visible()
    mira.picture("old-room-desktop")
    jonas.picture("old-room-phone")


CARDS = """() => [...document.querySelectorAll(":is(.card, .slot):not([popover] *)")].map((card) => {
  const { width, height } = card.getBoundingClientRect();
  return [Math.round(width), Math.round(height)];
})"""
OPEN = """() => [...document.querySelectorAll("[popover]")]
  .filter((box) => box.getClientRects().length && getComputedStyle(box).position === "fixed").map(({ id }) => id)"""
"""The boxes that lie open; the teacher's switches are none where they lie in the bar."""


def cards_on(page: Page, address: str) -> list[list[list[int]]]:
    """The sizes of all cards of a page on a desktop and on a phone; no box lies open."""
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    page.goto(address)
    page.wait_for_selector(READY)
    assert page.evaluate(OPEN) == []
    if address.endswith("/projector"):  # its cards come over the feed
        expect(page.locator("#cards .card").first).to_be_visible()
    sizes = [page.evaluate(CARDS)]
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    return [*sizes, page.evaluate(CARDS)]


def test_cards_are_as_large_as_in_a_new_browser(chromium: Browser, old_chromium: Browser, site: Serving) -> None:
    """Where a rule is not understood a card is 0 pixels wide, or the table lies the wrong way."""
    room, host = site.open_room()
    with site.feed(room, host) as feed:
        site.seat(room, "Ada")
        feed.ask("start")
    paths = ["/", "/new", "/daily", "/antiset", "/explore", "/learn", "/learn/square?seed=5", f"/{room}/projector"]
    pages = [browser.new_page(**APART) for browser in (chromium, old_chromium)]
    for path in paths:
        new, old = (cards_on(page, f"http://{site.address}{path}") for page in pages)
        assert old == new, path
        assert min(min(size) for sizes in new for size in sizes) > 0, path
    for page in pages:
        page.close()


def test_a_browser_below_the_floor_gets_one_sentence(play: Playwright, old_chromium: Browser, site: Serving) -> None:
    """Chromium without container queries, as before version 105."""
    too_old = play.chromium.launch(executable_path=OLD, args=[*FLAGS, "--disable-blink-features=CSSContainerQueries"])
    page = too_old.new_page(**APART)
    for language in LANGUAGES:
        page.goto(f"http://{site.address}/antiset?lang={language}")
        (sentence,) = page.locator("body").inner_text().splitlines()
        assert sentence.startswith("setlab ")
        assert [version in sentence for version in ("Chrome", "109", "Firefox", "115", "Safari", "16")] == [True] * 6
    too_old.close()
    page = old_chromium.new_page(**APART)
    page.goto(f"http://{site.address}/antiset")
    expect(page.locator(".late")).to_be_hidden()
    page.close()


CHOSEN = "document.querySelectorAll('#cards [aria-pressed=true]').length"
DEALT = "[...document.querySelectorAll('#cards .card[data-card]')].map((card) => Number(card.dataset.card))"


def shows(engine: Engine, *boxes: str) -> None:
    """Wait until just these boxes lie open."""
    engine.wait(f"String(({OPEN})()) === {json.dumps(','.join(boxes))}")


@pytest.mark.parametrize("engine", ["chromium", "firefox", "webkit", "old-chromium", "old-webkit"], indirect=True)
def test_boxes_open_and_close_in_every_engine(engine: Engine, site: Serving) -> None:
    """With popovers and without: by their buttons, by Esc, by a press outside, one at a time; and a SET is found."""
    room, host = site.open_room()
    seat, token = site.seat(room, "Mira", host)
    kept = json.dumps([[room, {"seat": seat, "token": token, "name": "Mira", "host": True}]])
    engine.open(f"http://{site.address}/")
    engine.run(f"void localStorage.setItem('setlab.seats', {json.dumps(kept)})")
    engine.open(f"http://{site.address}/{room}")
    engine.wait_for(f"{READY} .room[data-phase=waiting][data-seq]")
    shows(engine)
    engine.click("[popovertarget=host]")
    shows(engine, "host")
    engine.click("#host .steer .btn")  # starts the round
    engine.wait_for("[data-phase=playing] #cards .card[data-card]")
    shows(engine)

    engine.click("[popovertarget=invite]")
    shows(engine, "invite")
    engine.type("q")
    assert engine.run(CHOSEN) == 0, "a key belongs to the box"
    engine.click("[popovertarget=look]")
    shows(engine, "look")
    engine.click("#look [value=safe] + span")
    engine.wait("document.documentElement.dataset.palette === 'safe'")
    shows(engine, "look")
    engine.type("Escape")
    shows(engine)
    assert engine.run("document.activeElement.getAttribute('popovertarget')") == "look"
    for closing in ("[popovertarget=leave]", "#leave [popovertargetaction=hide]", "#say"):
        engine.click("[popovertarget=leave]")
        shows(engine, "leave")
        engine.click(closing)
        shows(engine)

    found = first_set(engine.run(DEALT))
    for card in found or ():
        engine.click(f'#cards [data-card="{card}"]')
    engine.wait(f"document.querySelector('.player .score').textContent === '{int(found is not None)}'")
