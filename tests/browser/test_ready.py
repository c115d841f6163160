"""A page can be used, or says that it cannot: while its module is on the way, without a part of it, without scripts."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from setlab.web.pages.site import PAGES
from setlab.web.settings import Settings
from tests.browser.conftest import Visit
from tests.browser.engines import Engine
from tests.browser.people import DESKTOP, LANDSCAPE, PHONE, READY, Person
from tests.web.serving import Client, Inside, Serving, inside_serving

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
    page.wait_for_function("() => [...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet)")
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
    page.route("**/js/shared/cards.js", lambda route: route.abort("connectionrefused"))
    page.goto(f"{mira.address}/solitaire")
    expect(page.get_by_role("alert")).to_have_text(f"{LATE} Load it again", use_inner_text=True)
    expect(page.locator("main")).to_have_attribute("inert", "")
    mira.picture("not-complete")
    page.unroute("**/js/shared/cards.js")
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


class Faults:
    """Between browsers and a server: paths whose answers are late, or an error. Browsers keep nothing."""

    NONE = re.compile("(?!)")

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.late = self.failing = self.NONE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_fresh(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [pair for pair in message["headers"] if pair[0] != b"cache-control"]
                message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        path = scope.get("path", "")
        while self.late.search(path):
            await asyncio.sleep(0.01)
        is_worker = path == "/sw.js"  # it would keep what the next page is to miss
        answer = PlainTextResponse("", 503) if is_worker or self.failing.search(path) else self._app
        await answer(scope, receive, send_fresh)


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Inside, Faults]]:
    """A server whose answers can be spoilt."""
    with inside_serving(Settings(db=str(tmp_path_factory.mktemp("faulty") / "rooms.sqlite"))) as server:
        server.app.middleware_stack = faults = Faults(server.app.middleware_stack or server.app)
        yield server, faults


ENGINES = ["chromium", "firefox", "webkit", "old-webkit"]

in_all_engines = pytest.mark.parametrize("engine", ENGINES, indirect=True)
in_one_engine = pytest.mark.parametrize(
    "engine", [ENGINES[0], *(pytest.param(name, marks=pytest.mark.full) for name in ENGINES[1:])], indirect=True
)
"""In Chromium; `make test-full` has the others, too."""


def all_pages(server: Client) -> list[str]:
    """An address of every page that waits for a module."""
    room, _ = server.open_room()
    waiting = [path for path in PAGES if path != "/privacy"]  # which is complete without any
    return [*waiting, "/learn/third", f"/{room}", f"/{room}/projector", f"/{room}/review"]


WORDS = re.compile("/locale/")

LOADED = "document.readyState === 'complete'"
IMPORTED = """Promise.race([
  import(document.querySelector("script[type=module]").src),
  new Promise((resolve) => setTimeout(resolve, 40)),
]).then(() => true)"""
"""True when everything has come but the words: in WebKit the import of a waiting module is through then."""

STATES = ("html[data-ready]", "html[data-failed]", "main[inert][aria-busy=true]")
TOLD = "html[data-failed] #late[role=alert]"
SEEN = "getComputedStyle(document.querySelector('#late')).visibility"


def state(engine: Engine) -> list[bool]:
    """Whether a page is ready, has failed, and is inert."""
    return [engine.has(selector) for selector in STATES]


@in_one_engine
def test_every_page_waits_for_its_words_and_misses_them(engine: Engine, faulty: tuple[Inside, Faults]) -> None:
    server, faults = faulty
    for path in all_pages(server):
        faults.late, faults.failing = WORDS, Faults.NONE
        engine.open(f"http://{server.address}{path}")
        engine.wait(LOADED)
        assert engine.run(IMPORTED)
        assert state(engine) == [False, False, True], path
        faults.late, faults.failing = Faults.NONE, WORDS
        engine.wait_for(TOLD)
        assert state(engine) == [False, True, True], path
        assert engine.run(SEEN) == "visible", path
    faults.failing = Faults.NONE


@in_all_engines
def test_an_early_click_opens_no_room(engine: Engine, faulty: tuple[Inside, Faults]) -> None:
    """A form that its module does not hear yet would be sent by the browser itself: the name lost, no room."""
    server, faults = faulty
    faults.late = WORDS
    engine.open(f"http://{server.address}/new")
    engine.wait(LOADED)
    assert engine.run(IMPORTED)
    engine.click("#create")
    faults.late = Faults.NONE
    engine.wait_for(READY)
    assert engine.run("location.href") == f"http://{server.address}/new"
    engine.run("void (document.querySelector('#name').value = 'Mira')")
    engine.click("#create")
    engine.wait_for(".room[data-phase=waiting][data-seq]")


@in_one_engine
@pytest.mark.parametrize("missing", ["/js/new.js", "/js/shared/cards.js", "/js/shared/words.js"])
def test_a_missing_module_is_missed(engine: Engine, faulty: tuple[Inside, Faults], missing: str) -> None:
    server, faults = faulty
    faults.failing = re.compile(missing)
    engine.open(f"http://{server.address}/new")
    engine.wait_for(TOLD)
    faults.failing = Faults.NONE
    assert state(engine) == [False, True, True]
    assert engine.run(SEEN) == "visible"
