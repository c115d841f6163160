"""Two browsers play a whole game against each other; both see the same table, and the server counts."""

from playwright.sync_api import expect

from setlab.geometry import Deck
from tests.browser.conftest import Visit
from tests.browser.people import PHONE, Person, first_set, not_a_set
from tests.web.serving import Serving


def settled(person: Person) -> None:
    """Wait until no claim is marked any more: the slots show what lies on the table."""
    person.wait_for(
        "() => !document.querySelector('#cards [data-state=right]') || document.body.dataset.phase === 'over'"
    )


def move(person: Person) -> None:
    """Claim a SET, or say that there is none, and wait until the table has changed."""
    settled(person)
    before = person.page.evaluate("document.body.dataset.seq")
    found = first_set(person.cards)
    if found:
        person.click_cards(found)
    else:
        person.page.click("#none")
    person.wait_for("(before) => document.body.dataset.seq !== before", before)


def test_two_browsers_play_a_whole_game(visit: Visit, site: Serving) -> None:
    mira = visit("/new", "Mira")
    room = mira.create("junior")
    jonas = visit("/", "Jonas", viewport=PHONE, has_touch=True)
    jonas.join(room)
    mira.start()
    jonas.until("playing")
    assert mira.cards == jonas.cards
    turn = 0
    while mira.phase == "playing":
        person = (mira, jonas)[turn % 2]
        if turn == 3:
            mira.picture("room-desktop")
            jonas.picture("room-phone")
        move(person)
        for each in (mira, jonas):
            each.wait_for(
                "(seq) => Number(document.body.dataset.seq) >= seq",
                int(person.page.evaluate("document.body.dataset.seq")),
            )
        turn += 1
    mira.until("over")
    jonas.until("over")
    claims = [each["event"] for each in site.events(room) if each["event"]["event"] == "claim"]
    assert all(Deck(3).is_set(claim["cards"]) for claim in claims)
    assert len({card for claim in claims for card in claim["cards"]}) == 3 * len(claims)
    for seat, person in ((1, mira), (2, jonas)):
        found = sum(claim["seat"] == seat for claim in claims)
        assert mira.score(person.name) == jonas.score(person.name) == found
    expect(mira.page.locator(".result h2")).to_contain_text("SETs")
    expect(jonas.page.locator("#review")).to_have_attribute("href", f"/{room}/review?round=1")
    mira.picture("room-over")
    mira.page.click("#next")
    jonas.until("playing")
    assert len(jonas.cards) == 9


def test_a_wrong_claim_says_which_property_fails(visit: Visit) -> None:
    mira = visit("/new", "Mira")
    room = mira.create()
    jonas = visit("/", "Jonas")
    jonas.join(room)
    mira.start()
    three = not_a_set(mira.cards)
    mira.click_cards(three)
    mira.hear("Not a SET.")
    expect(mira.page.locator("#say .props li")).to_have_count(4)
    patterns = [str(pattern) for pattern in Deck(4).patterns(three)]
    shown = mira.page.locator("#say .props li").evaluate_all("all => all.map((li) => li.dataset.v)")
    assert shown == patterns
    expect(mira.page.locator("#cards [data-state=wrong]")).to_have_count(3)
    expect(mira.page.locator(".player[data-you]")).to_have_attribute("data-state", "wrong")
    jonas.hear("Mira: not a SET.")
    expect(jonas.page.locator("#cards [data-state=wrong]")).to_have_count(0)
    mira.picture("room-wrong")


def test_a_claimed_card_keeps_its_place_and_the_focus_stays(visit: Visit) -> None:
    mira = visit("/new", "Mira")
    mira.create()
    mira.start()
    while (three := first_set(mira.cards)) is None or len(mira.cards) > 12:
        move(mira)
        settled(mira)
    before = mira.cards
    mira.page.evaluate("window.said.length = 0")  # earlier finds were said, too
    mira.click_cards(three)
    focused = before.index(three[2])
    mira.hear("You found a SET.")
    settled(mira)
    after = mira.cards
    assert [a for a, b in zip(before, after, strict=True) if b not in before] == [c for c in before if c in three]
    assert (
        mira.page.evaluate("[...document.querySelectorAll('#cards .card')].indexOf(document.activeElement)") == focused
    )
