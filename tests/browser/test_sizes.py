"""Rooms and pages on every screen: nothing is cut off, what matters is in view, and what is touched is large enough."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from setlab.geometry import Deck
from setlab.web.pages.site import LESSONS
from tests.browser.conftest import Visit
from tests.browser.people import DESKTOP, LANDSCAPE, NO_PAGE, PHONE, SMALL_PHONE, Person, not_a_set
from tests.web.serving import Serving

SCREENS = {
    "desktop": DESKTOP,
    "phone": PHONE,
    "landscape": LANDSCAPE,
    "small": SMALL_PHONE,
    "tablet": {"width": 820, "height": 1180},
}
LEAST = 44

OUTSIDE = """() => [...document.querySelectorAll('.room .card, .room button, .room .say, .room .player')]
  .filter((at) => at.checkVisibility())
  .map((at) => [at.id || at.className, at.getBoundingClientRect()])
  .filter(([, box]) => box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
  .map(([name]) => name)"""

TARGETS = "button:not(.card), a.btn, input:not([type=radio], [type=checkbox]), .check"

SMALL = """([targets, least]) => [...document.querySelectorAll(targets)]
  .filter((at) => at.checkVisibility() && at.getBoundingClientRect().height < least)
  .map((at) => at.outerHTML.slice(0, 80))"""

OVERLAPS = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .filter((at) => at.checkVisibility())
    .map((at) => at.getBoundingClientRect());
  const across = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1;
  const down = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const cards = boxes('#cards .card'), others = boxes('.bar, .side, .hand, .say');
  const meeting = (a, i) => [...cards.slice(i + 1), ...others].filter((b) => across(a, b) && down(a, b));
  return cards.flatMap(meeting).length;
}"""


SETTLED = """() => new Promise((then) => {
  scrollTo(0, 0);
  requestAnimationFrame(() => requestAnimationFrame(() => then()));
})"""


def fits(person: Person) -> None:
    page = person.page
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(SMALL, [TARGETS, LEAST]) == []


def host_with(visit: Visit, site: Serving, game: str, others: int = 2, **context: Any) -> tuple[Person, str]:
    """The host of a room in which others have seats."""
    room, token = site.open_room(game)
    mira = visit(NO_PAGE, **context)
    mira.take_seat(site, room, token)
    for i in range(others):
        site.seat(room, f"Maximiliane {i}")
    return mira, room


@pytest.mark.parametrize("screen", SCREENS)
def test_waiting_and_playing_never_scroll(visit: Visit, site: Serving, screen: str) -> None:
    mira, _ = host_with(visit, site, "standard", viewport=SCREENS[screen])
    fits(mira)
    mira.picture(f"lobby-{screen}")
    mira.start()
    for cards in (12, 15, 18, 21):
        expect(mira.page.locator("#cards [data-card]")).to_have_count(cards)
        fits(mira)
        assert mira.page.evaluate(OVERLAPS) == 0
        mira.picture(f"room-{screen}-{cards}")
        if cards < 21:
            more_cards(mira)


def more_cards(host: Person) -> None:
    """Three more cards, by the host's box; in a small window it opens from the menu."""
    if host.page.locator("#host-button").is_visible():
        host.page.click("#host-button")
    else:
        host.page.click(".more")
        host.page.click("#menu-host")
    host.page.get_by_role("button", name="Three more cards").click()


@pytest.mark.parametrize(
    "game", ["junior", "five", "chain", "ultra", "team", "find-all", "planet", "four", "last-card", "memory"]
)
def test_every_game_fits_on_every_screen(visit: Visit, site: Serving, game: str) -> None:
    mira, _ = host_with(visit, site, game)
    for screen in ("desktop", "phone", "landscape"):
        resize(mira, screen)
        fits(mira)
    mira.start()
    for screen in ("landscape", "phone", "desktop"):
        resize(mira, screen)
        fits(mira)
        assert mira.page.evaluate(OVERLAPS) == 0, screen
        mira.picture(f"{game}-{screen}")
        rules_of(mira, game)
        mira.picture(f"{game}-{screen}-rules")
        mira.page.keyboard.press("Escape")
        expect(mira.page.locator("#rules")).to_be_hidden()


def resize(person: Person, screen: str) -> None:
    """Change the window, and wait until the page is drawn."""
    person.page.set_viewport_size(SCREENS[screen])  # type: ignore[arg-type]
    person.page.evaluate(SETTLED)


def rules_of(person: Person, game: str) -> None:
    """The rules show a SET, or the two pairs of an UltraSET, within the window."""
    if person.page.locator("button.rules").is_visible():
        person.page.click("button.rules")
    else:
        person.page.click(".more")
        person.page.click("#menu-rules")
    box, space = (
        person.page.locator("#rules"),
        Deck({"junior": 3, "five": 5, "memory": 3, "four": 3}.get(game, 4), 4 if game == "four" else 3),
    )
    shown = box.locator("[data-card]").evaluate_all("all => all.map((card) => Number(card.dataset.card))")
    assert [space.is_set(shown[i : i + space.n]) for i in range(0, len(shown), space.n)] == [True] * (
        1 + (game == "ultra")
    )
    expect(box.locator(".rule")).to_contain_text(
        "are an UltraSET if" if game == "ultra" else "are a SET if every property"
    )
    edges = box.bounding_box()
    assert edges is not None
    assert edges["x"] >= 0
    assert edges["x"] + edges["width"] <= person.page.evaluate("innerWidth")


def test_many_players_are_the_first_four_you_and_a_number(visit: Visit, site: Serving) -> None:
    mira, room = host_with(visit, site, "standard", others=11, viewport=PHONE)
    zoe = visit("/", "Zoë", viewport=PHONE)
    zoe.join(room)
    mira.start()
    zoe.until("playing")
    expect(zoe.page.locator(".player")).to_have_count(6)
    expect(zoe.page.locator(".player[data-you]")).to_contain_text("Zoë")
    expect(zoe.page.locator(".player.others")).to_have_text("and 8 more")
    fits(zoe)
    zoe.picture("room-phone-many")


def test_the_small_menu_leads_everywhere(visit: Visit, site: Serving) -> None:
    mira, _ = host_with(visit, site, "standard", viewport=LANDSCAPE)
    mira.start()
    for box in ("invite", "rules", "look", "leave", "host"):
        mira.page.click(".more")
        mira.page.click(f"#menu-{box}")
        expect(mira.page.locator(f"#{box}")).to_be_visible()
        mira.page.keyboard.press("Escape")
        expect(mira.page.locator(f"#{box}")).to_be_hidden()


def test_a_window_of_320_by_256_scrolls_in_one_direction(visit: Visit, site: Serving) -> None:
    """As large as a desk's window zoomed to 400 %: everything is there, one below the other."""
    mira, _ = host_with(visit, site, "standard", viewport={"width": 320, "height": 256})
    narrow = "document.documentElement.scrollWidth <= innerWidth && document.body.scrollWidth <= innerWidth"
    assert mira.page.evaluate(narrow)
    mira.start()
    assert mira.page.evaluate(narrow)
    widths = mira.page.locator("#cards .card").evaluate_all("all => all.map((at) => at.offsetWidth)")
    assert min(widths) > 80
    mira.click_cards(not_a_set(mira.cards[::-1]))
    mira.hear("Not a SET.")
    expect(mira.page.locator("#say strong")).to_be_in_viewport(ratio=1)
    assert mira.page.evaluate(narrow)
    mira.picture("room-zoomed")
    mira.page.click("#none")
    mira.hear("SET")


WORDS_ON_SYMBOLS = """async ({ dress }) => {
  const slots = [...document.querySelectorAll("#cards .card")], faults = [];
  for (let first = 0; first < 243; first += slots.length) {
    slots.forEach((slot, i) => dress(slot, (first + i) % 243, 5, {}));
    for (const slot of slots) {
      const card = slot.getBoundingClientRect(), range = new Range(), words = slot.querySelector(".words");
      range.selectNodeContents(words);
      const texts = [...range.getClientRects()];
      const glyphs = [...slot.querySelectorAll("use")].map((use) => use.getBoundingClientRect());
      const lowest = Math.max(...glyphs.map(({ bottom }) => bottom));
      const highest = Math.min(...texts.map(({ top }) => top));
      const wide = texts.some(({ left, right }) => left < card.left - 1 || right > card.right + 1);
      if (lowest > highest + 1 || wide || glyphs.some(({ top }) => top < card.top)) faults.push(words.textContent);
    }
  }
  return faults;
}"""
"""The words of the cards with five properties whose words are not below their symbols, or wider than the card."""


@pytest.mark.parametrize(("screen", "locale"), [("small", "en-GB"), ("phone", "de-DE")])
def test_words_are_below_the_symbols(visit: Visit, site: Serving, screen: str, locale: str) -> None:
    mira, _ = host_with(visit, site, "five", others=0, viewport=SCREENS[screen], locale=locale)
    mira.page.evaluate("localStorage.setItem('setlab.palette', 'words'); dispatchEvent(new Event('setlab:look'))")
    mira.start()
    expect(mira.page.locator("#cards [data-card] .words").first).to_be_visible()
    assert mira.run("shared/cards", WORDS_ON_SYMBOLS) == []


def test_a_touch_tablet_is_told_nothing_of_keys(visit: Visit, site: Serving) -> None:
    hints = "#keys:visible, #cards .key:visible, kbd:visible"
    for touch in (True, False):
        mira, _ = host_with(visit, site, "standard", viewport=SCREENS["tablet"], has_touch=touch, is_mobile=touch)
        mira.start()
        assert (mira.page.locator(hints).count() == 0) == touch


WINDOWS = {
    "phone": SMALL_PHONE,
    "landscape": LANDSCAPE,
    "narrow": {"width": 320, "height": 640},
    "between": {"width": 768, "height": 1024},
    "desktop": DESKTOP,
}

LESSON = ["h1", "#lesson .card, #lesson .btn", "#forward"]
IN_VIEW = {
    "/": ["h1", ".start > .btn"],
    "/new": ["h1", ".tile .minis"],
    "/daily": [".levels", "#pause", "#cards .card >> nth=-1", "#say p", "#count", "#found li"],
    "/solitaire?seed=5": ["#hint", "#cards .card >> nth=-1", "#say p"],
    "/antiset?seed=5": ["h1", "#field .card"],
    "/learn": ["h1", "#lessons strong"],
    **{f"/learn/{lesson}?seed=5": LESSON for lesson in LESSONS},
    "/explore": ["h1", "#modes", "#space .card"],
    "/explore?mode=cap": ["#modes", "#space .card", "#say p"],
    "/lab/exact": ["#asks :is(a, summary)", "h1"],
    "/lab/results?verdict=misprint": ["#asks :is(a, summary)", "h1"],
    "/print": ["h1", "#what .pick"],
    "/table": ["h1", "#say p"],
    "/friends": ["h1"],
    "/privacy": ["h1"],
    "/nothing": ["h1", ".btn.main"],
}
"""What a reader of each page sees at once in every window, without scrolling."""

CUT = """() => [...document.querySelectorAll('button:not(.card), .btn, label, h1, h2, h3, p, th')]
  .filter((at) => at.checkVisibility() && at.clientWidth > 0 && !at.closest('.hide, .scroll, svg'))
  .filter((at) => at.scrollWidth > at.clientWidth + 1 || at.getBoundingClientRect().right > innerWidth + 1)
  .map((at) => `cut: ${at.localName}#${at.id} ${at.textContent.trim().slice(0, 30)}`)"""


def hidden_parts(page: Page, selectors: list[str]) -> list[str]:
    """The parts that are not wholly in the window."""
    view = page.viewport_size
    assert view is not None
    boxes = {selector: page.locator(selector).first.bounding_box() for selector in selectors}
    return [
        f"out of view: {selector} {box}"
        for selector, box in boxes.items()
        if box is None or box["y"] < -1 or box["y"] + box["height"] > view["height"] + 1 or not box["height"]
    ]


@pytest.mark.parametrize("language", ["de", "nb"])
def test_every_page_fits_every_window(visit: Visit, language: str) -> None:
    """Nothing scrolls sideways or is cut off, targets are large enough, and what matters is in view."""
    mira = visit(f"/?lang={language}", locale=language)
    wrong = []
    for path, selectors in IN_VIEW.items():
        mira.open(path)
        for name, window in WINDOWS.items():
            mira.page.set_viewport_size(window)  # type: ignore[arg-type]
            mira.page.evaluate(SETTLED)
            found = [*mira.page.evaluate(CUT), *hidden_parts(mira.page, selectors)]
            wide = mira.page.evaluate("document.documentElement.scrollWidth")
            if wide > window["width"]:
                found.append(f"{wide} px wide")
            found += mira.page.evaluate(SMALL, [TARGETS, LEAST])
            wrong += [f"{path} in {name}: {each}" for each in found]
    assert not wrong, "\n".join(wrong)


COLLIDE = """([one, other]) => {
  const boxOf = (at) => {
    const range = document.createRange();
    range.selectNodeContents(at);
    return (at.firstElementChild || !at.textContent.trim() ? at : range).getBoundingClientRect();
  };
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((at) => [at, boxOf(at)]);
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  return boxes(one).flatMap(([a, first]) => boxes(other)
    .filter(([b, second]) => a !== b && !apart(first, second))
    .map(([b]) => `${a.textContent || a.className} on ${b.textContent}`));
}"""


def test_words_and_pictures_do_not_collide(visit: Visit) -> None:
    mira = visit("/?lang=de", locale="de")
    for width in (360, 641, 820, 1000, 1150, 1280):
        mira.page.set_viewport_size({"width": width, "height": 800})
        assert mira.page.evaluate(COLLIDE, [".door figure > *", ".door :is(h3, p)"]) == [], width
    mira.open("/learn/third?seed=5")
    for window in (SMALL_PHONE, LANDSCAPE, WINDOWS["narrow"]):
        mira.page.set_viewport_size(window)  # type: ignore[arg-type]
        words = ".build :is(tbody th, tbody td:not(:has(.pick)), .pick label)"
        assert mira.page.evaluate(COLLIDE, [words, words]) == [], window
        assert mira.page.evaluate(COLLIDE, [".build thead .card", ".build thead .card"]) == [], window
    mira.page.set_viewport_size(SMALL_PHONE)  # type: ignore[arg-type]
    mira.open("/learn/hidden?seed=5")
    cloth = mira.page.locator("#lesson .cloth").bounding_box()
    assert cloth is not None
    assert (cloth["x"], cloth["width"]) == (0, SMALL_PHONE["width"]), "from edge to edge"
