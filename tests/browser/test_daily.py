"""The puzzle of the day: solved to the end, paused, reloaded, shared, found in the archive, and played in a room."""

from __future__ import annotations

import calendar
import re
from datetime import date, timedelta

from playwright.sync_api import expect

from setlab.classroom import Puzzle, puzzle
from setlab.geometry import Deck
from tests.browser.accessible import faults
from tests.browser.conftest import Visit
from tests.browser.people import PHONE, Person, not_a_set
from tests.web.serving import Serving

KEYS = "qwerasdfzxcv"
"""The letters of twelve cards in reading order."""


def shown(person: Person) -> Puzzle:
    """The puzzle that the page shows, as the library knows it."""
    person.page.wait_for_selector("#cards .card[data-card]")
    link = person.page.locator(".levels a[aria-current]").get_attribute("href") or ""
    day, level = re.findall(r"date=([\d-]+)&level=(\w+)", link)[0]
    found = puzzle(day, level)
    assert person.cards == list(found.cards), "the server decides what the puzzle is"
    return found


def solve(person: Person, known: Puzzle) -> None:
    """Claim all SETs that are not in the list yet."""
    for line in known.sets[person.page.locator("#found li:not(.open)").count() :]:
        person.click_cards(line)


def test_the_advanced_puzzle_from_the_first_card_to_the_next_puzzle(visit: Visit, site: Serving) -> None:
    mira = visit("/daily")
    page, known = mira.page, shown(mira)
    mira.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=f"http://{site.address}")
    expect(page.locator("#count")).to_have_text("0 of 6 found")

    # by keyboard: letters choose, Esc lets go, P pauses and hides the cards, ? gives hints
    page.keyboard.press("q")
    expect(page.locator("#say")).to_contain_text("1 of 3")
    page.keyboard.press("Escape")
    expect(page.locator("#cards [aria-pressed='true']")).to_have_count(0)
    page.keyboard.press("p")
    expect(page.locator("#cards .card[data-card]")).to_have_count(0)
    expect(page.locator("#resume")).to_be_focused()
    mira.hear("The cards are hidden")
    page.keyboard.press("Enter")
    for card in known.sets[0]:
        page.keyboard.press(KEYS[known.cards.index(card)])
    mira.hear("A SET. 5 are left.")
    mira.click_cards(known.sets[0])
    mira.hear("You have this one already.")
    page.wait_for_selector("#cards:not(:has([data-state]))")
    mira.click_cards(not_a_set(list(known.cards)))
    mira.hear("Not a SET.")
    page.keyboard.press("?")
    mira.hear("This card is in a SET that you have not found yet.")
    page.keyboard.press("?")
    expect(page.locator("#cards [data-state='hint']")).to_have_count(2)
    page.keyboard.press("?")
    expect(page.locator("#hints")).to_have_text("2 hints so far")

    # what was begun goes on after a reload
    page.reload()
    assert shown(mira) == known
    expect(page.locator("#count")).to_have_text("1 of 6 found")
    kept = next(iter(mira.kept("puzzles").values()))
    assert (kept["hints"], kept["wrong"], kept["done"], kept["fresh"]) == (2, 1, False, True)
    solve(mira, known)
    mira.hear("All six in")
    text = page.locator("#text").inner_text()
    assert "6 SETs in" in text
    assert "2 hints, 1 wrong claim" in text
    by_hand = [sum(len({card // 3**k % 3 for card in line}) == 3 for k in range(4)) for line in known.sets]
    assert [line.count("●") for line in text.splitlines() if "●" in line] == by_hand
    assert text.splitlines()[-1] == f"http://{site.address}/daily?date={known.date}&level=advanced"
    page.click("#copy")
    mira.hear("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == text
    mira.picture("daily-done")

    # the archive knows it, for this level only; a finished puzzle stays finished
    today = page.locator("#days [aria-current]")
    expect(today).to_have_attribute("data-state", "solved")
    expect(page.locator("#facts")).to_have_text("one day in a row · one solved")
    page.reload()
    expect(page.locator("#say")).to_contain_text("All six in")
    page.click("#other")
    page.wait_for_url("**level=basic")
    basic = shown(mira)
    assert basic == puzzle(known.date, "basic")
    expect(page.locator("#days [aria-current]")).to_have_attribute("data-state", "open")
    solve(mira, basic)
    mira.hear("All four in")
    expect(page.locator("#facts")).to_contain_text("one day in a row · one solved · best time")
    expect(page.locator("#other")).to_have_text("The puzzle of the day before")
    page.click("#other")
    yesterday = shown(mira)
    assert yesterday.date == known.date - timedelta(1)
    page.click("#cards .card >> nth=0")
    page.goto(f"http://{site.address}/daily?date={known.date}&level=basic&month={yesterday.date:%Y-%m}#archive")
    begun = page.locator(f"#days a[href*='{yesterday.date}']")
    expect(begun).to_have_attribute("data-state", "begun")


def test_the_clock_runs_while_the_cards_are_seen(visit: Visit) -> None:
    mira = visit("/")
    page, time = mira.page, mira.page.locator("#time")
    page.clock.install()
    mira.open("/daily?date=2026-11-16")
    shown(mira)
    page.clock.run_for(65_000)
    expect(time).to_have_text("1:05")
    for stop, go_on in (
        ("document.getElementById('pause').click()", "document.getElementById('pause').click()"),
        (hidden("true"), hidden("false")),
    ):
        page.evaluate(stop)
        page.clock.run_for(600_000)
        expect(time).to_have_text(re.compile("1:0[5-9]"))
        page.evaluate(go_on)
    page.reload()
    shown(mira)
    page.clock.run_for(60_000)
    expect(time).to_have_text(re.compile("2:0[5-9]"))


def test_the_days_in_a_row_stand_on_the_first_page(visit: Visit) -> None:
    mira = visit("/")
    solved = {"found": [], "seconds": 9, "hints": 0, "wrong": 0, "done": True, "fresh": True}
    day = """(back) => {
      const day = new Date(); day.setDate(day.getDate() - back);
      return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
    }"""
    kept = {f"{mira.page.evaluate(day, back)}-advanced": solved for back in (0, 1, 2, 4)} | {"broken": 7}
    mira.keep("puzzles", kept)
    mira.page.reload()
    expect(mira.page.locator("#streak")).to_have_text("You have solved it 3 days in a row.")


def hidden(value: str) -> str:
    """The script that hides the page from the reader, or shows it again."""
    return f"""Object.defineProperty(document, 'hidden', {{ get: () => {value}, configurable: true }});
      document.dispatchEvent(new Event('visibilitychange'))"""


def test_the_archive_turns_its_pages_and_each_is_a_link(visit: Visit) -> None:
    mira = visit("/daily?date=2026-03-05&level=basic")
    page = mira.page
    assert shown(mira).date == date(2026, 3, 5)
    expect(page.locator("#date")).to_contain_text("Thursday 5 March")
    expect(page.locator("#month-name")).to_have_text("March 2026")
    page.click("#earlier")
    expect(page.locator("#month-name")).to_have_text("February 2026")
    expect(page.locator("#days a.day")).to_have_count(28)
    expect(page.locator("#earlier")).to_be_focused()
    page.reload()
    expect(page.locator("#month-name")).to_have_text("February 2026")
    page.click("#earlier")
    expect(page.locator("#month-name")).to_have_text("January 2026")
    expect(page.locator("#earlier")).to_have_count(0)
    page.locator("#days a.day").first.click()
    assert shown(mira).date == date(2026, 1, 1)
    solve(mira, puzzle("2026-01-01", "basic"))
    mira.hear("All four in")
    expect(page.locator("#facts")).to_contain_text("one solved · best time")
    assert "row" not in page.locator("#facts").inner_text(), "a day counts only on its day"


def test_the_page_asks_for_one_puzzle(visit: Visit) -> None:
    """Other days are asked for when their calendar comes into view; a wrong clock costs one more question."""
    mira = visit("/", viewport=PHONE)
    asked: list[str] = []
    mira.page.on("request", lambda request: asked.append(request.url.partition("/api/")[2]))
    mira.open("/daily")
    today = shown(mira).date
    mira.page.wait_for_load_state("networkidle")
    assert [path for path in asked if path] == [f"puzzles/{today}/advanced"]
    mira.page.locator("#days").scroll_into_view_if_needed()
    expect(mira.page.locator("#days .hard").first).to_be_attached()
    last = today.replace(day=calendar.monthrange(today.year, today.month)[1])
    assert [path for path in asked if path][1:] == [f"puzzles?until={last}"]
    for wrong in (today - timedelta(400), today + timedelta(400)):
        mira.page.clock.set_system_time(f"{wrong}T12:00:00")
        asked.clear()
        mira.open("/daily")
        assert shown(mira).date == today
        assert [path for path in asked if path][:2] == [f"puzzles/{wrong}/advanced", "puzzles/today/advanced"]


def test_where_there_is_no_puzzle_there_is_a_way_on(visit: Visit) -> None:
    mira = visit("/daily?date=2026-02-30")
    expect(mira.page.locator("#date")).to_have_text("There is no such day")
    mira.open("/daily?date=9999-01-01")
    expect(mira.page.locator("#date")).to_have_text("This puzzle is not out yet")
    mira.page.get_by_role("link", name="Today’s puzzle").click()
    shown(mira)
    mira.page.route(
        "**/api/puzzles**", lambda route: route.fulfill(status=503, json={"reason": "Later", "code": "full"})
    )
    mira.page.reload()
    expect(mira.page.locator("#date")).to_have_text("The server sent no puzzle")
    mira.page.unroute("**/api/puzzles**")
    mira.page.click("#again")
    shown(mira)


def test_a_window_without_storage_plays_all_the_same(visit: Visit) -> None:
    mira = visit("/")
    for name in ("localStorage", "indexedDB"):
        denied = (
            f"Object.defineProperty(window, '{name}', {{ get() {{ throw new DOMException('', 'SecurityError') }} }})"
        )
        mira.page.add_init_script(denied)
    mira.open("/daily?date=2026-11-16&level=basic")
    solve(mira, shown(mira))
    mira.hear("All four in")
    expect(mira.page.locator("#facts")).to_contain_text("one solved")


def test_two_people_and_the_same_puzzle_in_a_room(visit: Visit) -> None:
    mira, jonas = visit("/daily?date=2026-11-16&level=basic"), visit("/", name="Jonas")
    known = shown(mira)
    mira.page.click("#room")
    room = mira.enter()
    expect(mira.page.locator(".begin")).to_contain_text("The basic puzzle of Monday 16 November")
    jonas.join(room)
    mira.start()
    jonas.until("playing")
    assert mira.cards == jonas.cards == list(known.cards)
    jonas.click_cards(known.sets[0])
    mira.hear("Jonas found a SET")
    for number, line in enumerate(known.sets[1:], 1):
        mira.page.wait_for_selector("#cards:not(:has([data-state]))")
        mira.click_cards(line)
        expect(mira.page.locator(".player:has(.name:text-is('Guest')) .score")).to_have_text(str(number))
    jonas.until("over")
    mira.page.get_by_role("button", name="Next round").click()
    mira.until("playing")
    assert sorted(mira.cards) != sorted(known.cards)
    jonas.open("/daily?date=2026-11-16&level=advanced")
    shown(jonas)
    jonas.page.click("#class")
    jonas.page.wait_for_url("**/projector")
    jonas.page.locator("#steer").get_by_role("button", name="Start").click()
    expect(jonas.page.locator("#cards .card[data-card]")).to_have_count(12)


def test_a_new_room_offers_todays_puzzle(visit: Visit) -> None:
    mira = visit("/new")
    mira.page.locator('input[value="find-all"]').check(force=True)
    mira.page.get_by_label("Today’s basic puzzle").check(force=True)
    expect(mira.page.locator('input[name="sets"]')).to_have_count(0)
    mira.page.click("#create")
    mira.enter()
    expect(mira.page.locator(".begin")).to_contain_text("The basic puzzle of")
    mira.start()
    assert len(mira.cards) == 9
    assert len(Deck(4).sets(mira.cards)) == 4


def test_the_page_is_accessible_in_every_state(visit: Visit) -> None:
    for options in ({"color_scheme": "light"}, {"color_scheme": "dark", "viewport": PHONE}):
        mira = visit("/daily?date=2026-11-16&level=basic", reduced_motion="reduce", **options)
        known, phone = shown(mira), "viewport" in options
        mira.click_cards(known.sets[0])
        mira.page.keyboard.press("?")
        assert [str(fault) for fault in faults(mira.page, phone)] == []
        mira.page.click("#pause")
        assert [str(fault) for fault in faults(mira.page, phone)] == []
        mira.page.click("#pause")
        solve(mira, known)
        expect(mira.page.locator("#share")).to_be_visible()
        assert [str(fault) for fault in faults(mira.page, phone)] == []
        mira.picture(f"daily-{options['color_scheme']}")


DAYS = """({ today, isDay, daysOf, nextMonth, addDays }) => ({
  today: [["2026-11-16", "2026-11-16"], ["2026-11-15", "2026-11-16"], ["2026-11-17", "2026-11-16"],
          ["2026-11-18", "2026-11-16"], ["1999-01-01", "2026-11-16"], ["2026-12-31", "2027-01-01"]]
    .map(([here, there]) => today({ first: "2026-01-01", today: there, last: addDays(there, 1) }, here)),
  days: ["2024-02-29", "2026-02-29", "2026-2-1", "x", null].map(isDay),
  february: [daysOf("2026-02").indexOf("2026-02-01"), daysOf("2026-02").length, daysOf("2024-02").at(-1)],
  months: [nextMonth("2026-12", 1), nextMonth("2026-01", -1), nextMonth("2026-03", -1)],
  shifted: [addDays("2026-03-29", 1), addDays("2026-03-01", -1), addDays("2026-12-31", 1)],
})"""

ROWS = """({ inARow }, cases) => cases.map(([days, now]) => inARow(new Set(days), now))"""

WATCH = """({ Stopwatch }) => {
  let now = 0;
  const watch = new Stopwatch(10, () => now), seen = [];
  const look = (milliseconds) => { now += milliseconds; seen.push(watch.seconds); };
  look(5000); watch.start(); look(2000); watch.hold("paused", true); look(60000); watch.hold("hidden", true);
  watch.hold("paused", false); look(60000); watch.hold("hidden", false); look(3000); watch.start(); look(1000);
  return seen;
}"""


def test_days_rows_and_the_clock(visit: Visit) -> None:
    """A wrong clock, time zones and the change of the year; days in a row; seconds that pass only during the search."""
    mira = visit("/", timezone_id="Pacific/Auckland")
    assert mira.run("daily/days", DAYS) == {
        "today": ["2026-11-16", "2026-11-15", "2026-11-17", "2026-11-16", "2026-11-16", "2026-12-31"],
        "days": [True, False, False, False, False],
        "february": [6, 34, "2024-02-29"],
        "months": ["2027-01", "2025-12", "2026-02"],
        "shifted": ["2026-03-30", "2026-02-28", "2027-01-01"],
    }
    cases = [
        ([], "2026-11-16"),
        (["2026-11-16"], "2026-11-16"),
        (["2026-11-14", "2026-11-15"], "2026-11-16"),
        (["2026-11-13", "2026-11-14"], "2026-11-16"),
        (["2026-12-30", "2026-12-31", "2027-01-01", "2026-12-28"], "2027-01-01"),
    ]
    assert mira.run("daily/record", ROWS, cases) == [0, 1, 2, 0, 3]
    assert mira.run("daily/stopwatch", WATCH) == [10, 12, 12, 12, 15, 16]
