"""Cards that lie face down in the browser: the table of memory, and the card laid aside; planets and four values."""

from itertools import combinations

from playwright.sync_api import expect

from setlab.geometry import Deck
from tests.browser.conftest import Visit
from tests.browser.test_games import table_of
from tests.web.serving import Serving


def test_memory(visit: Visit, site: Serving) -> None:
    mira, jonas = table_of(visit, site, "memory", "Mira", "Jonas", dimension=4)
    expect(mira.page.locator("#cards .card.down")).to_have_count(12)
    expect(mira.page.locator("#say")).to_contain_text("Your turn.")
    expect(jonas.page.locator("#say")).to_contain_text("It is Mira’s turn.")
    for slot in (0, 1):
        mira.page.locator("#cards .card").nth(slot).click()
        mira.wait_for(f"() => document.querySelectorAll('#cards [data-card]').length === {slot + 1}")
    expect(jonas.page.locator("#cards [data-card]")).to_have_count(2)
    mira.picture("memory")
    mira.page.locator("#cards .card").nth(2).click()
    expect(jonas.page.locator("#log li")).to_have_count(1)  # a SET, or three cards that are none


def test_the_card_laid_aside_is_named_and_proved(visit: Visit, site: Serving) -> None:
    (mira,) = table_of(visit, site, "last-card", "Mira")
    expect(mira.page.locator("#aside .card.down")).to_be_visible()
    mira.page.get_by_role("button", name="Name it").click()
    mira.picture("last-card-name")
    mira.page.click("#name-it")
    expect(mira.page.locator("#aside .do")).to_have_count(0)
    mira.page.click("#host-button")
    mira.page.get_by_role("button", name="End the round").click()
    expect(mira.page.locator(".proof")).to_contain_text("The last card:")
    mira.picture("last-card-proof")


def test_a_planet_is_taken_by_a_button(visit: Visit, site: Serving) -> None:
    (mira,) = table_of(visit, site, "planet", "Mira")
    take, space = mira.page.locator("#take"), Deck(4)
    expect(take).to_be_disabled()
    planets = [
        four
        for four in combinations(mira.cards, 4)
        if any(
            {c for c in space if space.is_set((a, b, c))} == {c for c in space if space.is_set((d, e, c))}
            for a, b, d, e in (four, (four[0], four[2], four[1], four[3]), (four[0], four[3], four[1], four[2]))
        )
    ]
    claim = planets[0] if planets else next(three for three in combinations(mira.cards, 3) if space.is_set(three))
    mira.click_cards(claim)
    take.click()
    expect(mira.page.locator("#players .score")).to_have_text(str(len(claim)))
    mira.picture("planet")


def test_four_values(visit: Visit, site: Serving) -> None:
    (mira,) = table_of(visit, site, "four", "Mira", more="auto")
    found = Deck(3, 4).sets(mira.cards)
    mira.picture("four")
    mira.click_cards(found[0])
    mira.hear("You found a SET.")
    mira.picture("four-found")
