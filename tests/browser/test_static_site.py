"""The site without a server: at the root of a host and below a path, without a network, and while it is replaced."""

from __future__ import annotations

import json
import re
import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, redirect_stdout
from datetime import UTC, datetime, timedelta
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from playwright.sync_api import Browser, expect

from setlab import _core
from setlab.cli.main import status_of
from setlab.cli.schema import schema_of
from setlab.geometry import Space
from setlab.puzzles.daily import puzzle
from setlab.web.pages import folder
from setlab.web.pages.assets import FOLDER, CompactAssets
from setlab.web.pages.recorded import PATHS, file_of
from tests.browser.people import Person
from tests.browser.test_core import SIMULATE, STANDARD, text_of
from tests.conformance.browser import CORE
from tests.conftest import BuildOnce
from tests.web.serving import Serving

pytestmark = pytest.mark.skipif(not CORE.exists(), reason="no core.wasm: run `make wasm`")

TRIALS = 1_000_000

LAST = datetime.now(UTC).date() + timedelta(days=40)
"""The last recorded day of the sites of these tests: ten years take a while."""

KEPT = "html[data-offline]"
"""The page that has heard from its service worker that everything is kept."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and tells nobody."""

    def log_message(self, *arguments: object) -> None:
        pass


class Host(ThreadingHTTPServer):
    """A host whose visitors may leave before they have read an answer."""

    def handle_error(self, request: object, client_address: object) -> None:
        pass


@contextmanager
def published(place: Path) -> Iterator[str]:
    """The address of a server of the files of a folder."""
    with Host(("127.0.0.1", 0), partial(Quiet, directory=str(place))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def built(built_once: BuildOnce) -> Path:
    """A folder with the site in its folder `setlab`."""
    return built_once("static-site", build)


def build(place: Path) -> None:
    """Write the site by the command, and keep what it says."""
    place.mkdir()
    words, said = ["site", str(place / "setlab"), "--base", "/setlab/", "--json"], StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said), ThreadPoolExecutor(1) as thread:
        patch.setattr(folder, "last_recorded", lambda today: LAST)
        assert thread.submit(status_of, words).result() == 0  # Playwright has an event loop in this thread
    (place / "said.json").write_text(said.getvalue())


@contextmanager
def visitor(chromium: Browser, address: str, path: str) -> Iterator[Person]:
    """Somebody who visits a site in a browser that may keep it."""
    person = Person(chromium, address, "Mira", service_workers="allow")
    try:
        person.open(path)
        yield person
    finally:
        person.close()
    assert person.troubles == []
    assert person.strangers == []


@pytest.fixture(scope="session")
def address(built: Path) -> Iterator[str]:
    """The address of a host at which the site is published below /setlab/."""
    with published(built) as found:
        yield found


def solve(person: Person, level: str) -> None:
    """Solve the puzzle of the day from its first card to the last."""
    today = person.page.evaluate("new Date().toLocaleDateString('en-CA')")
    person.page.wait_for_selector("#cards .card[data-card]")
    known = puzzle(today, level)
    assert person.cards == list(known.cards)
    for line in known.sets:
        person.click_cards(line)


def take_set(person: Person, place: str) -> None:
    """Take the first SET on a table."""
    table = person.page.locator(f"{place} [data-card]").evaluate_all("all => all.map((card) => card.dataset.card)")
    for card in Space(4).sets(map(int, table))[0]:
        person.page.click(f"{place} [data-card='{card}']")


