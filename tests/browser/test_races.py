"""Races in the browser: two people at own tables, the wall with their lanes, a sprint alone and its best times."""

from playwright.sync_api import expect

from setlab.geometry import Deck
from tests.browser.conftest import Visit
from tests.browser.people import Person, first_set
from tests.browser.test_games import table_of
from tests.web.serving import Serving


def find(person: Person, times: int) -> None:
    """Claim so many SETs, each as soon as the marks of the one before are gone."""
    for _ in range(times):
        person.wait_for("() => !document.querySelector('#cards [data-state]')")
        person.click_cards(first_set(person.cards) or ())
        person.hear("You found a SET.")


def test_two_race_at_their_own_tables(visit: Visit, site: Serving) -> None:
    mira, jonas = table_of(visit, site, "race", "Mira", "Jonas", more="auto", seconds=600)
    wall = visit("/", "Wall")
    wall.open(f"/{mira.page.evaluate('document.body.dataset.room')}/projector")
    assert mira.cards == jonas.cards
    common = Deck(4).sets(jonas.cards)[0]
    find(mira, 2)
    assert mira.cards != jonas.cards
    jonas.click_cards(common)
    jonas.hear("You found a SET.")
    expect(jonas.page.locator("#players [data-seat='1'] .score")).to_have_text("2")
    expect(jonas.page.locator("#players [data-seat='1'] .note")).to_contain_text("cards left")
    expect(wall.page.locator("#race .runner")).to_have_count(2)
    expect(wall.page.locator("#race .runner", has_text="Mira")).to_contain_text("75 cards left")
    assert wall.page.locator("#cards [data-card]").count() == 0
    mira.picture("race")
    wall.picture("race-wall")


def test_a_sprint_keeps_its_best_time(visit: Visit, site: Serving) -> None:
    (mira,) = table_of(visit, site, "sprint", "Mira", sets=2)
    expect(mira.page.locator("#deck")).to_have_text("0/2 found")
    expect(mira.page.locator("#none")).to_be_hidden()
    find(mira, 2)
    expect(mira.page.locator(".result h2")).to_contain_text("You are through in 0:")
    expect(mira.page.locator(".sprints li")).to_have_count(1)
    mira.picture("sprint-result")
    mira.page.reload()
    expect(mira.page.locator(".sprints li")).to_have_count(1)
    mira.page.get_by_role("button", name="Forget them").click()
    expect(mira.page.locator(".sprints")).to_have_text("The times are forgotten.")
