"""Every page and state passes an audit of names, labels, headings and contrast, in both themes and on a phone."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from setlab.notation import find_notation
from tests.browser.accessible import faults
from tests.browser.conftest import Visit
from tests.browser.people import DESKTOP, NO_PAGE, PHONE, first_set, not_a_set
from tests.browser.pupils import NAMES, Pupils, pupils
from tests.web.serving import Serving, sets_on

SIZES = {"desktop": DESKTOP, "phone": PHONE}

LOOKS = [
    ("light", "phone"),
    ("dark", "desktop"),
    *(pytest.param(*look, marks=pytest.mark.full) for look in (("light", "desktop"), ("dark", "phone"))),
]
"""Those that `test_accessible_pages` leaves to `make test-full`, and the other way round."""


@pytest.mark.parametrize(("theme", "screen"), LOOKS)
def test_pages_pass_the_audit(visit: Visit, theme: str, screen: str) -> None:
    mira = visit(f"/?theme={theme}", viewport=SIZES[screen])
    assert faults(mira.page, screen == "phone") == []
    mira.page.get_by_role("button", name="Display").click()
    assert faults(mira.page, screen == "phone") == []
    mira.open(f"/new?theme={theme}")
    mira.page.locator("main summary").click()
    assert faults(mira.page, screen == "phone") == []


@pytest.mark.parametrize(("theme", "screen"), LOOKS)
def test_rooms_pass_the_audit_in_every_state(visit: Visit, site: Serving, theme: str, screen: str) -> None:
    room, token = site.open_room("standard", more="auto", penalty=5)
    jonas = visit(f"/{room}?theme={theme}", "Jonas", viewport=SIZES[screen])
    assert faults(jonas.page, screen == "phone") == []
    mira = visit(f"/?theme={theme}", viewport=SIZES[screen])
    mira.page.evaluate("(theme) => localStorage.setItem('setlab.theme', theme)", theme)
    mira.take_seat(site, room, token)
    assert faults(mira.page, screen == "phone") == []
    mira.start()
    assert faults(mira.page, screen == "phone") == []
    three = first_set(mira.cards)
    assert three is not None
    mira.click_cards(three)
    mira.hear("You found a SET.")
    assert faults(mira.page, screen == "phone") == []
    mira.wait_for("() => !document.querySelector('#cards [data-state]')")
    mira.click_cards(not_a_set(mira.cards))
    mira.hear("Not a SET.")
    assert faults(mira.page, screen == "phone") == []
    mira.page.evaluate("document.getElementById('host').showPopover()")
    assert faults(mira.page, screen == "phone") == []
    mira.page.get_by_role("button", name="End the round").click()
    expect(mira.page.locator(".result")).to_be_visible()
    assert faults(mira.page, screen == "phone") == []
    mira.picture(f"over-{screen}-{theme}")


def test_each_card_is_a_button_with_its_name(visit: Visit) -> None:
    mira = visit("/?lang=en")
    mira.create()
    mira.start()
    words = {"1": "one", "2": "two", "3": "three"}
    notation = find_notation()
    for card in mira.cards:
        number, _, rest = notation.name(card).partition(" ")
        name = f"{words.get(number, number)} {rest}"
        button = mira.page.get_by_role("button", name=name, exact=True)
        expect(button).to_have_attribute("aria-pressed", "false")
        expect(button).to_have_attribute("data-card", str(card))


def test_what_happens_is_said_once(visit: Visit, site: Serving) -> None:
    """One sentence for each event, whatever else the page redraws; cards that go and come are named."""
    room, token = site.open_room("standard", more="auto")
    mira, jonas = visit(NO_PAGE), visit(NO_PAGE, "Jonas")
    mira.take_seat(site, room, token)
    jonas.take_seat(site, room)
    mira.start()
    jonas.until("playing")
    three = first_set(mira.cards)
    assert three is not None
    mira.click_cards(three)
    jonas.wait_for("() => window.said.some((each) => each.startsWith('Mira found a SET.'))")
    mira.wait_for("() => !document.querySelector('#cards [data-state]')")
    jonas.wait_for("() => !document.querySelector('#cards [data-state]')")
    said = jonas.page.evaluate("window.said")
    for event in (each["event"] for each in site.events(room) if "cards" in each["event"]):
        cards = ", ".join(find_notation(dimension=4).name(card) for card in event["cards"])
        if event["event"] == "claim":
            assert said.count(f"Mira found a SET. {cards.capitalize()}.") == 1
        elif event["why"] == "refill":
            assert said.count(f"New cards: {cards}.") == 1
    assert len(set(said)) == len(said)


def sentences(others: Pupils) -> list[str]:
    """How the log of a room with automatic deals sounds."""
    name = dict(zip(others.seats, NAMES, strict=False))
    said = []
    for event in (each["event"] for each in others.events()):
        if event["event"] == "claim":
            said.append(f"{name[event['seat']]} found a SET.")
        elif event["event"] == "deal" and event["why"] == "none":
            said.append("There was no SET. Three more cards.")
        elif event["event"] == "deal" and event["why"] == "refill":
            said.append("New cards: ")
    return said


def test_sentences_that_come_at_once_are_all_said_in_their_order(visit: Visit, site: Serving) -> None:
    """A claim, the cards in place of those taken, and more because no SET is left: three sentences."""
    room, token = site.open_room("five", more="auto")
    with pupils(site, room, 2) as others, site.feed(room, token) as host:
        jonas = visit(f"/{room}", "Jonas")
        jonas.page.get_by_role("button", name="Only watch").click()
        jonas.enter()
        host.ask("start")
        while not any("New" in one and "no SET" in two for one, two in pairwise(sentences(others))):
            others.claim(0, sets_on(others.state())[0])
        expected = sentences(others)
        jonas.wait_for("(seq) => document.body.dataset.seq === String(seq)", others.events()[-1]["seq"])
    kinds = ("found a SET", "no SET", "New cards")
    heard = [text for text in jonas.page.evaluate("window.said") if any(kind in text for kind in kinds)]
    assert [text[: len(expected[i])] for i, text in enumerate(heard)] == expected
    assert jonas.page.locator("#live p").all_text_contents()[-3:] == heard[-3:]  # all stand there until they are read