def test_everything_goes_on_without_a_network(chromium: Browser, address: str) -> None:
    with visitor(chromium, address, "/setlab/") as mira:
        page = mira.page
        page.wait_for_selector(KEPT)
        mira.context.set_offline(True)
        page.reload()
        expect(page.locator("#warm .card[data-card]")).to_have_count(12)

        # a puzzle to its end; another tab learns of it at once
        other = mira.context.new_page()
        for tab in (other, page):
            tab.goto(f"{address}/setlab/daily/?level=basic")
        solve(mira, "basic")
        expect(page.locator("#text")).to_contain_text(f"{address}/setlab/daily/?date=")
        expect(other.locator("#facts")).to_contain_text("one solved")
        other.close()
        mira.open("/setlab/daily/?level=basic")
        expect(page.locator("#say")).to_contain_text("All four in")

        # solitaire with advice
        mira.open("/setlab/solitaire/?seed=7")
        page.click("#advise")
        for turn in range(1, 4):
            expect(page.locator("#choices .choice-row").first).to_be_visible()
            page.wait_for_selector("#cards:not(:has([data-state]))")
            take_set(mira, "#cards")
            expect(page.locator("#play")).to_contain_text(f"{turn} of 27 taken")

        # a simulation
        tally, _ = page.evaluate(SIMULATE, ["play_endgame", {**STANDARD, "seed": 7}, {"trials": TRIALS}])
        native = _core.play_endgame(7, 0, TRIALS, **STANDARD | {"deck": np.arange(81, dtype=np.uint16)})
        assert tally == {name: text_of(part.tolist()) for name, part in native.items()}


PAGES_OFFLINE = ["antiset", "progress", "learn/hidden", "explore", "lab", "lab/exact", "table", "friends", "privacy"]


def test_every_page_is_kept(chromium: Browser, address: str) -> None:
    with visitor(chromium, address, "/setlab/de/") as mira:
        mira.page.wait_for_selector(KEPT)
        mira.context.set_offline(True)
        for name in PAGES_OFFLINE:
            mira.open(f"/setlab/de/{name}/")
            expect(mira.page.locator("#main")).not_to_have_attribute("inert", "")


LATE = """async () => {
  const here = document.querySelector("[href$='shared/dom.js']").href;
  return typeof (await import(new URL("popover.js", here))).addPopovers;
}"""


def test_games_and_the_laboratory_answer_without_a_server(chromium: Browser, address: str) -> None:
    with visitor(chromium, address, "/setlab/antiset/?cards=9&you=xavier&seed=1") as mira:
        page = mira.page
        page.click('#field [data-card="4"]')
        expect(page.locator("#field [data-owner=olivia]")).to_have_count(1)
        page.keyboard.press("?")
        expect(page.locator('#field [data-state="hint"]')).to_have_count(1)
        mira.open("/setlab/lab/?question=sets&trials=1000&seed=7")
        expect(page.locator("#trials")).to_have_text("1,000")
        expect(page.locator("#command")).to_contain_text("--seed 7")
        page.click("#compare")
        expect(page.locator("#finding")).to_contain_text("p ")
        mira.open("/setlab/lab/?question=solitaire&strategy=S9&trials=300&seed=7")
        expect(page.locator("#say")).to_contain_text("Done: 300")
        expect(page.locator("#command")).to_have_text("setlab simulate solitaire --strategy S9 --trials 300 --seed 7")
        mira.open("/setlab/lab/?question=left&values=2&lost=set&trials=300&seed=7")
        expect(page.locator("#say")).to_contain_text("three values")


def test_all_that_pages_name_is_kept(built: Path) -> None:
    """Files of pages and of modules; what is imported only when it is needed is among them."""
    site = built / "setlab"
    build = json.loads((site / "sw.js").read_text().partition("self.build = ")[2].partition(";\n")[0])
    kept = set(build["always"]) | {path for paths in build["languages"].values() for path in paths}
    assert {path for path in kept | set(build["later"]) if not (site / path).exists()} == set()
    named = set[str]()
    for page in site.rglob("index.html"):
        links = re.findall(r'(?:href|src)="([^"#?]*static/[^"]+)"', page.read_text())
        named |= {(page.parent / link).resolve().relative_to(site).as_posix() for link in links}
    for module in [path for path in kept if path.endswith(".js")]:
        later = re.findall(r'import\(\s*"(\.[^"]+\.js)"', (site / module).read_text())
        named |= {((site / module).parent / link).resolve().relative_to(site).as_posix() for link in later}
    assert named - kept == set()


