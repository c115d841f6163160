"""The explorer in the browser: every way of looking, links, the history, the keyboard, accessibility."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from setlab.caps import check, complete
from setlab.geometry import CardSet, Space, cube, parallel_class, parallel_through, plane, span
from tests.browser.accessible import faults
from tests.browser.conftest import Visit, without_core
from tests.browser.people import DESKTOP, LANDSCAPE, PHONE, Person

SPACE = Space(4)
RINGED = '#space :is([aria-pressed="true"], [data-state="in"], [data-state="right"])'


def codes(*cards: int) -> str:
    return ".".join("".join(map(str, SPACE.coordinates(card))) for card in cards)


def card(page: Page, number: int) -> Locator:
    return page.locator(f'#space [data-card="{number}"]')


def choose(page: Page, *cards: int) -> None:
    for number in cards:
        card(page, number).click()


def numbers(cards: Locator) -> list[int]:
    found: list[str] = cards.evaluate_all("all => all.map((card) => card.dataset.card)")
    return [int(each) for each in found]


def look_for(page: Page, mode: str) -> None:
    page.locator(f'#modes input[value="{mode}"]').check(force=True)


def explorer(visit: Visit, query: str = "", **context: Any) -> Person:
    person = visit(f"/explore{query}", **context)
    expect(person.page.locator("#space .card")).to_have_count(81)
    expect(person.page.locator("#say p")).not_to_be_empty()
    return person


def test_a_visit_to_every_way_of_looking(visit: Visit) -> None:
    """One visitor, from two cards to the plane, the cube, parallels, cards without a SET and symmetries, and back."""
    mira = explorer(visit, reduced_motion="reduce")
    page = mira.page
    a, b, c, e = 0, 40, 5, 27

    choose(page, a)
    expect(page.locator(".pair")).to_have_count(len(SPACE.lines_through(a)))
    expect(page.locator("aside h2")).to_have_text("40 SETs through one card")
    choose(page, b)
    mira.hear("A SET.")
    assert sorted(numbers(page.locator(RINGED))) == sorted([a, b, SPACE.third(a, b)])
    expect(card(page, SPACE.third(a, b))).to_have_accessible_name("three purple open squiggles, in the SET")

    look_for(page, "plane")
    choose(page, SPACE.third(a, b))
    mira.hear("A SET already.")
    choose(page, c)
    nine = [each for row in plane(a, b, c) for each in row]
    mira.hear("9 cards with 12 SETs")
    assert sorted(numbers(page.locator(RINGED))) == sorted(nine)
    assert numbers(page.locator("aside .square .card")) == nine
    expect(page.locator(".knot")).to_have_count(12)
    page.locator(".knot").nth(4).click()
    lit = numbers(page.locator('aside [data-state="right"]'))
    assert SPACE.is_line(*lit)
    assert set(numbers(page.locator('#space [data-state="right"]'))) == set(lit) <= set(nine)
    expect(page.locator(".knot").nth(4)).to_be_focused()

    look_for(page, "cube")
    choose(page, next(each for each in nine if each not in (a, b, c, SPACE.third(a, b))))
    mira.hear("In the plane already.")
    choose(page, e)
    mira.hear("27 cards with 117 SETs")
    assert numbers(page.locator("aside .square .card")) == [x for nine in cube(a, b, c, e) for row in nine for x in row]
    page.get_by_role("button", name=re.compile("On: .*39 planes")).click()
    mira.hear("Plane 1 of 39: Nine cards with 12 SETs.")
    assert len(span(numbers(page.locator('aside [data-state="right"]')))) == 9
    expect(page).to_have_url(re.compile(re.escape(f"?mode=cube&cards={codes(a, b, c, e)}&lit=plane-1")))

    look_for(page, "parallels")
    first = CardSet([a, b, SPACE.third(a, b)])
    assert sorted(numbers(page.locator(RINGED))) == sorted(first | parallel_through(first, c))
    page.get_by_role("button", name="All 27 SETs").click()
    badges: list[list[str]] = page.locator("#space .card").evaluate_all(
        "all => all.map((card) => [card.dataset.card, card.querySelector('.badge').textContent])"
    )
    groups = [frozenset(int(n) for n, badge in badges if int(badge) == k) for k in range(1, 28)]
    assert set(groups) == {frozenset(line) for line in parallel_class(first)}
    page.get_by_role("button", name=re.compile("On: Direction")).click()
    expect(page.locator(".stepper span")).to_have_text(re.compile(r"Direction \d+ of 40"))

    look_for(page, "cap")
    page.click("#again")
    without = [each for each in SPACE if 2 not in SPACE.coordinates(each)][:12]
    choose(page, *without)
    expect(page.locator("#pips .on")).to_have_count(12)
    free = [each for each in SPACE if each not in without and check([*without, each]).is_cap]
    mira.hear(f"{len(free)} cards are still free.")
    blocked = SPACE.third(without[0], without[1])
    choose(page, blocked)
    mira.hear("Not free. These are a SET")
    expect(page.locator('#space [data-state="wrong"]')).to_have_count(3)
    page.get_by_role("button", name="Hint").click()
    most = len(complete(without).cards)
    mira.hear(f"from there {most} cards can be reached, and no more.")
    page.get_by_role("button", name="Show me 20").click()
    mira.hear(f"With all of yours, {most} is the maximum.")
    twenty = numbers(page.locator("aside .square .card"))
    assert (len(twenty), SPACE.sets(twenty)) == (20, [])
    assert set(numbers(page.locator('#space [data-state="wrong"]'))) == set(without) - set(twenty)
    page.click("#undo")
    assert numbers(page.locator("aside .square .card")) == without

    look_for(page, "symmetries")
    assert "map=" not in page.url
    before = numbers(page.locator(RINGED))
    page.get_by_role("button", name="A random map").click()
    after = numbers(page.locator(RINGED))
    assert len(after) == len(before) == len(span(after))
    mira.hear("again.")
    expect(page.locator(".formula")).to_have_accessible_name(re.compile("Rows of M: [012] [012]"))
    page.go_back()
    expect(page.locator(".formula")).to_have_count(0)
    assert numbers(page.locator(RINGED)) == before


def test_every_state_is_a_link(visit: Visit) -> None:
    """A link shows the state at once; the history leads back; what is wrong is left out with a sentence."""
    mira = explorer(visit, f"?mode=plane&cards={codes(0, 40, 5)}&lit=set-3&theme=dark")
    page = mira.page
    expect(page.locator('.knot[aria-pressed="true"]')).to_have_count(1)
    choose(page, 27)
    expect(page).to_have_url(re.compile(re.escape(f"cards={codes(0, 40, 27)}&theme=dark")))
    page.go_back()
    expect(page.locator('.knot[aria-pressed="true"]')).to_have_count(1)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("#copy")
    mira.hear("Link copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{mira.address}/explore?mode=plane&cards={codes(0, 40, 5)}&lit=set-3"
    mira.open(f"/explore?mode=plane&cards={codes(0, 1, 2, 40)}.9.x")
    mira.hear("Some cards in the link could not be used and were left out.")
    expect(page).to_have_url(f"{mira.address}/explore?mode=plane&cards={codes(0, 1, 40)}")
    mira.open("/explore?mode=tetrahedron")
    mira.hear("The link asks for an unknown view.")
    expect(page).to_have_url(f"{mira.address}/explore?mode=set")


def test_by_keyboard_alone(visit: Visit) -> None:
    mira = explorer(visit)
    page, press = mira.page, mira.page.keyboard.press
    card(page, 0).focus()
    press("Enter")
    for key in ("ArrowRight", "ArrowDown", "Enter"):  # one striped diamond: the digits of shape and filling are 1
        press(key)
    expect(page).to_have_url(re.compile(f"cards={codes(0, 4)}$"))
    expect(card(page, 4)).to_be_focused()
    assert page.locator('#space [tabindex="0"]').count() == 1
    press("2")
    for key in ("End", "PageDown", "Home", "ArrowLeft", "Enter"):  # the lower left corner: three red open ovals
        press(key)
    expect(page).to_have_url(re.compile(f"mode=plane&cards={codes(0, 4, 60)}$"))
    press("Backspace")
    expect(page).to_have_url(re.compile(f"cards={codes(0, 4)}$"))
    press("4")
    press("n")
    vectors = [v for v in SPACE if next((x for x in SPACE.coordinates(v) if x), 0) == 1]
    expect(page.locator(".stepper span")).to_have_text(f"Direction {vectors.index(4) + 2} of {len(vectors)}")
    page.locator("#modes :checked").focus()
    press("Escape")
    expect(page).to_have_url(re.compile("mode=parallels$"))
    press("5")
    press("?")
    mira.hear("from there 20 cards can be reached")
    expect(page.locator('#space [data-state="hint"]')).to_have_count(1)


def test_the_server_is_gone(visit: Visit) -> None:
    mira = explorer(without_core(visit), f"?mode=cap&cards={codes(0, 1)}")
    mira.page.route("**/api/explore/cap", lambda route: route.abort())
    mira.page.get_by_role("button", name="Show me 20").click()
    mira.hear("The server does not answer. Try again.")
    mira.page.unroute("**/api/explore/cap")
    mira.page.get_by_role("button", name="Show me 20").click()
    mira.hear("All of yours are among these 20.")
    mira.troubles = [each for each in mira.troubles if "ERR_FAILED" not in each]


STATES = {
    "set": "mode=set&cards=1111",
    "plane": f"mode=plane&cards={codes(0, 40, 5)}&lit=set-3",
    "cube": f"mode=cube&cards={codes(0, 40, 5, 27)}&lit=plane-5",
    "parallels": f"mode=parallels&cards={codes(0, 40, 5)}&all=1",
    "cap": f"mode=cap&cards={codes(0, 1, 3, 4, 9)}",
    "symmetries": f"mode=symmetries&cards={codes(0, 40, 5)}&map=1200.0100.0210.0011.0120",
}


def looked_at(visit: Visit, state: str, size: dict[str, int], theme: str, language: str = "en") -> list[str]:
    """The faults of a state; the 81 cards of the field may be smaller than other targets."""
    person = explorer(visit, f"?{STATES[state]}&lang={language}", viewport=size, color_scheme=theme)
    person.picture(f"explore-{state}-{theme}-{size['width']}-{language}")
    found = faults(person.page, phone=size != DESKTOP)
    return [str(fault) for fault in found if not (fault.kind == "target" and fault.where.startswith("button.card"))]


@pytest.mark.parametrize("state", ["parallels", "symmetries"])
def test_the_fullest_states_are_accessible_on_a_phone(visit: Visit, state: str) -> None:
    assert looked_at(visit, state, PHONE, "dark", "de") == []


@pytest.mark.full
@pytest.mark.parametrize("language", ["en", "de", "nb"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE, LANDSCAPE], ids=["desktop", "phone", "landscape"])
@pytest.mark.parametrize("state", STATES)
def test_every_state_is_accessible(visit: Visit, state: str, size: dict[str, int], language: str) -> None:
    for theme in ("light", "dark"):
        assert looked_at(visit, state, size, theme, language) == []


def test_cards_on_a_phone_stand_and_are_large_enough(visit: Visit) -> None:
    mira = explorer(visit, viewport=PHONE)
    box = card(mira.page, 44).bounding_box()
    assert box is not None
    assert box["width"] >= 35
    assert box["height"] >= 54
    assert mira.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
