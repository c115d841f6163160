"""People in front of a browser: they see what the page shows, and they find SETs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response

from setlab.geometry import Deck
from tests.web.chance import page_chance
from tests.web.serving import Client, bearing

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
LANDSCAPE = {"width": 844, "height": 390}
SMALL_PHONE = {"width": 360, "height": 640}

CHOOSABLE = "#cards .card[data-card]:not([data-state])"


APART: dict[str, Any] = {"locale": "en-GB", "service_workers": "block"}
"""Pages come from the server alone, unless a test is about what the browser keeps."""

LISTEN = """
  window.said = [];
  const listen = (changes) => {
    for (const { target, addedNodes } of changes) {
      if (target.id === "live") window.said.push(...[...addedNodes].map((line) => line.textContent));
    }
  };
  new MutationObserver(listen).observe(document, { childList: true, subtree: true });
"""
"""The listener of a page: every sentence that is added to the live region, in order."""

HEARD = """(text) => {
  const at = window.said.findIndex((each) => each.includes(text));
  window.said.splice(0, at + 1);
  return at >= 0;
}"""

READY = "html[data-ready]"

NO_PAGE = "/robots.txt"
"""A path for people who take a seat before they open a page: it belongs to the server, and loads nothing."""


def take_picture(page: Page, name: str, **options: Any) -> None:
    """Keep what a page shows now in `build/screenshots`, if `SETLAB_SCREENSHOTS` is set."""
    if "SETLAB_SCREENSHOTS" in os.environ:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"{name}.png", **options)


class Person:
    """A browser context with one page."""

    def __init__(self, browser: Browser, address: str, name: str, **context: Any) -> None:
        self.address, self.name = address, name
        self.context = browser.new_context(**APART | {"viewport": DESKTOP} | context)
        self.context.add_init_script(LISTEN)
        self.context.add_init_script(page_chance())
        self.page: Page = self.context.new_page()
        self.troubles: list[str] = []
        self.strangers: list[str] = []
        self.answers: list[Response] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("request", self._ask)
        self.page.on("response", lambda answer: self.answers.append(answer))

    def _hear(self, message: ConsoleMessage) -> None:
        """A refused request or a lost connection is news for the reader, not an error of the page."""
        lost = ("the server responded with a status of", "WebSocket connection to", "net::ERR_CONNECTION_REFUSED")
        expected = (*lost, "Found a 'popover' attribute.")  # Chromium 109, which was about to have them
        if message.type == "error" and not any(part in message.text for part in expected):
            self.troubles.append(message.text)

    def _ask(self, request: Request) -> None:
        if not request.url.startswith(
            (self.address, "data:", f"blob:{self.address}", self.address.replace("http", "ws", 1))
        ):
            self.strangers.append(request.url)

    def open(self, path: str) -> None:
        """Go to a page, and wait until it can be used."""
        self.page.goto(f"{self.address}{path}")
        if path != NO_PAGE:
            self.page.wait_for_selector(READY)

    def arrive(self, path: str) -> None:
        """Wait until a link or a button has led to a page, and until it can be used."""
        self.page.wait_for_url(f"**{path}")
        self.page.wait_for_selector(READY)

    def close(self) -> None:
        self.context.close()

    def picture(self, name: str) -> None:
        """Keep what the page shows now in `build/screenshots`, if `SETLAB_SCREENSHOTS` is set."""
        take_picture(self.page, name)

    def create(self, game: str = "standard") -> str:
        """Create a room on the page /new; the code of the room."""
        self.open("/new")
        self.page.locator(f'input[value="{game}"]').check(force=True)
        self.page.fill("#name", self.name)
        self.page.click("#create")
        return self.enter()

    def enter(self) -> str:
        """Wait until the room is there; its code."""
        self.page.wait_for_selector(".room:not([data-phase='gate'])[data-seq]")
        room: str = self.page.evaluate("document.body.dataset.room")
        return room

    def join(self, room: str) -> None:
        """Take a seat by the form."""
        self.open(f"/{room}")
        self.page.fill("#name", self.name)
        self.page.get_by_role("button", name="Join", exact=True).click()
        self.enter()

    def take_seat(self, site: Client, room: str, host: str | None = None) -> None:
        """Take a seat without the form, and enter."""
        seat, token = site.seat(room, self.name, host)
        kept = {"seat": seat, "token": token, "name": self.name, "host": host is not None}
        self.page.evaluate("(kept) => localStorage.setItem('setlab.seats', JSON.stringify([kept]))", [room, kept])
        self.open(f"/{room}")
        self.enter()

    def run(self, module: str, function: str, argument: object = None) -> Any:
        """The value of a JavaScript function of a module, named by its path in `static/js`, and an argument."""
        source = f"""new URL('{module}.js', document.querySelector('script[src$="/js/ready.js"]').src)"""
        return self.page.evaluate(f"async (argument) => ({function})(await import({source}), argument)", argument)

    def kept(self, key: str) -> Any:
        """What the browser keeps under a key."""
        return self.run("shared/store", "({ read }, key) => read(key)", key)

    def keep(self, key: str, value: object) -> None:
        """Let the browser keep a value."""
        self.run("shared/store", "({ write }, [key, value]) => write(key, value)", [key, value])

    def start(self) -> None:
        self.page.click("#start")
        self.until("playing")

    def until(self, phase: str) -> None:
        """Wait until the room is in a phase, and the page up to date: a round begins with several events."""
        self.wait_for("(phase) => document.body.dataset.phase === phase", phase)
        self.catch_up()

    def catch_up(self) -> None:
        """Wait until the page shows the last event of its room."""
        room = self.page.evaluate("document.body.dataset.room")
        kept: dict[str, Any] = dict(self.page.evaluate("JSON.parse(localStorage.getItem('setlab.seats') ?? '[]')"))
        headers = bearing(kept[room]["token"] if room in kept else None)
        answer = self.context.request.get(f"{self.address}/api/rooms/{room}/events", headers=headers)
        events = answer.json()["events"]
        self.wait_for("(seq) => Number(document.body.dataset.seq) >= seq", events[-1]["seq"])

    @property
    def phase(self) -> str:
        phase: str = self.page.evaluate("document.body.dataset.phase")
        return phase

    @property
    def cards(self) -> list[int]:
        """The cards that can be chosen now, in the order of their slots."""
        found: list[str] = self.page.locator(CHOOSABLE).evaluate_all("all => all.map((card) => card.dataset.card)")
        return [int(card) for card in found]

    @property
    def said(self) -> str:
        """What the live region said last."""
        return self.page.locator("#live p").last.inner_text()

    def click_cards(self, cards: tuple[int, ...] | list[int]) -> None:
        for card in cards:
            self.page.click(f'#cards [data-card="{card}"]')

    def wait_for(self, expression: str, argument: object = None) -> None:
        """Wait until a JavaScript function of the argument is true."""
        self.page.wait_for_function(expression, arg=argument)

    def hear(self, text: str) -> None:
        """Wait until the live region says this, or has said it after what was heard last."""
        self.wait_for(HEARD, text)

    def score(self, name: str) -> int:
        return int(self.page.locator(f".player:has(.name:text-is('{name}')) .score").inner_text())


def first_set(cards: list[int], d: int = 4) -> tuple[int, ...] | None:
    """The first SET among the cards."""
    return next(iter(Deck(d).sets(cards)), None)


def not_a_set(cards: list[int], d: int = 4) -> tuple[int, int, int]:
    """The first three cards that are not a SET."""
    deck = Deck(d)
    a, b = cards[:2]
    return a, b, next(card for card in cards[2:] if not deck.is_set((a, b, card)))
