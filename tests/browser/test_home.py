"""Home: the table plays at once, a room is two clicks away, and the first load is small."""

from playwright.sync_api import expect

from setlab.geometry import Deck
from tests.browser.conftest import Visit
from tests.browser.people import PHONE, Person, not_a_set

MOST_BYTES = 200_000

PRACTICE = "#warm .card[data-card]"


def practice_cards(person: Person) -> list[int]:
    found = person.page.locator(PRACTICE).evaluate_all("all => all.map((card) => Number(card.dataset.card))")
    return [int(card) for card in found]


def choose(person: Person, cards: tuple[int, ...]) -> None:
    for card in cards:
        person.page.click(f'#warm [data-card="{card}"]')


def test_practice_table_is_played_to_its_last_set(visit: Visit) -> None:
    mira = visit("/")
    cards = practice_cards(mira)
    sets = Deck(4).sets(cards)
    expect(mira.page.locator("#warm-say")).to_contain_text(f"{len(sets)} SETs are on this table")
    for found, three in enumerate(sets, 1):
        choose(mira, three)
        left = len(sets) - found
        words = {0: "That was the last one", 1: "One is left"}.get(left, f"{left} are left")
        expect(mira.page.locator("#warm-say")).to_contain_text(words)
    choose(mira, sets[0])
    expect(mira.page.locator("#warm-say")).to_have_text("You have this one already.")
    mira.picture("home-desktop")


def test_wrong_claim_names_a_property_that_fails(visit: Visit) -> None:
    mira = visit("/")
    cards = practice_cards(mira)
    three = not_a_set(cards)
    choose(mira, three)
    expect(mira.page.locator("#warm-say")).to_contain_text("Not a SET.")
    failing = [
        name
        for name, pattern in zip(("Number", "Colour", "Filling", "Shape"), Deck(4).patterns(three), strict=True)
        if str(pattern) == "neither"
    ]
    expect(mira.page.locator("#warm-say")).to_contain_text(f"{failing[0]}: two ")
    expect(mira.page.locator('#warm [data-state="wrong"][data-flag]')).to_have_count(3)


def test_another_table_is_dealt(visit: Visit) -> None:
    mira = visit("/")
    before = practice_cards(mira)
    mira.page.click("#another")
    mira.wait_for(
        """([selector, before]) => {
          const cards = [...document.querySelectorAll(selector)].map((card) => Number(card.dataset.card));
          return cards.join() !== before.join();
        }""",
        [PRACTICE, before],
    )


def test_sixty_seconds_begin_at_once(visit: Visit) -> None:
    mira = visit("/")
    mira.page.click("#clock")
    mira.enter()
    mira.until("playing")
    expect(mira.page.locator("#time")).to_be_visible()
    assert len(mira.cards) == 12


def test_opponents_sit_at_the_table(visit: Visit) -> None:
    mira = visit("/")
    mira.page.click("#opponents")
    mira.enter()
    mira.until("playing")
    expect(mira.page.locator(".player")).to_have_count(4)


def test_a_room_is_two_clicks_away(visit: Visit) -> None:
    mira = visit("/")
    mira.page.click("text=Create a room")
    mira.page.click("#create")
    room = mira.enter()
    expect(mira.page.locator(".lobby .code-large")).to_have_text(room)
    expect(mira.page.locator("#start")).to_be_visible()


def test_a_code_leads_into_its_room(visit: Visit) -> None:
    room = visit("/").create()
    jonas = visit("/", "Jonas")
    jonas.page.fill("#code", room.lower())
    jonas.page.click("#join button")
    jonas.page.wait_for_url(f"**/{room}")
    expect(jonas.page.locator("h2")).to_contain_text([f"Join room {room}"])


def test_every_place_is_one_click_away(visit: Visit) -> None:
    """The shelves name every place of the navigation, and each of them is there."""
    mira = visit("/")
    doors = [str(door.get_attribute("href")) for door in mira.page.locator(".door").all()]
    places = [str(place.get_attribute("href")) for place in mira.page.locator("header nav a").all()]
    assert sorted(doors) == sorted({*places, "/friends", "/print"} - {"/new"})
    for path in places:
        mira.page.goto(mira.page.url.rstrip("/") + path)
        expect(mira.page.locator("header nav [aria-current]")).to_have_attribute("href", path)
        mira.page.click(".brand")


def test_menu_opens_on_a_phone(visit: Visit) -> None:
    mira = visit("/", viewport=PHONE)
    expect(mira.page.locator("header nav")).to_be_hidden()
    mira.page.click("text=Menu")
    mira.page.click("#menu >> text=Explore")
    mira.page.wait_for_url("**/explore")


def test_first_load_is_small(visit: Visit) -> None:
    """Home, and the room after it: each under the limit on its own, with everything that it asks for."""
    mira = visit("/", viewport=PHONE)
    mira.page.wait_for_load_state("networkidle")
    mira.picture("home-phone")
    assert loaded(mira) < MOST_BYTES
    mira.answers.clear()
    other = visit("/", "Jonas")
    other.create()
    other.page.wait_for_load_state("networkidle")
    assert loaded(other) < 2 * MOST_BYTES  # home, /new and the room together


def loaded(person: Person) -> int:
    """The bytes of all answers, as they were sent."""
    return sum(answer.request.sizes()["responseBodySize"] for answer in person.answers)
