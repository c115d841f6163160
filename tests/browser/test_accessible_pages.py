"""Every page in every phase has no fault that a program can find: by day and by night, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import faults
from tests.browser.conftest import Visit
from tests.browser.people import Person, take_picture
from tests.browser.pupils import DESKTOP, LANDSCAPE, PHONE, page_at, pupils
from tests.photos import draw_photo
from tests.web.serving import Serving

LOOKS = [("light", DESKTOP), ("dark", PHONE)]
"""The two looks that differ most; `make test-full` has the others, too."""

OTHER_LOOKS = [("dark", DESKTOP), ("light", PHONE), ("light", LANDSCAPE)]


def of_home(site: Serving, show: Callable[..., Page]) -> Page:
    page = show("/")
    expect(page.locator("#warm .card")).to_have_count(12)
    return page


def of_creation(site: Serving, show: Callable[..., Page]) -> Page:
    page = show("/new")
    expect(page.locator("#create")).to_be_visible()
    return page


def of_joining(site: Serving, show: Callable[..., Page]) -> Page:
    page = show(f"/{site.open_room()[0]}")
    expect(page.locator("#name")).to_be_visible()
    return page


def of_an_unknown_room(site: Serving, show: Callable[..., Page]) -> Page:
    page = show("/BBBB")
    expect(page.get_by_role("heading", name="There is no room BBBB")).to_be_visible()
    return page


def in_a_room(phase: str, **options: Any) -> Callable[[Serving, Callable[..., Page]], Page]:
    """The page of a player in a phase of the game."""

    def opened(site: Serving, show: Callable[..., Page]) -> Page:
        room, host = site.open_room(**options)
        with pupils(site, room, 2), site.feed(room, host) as teacher:
            page = show(f"/{room}")
            page.locator("#name").fill("Mira")
            page.get_by_role("button", name="Join", exact=True).click()
            expect(page.locator("body")).to_have_attribute("data-phase", "waiting")
            go_to(phase, teacher.ask)
            expect(page.locator("body")).to_have_attribute("data-phase", phase)
        return page

    return opened


def on_the_wall(phase: str, box: str = "", **options: Any) -> Callable[[Serving, Callable[..., Page]], Page]:
    """The projector of a teacher in a phase of the game, with one of its boxes open."""

    def opened(site: Serving, show: Callable[..., Page]) -> Page:
        room, host = site.open_room(**{"class": True, **options})
        with pupils(site, room, 4), site.feed(room, host) as teacher:
            page = show(f"/{room}/projector", host=host)
            go_to(phase, teacher.ask)
            expect(page.locator("body")).to_have_attribute("data-phase", phase)
            expect(page.locator("#steer .btn").first).to_be_visible()
            if phase == "over":
                expect(page.locator(".ending table").first).to_be_visible()
            if box:
                page.evaluate("(box) => document.getElementById(box).showPopover()", box)
        return page

    return opened


def of_a_review(site: Serving, show: Callable[..., Page]) -> Page:
    room, host = site.open_room()
    with pupils(site, room, 3) as others, site.feed(room, host) as teacher:
        teacher.ask("start")
        others.play_out()
    page = show(f"/{room}/review?at=3")
    expect(page.locator("#when")).not_to_be_empty()
    return page


def go_to(phase: str, ask: Callable[..., object]) -> None:
    """The host leads the room into a phase."""
    for step in {"waiting": (), "playing": ("start",), "paused": ("start", "pause"), "over": ("start", "stop")}[phase]:
        ask(step)


def of_printing(site: Serving, show: Callable[..., Page]) -> Page:
    page = show("/print?kind=third")
    expect(page.locator('#desktop[aria-busy="false"]')).to_be_visible()
    page.locator("#looks-box summary").click()
    return page


def of_a_lesson(site: Serving, show: Callable[..., Page]) -> Page:
    page = show("/learn/square?seed=5")
    expect(page.locator(".offers .card").first).to_be_visible()
    return page


def of_results(site: Serving, show: Callable[..., Page]) -> Page:
    page = show("/lab/results?verdict=misprint")
    expect(page.locator("#items li").first).to_be_visible()
    return page


def of_a_photo(site: Serving, show: Callable[..., Page]) -> Page:
    page, photo = show("/look"), draw_photo([4, 17, 21, 30, 38, 38], columns=3, width=400)
    page.route("**/api/look", lambda route: route.fulfill(json=photo.answer(unsure=[1])))
    page.set_input_files("#chosen", {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": photo.content})
    expect(page.locator("#cards .card")).to_have_count(6)
    return page


PAGES: dict[str, Callable[[Serving, Callable[..., Page]], Page]] = {
    "home": of_home,
    "new": of_creation,
    "join": of_joining,
    "unknown": of_an_unknown_room,
    "room-waiting": in_a_room("waiting"),
    "room-playing": in_a_room("playing", call=True),
    "room-paused": in_a_room("paused"),
    "room-over": in_a_room("over"),
    "projector-waiting": on_the_wall("waiting"),
    "projector-playing": on_the_wall("playing", seconds=300),
    "projector-paused": on_the_wall("paused", "rules"),
    "projector-over": on_the_wall("over"),
    "projector-people": on_the_wall("waiting", "people", game="team"),
    "projector-choose": on_the_wall("over", "choose"),
    "review": of_a_review,
    "print": of_printing,
    "lesson": of_a_lesson,
    "results": of_results,
    "photo": of_a_photo,
}


@pytest.mark.parametrize("looks", [LOOKS, pytest.param(OTHER_LOOKS, marks=pytest.mark.full)], ids=["two", "others"])
@pytest.mark.parametrize("name", PAGES)
def test_pages_are_accessible(site: Serving, visit: Visit, name: str, looks: list[tuple[str, tuple[int, int]]]) -> None:
    """A page follows the theme of the device and the size of its window while it is open."""
    theme, size = looks[0]

    def show(path: str, host: str | None = None) -> Page:
        return page_at(visit, site, path, size, host, color_scheme=theme, reduced_motion="reduce")

    page = PAGES[name](site, show)
    for theme, size in looks:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        take_picture(page, f"a11y-{name}-{theme}-{size[0]}")
        assert [str(fault) for fault in faults(page, phone=size != DESKTOP)] == [], (theme, size)


@pytest.mark.parametrize("language", ["de", "nb"])
@pytest.mark.parametrize("path", ["", "/projector", "/review"])
def test_pages_say_their_language(site: Serving, visit: Visit, path: str, language: str) -> None:
    person: Person = visit(f"/{site.open_room()[0]}{path}", locale=language)
    expect(person.page.locator("html")).to_have_attribute("lang", language)
