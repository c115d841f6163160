"""Takes the pictures of the pages: `python -m scripts.screens [PART…]` writes docs/images/screen-*.png.

It starts a server of its own and plays there in Chromium, with three people. Codes of rooms and cards are new each
time. The pictures that docs/pages.md shows are taken dark, too.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, FilePayload, Page, ViewportSize, sync_playwright

from setlab.geometry import Deck, Space
from setlab.solitaire import Shuffle, strategy
from setlab.solitaire import play as play_solitaire
from tests.photos import draw_photo

DOCS = Path(__file__).parents[1] / "docs"
IMAGES = DOCS / "images"
DARK = set(re.findall(r"images/screen-([\w-]+)-dark\.png", (DOCS / "pages.md").read_text(encoding="utf-8")))
DESKTOP, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=390, height=780)
LONG = 120_000
CARDS = "#cards .card[data-card]:not([data-state])"


@contextmanager
def served() -> Iterator[str]:
    """The address of a server that runs as long as the context."""
    with tempfile.TemporaryDirectory() as folder:
        setlab = str(Path(sys.executable).with_name("setlab"))
        command = [setlab, "serve", "--json", "--port", "0", "--lan", "--db", f"{folder}/rooms.sqlite"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                yield f"http://127.0.0.1:{json.loads(server.stdout.readline())['port']}"
            finally:
                server.terminate()


def take(page: Page, name: str) -> None:
    """One picture, after everything has come to rest, and one of the dark page if it is shown."""
    _take(page, f"screen-{name}.png")
    if name in DARK:
        page.emulate_media(color_scheme="dark")
        _take(page, f"screen-{name}-dark.png")
        page.emulate_media(color_scheme="light")


def _take(page: Page, file: str) -> None:
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(500)
    page.screenshot(path=IMAGES / file)
    print(f"docs/images/{file}")


def cards(page: Page) -> list[int]:
    """The cards that can be chosen."""
    return [int(card) for card in page.locator(CARDS).evaluate_all("all => all.map((card) => card.dataset.card)")]


def claim(page: Page, three: tuple[int, ...]) -> None:
    """Choose cards."""
    for card in three:
        page.click(f'#cards [data-card="{card}"]')


def room_with_three(browser: Browser, address: str) -> tuple[Page, Page, Page]:
    """Mira, who has opened a room, Jonas and Ada on phones."""
    mira, jonas, ada = (browser.new_page(viewport=size) for size in (DESKTOP, PHONE, PHONE))
    mira.goto(f"{address}/new")
    mira.wait_for_selector(".tile")
    mira.fill("#name", "Mira")
    mira.click("#create")
    mira.wait_for_selector(".lobby", timeout=120_000)
    for page, name in ((jonas, "Jonas"), (ada, "Ada")):
        page.goto(mira.url)
        page.fill("#name", name)
        page.click(".joining .btn.main")
        page.wait_for_selector(".lobby")
    return mira, jonas, ada


def play(mira: Page, jonas: Page) -> None:
    """A right claim of Mira's, then a wrong one of Jonas's."""
    mira.click("#start")
    jonas.wait_for_selector(CARDS)
    deck = Deck(4)
    while not (sets := deck.sets(cards(mira))):
        mira.click("#none")
        jonas.click("#none")
    claim(mira, sets[0])
    mira.wait_for_selector("#say[data-tone=right]")
    take(mira, "room")
    jonas.wait_for_selector("#cards:not(:has([data-state]))")
    first, second, *others = cards(jonas)
    claim(jonas, (first, second, next(card for card in others if not deck.is_set((first, second, card)))))
    jonas.wait_for_selector("#say[data-tone=wrong]")
    take(jonas, "phone")


def lessons(page: Page, address: str) -> None:
    """The list of lessons, and lessons 1 to 4 after a few steps."""

    def enter(lesson: str, steps: int) -> None:
        page.goto(f"{address}/learn/{lesson}?seed=7")
        page.wait_for_selector("#forward")
        for _ in range(steps):
            page.click("#show")
            page.click("#forward")

    def build(*digits: int) -> None:
        for row, digit in enumerate(digits):
            page.locator(".build tbody tr").nth(row).locator(f"input[value='{digit}']").check(force=True)

    def final() -> tuple[int, ...]:
        given = page.locator("thead .card[data-card]").evaluate_all("all => all.map((card) => card.dataset.card)")
        return deck.coordinates(Space(4).third(int(given[0]), int(given[1])))

    deck = Deck(4)
    page.goto(f"{address}/learn")
    page.wait_for_selector(".lessons li")
    take(page, "learn")
    enter("sort", 4)
    page.click("#show")
    take(page, "lesson-sort")
    enter("third", 5)
    number, colour, filling, shape = final()
    build(number, colour, (filling + 1) % 3, shape)
    take(page, "lesson-third")
    enter("rule", 0)
    page.locator(".choices .btn").last.click()
    take(page, "lesson-rule")
    enter("theorem", 1)
    number, colour, *_ = final()
    build((number + 1) % 3, (colour + 1) % 3)
    take(page, "lesson-theorem")


def solitaire(page: Page, address: str) -> None:
    """A game that `basic` loses: its advice in the middle, and its review."""
    game = play_solitaire(strategy("basic"), Shuffle.of(1, 0))
    page.goto(f"{address}/solitaire?seed=1")
    page.wait_for_selector(CARDS)
    for number, line in enumerate(game.moves, 1):
        claim(page, line)
        page.wait_for_selector(f'body[data-moves="{number}"]')
        page.keyboard.press("Escape")
        if number == 16:
            page.click("#advise")
            page.locator(".choice-row").first.focus()
            take(page, "solitaire")
    page.click("#look-back")
    page.wait_for_selector("#past-choices .choice-row")
    take(page, "solitaire-review")


def antiset(page: Page, address: str) -> None:
    """A game of anti-SET with its reflection drawn, and the proof at the end of one."""
    page.goto(f"{address}/antiset?cards=81&you=olivia&against=theorem7&seed=5&moves=3.60")
    page.wait_for_selector("#field .lines circle")
    take(page, "antiset")
    page.goto(f"{address}/antiset?cards=27&you=xavier&against=max-cap&seed=5")
    for _ in range(9):  # the rounds of this game
        page.click("#hint")
        page.click("#field .card[data-state=hint]")
        page.wait_for_function("() => !document.querySelector('#field [data-state=hint]')")
    page.click("#why")
    page.wait_for_selector(".steps")
    page.click("#why")
    take(page, "antiset-proof")


def lesson_games(page: Page, address: str) -> None:
    """Lessons 5 to 8 at the moment at which something is found."""

    def show() -> None:
        while page.locator("#forward").is_disabled():
            page.click("#show")
            page.wait_for_timeout(50)

    def enter(lesson: str, steps: int) -> None:
        page.goto(f"{address}/learn/{lesson}?seed=7")
        page.wait_for_selector("#forward")
        for _ in range(steps):
            show()
            page.click("#forward")

    enter("hidden", 1)
    show()
    take(page, "lesson-hidden")
    enter("square", 2)
    show()
    page.locator("[data-places]").nth(7).click()
    take(page, "lesson-square")
    enter("twelve", 2)
    take(page, "lesson-twelve")
    enter("checksum", 3)
    show()
    take(page, "lesson-checksum")


EXPLORED = {
    "plane": "mode=plane&cards=0220.1111.0012&lit=set-11",
    "parallels": "mode=parallels&cards=0000.1120.2201&all=1",
    "cap": "mode=cap&cards=0000.0001.0010.0011.0100.0122.1012.1202.2110",
    "symmetries": "mode=symmetries&cards=0000.1110.2021&map=1000.0100.0001.0010.0000",
}
"""States of the explorer, as their links say them."""


def explorer(browser: Browser, address: str) -> None:
    """Four states on a desk, and a cube on a phone."""
    page, phone = browser.new_page(viewport=DESKTOP), browser.new_page(viewport=PHONE)
    for name, link in EXPLORED.items():
        page.goto(f"{address}/explore?{link}")
        page.wait_for_selector("#space [aria-pressed=true]")
        take(page, f"explore-{name}")
    phone.goto(f"{address}/explore?mode=cube&cards=0000.1110.2021.0201&theme=dark")
    phone.wait_for_selector("#space [aria-pressed=true]")
    take(phone, "explore-phone")


def table(page: Page, address: str) -> None:
    """Twelve cards that somebody has put in, with one of their SETs."""
    page.goto(f"{address}/table?cards=0011.0122.0210.1010.1102.1121.1221.2001.2020.2110.2122.2221")
    for _ in range(3):
        page.click("#ask")
    take(page, "table")


def look(browser: Browser, address: str) -> None:
    """A photo with one of its SETs lit, and a card of it that is corrected on a phone."""
    seen = (4, 17, 21, 30, 38, 43, 52, 55, 60, 66, 71, 79)
    file = FilePayload(name="table.jpg", mimeType="image/jpeg", buffer=draw_photo(seen).content)
    for name, size in (("look", DESKTOP), ("look-phone", PHONE)):
        page = browser.new_page(viewport=size, color_scheme="light")
        page.goto(f"{address}/look")
        page.wait_for_selector("html[data-ready]")
        page.set_input_files("#chosen", file)
        page.wait_for_selector('[data-stage="found"]')
        for _ in range(3):
            page.click("#ask")
        if size == PHONE:
            page.locator("#cards .card").nth(2).click()
        take(page, name)


OTHERS = {
    "daily": "daily?date=2026-11-16&level=basic",
    "exact": "lab/exact",
    "friends": "friends",
    "lab": "lab?question=left&seed=7&trials=200000",
    "privacy": "privacy",
    "print": "print",
    "results": "lab/results",
}
"""Pages that show themselves without anybody's doing, by their addresses."""


