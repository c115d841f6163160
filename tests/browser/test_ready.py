"""A page can be used, or says that it cannot: while its module is on the way, without a part of it, without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.people import DESKTOP, LANDSCAPE, PHONE, READY, Person
from tests.web.serving import Serving

LATE = "This page is not complete: a part of it has not arrived."

PLACES = """() => [...document.querySelectorAll("header, header *, main, h1")].map((at) => {
  const { x, y, width } = at.getBoundingClientRect();
  return [x, y, width];
})"""
"""Where everything stands that no module makes."""

HIT = """(at) => {
  at.scrollIntoView();
  const { x, y, width, height } = at.getBoundingClientRect();
  return at.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
"""Whether a click on an element reaches it."""


SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) window.shifted += hadRecentInput ? 0 : value;
}).observe({ type: 'layout-shift', buffered: true });"""
"""The sum of the layout shifts of a page, as browsers measure it: a part of the window times a part of its height."""

MOST_SHIFTED = 0.05


def focus_by_keyboard(page: Page) -> set[str]:
    """What the Tab key reaches."""
    found = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        focus: str = page.evaluate("document.activeElement.id || document.activeElement.localName")
        found.add(focus)
        if focus == "body":
            break
    return found


def test_nothing_can_be_used_before_the_module_has_run(visit: Visit) -> None:
    mira = visit("/", viewport=PHONE)
    page, held = mira.page, list[Route]()
    page.route("**/js/new.js", lambda route: held.append(route))
    with page.expect_request("**/js/new.js"):
        page.goto(f"{mira.address}/new", wait_until="commit")
    expect(page.locator("main[inert][aria-busy=true]")).to_be_visible()
    page.wait_for_function("[...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet)")
    before = page.evaluate(PLACES)
    assert not page.locator("#create").evaluate(HIT)
    assert not {"create", "name", "class"} & focus_by_keyboard(page)
    held[0].continue_()
    page.wait_for_selector(READY)
    expect(page.locator("[inert], [aria-busy], [data-waits]")).to_have_count(0)
    assert page.evaluate(PLACES) == before
    assert page.locator("#create").evaluate(HIT)
    page.click("#create")
    mira.enter()


def shifts(person: Person, path: str) -> float:
    """How much a page jumps if its words come after its first picture."""
    page, held, drawn = person.page, list[Route](), list[str]()
    page.route("**/locale/**", lambda route: route.continue_() if drawn else held.append(route))
    page.goto(f"{person.address}{path}", wait_until="commit")
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
    drawn.append(path)
    for route in held:
        route.continue_()
    page.wait_for_selector(READY)
    page.unroute("**/locale/**")
    found: float = page.evaluate(
        "new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(() => then(window.shifted))))"
    )
    return found


@pytest.mark.parametrize("window", [PHONE, DESKTOP, LANDSCAPE])
def test_nothing_jumps_while_a_page_is_filled(visit: Visit, window: dict[str, int]) -> None:
    mira = visit("/", viewport=window)
    mira.context.add_init_script(SHIFTS)
    paths = ["/daily", "/new", "/antiset?seed=5", "/learn", "/learn/third", "/explore", "/lab/exact", "/print"]
    jumping = {path: shifts(mira, path) for path in (paths if window == PHONE else paths[:2])}
    assert {path: found for path, found in jumping.items() if found > MOST_SHIFTED} == {}


def test_a_page_without_one_of_its_parts_says_so(visit: Visit) -> None:
    mira = visit("/")
    page = mira.page
    page.route("**/js/cards.js", lambda route: route.abort("connectionrefused"))
    page.goto(f"{mira.address}/solitaire")
    expect(page.get_by_role("alert")).to_have_text(f"{LATE} Load it again")
    expect(page.locator("main")).to_have_attribute("inert", "")
    mira.picture("not-complete")
    page.unroute("**/js/cards.js")
    page.get_by_role("link", name="Load it again").click()
    page.wait_for_selector(READY)
    expect(page.get_by_text(LATE)).to_be_hidden()
    page.wait_for_selector("#cards [data-card]")


def test_the_style_sheet_says_so_when_no_script_comes(visit: Visit) -> None:
    mira = visit("/")
    page = mira.page
    page.route("**/*.js", lambda route: route.abort("connectionrefused"))
    page.goto(f"{mira.address}/daily")
    expect(page.get_by_text(LATE)).to_be_hidden()  # it may still come
    page.evaluate("for (const each of document.getAnimations()) each.finish()")
    expect(page.get_by_text(LATE)).to_be_visible()
    expect(page.locator("main")).to_have_css("opacity", "0.5")


def test_without_scripts_a_page_asks_for_them(chromium: Browser, site: Serving) -> None:
    context = chromium.new_context(java_script_enabled=False, locale="de")
    page = context.new_page()
    page.goto(f"http://{site.address}/antiset")
    expect(page.locator("noscript p")).to_be_visible()
    expect(page.locator("noscript p")).to_contain_text("Diese Seite braucht JavaScript.")
    expect(page.get_by_text("Neu laden")).to_be_hidden()
    context.close()


def test_the_name_can_be_typed_at_once(visit: Visit, site: Serving) -> None:
    mira = visit(f"/{site.open_room()[0]}")
    expect(mira.page.locator("#name")).to_be_focused()
