"""The laboratory as a visitor uses it: run, stop, go on, compare, take home, read tables and the report."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from setlab import simulate
from setlab.cli.main import status_of
from tests.browser.accessible import faults
from tests.browser.conftest import Visit
from tests.browser.people import PHONE, Person
from tests.web.serving import Serving
from tests.web.test_jobs import until

SOON = "/lab?question=left&seed=7&trials=2000"


def settled(page: Page, trials: str) -> None:
    """Wait until the run is done."""
    expect(page.locator("#say")).to_contain_text(f"Done: {trials}")


def shares(page: Page) -> dict[str, str]:
    """The percentages of the table under the bars, by value."""
    keys = page.locator("#values thead th").all_inner_texts()[1:]
    cells = page.locator("#values tbody tr").first.locator("td").all_inner_texts()
    return dict(zip(keys, cells, strict=True))


def test_a_run_can_be_watched_stopped_continued_and_repeated(visit: Visit, site: Serving, tmp_path: Path) -> None:
    mira = visit("/lab?question=left&dimension=6&seed=7&trials=10000000")
    page = mira.page
    expect(page.locator("#go")).to_have_text("Stop")
    mira.wait_for("() => Number(document.getElementById('trials').textContent.replaceAll(/\\D/g, '')) > 20")
    page.click("#go")
    expect(page.locator("#say")).to_contain_text("Stopped after")
    until(lambda: site.metric("setlab_jobs_running") == 0)
    stopped = int(parse_qs(urlsplit(page.url).query)["trials"][0])
    assert 0 < stopped < 10_000_000
    assert f"--trials {stopped} --seed 7" in page.locator("#command").inner_text()
    page.click("#go")
    expect(page.locator("#go")).to_have_text("Stop")

    page.get_by_role("link", name="How many cards are left at the end?").click()
    expect(page.locator("h1")).to_have_text("How many cards are left at the end?")
    mira.open(SOON)
    settled(page, "2,000")
    until(lambda: site.metric("setlab_jobs_running") == 0)
    counts = simulate("endgame", 2000, seed=7).tally["leftover"]
    assert float(shares(page)["6"]) == pytest.approx(counts[6] / 20, abs=0.06)
    with page.expect_download() as loading:
        page.get_by_role("link", name="Data, CSV").click()
    command, file = page.locator("#command").inner_text(), tmp_path / "run.csv"
    assert status_of([*command.split()[1:], "--export", str(file), "--no-store", "--json"]) == 0
    assert Path(loading.value.path()).read_bytes() == file.read_bytes()
    with page.expect_download() as loading:
        page.get_by_role("link", name="Figure, SVG").click()
    assert b"<svg" in Path(loading.value.path()).read_bytes()


def test_two_rules_are_compared_by_keyboard(visit: Visit) -> None:
    page = visit(SOON).page
    settled(page, "2,000")
    page.locator("#compare").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#compare")).to_have_attribute("aria-pressed", "true")
    page.locator("#a-choice").select_option("popular")
    page.locator("#b-choice").select_option("reject")
    page.locator("#wanted").select_option("10000")
    settled(page, "10,000")
    expect(page.locator("#finding")).to_contain_text("Chi-square test")
    expect(page.locator("#plot .bar-of.b").first).to_be_attached()
    assert page.locator("#command").inner_text().splitlines() == [
        "setlab simulate endgame --choice popular --trials 10000 --seed 7",
        "setlab simulate endgame --choice reject --trials 10000 --seed 8",
    ]
    link = page.url
    page.go_back()
    settled(page, "2,000")
    page.goto(link)
    expect(page.locator("#b-choice")).to_have_value("reject")
    settled(page, "10,000")


def test_a_refusal_is_said_and_offers_a_way_on(visit: Visit) -> None:
    page = visit("/lab?question=left&refill=greedy-deck&choice=popular&seed=7&trials=1000").page
    expect(page.locator("#say")).to_contain_text("leave --choice out")
    page.locator("#a-choice").select_option("random")
    settled(page, "1,000")
    expect(page.locator("#finding")).to_contain_text("Abrahamsen & Eriksen 2023")


REDRAWN = """({ make, redraw }) => {
  const at = make("div"), wide = () => make("div", { class: "narrow", tabindex: 0 }, "wide ".repeat(99));
  const rows = (n) => [make("a", { href: "#" }, n), wide()];
  document.body.append(at);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".narrow { width: 50px; overflow: auto; white-space: nowrap }");
  document.adoptedStyleSheets = [sheet];
  redraw(at, ...rows(1));
  at.lastElementChild.focus();
  at.lastElementChild.scrollLeft = 40;
  redraw(at, ...rows(2));
  return [at.textContent[0], document.activeElement === at.lastElementChild, at.lastElementChild.scrollLeft];
}"""


def test_what_is_drawn_again_keeps_focus_and_place(visit: Visit) -> None:
    """The table under the bars is new after every step of a run; whoever reads it is not thrown out."""
    assert visit("/lab/results").run("shared/dom", REDRAWN) == ["2", True, 40]


def test_leaving_the_page_ends_the_run(visit: Visit, site: Serving) -> None:
    mira = visit("/lab?question=left&dimension=6&seed=3&trials=10000000")
    mira.wait_for("() => Number(document.getElementById('trials').textContent.replaceAll(/\\D/g, '')) > 0")
    mira.page.close()
    until(lambda: site.metric("setlab_jobs_running") + site.metric("setlab_jobs_waiting") == 0)


def test_exact_tables_and_the_report_can_be_read(visit: Visit) -> None:
    mira = visit("/lab/exact")
    page = mira.page
    expect(page.locator("#table tbody tr").nth(12)).to_contain_text("2,284,535,476,080")
    page.locator("#table-name").select_option("sets")
    expect(page.locator("#caption")).to_contain_text("2.7848")
    page.locator("#cards").fill("40")
    page.locator("#cards").press("Enter")
    expect(page.locator("#table")).to_contain_text("not known")
    page.locator("#table-name").select_option("no-set")
    page.locator("#dimension").select_option("5")
    expect(page.locator("#table tbody tr").nth(20)).to_contain_text("not known")
    expect(page.locator("#proof")).to_contain_text("read from a file")
    page.get_by_role("link", name="Reproduced results").click()
    page.locator("#verdict").select_option("misprint")
    expect(page.locator("#say")).to_contain_text("22 of 264 items")
    expect(page.locator("#items > li")).to_have_count(22)
    mira.open("/lab/results?item=B2.table1")
    expect(page.locator("#items > li")).to_have_count(1)
    expect(page.locator("#items")).to_contain_text("0.12%")


PAGES = [SOON, f"{SOON}&b.choice=reject", "/lab/exact?table=leftovers", "/lab/results?source=forbes-forbes"]


def shown(person: Person) -> Page:
    expect(person.page.locator("#values td, #table td, #items li").first).to_be_attached()
    if "question" in person.page.url:
        expect(person.page.locator("#go")).not_to_have_text("Stop")
    return person.page


@pytest.mark.parametrize("path", [PAGES[0], *(pytest.param(path, marks=pytest.mark.full) for path in PAGES[1:])])
def test_the_pages_have_no_fault_that_a_program_can_find(visit: Visit, path: str) -> None:
    for look, context in (("light", {}), ("dark", {"viewport": PHONE})):
        separator = "&" if "?" in path else "?"
        page = shown(visit(f"{path}{separator}theme={look}", **context))
        found = faults(page, phone="viewport" in context)
        assert found == [], json.dumps([str(fault) for fault in found], indent=1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
