"""How others come in: the address in the network, its QR code, and a warning where nobody else can come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from setlab.web.http.answers import qr_svg
from setlab.web.settings import Settings
from tests.browser.conftest import Visit
from tests.browser.people import NO_PAGE, SMALL_PHONE, Person
from tests.browser.pupils import page_at
from tests.web.serving import Inside, Serving, inside_serving

LAN = "http://192.0.2.7:8000"


@pytest.fixture(scope="module")
def lan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server that is open to a network, and is asked at an address of its own machine."""
    place = tmp_path_factory.mktemp("lan") / "rooms.sqlite"
    with inside_serving(Settings(str(place), lan_address=LAN)) as server:
        yield server


@pytest.fixture
def host(chromium: Browser, lan: Inside) -> Iterator[Any]:
    """Open a room, and enter it as its host."""
    people: list[Person] = []

    def open_room(game: str, **context: Any) -> tuple[Person, str]:
        room, token = lan.open_room(game, **({"teams": 6} if game == "team" else {}))
        person = Person(chromium, f"http://{lan.address}", "Mira", **context)
        people.append(person)
        person.open(NO_PAGE)
        person.take_seat(lan, room, token)
        return person, room

    yield open_room
    for person in people:
        person.close()
        assert person.troubles == []


def test_links_name_the_address_in_the_network(host: Any, lan: Inside) -> None:
    mira, room = host("standard", permissions=["clipboard-read", "clipboard-write"])
    expect(mira.page.locator(".lobby .link")).to_have_text(f"{LAN.removeprefix('http://')}/{room}")
    mira.page.locator(".lobby").get_by_role("button", name="Copy link").click()
    expect(mira.page.get_by_role("button", name="Copied")).to_be_visible()
    assert mira.page.evaluate("navigator.clipboard.readText()") == f"{LAN}/{room}"
    assert mira.page.locator("img.qr").first.evaluate("(image) => image.complete && image.naturalWidth > 0")
    assert lan.get(f"/api/rooms/{room}/qr.svg").body == qr_svg(f"{LAN}/{room}")
    mira.page.click(".invite")
    expect(mira.page.locator("#invite .link")).to_have_text(f"{LAN.removeprefix('http://')}/{room}")
    daily = mira.run("daily/result", "({ linkTo }) => linkTo('2026-11-16', 'basic')")
    assert daily == f"{LAN}/daily?date=2026-11-16&level=basic"
    assert mira.run("solitaire/address", "({ linkTo }) => linkTo({ seed: '1', game: 0 })").startswith(LAN)
    mira.open(f"/{room}/projector")
    expect(mira.page.locator("#address")).to_have_text(LAN.removeprefix("http://"))
    expect(mira.page.locator(".joining .host")).to_have_text(LAN.removeprefix("http://"))
    expect(mira.page.locator(".joining .qr")).to_be_visible()


def test_everything_in_the_waiting_room_can_be_scrolled_to(host: Any, lan: Inside) -> None:
    mira, room = host("team", viewport=SMALL_PHONE)
    for i in range(17):
        lan.seat(room, f"Maximiliane {i}")
    mira.catch_up()
    tops = mira.page.evaluate(
        """() => {
          const panel = document.getElementById("panel"), top = (at) => at.getBoundingClientRect().top;
          panel.scrollTop = 0;
          return [panel, ...panel.querySelectorAll(".qr, .code-large")].map(top);
        }"""
    )
    assert min(tops) == tops[0]
    mira.page.locator("#start").scroll_into_view_if_needed()
    expect(mira.page.locator("#start")).to_be_in_viewport(ratio=1)
    cut = mira.page.locator(".player .name").evaluate_all("all => all.filter((at) => at.scrollWidth > at.clientWidth)")
    assert cut == []


def test_without_a_network_the_wall_says_so(site: Serving, visit: Visit) -> None:
    room, token = site.open_room("standard", **{"class": True})
    wall = page_at(visit, site, f"/{room}/projector", host=token)
    expect(wall.locator(".joining")).to_contain_text("This address works on this computer only.")
    expect(wall.locator(".joining code")).to_have_text("setlab serve --lan")
    wall.get_by_role("button", name="Start").click()
    expect(wall.locator("#cards .card").first).to_be_visible()
    expect(wall.locator(".qr:visible")).to_have_count(0)