def replace_site(place: Path, older: Path, text: str) -> str:
    """Write a newer build over a site, which has another text; its version."""
    sources = place.parent / "sources"
    shutil.copytree(FOLDER, sources)
    words = sources / "locale" / "en" / "tabletop.json"
    words.write_text(json.dumps(json.loads(words.read_text()) | {"lede": text}))
    data = [(path.relative_to(older).as_posix(), path.read_bytes()) for path in (older / "data").rglob("*.json")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folder, "recorded_answers", lambda last: data)
        return folder.write_site(place, "/setlab/", assets=CompactAssets(sources)).version


def test_a_newer_build_takes_over(chromium: Browser, built: Path, tmp_path: Path) -> None:
    place = tmp_path / "host" / "setlab"
    shutil.copytree(built / "setlab", place)
    with published(place.parent) as address, visitor(chromium, address, "/setlab/table/") as mira:
        page, other = mira.page, mira.context.new_page()
        page.wait_for_selector(KEPT)
        older = page.evaluate("document.documentElement.dataset.offline")
        other.goto(f"{address}/setlab/")
        version = replace_site(place, built / "setlab", "A newer lede.")
        mira.open("/setlab/table/")  # the new page, with its own files, beside an old one
        expect(page.locator(".title p")).to_have_text("A newer lede.")
        assert version in page.locator("script[type=module]").get_attribute("src")  # type: ignore[operator]
        assert other.evaluate(LATE) == "function"  # a part that the old page needs only now
        other.close()
        mira.open("/setlab/table/")
        page.wait_for_function("(older) => (document.documentElement.dataset.offline ?? older) !== older", arg=older)
        assert page.evaluate("caches.keys().then((names) => names.length)") == 1
        mira.context.set_offline(True)
        mira.open("/setlab/table/")
        expect(page.locator(".title p")).to_have_text("A newer lede.")


BREAK = """async () => {
  const cache = await caches.open((await caches.keys())[0]);
  for (const { url } of await cache.keys()) {
    if (url.endsWith("/js/home.js")) await cache.put(url, new Response("throw new Error('broken')"));
    if (url.endsWith("/setlab/") || url.endsWith("/shared/dom.js")) await cache.put(url, new Response(""));
    if (url.endsWith("/en.json") || url.endsWith("core.wasm")) await cache.delete(url);
  }
}"""


def test_a_corrupt_cache_heals(chromium: Browser, address: str) -> None:
    with visitor(chromium, address, "/setlab/") as mira:
        mira.page.wait_for_selector(KEPT)
        mira.page.evaluate(BREAK)
        mira.open("/setlab/")
        mira.page.wait_for_selector(KEPT)
        mira.context.set_offline(True)
        mira.open("/setlab/")
        expect(mira.page.locator("#warm .card[data-card]")).to_have_count(12)


def test_what_needs_a_server_asks_for_its_address(chromium: Browser, address: str, site: Serving) -> None:
    with visitor(chromium, address, "/setlab/") as mira:
        page = mira.page
        page.get_by_role("link", name="Create a room").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("A room needs a server")
        page.fill("#server", "no address")
        page.keyboard.press("Enter")
        assert "server/?to=%2Fnew" in page.url
        page.fill("#server", f"{site.address}/")
        page.keyboard.press("Enter")
        page.wait_for_url(f"http://{site.address}/new")
        mira.open("/setlab/learn/sort/")
        expect(page.get_by_role("link", name="Look", exact=True)).to_have_attribute(
            "href", f"http://{site.address}/look"
        )
        mira.open("/setlab/")
        page.fill("#code", "krtm")
        page.keyboard.press("Enter")
        page.wait_for_url(f"http://{site.address}/KRTM")
        mira.strangers.clear()
        mira.troubles.clear()


