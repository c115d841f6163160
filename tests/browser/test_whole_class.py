"""A whole class joins at once: 28 pupils with phones, through the pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import Visit
from tests.browser.people import APART
from tests.browser.pupils import WALL, page_at
from tests.web.serving import Serving

PUPILS = 28
PHONE: ViewportSize = {"width": 375, "height": 667}

DEADLINE = 300_000
"""Milliseconds for the whole class on the slowest machine; docs/serve.md says how long it takes."""


@contextmanager
def phones(browser: Browser, number: int) -> Iterator[list[Page]]:
    """Pages of phone size, each in a browser context of its own."""
    with ExitStack() as stack:
        contexts = [browser.new_context(**APART, viewport=PHONE, has_touch=True) for _ in range(number)]
        for context in contexts:
            context.set_default_timeout(DEADLINE)
            context.set_default_navigation_timeout(DEADLINE)
            stack.callback(context.close)
        yield [context.new_page() for context in contexts]


@pytest.mark.full  # `make test` has a class of ten
def test_a_class_of_28_joins_by_phone(site: Serving, visit: Visit, chromium: Browser) -> None:
    room, host = site.open_room("standard", **{"class": True})
    projector = page_at(visit, site, f"/{room}/projector", WALL, host)
    with phones(chromium, PUPILS) as pages:
        for page in pages:
            page.goto(f"http://{site.address}/{room}", wait_until="commit")
        for number, page in enumerate(pages):
            page.get_by_label("Your name").fill(f"Pupil {number + 1}")
            page.get_by_role("button", name="Join").click()
        for page in pages:
            expect(page.locator("body")).to_have_attribute("data-phase", "waiting", timeout=DEADLINE)
        expect(projector.locator("#here")).to_have_text(f"{PUPILS} here", timeout=DEADLINE)
        names = projector.locator("#crowd li .name").all_inner_texts()
        assert sorted(names) == sorted(f"Pupil {number + 1}" for number in range(PUPILS))
