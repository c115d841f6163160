"""The way into a room and out of it: names, watching, unknown, locked, removed, left, coming back."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.web.serving import Serving


def test_an_unknown_room_says_so_and_shows_a_way_on(visit: Visit) -> None:
    mira = visit("/BBBB")
    expect(mira.page.locator("#panel h2")).to_have_text("There is no room BBBB")
    expect(mira.page.get_by_role("link", name="Create a room")).to_be_visible()
    mira.picture("gate-unknown")


def test_a_room_can_be_watched_until_it_is_locked(visit: Visit) -> None:
    mira = visit("/")
    room = mira.create()
    jonas, late = visit(f"/{room}", "Jonas"), visit(f"/{room}", "Late")
    jonas.page.get_by_role("button", name="Only watch").click()
    jonas.enter()
    mira.page.click("#host-button")
    mira.page.get_by_role("button", name="Room locked").click()
    expect(mira.page.get_by_role("button", name="Room locked")).to_have_attribute("aria-pressed", "true")
    late.page.fill("#name", "Late")
    late.page.get_by_role("button", name="Join", exact=True).click()
    expect(late.page.locator("#panel h2")).to_have_text(f"Room {room} is locked")
    late.page.reload()
    expect(late.page.locator("#panel h2")).to_have_text(f"There is no room {room}")
    expect(late.page.locator("#panel")).to_contain_text("A locked room does not open either")
    mira.page.keyboard.press("Escape")
    mira.start()
    expect(jonas.page.locator("body")).to_have_attribute("data-phase", "playing")
    jonas.page.locator("#cards .card").first.click()
    expect(jonas.page.locator("#cards [aria-pressed=true]")).to_have_count(0)
    expect(jonas.page.locator("#say")).to_contain_text("You are watching.")


def test_somebody_comes_late_and_sees_what_was_found(visit: Visit) -> None:
    from tests.browser.people import first_set
    from tests.browser.test_match import move

    mira = visit("/")
    room = mira.create()
    mira.start()
    while first_set(mira.cards) is None:
        move(mira)
    move(mira)
    jonas = visit("/", "Jonas")
    jonas.join(room)
    expect(jonas.page.locator("#log li")).to_have_count(1)
    expect(jonas.page.locator("#log .name")).to_have_text("Mira")
    mira.hear("Jonas is here.")
    assert jonas.cards


def test_names_are_text_whatever_they_contain(visit: Visit) -> None:
    mira = visit("/", "<b>Mira</b>&lt;")
    room = mira.create()
    expect(mira.page.locator(".player[data-you] .name")).to_contain_text("<b>Mira</b>&lt;")
    jonas = visit("/", "<img src=x>")
    jonas.join(room)
    mira.hear("<img src=x> is here.")
    assert mira.page.locator(".players img, .players b b").count() == 0


def test_a_name_of_blanks_is_refused_in_words(visit: Visit, site: Serving) -> None:
    room, _ = site.open_room()
    mira = visit(f"/{room}")
    mira.page.fill("#name", "\u200b")
    mira.page.get_by_role("button", name="Join", exact=True).click()
    expect(mira.page.get_by_role("alert")).to_have_text("A name has 1 to 20 visible characters.")


def test_the_host_removes_somebody(visit: Visit) -> None:
    mira = visit("/")
    room = mira.create()
    jonas = visit("/", "Jonas")
    jonas.join(room)
    mira.page.click("#host-button")
    mira.page.get_by_role("button", name="Remove Jonas").click()
    expect(jonas.page.locator("#panel h2")).to_have_text(f"You were removed from room {room}")
    expect(mira.page.locator(".player")).to_have_count(1)
    jonas.page.reload()
    expect(jonas.page.locator("#panel h2")).to_have_text(f"You were removed from room {room}")
    expect(jonas.page.locator("#name")).to_have_count(0)
    kira = visit("/", "Kira")
    kira.open(f"/{room}")
    kira.page.fill("#name", "Kira")
    kira.page.get_by_role("button", name="Join", exact=True).click()
    expect(kira.page.locator("#panel h2")).to_have_text("The host will let you in")
    mira.hear("Kira is waiting to join.")
    kira.picture("gate-waiting")
    mira.picture("host-let-in")
    mira.page.get_by_role("button", name="Let Kira in").click()
    kira.enter()
    expect(mira.page.locator(".player")).to_have_count(2)


def test_leaving_gives_the_seat_up(visit: Visit) -> None:
    mira = visit("/")
    room = mira.create()
    jonas = visit("/", "Jonas")
    jonas.join(room)
    jonas.page.get_by_role("button", name="Leave", exact=True).first.click()
    jonas.page.click("#leave-now")
    jonas.page.wait_for_url("**/")
    expect(mira.page.locator(".player")).to_have_count(1)
    jonas.open(f"/{room}")
    expect(jonas.page.locator("#panel h2")).to_have_text(f"Join room {room}")


def test_a_reload_keeps_the_seat(visit: Visit) -> None:
    mira = visit("/")
    mira.create()
    mira.start()
    cards = mira.cards
    mira.page.reload()
    mira.until("playing")
    assert mira.cards == cards
    expect(mira.page.locator(".player[data-you]")).to_contain_text("Mira")
    expect(mira.page.locator("#host-button")).to_be_visible()


def test_a_pause_hides_the_cards(visit: Visit) -> None:
    mira = visit("/")
    mira.create()
    mira.start()
    cards = mira.cards
    mira.page.click("#host-button")
    mira.page.get_by_role("button", name="Pause", exact=True).click()
    mira.until("paused")
    assert mira.cards == []
    expect(mira.page.locator("#say")).to_contain_text("Paused.")
    mira.page.click("#host-button")
    mira.page.get_by_role("button", name="Resume").click()
    mira.until("playing")
    assert mira.cards == cards


def test_the_link_is_copied(visit: Visit) -> None:
    mira = visit("/", permissions=["clipboard-read", "clipboard-write"])
    room = mira.create()
    mira.page.click(".invite")
    mira.page.get_by_role("button", name="Copy link").click()
    expect(mira.page.get_by_role("button", name="Copied")).to_be_visible()
    assert mira.page.evaluate("navigator.clipboard.readText()") == f"{mira.address}/{room}"
    expect(mira.page.locator(".lobby .alone")).to_contain_text("works on this computer only")
