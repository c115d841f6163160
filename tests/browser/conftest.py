"""One real server and one real browser for all tests of the pages; every person has a browser context of their own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import Person
from tests.web.serving import Serving, serving

FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

Visit = Callable[..., Person]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser; another one by its path in `SETLAB_CHROMIUM`."""
    found = os.environ.get("SETLAB_CHROMIUM") or shutil.which("chromium")
    if found is None:
        pytest.skip("no Chromium on this machine: sh scripts/install-servers")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server with an empty database."""
    place: Path = tmp_path_factory.mktemp("site") / "rooms.sqlite"
    with serving("--db", str(place)) as server:
        yield server


@pytest.fixture
def visit(chromium: Browser, site: Serving) -> Iterator[Visit]:
    """Open a page as a new person; afterwards nobody may have met an error, or have asked another host for anything."""
    people: list[Person] = []

    def open_page(path: str = "/", name: str = "Mira", **context: Any) -> Person:
        person = Person(chromium, f"http://{site.address}", name, **context)
        people.append(person)
        person.open(path)
        return person

    yield open_page
    for person in people:
        person.close()
    for person in people:
        assert person.troubles == []
        assert person.strangers == []
