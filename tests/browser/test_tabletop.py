"""Your table: cards are put in by tapping or by their properties; hints, advice, links, corrections."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from setlab.geometry import Deck, Space
from setlab.notation import find_notation
from tests.browser.accessible import faults
from tests.browser.conftest import Visit
from tests.browser.people import PHONE, Person, not_a_set

TABLE = [4, 17, 21, 30, 38, 43, 52, 55, 60, 66, 71, 79]
DIGITS = find_notation().digits

STATES = """({ stateOf, queryOf, slotsOf, fitsSolitaire }, links) => links.map((link) => {
  const { state, whole } = stateOf(new URLSearchParams(link)), query = new URLSearchParams(queryOf(state));
  return { ...state, whole, fits: fitsSolitaire(state), slots: slotsOf(state.cards).length,
           again: JSON.stringify(stateOf(query).state) === JSON.stringify(state) };
})"""


def link_of(cards: list[int], lang: str = "en", **more: str) -> str:
    codes = ".".join(DIGITS(card) for card in cards)
    return "/table?" + "&".join(f"{name}={value}" for name, value in {"lang": lang, "cards": codes, **more}.items())


def laid(person: Person) -> list[int]:
    """The cards on the table, in the order of their places."""
    found = person.page.locator("#cards .card[data-card]").evaluate_all("all => all.map((card) => card.dataset.card)")
    return [int(card) for card in found]


def marked(person: Person) -> list[int]:
    found = person.page.locator('#cards [data-state="hint"]').evaluate_all("all => all.map((c) => c.dataset.card)")
    return [int(card) for card in found]


def tap(person: Person, *cards: int) -> None:
    """Tap cards of the whole deck."""
    for card in cards:
        person.page.click(f'#chooser .space [data-card="{card}"]')


def choose(person: Person, *cards: int) -> None:
    """Choose cards on the table."""
    for card in cards:
        person.page.click(f'#cards [data-card="{card}"]')


def test_twelve_cards_are_put_in_and_hints_come_step_by_step(visit: Visit) -> None:
    mira = visit("/table?lang=en")
    page = mira.page
    expect(page.locator("#cards .card.bare")).to_have_count(12)
    page.click("#ask")
    mira.hear("Enter at least three cards.")
    tap(mira, *TABLE)
    mira.hear(f"{find_notation().name(TABLE[-1]).capitalize()}: now on the table. 12 cards.")
    assert laid(mira) == TABLE
    expect(page.locator('#chooser .space [aria-pressed="true"]')).to_have_count(12)
    sets = [set(three) for three in Deck(4).sets(TABLE)]
    assert len(sets) > 1
    page.click("#ask")
    mira.hear(f"There are {len(sets)} SETs.")
    assert marked(mira) == []
    page.click("#ask")
    mira.hear(": in a SET.")
    assert len(marked(mira)) == 1
    shown = []
    for i in range(len(sets)):
        page.click("#ask")
        mira.hear(f"SET {i + 1} of {len(sets)}:")
        shown.append(set(marked(mira)))
    assert sorted(map(sorted, shown)) == sorted(map(sorted, sets))
    assert [str(fault) for fault in faults(page)] == []
    mira.picture("tabletop")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert laid(mira) == TABLE


def test_a_card_is_corrected_taken_away_and_brought_back(visit: Visit) -> None:
    """The way in which a table that somebody else has put in is set right."""
    mira = visit(link_of(TABLE))
    page, name = mira.page, find_notation().name
    choose(mira, 17)
    mira.hear("Choose the card that lies there instead, or put it away.")
    tap(mira, 21)
    mira.hear("on the table already.")
    tap(mira, 0)
    mira.hear(f"on the table instead of {name(17)}.")
    assert laid(mira) == [4, 0, *TABLE[2:]]
    tap(mira, 4)
    mira.hear("put away. 11 cards are left.")
    choose(mira, 0, 79)
    page.keyboard.press("Delete")
    assert laid(mira) == TABLE[2:-1]
    for _ in range(3):
        page.click("#undo")
    assert laid(mira) == TABLE
    expect(page.locator("#undo")).to_be_disabled()
    wrong = not_a_set(TABLE)
    choose(mira, *wrong)
    mira.hear("Not a SET.")
    expect(page.locator('#cards [data-state="wrong"][data-flag]')).to_have_count(3)
    expect(page.locator("#take")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator('#cards [aria-pressed="true"]')).to_have_count(0)
    page.click("#again")
    assert laid(mira) == []
    assert "cards=" not in page.url


def test_solitaire_with_real_cards(visit: Visit) -> None:
    """Advice, the SET is taken, the new cards are put in, advice again; what was taken cannot lie there."""
    mira = visit(link_of(TABLE[:-1]))
    page = mira.page
    page.route("**/core.wasm", lambda route: route.fulfill(status=404))  # the server answers
    page.click("#advise")
    mira.hear("12, 15, 18 or 21 cards")
    tap(mira, TABLE[-1])
    page.click("#advise")
    mira.hear("Take this one:")
    told = mira.context.request.post(f"{mira.address}/api/solitaire/position", data={"cards": TABLE}).json()
    best = told["choices"][0]["cards"]
    assert sorted(marked(mira)) == best
    expect(page.locator("#choices li")).to_have_count(len(told["choices"]))
    assert [str(fault) for fault in faults(page)] == []
    page.click("#best")
    mira.hear("The SET is taken. Enter the new cards")
    assert laid(mira) == [card for card in TABLE if card not in best]
    tap(mira, best[0])
    mira.hear("in a SET that you have taken.")
    new = [card for card in range(81) if card not in TABLE][:3]
    tap(mira, *new)
    page.click("#advise")
    mira.hear("Take this one:")
    position = {"cards": laid(mira), "taken": [best]}
    again = mira.context.request.post(f"{mira.address}/api/solitaire/position", data=position).json()
    assert sorted(marked(mira)) == again["choices"][0]["cards"]
    page.route("**/api/solitaire/position", lambda route: route.abort("connectionrefused"))
    page.click("#advise")
    mira.hear("No connection")
    page.unroute("**/api/solitaire/position")
    three = again["choices"][0]["cards"]
    page.keyboard.press("Escape")
    choose(mira, *three)
    page.click("#take")
    expect(page.locator("#taken .minis")).to_have_count(2)
    mira.open(page.url.removeprefix(mira.address))
    expect(page.locator("#taken .minis")).to_have_count(2)


def test_properties_on_a_phone_by_keyboard_in_german(visit: Visit) -> None:
    """The way of choosing is kept; the values stay for the next card."""
    mira = visit("/table?lang=de", viewport=PHONE)
    page = mira.page
    page.get_by_role("radio", name="Eigenschaften").check(force=True)
    put = page.locator("#chooser .parts > .btn")
    expect(put).to_have_text("Noch 4 Eigenschaften wählen")
    for value in ("2", "rot", "gestreift", "Oval"):
        page.locator("#chooser .build").get_by_role("radio", name=value, exact=True).press("Space")
    expect(put).to_have_attribute("aria-label", "Auf den Tisch legen: zwei rote gestreifte Ovale")
    put.press("Enter")
    mira.hear("Zwei rote gestreifte Ovale: jetzt auf dem Tisch. Eine Karte.")
    expect(put).to_contain_text("Weglegen")
    page.locator("#chooser .build").get_by_role("radio", name="Oval").focus()
    page.keyboard.press("ArrowRight")
    put.press("Enter")
    assert laid(mira) == [30, 31]
    assert [str(fault) for fault in faults(page, phone=True)] == []
    mira.open("/table?lang=nb")
    expect(page.locator("#chooser .parts")).to_be_visible()
    page.get_by_role("radio", name="Alle 81 kort").check(force=True)
    page.locator("#chooser .space .card").first.focus()
    for key in ("ArrowDown", "End", "Enter"):
        page.keyboard.press(key)
    assert laid(mira) == [23]
    found = [fault for fault in faults(page, phone=True) if fault.kind != "target" or "card" not in fault.where]
    assert [str(fault) for fault in found] == []  # 81 cards cannot be 44 pixels wide on a phone; they are 36 × 56


def test_the_explorer_gets_the_cards(visit: Visit) -> None:
    no_set = [0, 1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31]
    mira = visit(link_of(no_set))
    page = mira.page
    page.click("#ask")
    mira.hear("There is no SET. Deal three more cards.")
    page.click("text=Explore these cards without a SET")
    mira.arrive("/explore**")
    expect(page.locator('#space [aria-pressed="true"]')).to_have_count(12)
    mira.open(link_of(TABLE))
    expect(page.locator("#explore")).to_have_text("Explore 9 of them without a SET")  # the first that make none
    codes = str(page.locator("#explore").get_attribute("href")).partition("cards=")[2].split(".")
    assert len(codes) == 9
    assert not Deck(4).sets([int(code, 3) for code in codes])
    choose(mira, *not_a_set(TABLE))
    page.click("text=Explore the chosen cards")
    mira.arrive("/explore**")
    expect(page.locator("body")).to_have_attribute("data-mode", "plane")
    expect(page.locator('#space [aria-pressed="true"]')).to_have_count(3)


@pytest.fixture(scope="module")
def links() -> dict[str, dict[str, Any]]:
    """Links with what they say."""
    space = Space(4)
    line = list(space.line(40, 5))
    of = {"cards": [], "taken": [], "whole": True, "fits": False, "slots": 12, "again": True}
    all_cards = ".".join(DIGITS(card) for card in range(81))
    last = ".".join(DIGITS(card) for card in range(78))
    return {
        "": of,
        "cards=0012.2222": {**of, "cards": [5, 80]},
        "cards=0012.2222.0012": {**of, "cards": [5, 80], "whole": False},
        "cards=0012.3333.xx..222": {**of, "cards": [5], "whole": False},
        "taken=" + ".".join(map(DIGITS, line)): {**of, "taken": [line]},
        f"cards={DIGITS(line[0])}.0000&taken=" + ".".join(map(DIGITS, line)): {
            **of,
            "cards": [0],
            "taken": [line],
            "whole": False,
        },
        "taken=0000.0001.0010": {**of, "whole": False},
        f"cards={all_cards}": {**of, "cards": list(range(81)), "slots": 81},
        f"cards=2220.2221.2222&taken={last}": {
            **of,
            "cards": [78, 79, 80],
            "taken": [[3 * i, 3 * i + 1, 3 * i + 2] for i in range(26)],
            "fits": True,
        },
    }


def test_links_say_the_state_and_nothing_wrong(visit: Visit, links: dict[str, dict[str, Any]]) -> None:
    mira = visit("/table?lang=en&cards=0012.9999")
    mira.hear("Part of the link names no card")
    assert laid(mira) == [5]
    assert mira.run("tabletop/state", STATES, list(links)) == list(links.values())
    mira.open(link_of(list(range(81))))
    mira.page.click("#ask")
    mira.hear("There are 1080 SETs.")


HOSTS = {
    "localhost": "this",
    "127.0.0.1": "this",
    "[::1]": "this",
    "192.168.0.7": "network",
    "10.1.2.3": "network",
    "172.20.0.1": "network",
    "100.101.102.103": "network",
    "[fd00::7]": "network",
    "laptop": "network",
    "laptop.local": "network",
    "172.40.0.1": "public",
    "set.example.org": "public",
    "203.0.113.5": "public",
}


@pytest.mark.parametrize("language", ["en", "de", "nb"])
def test_the_ways_to_friends_elsewhere(visit: Visit, language: str) -> None:
    """The page says who can open the address under which it was opened."""
    mira = visit(f"/friends?lang={language}", viewport=PHONE)
    expect(mira.page.locator("#here")).to_contain_text(mira.address.removeprefix("http://"))
    assert mira.run("friends", "({ reachOf }, hosts) => hosts.map(reachOf)", list(HOSTS)) == list(HOSTS.values())
    assert [str(fault) for fault in faults(mira.page, phone=True)] == []
    mira.picture(f"friends-{language}")
