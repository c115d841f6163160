"""One real server and one real browser for all tests of the pages; every person has a browser context of their own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser.engines import Chromium, Engine, open_firefox, open_old_webkit, open_webkit
from tests.browser.people import Person
from tests.web.conftest import chance_of_the_test
from tests.web.serving import Serving, serving

__all__ = ["chance_of_the_test"]

FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

expect.set_options(timeout=30_000)  # a failure is slow, and a busy machine no failure

OLD = Path(__file__).parents[2] / "build" / "chromium-109" / "chromium"

OTHERS = {"firefox": open_firefox, "webkit": open_webkit, "old-webkit": open_old_webkit}

Visit = Callable[..., Person]


@pytest.fixture(scope="session")
def play() -> Iterator[Playwright]:
    """The library that drives Chromium."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium(play: Playwright) -> Iterator[Browser]:
    """The browser; another one by its path in `SETLAB_CHROMIUM`. Without windows it needs a third of the time."""
    found = os.environ.get("SETLAB_CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if found is None:
        pytest.skip("no Chromium on this machine: sh scripts/install-servers")
    browser = play.chromium.launch(executable_path=found, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def old_chromium(play: Playwright) -> Iterator[Browser]:
    """The oldest Chromium that the pages are written for."""
    if not OLD.exists():
        pytest.skip("no Chromium 109 on this machine: sh scripts/install-old-chromium")
    browser = play.chromium.launch(executable_path=OLD, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """A browser by the name of its engine, which is the parameter."""
    name: str = request.param
    opened = OTHERS[name]() if name in OTHERS else Chromium(request.getfixturevalue(name.replace("-", "_")))
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server with an empty database."""
    place: Path = tmp_path_factory.mktemp("site") / "rooms.sqlite"
    with serving("--db", str(place)) as server:
        yield server


@contextmanager
def visiting(browser: Browser, site: Serving) -> Iterator[Visit]:
    """Open pages as new people; afterwards nobody may have met an error, or have asked another host for anything."""
    people: list[Person] = []

    def open_page(path: str = "/", name: str = "Mira", **context: Any) -> Person:
        person = Person(browser, f"http://{site.address}", name, **context)
        people.append(person)
        person.open(path)
        return person

    yield open_page
    for person in people:
        person.close()
    for person in people:
        assert person.troubles == []
        assert person.strangers == []


@pytest.fixture
def visit(chromium: Browser, site: Serving) -> Iterator[Visit]:
    """Visits to the server by the browser."""
    with visiting(chromium, site) as opener:
        yield opener


def without_core(visit: Visit) -> Visit:
    """Visits by a browser that does not get the core, so that the server answers."""

    def open_page(path: str = "/", name: str = "Mira", **context: Any) -> Person:
        person = visit("/privacy", name, **context)
        person.page.route("**/core.wasm", lambda route: route.fulfill(status=404))
        person.open(path)
        return person

    return open_page
