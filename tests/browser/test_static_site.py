"""The site without a server: at the root of a host and below a path, without a network, and while it is replaced."""

from __future__ import annotations

import fcntl
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from playwright.sync_api import Browser, expect

from setlab.cli.main import status_of
from setlab.cli.schema import schema_of
from setlab.puzzles.daily import puzzle
from setlab.web.pages import folder
from tests.browser.conftest import Visit
from tests.browser.people import Person

LAST = datetime.now(UTC).date() + timedelta(days=40)
"""The last recorded day of the sites of these tests: ten years take a while."""

KEPT = "html[data-offline]"
"""The page that has heard from its service worker that everything is kept."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and tells nobody."""

    def log_message(self, *arguments: object) -> None:
        pass


@contextmanager
def published(place: Path) -> Iterator[str]:
    """The address of a server of the files of a folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(place))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder with the site in its folder `setlab`, written once for all workers."""
    base = tmp_path_factory.getbasetemp()
    place = (base if worker_id == "master" else base.parent) / "static-site"
    place.mkdir(exist_ok=True)
    with (place / "lock").open("w") as lock, pytest.MonkeyPatch.context() as patch:
        fcntl.flock(lock, fcntl.LOCK_EX)
        patch.setattr(folder, "last_recorded", lambda today: LAST)
        if not (place / "setlab").exists():
            with ThreadPoolExecutor(1) as thread:  # Playwright has an event loop in this one
                status = thread.submit(status_of, ["site", str(place / "setlab"), "--base", "/setlab/"]).result()
            assert status == 0
    return place


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


def test_probe(chromium: Browser, built: Path) -> None:
    with published(built) as address, visitor(chromium, address, "/setlab/") as mira:
        mira.page.wait_for_selector(KEPT)
        mira.context.set_offline(True)
        for name in ("", "daily/", "solitaire/", "antiset/", "learn/sort/", "explore/", "lab/", "lab/exact/", "table/", "privacy/", "server/", "friends/", "learn/"):
            mira.open(f"/setlab/{name}")
            mira.page.screenshot(path=f"/tmp/shot-{name.replace('/','-')}.png")
            print(name, mira.troubles, [a.url for a in mira.answers if a.status>=400])
            mira.troubles.clear()