def test_sixty_seconds_and_the_results_as_a_file(chromium: Browser, address: str, tmp_path: Path) -> None:
    with visitor(chromium, address, "/setlab/") as mira, visitor(chromium, address, "/setlab/progress/") as jonas:
        page = mira.page
        page.clock.install()
        mira.open("/setlab/")
        page.click("#clock")
        for _ in range(4):
            take_set(mira, "#warm")
        page.clock.run_for(61_000)
        expect(page.locator("#warm-say")).to_have_text("Time is up: 4 SETs.")
        expect(page.locator("#sixty")).to_contain_text("Best in 60 seconds: 4 SETs")
        mira.open("/setlab/progress/")
        with page.expect_download() as saving:
            page.click("#save")
        saving.value.save_as(tmp_path / "results.json")
        jonas.keep("sixty", {"best": {"at": 5, "found": 9}, "results": [{"at": 5, "found": 9}]})
        jonas.page.set_input_files("#file", tmp_path / "results.json")
        expect(jonas.page.locator("#filed")).not_to_be_empty()
        kept = jonas.kept("sixty")
        assert [each["found"] for each in kept["results"]] == [9, 4]
        assert kept["best"]["found"] == 9
        jonas.open("/setlab/progress/")
        jonas.page.set_input_files("#file", tmp_path / "results.json")  # nothing counts twice
        expect(jonas.page.locator("#filed")).not_to_be_empty()
        assert jonas.kept("sixty") == kept


def test_the_language_is_preferred_or_chosen(chromium: Browser, address: str) -> None:
    person = Person(chromium, address, "Jonas", locale="de-AT")
    person.open("/setlab/daily/")
    person.page.wait_for_url("**/setlab/de/daily/")
    person.page.click("[popovertarget='look']")
    person.page.get_by_text("Norsk").first.click()
    person.page.wait_for_url("**/setlab/nb/daily/")
    person.open("/setlab/de/")
    person.page.wait_for_url("**/setlab/nb/")
    person.close()


def test_recorded_answers_are_those_of_the_server(chromium: Browser, address: str, built: Path, site: Serving) -> None:
    for path in PATHS:
        assert json.loads((built / "setlab" / file_of(path)).read_text()) == site.get(path).json, path
    asked = ["/api/puzzles/today/basic", "/api/puzzles/2026-11-16/advanced", "/api/puzzles?until=2026-11-30"]
    asked += ["/api/puzzles", "/api/lab/exact/sets?dimension=4&cards=40", "/api/lab/exact/caps?dimension=3"]
    asked += ["/api/lab/exact/leftovers?dimension=2&cards=12", "/api/puzzles/2126-01-01/basic", "/api/puzzles/x/basic"]
    ask = """({ get }, path) => get(path).catch(({ code, status }) => ({ code, status }))"""
    with visitor(chromium, address, "/setlab/privacy/") as mira:
        for path in asked:
            answer = site.get(path)
            expected = answer.json if answer.status == 200 else {"code": answer.json["code"], "status": answer.status}
            assert mira.run("shared/api", ask, path) == expected, path


def test_every_link_leads_to_a_file_wherever_the_site_lies(built: Path) -> None:
    site = built / "setlab"
    for page in site.rglob("*.html"):
        for address in re.findall(r'(?:href|src)="([^"#]+)"', page.read_text()):
            place = unescape(address).partition("?")[0]
            assert page.name == "404.html" or not place.startswith("/"), (page, address)
            target = site.parent / place[1:] if place.startswith("/") else page.parent / place
            assert (target / "index.html" if target.is_dir() else target).is_file(), (page, address)


def test_only_a_site_is_replaced(built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = json.loads((built / "said.json").read_text())
    assert not list(Draft202012Validator(schema_of("site", strict=True)).iter_errors(written))
    assert written["files"] == sum(path.is_file() for path in (built / "setlab").rglob("*"))
    (tmp_path / "notes.txt").touch()
    for words in ([str(tmp_path)], [str(tmp_path / "notes.txt")], [str(tmp_path / "new"), "--base", "a b"]):
        assert status_of(["site", *words]) == 2
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes.txt"]