def others(page: Page, address: str) -> None:
    """The other pages, as they are when they have come to rest."""
    for name, link in OTHERS.items():
        page.goto(f"{address}/{link}")
        page.wait_for_load_state("networkidle")
        if name == "lab":
            page.wait_for_function("() => document.querySelector('#say')?.textContent.includes('Done')", timeout=LONG)
        take(page, name)


def first_pages(home: Page, address: str) -> None:
    """The first page, and the page on which rooms are opened."""
    home.goto(address)
    home.wait_for_selector("#warm [data-card]")
    take(home, "home")
    home.goto(f"{address}/new")
    home.wait_for_selector(".tile")
    take(home, "new")


def rooms(browser: Browser, address: str) -> None:
    """A room that waits, plays, and refuses a claim."""
    mira, jonas, _ = room_with_three(browser, address)
    take(mira, "waiting")
    play(mira, jonas)


PARTS = {
    "first": first_pages,
    "lessons": lessons,
    "games": lesson_games,
    "solitaire": solitaire,
    "antiset": antiset,
    "table": table,
    "others": others,
}
ALONE = {"explorer": explorer, "look": look, "rooms": rooms}
"""The parts in the order in which they are taken; the latter open pages of their own."""


def main(asked: list[str]) -> None:
    """All pictures, or those of some parts."""
    if unknown := set(asked) - {*PARTS, *ALONE}:
        raise SystemExit(f"there is no part {', '.join(unknown)}: choose {', '.join((*PARTS, *ALONE))}")
    with served() as address, sync_playwright() as chromium:
        browser = chromium.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        home = browser.new_page(viewport=DESKTOP)
        for name in asked or [*PARTS, *ALONE]:
            if name in PARTS:
                PARTS[name](home, address)
            else:
                ALONE[name](browser, address)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
